/** A running timer: `refresh` starts its time anew, `stop` ends it. */
export type Timer = {
  refresh(): void;
  stop(): void;
};

/** How timeouts are measured; passed in so that tests can let time pass without waiting. */
export type Timers = { start(milliseconds: number, onElapsed: () => void): Timer };

/** Timers of the process; they keep no process alive. */
export const systemTimers: Timers = {
  start(milliseconds, onElapsed) {
    const timeout = setTimeout(onElapsed, milliseconds).unref();
    let isStopped = false;
    return {
      refresh() {
        if (!isStopped) timeout.refresh();
      },
      stop() {
        isStopped = true;
        clearTimeout(timeout);
      },
    };
  },
};
