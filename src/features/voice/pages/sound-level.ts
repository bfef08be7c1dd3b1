/** How loud a recording is, in words: nothing, too quiet, well, or so loud that it is cut off. */
export type LevelVerdict = 'silent' | 'quiet' | 'good' | 'loud';

/** Quieter than this is nothing; quieter than the second is hard to understand, in dB of the full scale. */
const [leastDb, quietDb] = [-60, -42];
/** Louder than this a sample is cut off; so large a part of them is heard. */
const [clippedFrom, clippedShare] = [0.98, 0.001];
const floorDb = -100;
/** Part of a second over which loudness is taken: about a syllable. */
const windowSeconds = 0.05;

/** The loudness of some samples from -1 to 1 in dB of the full scale; -100 where there is nothing. */
export function loudness(samples: Float32Array): number {
  let power = 0;
  for (const sample of samples) power += sample * sample;
  return power === 0 ? floorDb : Math.max(floorDb, 10 * Math.log10(power / samples.length));
}

/** The loudest moment of a recording, in dB, and what to think of it. `rate`: samples a second. */
export function levelOf(samples: Float32Array, rate: number): { loudest: number; verdict: LevelVerdict } {
  const width = Math.max(1, Math.round(rate * windowSeconds));
  let loudest = floorDb;
  for (let at = 0; at < samples.length; at += width)
    loudest = Math.max(loudest, loudness(samples.subarray(at, at + width)));
  let clipped = 0;
  for (const sample of samples) if (Math.abs(sample) >= clippedFrom) clipped += 1;
  if (clipped > samples.length * clippedShare) return { loudest, verdict: 'loud' };
  return { loudest, verdict: loudest < leastDb ? 'silent' : loudest < quietDb ? 'quiet' : 'good' };
}
