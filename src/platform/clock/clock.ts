/** The time, passed in so that tests can move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests that stands still until it is moved. */
export function createManualClock(
  start: string | Date = '2026-01-15T10:00:00.000Z',
): Clock & { advance(milliseconds: number): void } {
  let current = new Date(start).getTime();
  return {
    now: () => new Date(current),
    advance(milliseconds) {
      current += milliseconds;
    },
  };
}
