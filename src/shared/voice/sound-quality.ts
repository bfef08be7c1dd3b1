import type { MonoSound } from './wav.ts';

/** How much of a voice has to be recorded to copy it, in seconds. */
export const sampleSeconds = { least: 60, most: 180 };
/** How long it takes to read a sentence aloud, in seconds. */
export const consentSeconds = { least: 2, most: 40 };
/** Samples a second: telephones have less than the first, and what is sent has the second. */
export const [leastRate, sentRate] = [22_050, 24_000];
/** How loud a voice is wanted, in dB below the loudest that a file can hold. */
export const wantedLevel = { least: -23, most: -18 };

/** What a recording of a voice is like. Decibels are below the loudest that a file can hold. */
export type SoundMeasure = {
  seconds: number;
  rate: number;
  /** How loud the voice is where it speaks, in dB. */
  level: number;
  /** The loudest moment, in dB. */
  peak: number;
  /** The share of the samples that are cut off. */
  clipped: number;
  /** The share of the time in which nobody speaks. */
  silent: number;
  /** By how many dB the voice is louder than what is heard when nobody speaks. */
  aboveNoise: number;
};

export type SoundProblem =
  | 'short'
  | 'long'
  | 'rate'
  | 'quiet'
  | 'loud'
  | 'clipped'
  | 'silent'
  | 'noisy'
  | 'muffled';

const windowSeconds = 0.05;
const floor = -100;
/** Windows this far below the loudest ones are pauses. */
const pauseBelow = 28;
/** Whoever reads without a break still pauses for this share of the time, and there the noise is heard. */
const pauseShare = 0.03;
/** Three samples in a row at the very end of the scale were higher once. */
const [fullScale, longestFull] = [0.99, 3];
const bounds = { clipped: 0.0002, silent: 0.5, aboveNoise: 20, highs: -72 };
/** Higher than what passes a telephone line or a headset that listens and plays at once. */
const highTones = 8_300;

const decibels = (power: number): number => (power > 0 ? Math.max(floor, 10 * Math.log10(power)) : floor);

/** How loud a stretch of sound is, in dB below the loudest that there is. */
export function levelOf(samples: Float32Array): number {
  let power = 0;
  // Minutes of sound are millions of samples: by their places they are read many times as fast.
  for (let at = 0; at < samples.length; at += 1) power += samples[at]! * samples[at]!;
  return decibels(samples.length ? power / samples.length : 0);
}

/**
 * What there is of high tones beside the whole, in dB. Telephones let none through; a file that is made of such sound
 * has as many samples as any other. To be told before anything made its samples fewer.
 */
export function highsOf({ rate, samples }: MonoSound): number {
  if (rate < highTones * 2.2) return floor;
  // A Butterworth high-pass of the second order, twice.
  const turn = (2 * Math.PI * highTones) / rate;
  const alpha = Math.sin(turn) / Math.SQRT2;
  const cosine = Math.cos(turn);
  const whole = 1 + alpha;
  const [b0, a1, a2] = [(1 + cosine) / 2 / whole, (-2 * cosine) / whole, (1 - alpha) / whole];
  let passed = samples;
  for (let times = 0; times < 2; times += 1) {
    const result = new Float32Array(passed.length);
    let [x1, x2, y1, y2] = [0, 0, 0, 0];
    for (let at = 0; at < passed.length; at += 1) {
      const x = passed[at]!;
      const y = b0 * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2;
      x2 = x1;
      x1 = x;
      y2 = y1;
      y1 = y;
      result[at] = y;
    }
    passed = result;
  }
  return Math.max(floor, levelOf(passed) - levelOf(samples));
}

/** Measures a recording of a voice. */
export function measureSound({ rate, samples }: MonoSound): SoundMeasure {
  const size = Math.round(rate * windowSeconds);
  const levels: number[] = [];
  for (let at = 0; at + size <= samples.length; at += size)
    levels.push(levelOf(samples.subarray(at, at + size)));
  const sorted = levels.toSorted((one, other) => one - other);
  const share = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? floor;
  const spoken = levels.filter((level) => level > floor && level > share(0.95) - pauseBelow);
  const level = spoken.length
    ? decibels(spoken.reduce((sum, each) => sum + 10 ** (each / 10), 0) / spoken.length)
    : floor;
  let [peak, full, run] = [0, 0, 0];
  for (let at = 0; at < samples.length; at += 1) {
    const height = Math.abs(samples[at]!);
    if (height > peak) peak = height;
    run = height >= fullScale ? run + 1 : 0;
    if (run >= longestFull) full += run === longestFull ? longestFull : 1;
  }
  return {
    seconds: samples.length / rate,
    rate,
    level,
    peak: decibels(peak * peak),
    clipped: samples.length ? full / samples.length : 0,
    silent: levels.length ? 1 - spoken.length / levels.length : 1,
    aboveNoise: level - share(pauseShare),
  };
}

/** What is in the way of copying a voice out of a recording, the worst first. `highs`: see `highsOf`, where it is known. */
export function problemsOf(measure: SoundMeasure, highs = 0): SoundProblem[] {
  const is: Record<SoundProblem, boolean> = {
    short: measure.seconds < sampleSeconds.least,
    long: measure.seconds > sampleSeconds.most,
    rate: measure.rate < leastRate,
    silent: measure.silent > bounds.silent,
    quiet: measure.level < wantedLevel.least,
    loud: measure.level > wantedLevel.most,
    clipped: measure.clipped > bounds.clipped,
    noisy: measure.aboveNoise < bounds.aboveNoise,
    muffled: measure.rate >= leastRate && highs < bounds.highs,
  };
  return (Object.keys(is) as SoundProblem[]).filter((problem) => is[problem]);
}

/** Louder or softer by so many dB. */
export function amplified({ rate, samples }: MonoSound, gain: number): MonoSound {
  const factor = 10 ** (gain / 20);
  return { rate, samples: samples.map((sample) => sample * factor) };
}

/** How much louder a file may be made without anybody hearing more of its noise than of the voice, in dB. */
const mostGain = 12;
/** The loudest moment stays below this, in dB. */
const mostPeak = -1;

/** By how many dB a recording is made louder so that it is as loud as wanted; 0 where it is, or can't be. */
export function neededGain({ level, peak }: Pick<SoundMeasure, 'level' | 'peak'>): number {
  if (level >= wantedLevel.least && level <= wantedLevel.most) return 0;
  const gain = (wantedLevel.least + wantedLevel.most) / 2 - level;
  const possible = Math.min(gain, mostPeak - peak);
  const becomes = level + possible;
  return Math.abs(possible) <= mostGain && becomes >= wantedLevel.least && becomes <= wantedLevel.most
    ? possible
    : 0;
}

/** Samples a second of a file, as its first bytes say; null where they don't. */
export function rateOfFile(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number): string => String.fromCodePoint(...bytes.subarray(at, at + 4));
  if (bytes.length < 44) return null;
  if (word(0) === 'RIFF' && word(12) === 'fmt ') return view.getUint32(24, true);
  if (word(0) === 'fLaC') return view.getUint32(18) >>> 12;
  const tagged = word(0).startsWith('ID3');
  const at = tagged ? 10 + [6, 7, 8, 9].reduce((sum, place) => sum * 128 + (bytes[place]! & 127), 0) : 0;
  if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xe0) !== 0xe0) return null;
  const base = [44_100, 48_000, 32_000][(bytes[at + 2]! >> 2) & 3];
  const divisor = [4, null, 2, 1][(bytes[at + 1]! >> 3) & 3];
  return base && divisor ? base / divisor : null;
}
