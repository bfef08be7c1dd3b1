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
  path: string;
  body: string;
  headers: IncomingMessage['headers'];
};

/** All vendors of speech on one free port of 127.0.0.1; they hear what they are told to, and speak in tones. */
export async function startSpeechStandIn() {
  const state = {
    asked: [] as Asked[],
    /** What the next recordings say, one after the other; the last one stays. */
    heard: [' When are you open? '],
    /** What is answered instead of what should be. */
    fault: null as { status?: number; body?: string } | null,
    sound: tone(400),
  };
  const json = (value: unknown) => ({ type: 'application/json', body: Buffer.from(JSON.stringify(value)) });
  const voices = () =>
    json({
      voices: [
        { voice_id: 'v1', name: 'Anna', labels: { accent: 'dutch', age: 'young' } },
        { voice_id: 'v2', name: 'Bert', labels: { accent: 'flemish' } },
        { name: 3 },
      ],
      items: [
        { uuid: 'v1', name: 'Anna', default_language: 'nl-NL' },
        { uuid: 'v2', name: 'Bert', default_language: 'nl-BE' },
        null,
      ],
    });
  const answers: readonly [RegExp, () => { type: string; body: Buffer }][] = [
    [/\/models$/, () => json({ object: 'list', data: [] })],
    [/\/voices$/, voices],
    [/\/synthesize$/, () => json({ audio_content: state.sound.toString('base64') })],
    [
      /\/(transcriptions|speech-to-text)$/,
      () => json({ text: state.heard.length > 1 ? state.heard.shift() : state.heard[0] }),
    ],
    [/\/(audio\/speech|text-to-speech\/[^/]+)$/, () => ({ type: 'audio/wav', body: state.sound })],
  ];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = request.url ?? '';
      state.asked.push({ path: url, body: Buffer.concat(chunks).toString(), headers: request.headers });
      const key = request.headers['xi-api-key'] ?? request.headers.authorization?.replace('Bearer ', '');
      const answer = answers.find(([pattern]) => pattern.test(url.split('?')[0] ?? ''))?.[1];
      const status = state.fault?.status ?? (key !== speechKey ? 401 : answer ? 200 : 404);
      const { type, body } =
        status === 200 && answer && state.fault?.body === undefined
          ? answer()
          : { type: 'text/plain', body: state.fault?.body ?? 'no' };
      response.writeHead(status, { 'content-type': type });
      response.end(body);
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
