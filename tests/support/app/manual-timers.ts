/** Timers that elapse only when a test lets time pass. Fits the model providers' `timers`. */
export type ManualTimers = {
  start(milliseconds: number, onElapsed: () => void): { refresh(): void; stop(): void };
  /** Lets so much time pass at once and runs what has elapsed. */
  advance(milliseconds: number): void;
  /** How many timers run. */
  readonly running: number;
};

export function createManualTimers(): ManualTimers {
  let now = 0;
  const timers = new Map<object, { dueAt: number; onElapsed: () => void }>();
  return {
    start(milliseconds, onElapsed) {
      const timer = {
        refresh() {
          const running = timers.get(timer);
          if (running) running.dueAt = now + milliseconds;
        },
        stop() {
          timers.delete(timer);
        },
      };
      timers.set(timer, { dueAt: now + milliseconds, onElapsed });
      return timer;
    },
    advance(milliseconds) {
      now += milliseconds;
      for (const [timer, { dueAt, onElapsed }] of Array.from(timers)) {
        if (dueAt > now || !timers.delete(timer)) continue;
        onElapsed();
      }
    },
    get running() {
      return timers.size;
    },
  };
}
