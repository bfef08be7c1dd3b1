import { Buffer } from 'node:buffer';
import { readWav, writeWav } from '#shared/voice/wav.ts';

/** Samples of 16 bits have room for a byte each. */
const step = 256;
const rate = 8_000;

/** A sound that says a text: one sample for each of its bytes. */
export const soundOf = (text: string): Buffer =>
  Buffer.from(
    writeWav({
      rate,
      samples: Float32Array.from(Buffer.from(text), (byte) => ((byte - 128) * step) / 32_768),
    }),
  );

/** What such a sound says. */
export const textOf = (sound: Uint8Array): string =>
  Buffer.from(
    Uint8Array.from(readWav(sound)!.samples, (sample) => Math.round((sample * 32_768) / step) + 128),
  ).toString();
