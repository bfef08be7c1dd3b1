import { writeWav, type MonoSound } from '#shared/voice/wav.ts';

/** Something like a voice of so many seconds: syllables of a tone with what hisses, and pauses; `mark` tells two apart. */
export function voiceLike(seconds: number, mark = 0, rate = 24_000): MonoSound {
  let seed = 7 + mark;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 1_073_741_824 - 1;
  return {
    rate,
    samples: Float32Array.from({ length: seconds * rate }, (_, at) => {
      const time = at / rate;
      const isSpoken = time % 1 < 0.8;
      const tone = Math.sin(time * 2 * Math.PI * 180) * 0.17;
      return (isSpoken ? tone + random() * 0.01 : 0) + random() * 0.0005;
    }),
  };
}

/** The same as a WAV file. */
export const recordedVoice = (seconds: number, mark = 0): Uint8Array<ArrayBuffer> =>
  writeWav(voiceLike(seconds, mark));
