/** Sounds are compared at about so many samples a second: twice what the chirp needs, and quick on a phone. */
const compareRate = 8_000;
const [chirpSeconds, chirpFrom, chirpTo] = [0.12, 700, 3_200];
/** Less alike is chance: noise reaches a fifth. What is as alike as the second is the chirp itself. */
const [leastSimilarity, sureSimilarity] = [0.25, 0.5];
/** Others count where two of them took the same time, give or take so many seconds. */
const agreement = 0.008;

/** A tone that rises fast, as nothing else in a room does. `rate`: samples a second. */
export function chirp(rate: number): Float32Array<ArrayBuffer> {
  const length = Math.round(rate * chirpSeconds);
  return Float32Array.from({ length }, (_, at) => {
    const time = at / rate;
    const phase = chirpFrom * time + ((chirpTo - chirpFrom) / (2 * chirpSeconds)) * time * time;
    // It begins and ends softly, so that speakers don't crack.
    return Math.sin(2 * Math.PI * phase) * Math.sin((Math.PI * at) / length) ** 2;
  });
}

/**
 * A murmur of so many seconds as loud as speech, with its syllables: what cancellation of echo learns a room by. Unlike
 * chirps in a row it repeats nothing, so that its delay can be told.
 */
export function murmur(rate: number, seconds: number): Float32Array<ArrayBuffer> {
  let seed = 7;
  let last = 0;
  return Float32Array.from({ length: Math.round(rate * seconds) }, (_, at) => {
    seed = (seed * 16_807) % 2_147_483_647;
    // Neighbours are alike, as they are in voices: high tones are weaker.
    last = 0.6 * last + 0.4 * ((seed / 2_147_483_647) * 2 - 1);
    return 0.6 * last * Math.abs(Math.sin((Math.PI * 4 * at) / rate));
  });
}

/** How many samples become one before sounds are compared. */
export const thinning = (rate: number): number => Math.max(1, Math.round(rate / compareRate));

/** The means of so many samples each. */
export function thinned(samples: Float32Array, by: number): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length / by) }, (_, at) => {
    let sum = 0;
    for (let each = at * by; each < (at + 1) * by; each += 1) sum += samples[each]!;
    return sum / by;
  });
}

export type FoundSound = {
  /** The sample with which it begins. */
  at: number;
  /** How many times as loud as the original it is. */
  gain: number;
  /** 1: nothing but the sound itself; 0: nothing of it. */
  similarity: number;
};

/** Where a sound is most probably heard in a recording: by cross-correlation. Both at the same rate. */
export function findSound(recorded: Float32Array, sound: Float32Array): FoundSound {
  const energyOf = (samples: Float32Array): number => samples.reduce((sum, each) => sum + each * each, 0);
  const energy = energyOf(sound);
  let around = energyOf(recorded.subarray(0, sound.length));
  let found: FoundSound = { at: 0, gain: 0, similarity: 0 };
  for (let at = 0; at + sound.length <= recorded.length; at += 1) {
    let product = 0;
    for (let each = 0; each < sound.length; each += 1) product += recorded[at + each]! * sound[each]!;
    const gain = Math.abs(product) / energy;
    // Speakers and microphones may turn the wave upside down.
    if (gain > found.gain)
      found = { at, gain, similarity: around > 0 ? Math.abs(product) / Math.sqrt(energy * around) : 0 };
    const [leaving, coming] = [recorded[at] ?? 0, recorded[at + sound.length] ?? 0];
    around = Math.max(0, around + coming * coming - leaving * leaving);
  }
  return found;
}

/** One chirp that came back: how long it took, in seconds, how loud it was and how sure that is. */
export type Comeback = Pick<FoundSound, 'gain' | 'similarity'> & {
  seconds: number;
};

export type Echo = {
  /** From the program through speaker, room and microphone back to the program. */
  delayMs: number;
  /** How loud it comes back against how it was played, in dB. */
  levelDb: number;
};

/** What several chirps say together; null where nothing of them came back. */
export function echoOf(comebacks: readonly Comeback[]): Echo | null {
  const heard = comebacks.filter(({ similarity, seconds }) => similarity >= leastSimilarity && seconds >= 0);
  const agreeing = heard.filter(
    (one) =>
      one.similarity >= sureSimilarity ||
      heard.filter((other) => Math.abs(other.seconds - one.seconds) <= agreement).length > 1,
  );
  const [first] = agreeing.toSorted((one, other) => other.similarity - one.similarity);
  if (!first) return null;
  const gain = Math.max(...agreeing.map((each) => each.gain));
  return { delayMs: Math.round(first.seconds * 1_000), levelDb: Math.round(20 * Math.log10(gain)) };
}

/** So much less of the echo is left where its cancellation works, in dB. */
export const cancelledDb = 10;
/** A longer way back makes talking together hard: mostly headphones by radio. */
export const longestDelayMs = 300;
