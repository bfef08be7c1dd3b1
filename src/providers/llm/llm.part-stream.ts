import type { LlmPart } from './llm.port.ts';

/** Where a vendor's adapter puts the parts of an answer. */
export type PartSink = {
  push(part: LlmPart): void;
  end(): void;
  fail(error: unknown): void;
  /** Parts that nobody has taken yet. */
  readonly waiting: number;
};

export type PartSource = {
  /** The reader left or is done: give up whatever is open. */
  cancel(): void;
  /** The reader took a part. */
  onTaken?(waiting: number): void;
};

/**
 * An async iterable over a plain queue. Parts that are already here are handed out without a timer or a web
 * stream in between; `start` is called when iteration starts.
 */
export function createPartStream(start: (sink: PartSink) => PartSource): AsyncIterable<LlmPart> {
  return { [Symbol.asyncIterator]: () => iterate(start) };
}

type Waiter = {
  resolve(result: IteratorResult<LlmPart>): void;
  reject(error: unknown): void;
};

function iterate(start: (sink: PartSink) => PartSource): AsyncIterator<LlmPart> {
  let parts: LlmPart[] = [];
  let next = 0;
  let waiter: Waiter | null = null;
  let outcome: { kind: 'ended' } | { kind: 'failed'; error: unknown } | null = null;

  function finish(result: NonNullable<typeof outcome>): void {
    if (outcome) return;
    outcome = result;
    const waiting = waiter;
    waiter = null;
    if (!waiting) return;
    if (result.kind === 'ended') waiting.resolve({ done: true, value: undefined });
    else {
      outcome = { kind: 'ended' };
      waiting.reject(result.error);
    }
  }

  const source = start({
    push(part) {
      if (outcome) return;
      if (!waiter) return void parts.push(part);
      const waiting = waiter;
      waiter = null;
      waiting.resolve({ done: false, value: part });
    },
    end: () => finish({ kind: 'ended' }),
    fail: (error) => finish({ kind: 'failed', error }),
    get waiting() {
      return parts.length - next;
    },
  });

  return {
    next() {
      const part = parts[next];
      if (part) {
        next += 1;
        if (next === parts.length) {
          parts = [];
          next = 0;
        }
        source.onTaken?.(parts.length - next);
        return Promise.resolve({ done: false, value: part });
      }
      if (!outcome) return new Promise((resolve, reject) => (waiter = { resolve, reject }));
      if (outcome.kind === 'ended') return Promise.resolve({ done: true, value: undefined });
      const { error } = outcome;
      outcome = { kind: 'ended' };
      return Promise.reject(error);
    },
    return() {
      parts = [];
      next = 0;
      finish({ kind: 'ended' });
      source.cancel();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
}
