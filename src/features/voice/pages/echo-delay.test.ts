import { describe, expect, test } from 'vitest';
import { chirp, echoOf, findSound, murmur, thinned, thinning } from './echo-delay.ts';

const rate = 48_000;
const sound = chirp(rate);
/** A made-up room: the chirp after so many seconds, with walls that give it back, in noise. */
function room(seconds: number, gain: number, noise: number): Float32Array {
  let seed = 1;
  const chance = (): number => ((seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
  const recorded = Float32Array.from({ length: rate }, () => chance() * noise);
  for (const [later, share] of [
    [0, 1],
    [0.007, -0.5],
    [0.019, 0.3],
  ] as const)
    for (let at = 0; at < sound.length; at += 1)
      recorded[Math.round((seconds + later) * rate) + at]! += sound[at]! * gain * share;
  return recorded;
}
const look = (recorded: Float32Array) => {
  const by = thinning(rate);
  const { at, ...found } = findSound(thinned(recorded, by), thinned(sound, by));
  return { ...found, seconds: (at * by) / rate };
};

describe('a chirp in a room', () => {
  test.each([
    [0.012, 0.5, 0],
    [0.18, 0.03, 0.005],
    [0.62, 0.1, 0.05],
  ])('is found after %d s', (seconds, gain, noise) => {
    const found = look(room(seconds, gain, noise));
    expect(found.seconds).toBeCloseTo(seconds, 3);
    expect(20 * Math.log10(found.gain / gain)).toBeCloseTo(0, -1);
    expect(found.similarity).toBeGreaterThan(0.4);
  });

  test('is not found in a murmur, which is within the scale', () => {
    const said = murmur(rate, 1);
    expect(Math.max(...said.map(Math.abs))).toBeLessThan(1);
    expect(look(said).similarity).toBeLessThan(0.25);
  });

  test('that is none is not found', () => {
    expect(look(room(0.2, 0, 0.3)).similarity).toBeLessThan(0.25);
    expect(look(new Float32Array(rate)).similarity).toBe(0);
  });
});

describe('several chirps', () => {
  const back = (seconds: number, similarity = 0.4, gain = 0.1) => ({ seconds, similarity, gain });

  test('that agree give delay and level', () => {
    expect(echoOf([back(0.1), back(0.104, 0.45), back(0.4, 0.3)])).toEqual({ delayMs: 104, levelDb: -20 });
    expect(echoOf([back(0.1), back(0.3, 0.9), back(0.5)])).toEqual({ delayMs: 300, levelDb: -20 });
  });

  test.each([
    [[back(0.1), back(0.3), back(0.5)]],
    [[back(0.1, 0.1), back(0.1, 0.2), back(0.1, 0.05)]],
    [[back(-0.2), back(-0.2)]],
    [[back(0.1)]],
    [[]],
  ])('that are chance say that nothing came back', (comebacks) => {
    expect(echoOf(comebacks)).toBeNull();
  });
});
