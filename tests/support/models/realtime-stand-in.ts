import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acceptSocket, type StandInSocket } from './socket-stand-in.ts';
import { speechKey } from './speech-stand-in.ts';

type Event = Record<string, unknown> & { type: string };
/** What the model says, and what it calls. */
export type Spoken = {
  words?: string;
  calls?: { name: string; arguments: object }[];
  /** How long it takes to say, in ms; by default nothing. */
  lasts?: number;
  /** How the vendor answers instead. */
  fault?: 'failed' | 'refused' | 'nothing' | 'closes';
};
export type AskedResponse = {
  instructions: string;
  input: {
    type: string;
    role?: string;
    content?: { type: string; text: string }[];
    output?: string;
    name?: string;
  }[];
  tools: { name: string }[];
};

const silentSdp = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n';

/** One call as the vendor sees it. */
export class StandInCall {
  readonly id: string;
  readonly session: Record<string, unknown>;
  readonly told: Event[] = [];
  isHungUp = false;
  socket: StandInSocket | null = null;
  #number = 0;
  #running: { id: string; timer?: NodeJS.Timeout; isDone: boolean } | null = null;
  readonly #vendor: RealtimeState;

  constructor(id: string, session: Record<string, unknown>, vendor: RealtimeState) {
    this.id = id;
    this.session = session;
    this.#vendor = vendor;
  }

  send(event: Event): void {
    this.socket?.send(JSON.stringify({ event_id: `event_${(this.#number += 1)}`, ...event }));
  }

  /** Somebody spoke for so many ms, and was understood. */
  hears(text: string, milliseconds = 1_000): string {
    const id = this.begins();
    this.understands(id, text, milliseconds);
    return id;
  }
  /** Somebody begins to speak; what is said falls silent. */
  begins(): string {
    const id = `item_${(this.#number += 1)}`;
    this.send({ type: 'input_audio_buffer.speech_started', item_id: id, audio_start_ms: 1_000 });
    const { turn_detection: turns } = (this.session['audio'] as { input: { turn_detection: object } }).input;
    if ((turns as { interrupt_response: boolean }).interrupt_response) this.#cut('turn_detected');
    return id;
  }
  understands(id: string, text: string, milliseconds = 1_000): void {
    this.send({
      type: 'input_audio_buffer.speech_stopped',
      item_id: id,
      audio_end_ms: 1_000 + milliseconds,
    });
    this.send({ type: 'conversation.item.input_audio_transcription.delta', item_id: id, delta: text });
    this.send({
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: id,
      transcript: text,
    });
  }

  receive(text: string): void {
    const event = JSON.parse(text) as Event;
    this.told.push(event);
    if (event.type === 'response.create') this.#speak(event);
    else if (event.type === 'response.cancel') this.#cut('client_cancelled');
    else if (event.type === 'output_audio_buffer.clear') this.#silence('cleared');
  }

  /** What the server asked the model to answer, oldest first. */
  get asked(): AskedResponse[] {
    return this.told
      .filter(({ type }) => type === 'response.create')
      .map(({ response }) => response as AskedResponse);
  }

  #speak(event: Event): void {
    const asked = event['response'] as AskedResponse & { metadata: object };
    const spoken = this.#vendor.speaks(asked, this);
    const id = `resp_${(this.#number += 1)}`;
    if (spoken.fault === 'nothing') return;
    if (spoken.fault === 'refused')
      return this.send({
        type: 'error',
        error: { type: 'invalid_request_error', code: 'odd', message: 'no', event_id: event['event_id'] },
      });
    this.send({ type: 'response.created', response: { id, metadata: asked.metadata } });
    const running: { id: string; timer?: NodeJS.Timeout; isDone: boolean } = { id, isDone: false };
    this.#running = running;
    const words = spoken.words ?? '';
    if (words !== '') {
      this.send({ type: 'output_audio_buffer.started', response_id: id });
      this.#vendor.onSound(true);
    }
    for (const delta of words.match(/\S+\s*/g) ?? [])
      this.send({ type: 'response.output_audio_transcript.delta', response_id: id, delta });
    for (const call of spoken.calls ?? [])
      this.send({
        type: 'response.output_item.done',
        response_id: id,
        item: {
          type: 'function_call',
          call_id: `call_${(this.#number += 1)}`,
          name: call.name,
          arguments: JSON.stringify(call.arguments),
        },
      });
    if (spoken.fault === 'closes') return this.socket?.close();
    const lasts = spoken.lasts ?? 0;
    this.#done(running, spoken.fault === 'failed' ? 'failed' : 'completed', Math.round(lasts / 50) || 20);
    if (words !== '') running.timer = setTimeout(() => this.#silence('stopped'), lasts);
  }
  #done(running: { id: string; isDone: boolean }, status: string, audio: number, reason?: string): void {
    if (running.isDone) return;
    running.isDone = true;
    this.send({
      type: 'response.done',
      response: {
        id: running.id,
        status,
        status_details: { reason, error: status === 'failed' ? { code: 'server_error' } : undefined },
        usage: {
          input_tokens: 1_000,
          output_tokens: 10 + audio,
          input_token_details: { text_tokens: 1_000, audio_tokens: 0 },
          output_token_details: { text_tokens: 10, audio_tokens: audio },
        },
      },
    });
  }
  #cut(reason: string): void {
    if (!this.#running) return;
    this.#done(this.#running, 'cancelled', 20, reason);
    if (reason === 'turn_detected') this.#silence('cleared');
  }
  #silence(how: 'stopped' | 'cleared'): void {
    const running = this.#running;
    if (!running) return;
    clearTimeout(running.timer);
    this.#running = null;
    this.#vendor.onSound(false);
    this.send({ type: `output_audio_buffer.${how}`, response_id: running.id });
  }
}

type RealtimeState = {
  calls: StandInCall[];
  /** What the model answers to what it is asked. */
  speaks(asked: AskedResponse, call: StandInCall): Spoken;
  /** Whether the visitor hears something now. */
  onSound(isOn: boolean): void;
  /** The vendor's end of the connection that carries sound. */
  answerOffer(sdp: string, call: StandInCall): Promise<string>;
  /** What goes wrong when a call is made, or joined. */
  fault: { status?: number; body?: string } | null;
  joinFault: 'refuses' | 'hangs' | null;
};

/** OpenAI's Realtime on a free port of 127.0.0.1: calls by the unified interface, and the connection beside them. */
export async function startRealtimeStandIn() {
  const state: RealtimeState & { refused: number } = {
    calls: [],
    speaks: (asked) => ({ words: asked.input.at(-1)?.content?.[0]?.text ?? 'Well.' }),
    onSound: () => undefined,
    answerOffer: () => Promise.resolve(silentSdp),
    fault: null,
    joinFault: null,
    /** Requests with another key than the account's. */
    refused: 0,
  };
  const isOwn = (authorization: string | undefined): boolean => {
    if (authorization === `Bearer ${speechKey}`) return true;
    state.refused += 1;
    return false;
  };
  let number = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const [path = ''] = (request.url ?? '').split('?');
        const reply = (status: number, body = '', headers: Record<string, string> = {}): void => {
          response.writeHead(status, headers);
          response.end(body);
        };
        if (!isOwn(request.headers.authorization)) return reply(401);
        if (path === '/models') return reply(200, '{"object":"list","data":[]}');
        const [, hungUp] = /^\/realtime\/calls\/([^/]+)\/hangup$/.exec(path) ?? [];
        if (hungUp) {
          const call = state.calls.find(({ id }) => id === hungUp);
          if (!call || call.isHungUp) return reply(404);
          call.isHungUp = true;
          call.socket?.close();
          return reply(200);
        }
        if (path !== '/realtime/calls') return reply(404);
        if (state.fault) return reply(state.fault.status ?? 201, state.fault.body ?? 'no');
        const form = await new Response(Buffer.concat(chunks), {
          headers: { 'content-type': request.headers['content-type'] ?? '' },
        }).formData();
        const session = JSON.parse(form.get('session') as string) as Record<string, unknown>;
        const call = new StandInCall(`rtc_${(number += 1)}`, session, state);
        state.calls.push(call);
        const sdp = await state.answerOffer(form.get('sdp') as string, call);
        reply(201, sdp, { location: `/v1/realtime/calls/${call.id}`, 'content-type': 'application/sdp' });
      })();
    });
  });
  server.on('upgrade', (request, stream) => {
    const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('call_id');
    const call = state.calls.find((each) => each.id === id && !each.isHungUp);
    if (state.joinFault === 'hangs') return;
    if (!isOwn(request.headers.authorization) || !call || state.joinFault === 'refuses')
      return void stream.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    call.socket = acceptSocket(
      request,
      stream,
      (text) => call.receive(text),
      () => undefined,
    );
    call.send({ type: 'session.created', session: call.session });
  });
  const streams = new Set<{ destroy(): void }>();
  server.on('connection', (stream) => {
    streams.add(stream);
    stream.on('close', () => streams.delete(stream));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    url,
    baseUrls: { openai: url },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const stream of streams) stream.destroy();
      }),
  });
}

export type RealtimeStandIn = Awaited<ReturnType<typeof startRealtimeStandIn>>;
