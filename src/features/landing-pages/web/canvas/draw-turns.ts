import { whenIdle } from '#ui/browser/when-idle.ts';

/**
 * When each block of a page that opens may be drawn: the first ones at once, the others bit by bit, so that a long page can
 * be worked on before all of it stands.
 */
export type DrawTurns = {
  /** The place in the row of a block that comes. */
  take: () => number;
  isReached: (place: number) => boolean;
  subscribe: (changed: () => void) => () => void;
};

/** Blocks that are drawn at once: more than a tall window shows of most pages. */
const atOnce = 8;
const inATurn = 4;

/** Turns for one opening of the canvas. `callWhenIdle` calls once, later. */
export function createDrawTurns(callWhenIdle: (call: () => void) => unknown = whenIdle): DrawTurns {
  const listeners = new Set<() => void>();
  let taken = 0;
  let reached = atOnce;
  let isWaiting = false;
  function next(): void {
    isWaiting = false;
    reached += inATurn;
    for (const changed of listeners) changed();
    ask();
  }
  function ask(): void {
    // What is put in after the page was opened never waits.
    if (reached >= taken) reached = Infinity;
    if (isWaiting || reached === Infinity) return;
    isWaiting = true;
    callWhenIdle(next);
  }
  return {
    take: () => taken++,
    isReached: (place) => place < reached,
    subscribe(changed) {
      listeners.add(changed);
      ask();
      return () => listeners.delete(changed);
    },
  };
}
