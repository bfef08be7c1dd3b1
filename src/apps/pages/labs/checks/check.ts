import type { CheckState } from '#shared/labs.ts';

/** What a diagnostic works with. */
export type CheckTools = {
  /** The sentences of the page, by name; those of rows are `row.<name>`. */
  text(name: string): string;
  values: Record<string, unknown>;
  /** The agent that the page is about, where it is about one. */
  number: number | null;
  /** Adds a row, or replaces the one with the same name. `value` is shown as it is. */
  report(name: string, value: string, state: CheckState): void;
  /** A part of the page for what the diagnostic itself puts there. */
  area: HTMLElement;
  /** Ends when the diagnostic is begun anew. */
  signal: AbortSignal;
};

/** A diagnostic: reports rows until its promise ends. It throws where it can't go on. */
export type Check = (tools: CheckTools) => Promise<void>;

export const milliseconds = (value: number): string => `${Math.round(value)} ms`;

/** Waits; ends early, without a word, with the signal. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something is there, or throws after the time. */
export async function until<T>(look: () => T | null | undefined | false, ms = 10_000): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const found = look();
    if (found) return found;
    if (performance.now() > end) throw new Error('not in time');
    await pause(50);
  }
}
