import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { speechDefinitions } from '#providers/speech/speech.definitions.ts';

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    url,
    baseUrls: Object.fromEntries(speechDefinitions.map(({ id }) => [id, url])),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

export type SpeechStandIn = Awaited<ReturnType<typeof startSpeechStandIn>>;
