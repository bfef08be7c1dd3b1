import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acceptSocket, type StandInSocket } from './socket-stand-in.ts';
import { speechKey, tone } from './speech-stand-in.ts';

const rate = 16_000;
/** Louder than this somebody talks, of 32,767; and quieter for so many pieces they have finished. */
const loud = 2_000;
const quietPieces = 6;

/** An agent as it was made at the vendor. */
type MadeAgent = {
  name: string;
  conversation_config: {
    agent: {
      first_message: string;
      language: string;
      prompt: {
        llm: string;
        custom_llm: { url: string; request_headers: Record<string, string> };
        backup_llm_config: { preference: string };
      };
    };
    tts: { voice_id: string; model_id: string; speed: number; stability: number };
    conversation: { max_duration_seconds: number; client_events: string[] };
    turn: { silence_end_call_timeout: number; speculative_turn: boolean };
  };
  platform_settings: {
    auth: { enable_auth: boolean };
    call_limits: { agent_concurrency_limit: number; daily_limit: number };
    privacy: { record_voice: boolean; retention_days: number };
  };
};

/** What a model that is asked answers with. */
type Asked = {
  status: number;
  text: string;
  code: string;
};

/** One call at the vendor, from its agent on. */
export class ConvaiCall {
  readonly id: string;
  readonly agent: MadeAgent;
  /** The talk as the vendor remembers it. */
  readonly talk: { role: string; content: string }[] = [];
  /** What came out of the visitor's microphone, in samples. */
  heardSamples = 0;
  isRemoved = false;
  isSigned = false;
  interruptions = 0;
  socket: StandInSocket | null = null;
  readonly #vendor: ConvaiState;
  #event = 0;
  #speaksUntil = 0;
  #asking: AbortController | null = null;
  #isTalking = false;
  #quiet = 0;

  constructor(id: string, agent: MadeAgent, vendor: ConvaiState) {
    this.id = id;
    this.agent = agent;
    this.#vendor = vendor;
  }

  send(event: Record<string, unknown> & { type: string }): void {
    this.socket?.send(JSON.stringify(event));
  }

  /** Asks the server, as its custom model, what to say to all that was said; `onText` hears each piece. */
  async ask(
    messages: readonly { role: string; content: unknown }[],
    {
      headers = {},
      signal = null,
      onText = () => undefined,
    }: {
      headers?: Record<string, string>;
      signal?: AbortSignal | null;
      onText?: (text: string) => void;
    } = {},
  ): Promise<Asked> {
    const { url, request_headers: shown } = this.agent.conversation_config.agent.prompt.custom_llm;
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...shown, ...headers },
      body: JSON.stringify({
        model: 'agent',
        stream: true,
        messages: [{ role: 'system', content: '' }, ...messages],
        user_id: 'nobody',
        elevenlabs_extra_body: {},
      }),
      signal,
    });
    if (!response.ok)
      return { status: response.status, text: '', code: ((await response.json()) as { code: string }).code };
    let [rest, text] = ['', ''];
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      rest += piece;
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const data = /^data: (\{.*)$/m.exec(rest.slice(0, end))?.[1];
        rest = rest.slice(end + 2);
        if (!data) continue;
        const { choices } = JSON.parse(data) as { choices: { delta: { content?: string } }[] };
        const said = choices[0]?.delta.content ?? '';
        if (said) onText(said);
        text += said;
      }
    }
    return { status: response.status, text: text.trim(), code: '' };
  }

  /** Somebody said something: the server is asked, and what it answers is said. */
  async understands(text: string): Promise<Asked> {
    this.send({ type: 'user_transcript', user_transcription_event: { user_transcript: text } });
    this.talk.push({ role: 'user', content: text });
    const asking = new AbortController();
    this.#asking = asking;
    const place = this.talk.push({ role: 'assistant', content: '' }) - 1;
    try {
      return await this.ask(this.talk.slice(0, place), {
        signal: asking.signal,
        onText: (piece) => {
          this.talk[place]!.content += piece;
          this.says(piece);
        },
      });
    } catch (error) {
      if (asking.signal.aborted) return { status: 0, text: this.talk[place]!.content, code: 'left' };
      throw error;
    }
  }

  /** Makes sound of a text. */
  says(text: string): void {
    const milliseconds = Math.round(text.length * this.#vendor.msPerLetter);
    this.#event += 1;
    const samples = Buffer.alloc(Math.round((milliseconds * rate) / 1_000) * 2);
    for (let at = 0; at < samples.length / 2; at += 1)
      samples.writeInt16LE(Math.round(Math.sin((at / rate) * 2 * Math.PI * 440) * 12_000), at * 2);
    this.#speaksUntil = Math.max(this.#speaksUntil, Date.now()) + milliseconds;
    this.send({
      type: 'audio',
      audio_event: { audio_base_64: samples.toString('base64'), event_id: this.#event },
    });
  }

  receive(text: string): void {
    const message = JSON.parse(text) as { type?: string; user_audio_chunk?: string };
    if (message.type === 'conversation_initiation_client_data') {
      this.send({
        type: 'conversation_initiation_metadata',
        conversation_initiation_metadata_event: {
          conversation_id: `conv_${this.id}`,
          agent_output_audio_format: `pcm_${rate}`,
          user_input_audio_format: `pcm_${rate}`,
        },
      });
      this.send({ type: 'ping', ping_event: { event_id: 1 } });
      const { first_message: greeting } = this.agent.conversation_config.agent;
      if (greeting) this.says(greeting);
    } else if (message.type === 'pong') this.#vendor.pongs += 1;
    else if (message.user_audio_chunk) this.#hear(Buffer.from(message.user_audio_chunk, 'base64'));
  }

  #hear(samples: Buffer): void {
    this.heardSamples += samples.length / 2;
    let peak = 0;
    for (let at = 0; at + 1 < samples.length; at += 2)
      peak = Math.max(peak, Math.abs(samples.readInt16LE(at)));
    const isLoud = peak > loud;
    this.#quiet = isLoud ? 0 : this.#quiet + 1;
    if (isLoud !== this.#isTalking && (isLoud || this.#quiet > quietPieces)) {
      this.#isTalking = isLoud;
      this.send({ type: 'vad_score', vad_score_event: { vad_score: isLoud ? 0.95 : 0.02 } });
      if (isLoud) this.#begins();
      else void this.understands(this.#vendor.hears(this)).catch(() => undefined);
    }
  }

  /** Somebody begins to talk: whatever is said falls silent. */
  #begins(): void {
    this.#vendor.onVoice();
    if (Date.now() >= this.#speaksUntil) return;
    this.#speaksUntil = 0;
    this.interruptions += 1;
    this.#asking?.abort();
    this.send({ type: 'interruption', interruption_event: { event_id: this.#event } });
  }
}

type ConvaiState = {
  calls: ConvaiCall[];
  /** What the sound of somebody's words means. */
  hears(call: ConvaiCall): string;
  /** Somebody begins to talk. */
  onVoice(): unknown;
  msPerLetter: number;
  /** Sentences that were read out outside of its calls. */
  read: string[];
  pongs: number;
  /** Requests with another key than the account's. */
  refused: number;
  /** What goes wrong, at which addresses. */
  fault: { status: number; where: RegExp } | null;
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** ElevenLabs on a free port of 127.0.0.1: agents, signed addresses, calls by socket that carry sound, and sentences. */
export async function startConvaiStandIn() {
  const state: ConvaiState = {
    calls: [],
    hears: () => 'Hello?',
    onVoice: () => undefined,
    msPerLetter: 5,
    read: [],
    pongs: 0,
    refused: 0,
    fault: null,
  };
  let url = '';
  const there = (id: string | null | undefined) =>
    state.calls.find((call) => call.id === id && !call.isRemoved);
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const { pathname: path, searchParams } = new URL(request.url ?? '', url);
      const reply = (status: number, answer: unknown = {}): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer));
      };
      if (request.headers['xi-api-key'] !== speechKey) {
        state.refused += 1;
        return reply(401);
      }
      if (state.fault?.where.test(path)) return reply(state.fault.status);
      if (path === '/v1/convai/agents/create') {
        const call = new ConvaiCall(`agent_${state.calls.length + 1}`, JSON.parse(body) as MadeAgent, state);
        state.calls.push(call);
        return reply(200, { agent_id: call.id });
      }
      if (path === '/v1/convai/agents') {
        const found = state.calls.filter(
          ({ isRemoved, agent }) => !isRemoved && agent.name.includes(searchParams.get('search') ?? ''),
        );
        return reply(200, { agents: found.map(({ id, agent }) => ({ agent_id: id, name: agent.name })) });
      }
      if (path === '/v1/convai/conversation/get-signed-url') {
        const call = there(searchParams.get('agent_id'));
        if (!call || searchParams.get('include_conversation_id') !== 'true') return reply(404);
        call.isSigned = true;
        return reply(200, {
          signed_url: `${url.replace('http', 'ws')}/v1/convai/conversation?token=${call.id}`,
        });
      }
      const [, agentId] = /^\/v1\/convai\/agents\/([^/]+)$/.exec(path) ?? [];
      if (agentId && request.method === 'DELETE') {
        const call = there(agentId);
        if (!call) return reply(404);
        call.isRemoved = true;
        call.socket?.close();
        return reply(200);
      }
      if (path.startsWith('/v1/text-to-speech/')) {
        const { text } = JSON.parse(body) as { text: string };
        state.read.push(text);
        const file = tone(text.length * state.msPerLetter);
        response.writeHead(200, { 'content-type': 'audio/wav' });
        return void response.end(file);
      }
      if (path === '/v2/voices')
        return reply(200, {
          voices: [
            { voice_id: 'v1', name: 'Anna', labels: { accent: 'dutch' } },
            { voice_id: 'v2', name: 'Bert', labels: { accent: 'flemish' } },
          ],
        });
      return reply(404);
    })();
  });
  server.on('upgrade', (request, stream) => {
    const call = there(new URL(request.url ?? '', url).searchParams.get('token'));
    // Such an address lets in once.
    if (!call?.isSigned || call.socket)
      return void stream.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    call.socket = acceptSocket(
      request,
      stream,
      (text) => call.receive(text),
      () => undefined,
    );
  });
  const streams = new Set<{ destroy(): void }>();
  server.on('connection', (stream) => {
    streams.add(stream);
    stream.on('close', () => streams.delete(stream));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    url,
    baseUrls: { elevenlabs: url },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const stream of streams) stream.destroy();
      }),
  });
}

export type ConvaiStandIn = Awaited<ReturnType<typeof startConvaiStandIn>>;
