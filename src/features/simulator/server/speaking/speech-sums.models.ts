import type { SimulatedTurnRecord, SpeechSum } from '../../simulator-results.contract.ts';

/** What was said aloud in a conversation, and what it took; null where all was written. */
export function speechOf(
  turns: readonly Pick<SimulatedTurnRecord, 'speech' | 'milliseconds'>[],
): SpeechSum | null {
  return sumOf(
    turns.map(({ speech, milliseconds }) => {
      if (!speech) return null;
      const { outcome, words, wrong, sayMs, hearMs, costMicros } = speech;
      // What failed at the vendor says nothing of how it understands, or how fast.
      return outcome === 'failed'
        ? { turns: 0, words: 0, wrong: 0, sayMs: 0, hearMs: 0, answerMs: 0, costMicros }
        : { turns: 1, words, wrong, sayMs, hearMs, answerMs: milliseconds, costMicros };
    }),
  );
}

/** The sums of several; null where there are none. */
export function sumOf(sums: readonly (SpeechSum | null)[]): SpeechSum | null {
  const there = sums.filter((one) => one !== null);
  if (there.length === 0) return null;
  return there.reduce((sum, one) => ({
    turns: sum.turns + one.turns,
    words: sum.words + one.words,
    wrong: sum.wrong + one.wrong,
    sayMs: sum.sayMs + one.sayMs,
    hearMs: sum.hearMs + one.hearMs,
    answerMs: sum.answerMs + one.answerMs,
    costMicros: sum.costMicros + one.costMicros,
  }));
}
