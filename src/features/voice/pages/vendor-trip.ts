import type { CheckState } from '#shared/labs.ts';
import { wordsRight } from './check-report.ts';
import { play, soundIn } from './recording.ts';

/** How a vendor is asked, by whoever may. Both reject with an error whose message can be read. */
export type SpeechWays = {
  /** Missing where the vendor understands no speech. */
  hear?(sound: Blob): Promise<string>;
  say(text: string): Promise<ArrayBuffer>;
};

/** What a minute costs, in micro-dollars; null where it costs nothing known. */
export type MinutePrice = {
  heard: number;
  said: number;
} | null;

export type TripInput = {
  ways: SpeechWays;
  sentence: string;
  /** What somebody said into the microphone; null: the vendor hears its own voice. */
  recorded: { file: Blob; seconds: number } | null;
  price: MinutePrice;
};

/** One step of the way to a vendor and back, measured. */
export type TripResult = {
  step: 'said' | 'heard';
  /** From asking until all of it is there: then a sound begins, or words are read. */
  ms: number;
  /** What was understood; null for a sound. */
  text: string | null;
  /** Of the sentence, where its words were asked for. */
  words: { right: number; of: number } | null;
  /** In micro-dollars, about. */
  cost: number | null;
};

type TripState = {
  /** The vendor's own sound, once it has spoken. */
  said: { file: Blob; seconds: number } | null;
};

/** A step measures one thing and leaves behind what later ones need; null where it is none for this vendor. */
type TripStep = (input: TripInput, state: TripState) => Promise<TripResult | null>;

const costOf = (perMinute: number | undefined, seconds: number): number | null =>
  perMinute === undefined ? null : (perMinute * seconds) / 60;

/**
 * What is measured of each vendor, in this order. A call of a vendor's own (WebRTC) is one more step here: it opens the
 * line, waits for the first sound, and hangs up.
 */
const steps: readonly TripStep[] = [
  async function say({ ways, sentence, price }, state) {
    const began = performance.now();
    const bytes = await ways.say(sentence);
    // Decoding takes the bytes away.
    const file = new Blob([bytes.slice(0)]);
    const sound = await soundIn(bytes);
    const ms = performance.now() - began;
    state.said = { file, seconds: sound.duration };
    await play(sound);
    return { step: 'said', ms, text: null, words: null, cost: costOf(price?.said, sound.duration) };
  },
  async function hear({ ways, sentence, recorded, price }, { said }) {
    const heard = recorded ?? said;
    if (!ways.hear || !heard) return null;
    const began = performance.now();
    const text = await ways.hear(heard.file);
    const ms = performance.now() - began;
    return {
      step: 'heard',
      ms,
      text,
      words: wordsRight(sentence, text),
      cost: costOf(price?.heard, heard.seconds),
    };
  },
];

/** Does one step after the other and tells each result as soon as it is there. Rejects with the first failure. */
export async function measureTrip(input: TripInput, onResult: (result: TripResult) => void): Promise<void> {
  const state: TripState = { said: null };
  for (const step of steps) {
    const result = await step(input, state);
    if (result) onResult(result);
  }
}

/** Slower than this somebody in a conversation wonders whether they were heard, in ms. */
const slowMs = 2_500;
/** So many of a hundred words may be wrong: names and numbers are. */
const leastRight = 0.7;

/** What to think of a result. */
export const stateOfTrip = ({ ms, words }: TripResult): CheckState =>
  ms > slowMs || (words !== null && words.right < words.of * leastRight) ? 'bad' : 'good';
