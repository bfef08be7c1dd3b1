import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#platform/clock/clock.ts';

/** Waits, or rejects with the signal's reason. Passed in so that tests need not wait. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export const systemWait: Wait = (milliseconds, signal) =>
  sleep(milliseconds, undefined, signal ? { signal } : undefined);

export type RateGate = {
  /** Resolves when the next request may go out. */
  pass(signal?: AbortSignal): Promise<void>;
  /** At most this many a second from now on; the burst is used up. */
  slowDown(perSecond: number): void;
  /** Lets nothing pass for a while. */
  pause(milliseconds: number): void;
};

/** A token bucket: `burst` requests at once, then `perSecond`. */
export function createRateGate(settings: {
  perSecond: number;
  burst: number;
  clock: Clock;
  wait: Wait;
}): RateGate {
  let { perSecond, burst } = settings;
  let tokens = burst;
  let last = settings.clock.now().getTime();
  return {
    async pass(signal) {
      const now = settings.clock.now().getTime();
      tokens = Math.min(burst, tokens + (Math.max(0, now - last) / 1_000) * perSecond) - 1;
      last = now;
      if (tokens < 0) await settings.wait(Math.ceil((-tokens / perSecond) * 1_000), signal);
    },
    slowDown(slower) {
      if (slower >= perSecond) return;
      perSecond = slower;
      burst = 1;
      tokens = Math.min(tokens, 0);
    },
    pause(milliseconds) {
      tokens = Math.min(tokens, 0) - (milliseconds / 1_000) * perSecond;
    },
  };
}
