import { describe, expect, test } from 'vitest';
import { amplified, highsOf, measureSound, neededGain, problemsOf, rateOfFile } from './sound-quality.ts';
import { piecesOf, readWav, writeWav, type MonoSound } from './wav.ts';

/** Something like a voice: syllables of a tone with what hisses, and pauses. */
function voice({ seconds = 70, rate = 24_000, level = 0.17, noise = 0.0005, hiss = 0.01 } = {}): MonoSound {
  let seed = 7;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 1_073_741_824 - 1;
  return {
    rate,
    samples: Float32Array.from({ length: seconds * rate }, (_, at) => {
      const time = at / rate;
      const isSpoken = time % 1 < 0.8;
      const tone = Math.sin(time * 2 * Math.PI * 180) * level;
      return (isSpoken ? tone + random() * hiss : 0) + random() * noise;
    }),
  };
}
const problems = (sound: MonoSound) => problemsOf(measureSound(sound), highsOf(sound));

describe('a recording', () => {
  test('of a voice that is loud and clear enough has nothing in its way', () => {
    const sound = voice();
    const measure = measureSound(sound);
    expect(measure.level).toBeCloseTo(-18.4, 0);
    expect(measure.silent).toBeCloseTo(0.2, 1);
    expect(problems(sound)).toEqual([]);
  });

  test.each([
    ['short', voice({ seconds: 59 })],
    ['long', voice({ seconds: 181 })],
    ['quiet', voice({ level: 0.05 })],
    ['loud', voice({ level: 0.4 })],
    ['clipped', amplified(voice(), 18)],
    ['noisy', voice({ noise: 0.03 })],
    ['rate', voice({ rate: 16_000 })],
    ['muffled', voice({ hiss: 0, noise: 0 })],
  ])('is told to be too %s', (problem, sound) => {
    const clipped = { ...sound, samples: sound.samples.map((each) => Math.max(-1, Math.min(1, each))) };
    expect(problems(clipped)).toContain(problem);
  });

  test('of silence, of nothing, or with long pauses holds no voice', () => {
    expect(problems({ rate: 24_000, samples: new Float32Array(24_000 * 70) })).toContain('silent');
    expect(problems({ rate: 24_000, samples: new Float32Array(0) })).toContain('short');
    const sound = voice();
    sound.samples.fill(0, 24_000 * 20);
    expect(problems(sound)).toContain('silent');
  });

  test('is made as loud as wanted where that is possible', () => {
    const soft = voice({ level: 0.06, noise: 0.0002, hiss: 0.004 });
    const gain = neededGain(measureSound(soft));
    expect(gain).toBeGreaterThan(5);
    expect(problems(amplified(soft, gain))).toEqual([]);
    expect(neededGain(measureSound(voice()))).toBe(0);
    expect(neededGain(measureSound(voice({ level: 0.01 })))).toBe(0);
    expect(neededGain(measureSound(amplified(voice(), 25)))).toBe(0);
  });
});

describe('a WAV file', () => {
  const file = writeWav(voice({ seconds: 3 }));

  test('is read as it was written', () => {
    const sound = readWav(file);
    expect(sound?.rate).toBe(24_000);
    expect(sound?.samples).toHaveLength(72_000);
    expect(sound?.samples[1_000]).toBeCloseTo(voice({ seconds: 3 }).samples[1_000]!, 3);
  });

  test('with parts that nobody knows is read past them', () => {
    const list = Uint8Array.from([76, 73, 83, 84, 2, 0, 0, 0, 1, 2]);
    expect(readWav(Uint8Array.from([...file.slice(0, 36), ...list, ...file.slice(36)]))?.rate).toBe(24_000);
  });

  const changed = (at: number, value: number) => {
    const copy = file.slice();
    new DataView(copy.buffer).setUint16(at, value, true);
    return copy;
  };
  test.each([
    ['nothing', new Uint8Array()],
    ['an archive that is called so', Uint8Array.from([80, 75, 3, 4, ...file.slice(4)])],
    ['one with packed sound', changed(20, 85)],
    ['one of two channels', changed(22, 2)],
    ['one of eight bits', changed(34, 8)],
    ['one that says it is longer', changed(42, 65_535)],
    ['one that is cut off', file.slice(0, 5_000)],
    ['one with a part without end', changed(18, 65_535)],
    ['one without sound', file.slice(0, 36)],
  ])('is not %s', (_, bytes) => expect(readWav(bytes)).toBeNull());

  test('is cut into pieces of the same length', () => {
    const pieces = piecesOf(voice({ seconds: 61 }), 12);
    expect(pieces.map(({ samples }) => samples.length / 24_000)).toEqual(
      Array.from({ length: 6 }, () => expect.closeTo(61 / 6, 2) as number),
    );
    expect(piecesOf(voice({ seconds: 5 }), 12)).toHaveLength(1);
  });
});

test('a file says how many samples it has a second', () => {
  const padded = (...bytes: number[]) => Uint8Array.from([...bytes, ...Array<number>(60).fill(0)]);
  expect(rateOfFile(writeWav(voice({ seconds: 1, rate: 16_000 })))).toBe(16_000);
  expect(rateOfFile(padded(0xff, 0xfb, 0x90, 0x00))).toBe(44_100);
  expect(rateOfFile(padded(0xff, 0xf3, 0x90, 0x00))).toBe(22_050);
  expect(rateOfFile(padded(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 2, 0, 0, 0xff, 0xe3, 0x98, 0x00))).toBe(8_000);
  expect(rateOfFile(padded(0x1a, 0x45, 0xdf, 0xa3))).toBeNull();
  expect(rateOfFile(new Uint8Array(3))).toBeNull();
});
