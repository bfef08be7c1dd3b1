/** About so many characters are said in a second at the usual pace. */
const usualRate = 15;

/**
 * Gives out words about when they are heard: a model writes faster than it speaks, and what an interruption leaves must
 * be what the visitor heard. Times are milliseconds of any clock.
 */
export function createPace(speed: number) {
  let text = '';
  let given = 0;
  let beganAt: number | null = null;
  /** Characters in a millisecond. */
  let rate = (usualRate * speed) / 1_000;

  /** Up to the end of the word that is being said. */
  function upTo(count: number): string {
    if (count <= given) return '';
    const space = text.slice(Math.max(0, count)).search(/\s/);
    const end = count >= text.length ? text.length : space < 0 ? given : count + space;
    if (end <= given) return '';
    const piece = text.slice(given, end);
    given = end;
    return piece;
  }

  return {
    add(more: string): void {
      text += more;
    },
    /** The visitor begins to hear it. */
    begin(now: number): void {
      beganAt ??= now;
    },
    /** All words are known, and how long they take. */
    lasts(milliseconds: number): void {
      if (milliseconds > 0 && text.length > 0) rate = text.length / milliseconds;
    },
    /** Words that were said since the last time. */
    take: (now: number): string => (beganAt === null ? '' : upTo(Math.floor((now - beganAt) * rate))),
    /** All that is left. */
    rest: (): string => upTo(Infinity),
    hasBegun: (): boolean => beganAt !== null,
    /** About how long the rest takes to be said. */
    left: (now: number): number => text.length / rate - (beganAt === null ? 0 : now - beganAt),
    hasWords: (): boolean => text !== '',
  };
}
