import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { speechDefinitions } from '#providers/speech/speech.definitions.ts';
import { readWav } from '#shared/voice/wav.ts';
import { acceptSocket } from './socket-stand-in.ts';

export const speechKey = 'sk_right-key';

/** A quiet tone of so many milliseconds as a WAV file: 8,000 samples of 16 bits a second. */
export function tone(milliseconds: number): Buffer {
  const samples = Math.round(milliseconds * 8);
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF');
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8_000, 24);
  file.writeUInt32LE(16_000, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1)
    file.writeInt16LE(Math.round(Math.sin(at / 6) * 3_000), 44 + at * 2);
  return file;
}

/** The samples of a WAV file as Realtime sends them: 24,000 of 16 bits a second, each as long as it needs to be. */
export function realtimeSamples(file: Uint8Array): Buffer {
  const { rate, samples } = readWav(file)!;
  const length = Math.round((samples.length / rate) * 24_000);
  const bytes = Buffer.alloc(length * 2);
  for (let at = 0; at < length; at += 1) {
    const sample = samples[Math.min(samples.length - 1, Math.floor((at / 24_000) * rate))]!;
    bytes.writeInt16LE(Math.round(sample * 32_767), at * 2);
  }
  return bytes;
}

type RealtimeEvent = {
  type: string;
  session?: { audio: { output: { voice: string; speed: number } } };
  response?: { instructions: string; input: { content: { text: string }[] }[] };
};

type Asked = {
  method: string;
  path: string;
  body: string;
  bytes: Buffer<ArrayBuffer>;
  headers: IncomingMessage['headers'];
};

type Fault = {
  status?: number;
  body?: string;
  /** Only for these addresses. */
  where?: RegExp;
};

/** All vendors of speech on one free port of 127.0.0.1; they hear what they are told to, and speak in tones. */
export async function startSpeechStandIn() {
  const state = {
    asked: [] as Asked[],
    /** What the next recordings say, one after the other; the last one stays. */
    heard: [' When are you open? '],
    /** Understands recordings by their sound instead, as somebody who was told their language. */
    ears: null as ((sound: Uint8Array, language: string) => string) | null,
    /** What is answered instead of what should be. */
    fault: null as Fault | null,
    sound: tone(400),
    /** What a Realtime model says instead of the text that it is given to read, or how it fails. */
    realtime: null as { said?: string; error?: string; hangs?: boolean } | null,
    /** Says sentences in sounds of their own instead. */
    mouth: null as ((text: string) => Buffer) | null,
    /** Voices that were copied here and not deleted since. */
    made: 0,
    copies: new Map<string, string>(),
  };
  const json = (value: unknown) => ({ type: 'application/json', body: Buffer.from(JSON.stringify(value)) });
  const voices = () =>
    json({
      voices: [
        { voice_id: 'v1', name: 'Anna', labels: { accent: 'dutch', age: 'young' } },
        { voice_id: 'v2', name: 'Bert', labels: { accent: 'flemish' } },
        { name: 3 },
        ...[...state.copies].map(([id, name]) => ({ voice_id: id, name })),
      ],
      items: [
        { uuid: 'v1', name: 'Anna', default_language: 'nl-NL' },
        { uuid: 'v2', name: 'Bert', default_language: 'nl-BE' },
        null,
        ...[...state.copies].map(([id, name]) => ({ uuid: id, name })),
      ],
    });
  /** A voice with the name that stands in a form or in JSON. */
  const copy = ({ body }: Asked) => {
    const id = `copy${(state.made += 1)}`;
    const name = /name="name"\r\n\r\n([^\r]*)/.exec(body)?.[1] ?? (JSON.parse(body) as { name: string }).name;
    state.copies.set(id, name);
    return json({ voice_id: id, requires_verification: false, success: true, item: { uuid: id } });
  };
  const remove = ({ path }: Asked) =>
    state.copies.delete(path.split('/').at(-1) ?? '') ? json({ status: 'ok', success: true }) : null;
  async function understand({ bytes, headers }: Asked) {
    const form = await new Response(bytes, {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    const sound = new Uint8Array(await (form.get('file') as File).arrayBuffer());
    const language = form.get('language') ?? form.get('language_code');
    return json({ text: state.ears!(sound, language as string) });
  }
  const saying = ({ body }: Asked): Buffer => {
    const { text, input, data } = JSON.parse(body) as Record<string, string>;
    return state.mouth?.(text ?? input ?? data ?? '') ?? state.sound;
  };
  type Answer = { type: string; body: Buffer } | null;
  const answers: readonly [RegExp, (asked: Asked) => Answer | Promise<Answer>][] = [
    [/^POST .*\/voices(\/add)?$/, copy],
    [/^DELETE .*\/voices\/[^/]+$/, remove],
    [/\/voices\/[^/]+\/(recordings|build)$/, () => json({ success: true })],
    [/\/models$/, () => json({ object: 'list', data: [] })],
    [/\/voices$/, voices],
    [/\/synthesize$/, (asked) => json({ audio_content: saying(asked).toString('base64') })],
    [
      /\/(transcriptions|speech-to-text)$/,
      (asked) =>
        state.ears
          ? understand(asked)
          : json({ text: state.heard.length > 1 ? state.heard.shift() : state.heard[0] }),
    ],
    [/\/(audio\/speech|text-to-speech\/[^/]+)$/, (asked) => ({ type: 'audio/wav', body: saying(asked) })],
  ];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = request.url ?? '';
      const bytes = Buffer.concat(chunks);
      const asked: Asked = {
        method: request.method ?? '',
        path: url,
        body: bytes.toString(),
        bytes,
        headers: request.headers,
      };
      state.asked.push(asked);
      const key = request.headers['xi-api-key'] ?? request.headers.authorization?.replace('Bearer ', '');
      const isWell = key === speechKey && !(state.fault && (state.fault.where?.test(url) ?? true));
      const find = () => answers.find(([each]) => each.test(`${asked.method} ${url.split('?')[0]}`));
      void (async () => {
        const answer = isWell ? ((await find()?.[1](asked)) ?? null) : null;
        const fault: Fault = isWell ? { status: 404 } : (state.fault ?? { status: 401 });
        const status = answer ? 200 : (fault.status ?? 200);
        const { type, body } = answer ?? { type: 'text/plain', body: fault.body ?? 'no' };
        response.writeHead(status, { 'content-type': type });
        response.end(body);
      })();
    });
  });
  const streams = new Set<{ destroy(): void }>();
  server.on('upgrade', (request, stream) => {
    streams.add(stream);
    stream.on('close', () => streams.delete(stream));
    const url = request.url ?? '';
    const isWell = request.headers.authorization === `Bearer ${speechKey}` && !state.fault;
    const isKnown = url.startsWith('/realtime?model=gpt-realtime-');
    if (!isWell || !isKnown)
      return void stream.end(`HTTP/1.1 ${isKnown ? 401 : 404} No\r\ncontent-length: 0\r\n\r\n`);
    let output = { voice: '', speed: 1 };
    const receive = (text: string): void => {
      const { type, session, response } = JSON.parse(text) as RealtimeEvent;
      if (type === 'session.update') output = session!.audio.output;
      if (type !== 'response.create') return;
      const { instructions } = response!;
      const input = response!.input[0]!.content[0]!.text;
      const body = JSON.stringify({ ...output, instructions, input });
      const bytes = Buffer.from(body);
      const asked = { method: 'POST', path: url, body, bytes, headers: request.headers };
      state.asked.push(asked);
      const { said = input, error, hangs = false } = state.realtime ?? {};
      const send = (event: object): void => socket.send(JSON.stringify(event));
      if (hangs) return;
      if (error) return send({ type: 'error', error: { code: error } });
      const samples = realtimeSamples(saying(asked));
      send({ type: 'response.created', response: { id: 'r1' } });
      for (const delta of said.match(/\S+\s*/g) ?? [])
        send({ type: 'response.output_audio_transcript.delta', response_id: 'r1', delta });
      for (let at = 0; at < samples.length; at += 9_000)
        send({
          type: 'response.output_audio.delta',
          response_id: 'r1',
          delta: samples.subarray(at, at + 9_000).toString('base64'),
        });
      send({ type: 'response.done', response: { id: 'r1', status: 'completed' } });
    };
    const socket = acceptSocket(request, stream, receive, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    url,
    baseUrls: Object.fromEntries(speechDefinitions.map(({ id }) => [id, url])),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const stream of streams) stream.destroy();
      }),
  });
}

export type SpeechStandIn = Awaited<ReturnType<typeof startSpeechStandIn>>;
