import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Over and over it is somebody who asks the same; seconds of silence around the words. */
const silence = { before: 2, after: 7 };

/**
 * What a microphone hears of somebody who asks "What does a rowing boat cost?" now and then, as a WAV file. The words
 * are made by Debian's `espeak-ng -v en-gb -s 150 -a 180 -w spoken-question.wav "What does a rowing boat cost?"`,
 * whose output its licence does not cover.
 */
export function spokenQuestion(): Buffer {
  const words = readFileSync(path.join(import.meta.dirname, 'spoken-question.wav'));
  const header = Buffer.from(words.subarray(0, 44));
  const bytesPerSecond = header.readUInt32LE(28);
  const samples = Buffer.concat([
    Buffer.alloc(silence.before * bytesPerSecond),
    words.subarray(44),
    Buffer.alloc(silence.after * bytesPerSecond),
  ]);
  header.writeUInt32LE(36 + samples.length, 4);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
