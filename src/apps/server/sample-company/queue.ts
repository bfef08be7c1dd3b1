import type { Clock } from '#platform/clock/clock.ts';
import type { JobDefinition, JobHandler, Jobs } from '#platform/jobs/jobs.ts';

type Known = {
  definition: JobDefinition;
  handler: JobHandler<object>;
  isRegular: boolean;
};
type Waiting = {
  name: string;
  payload: object;
  dueAt: number;
};

/** A time that is moved by hand, and what is due on the way is done at its own moment. */
export type MovedTime = Clock & {
  jobs: Jobs;
  /** Begins anew at a moment, and forgets what was waiting. */
  begin(moment: Date): void;
  /** Moves to a moment (never back). */
  goTo(moment: Date): Promise<void>;
  /** The invented moment that it was when something really happened; for what is dated by the database. */
  at(real: Date): Date;
  /** Kinds of work with what waits for a moment that has not come. */
  left(): readonly Waiting[];
};

/** How often what a server does by the clock is done: often enough for days, seldom enough for a minute. */
const regularMs = 24 * 3_600_000;
/** What asks for news that was lost, as here none is, once in so many days: each time it reads all that was ever bought. */
const seldom: Readonly<Record<string, number>> = { 'payments.reconcile': 7, 'billing.reconcile': 7 };

/**
 * Everything that a server does in the background, in one process and in the order of an invented time.
 * `isAlone`: what a server does by the clock looks at everybody's data, so it is done only where nobody else is.
 */
export function createMovedTime(start: Date, { isAlone }: { isAlone: boolean }): MovedTime {
  let nowMs = start.getTime();
  const moves: { realMs: number; inventedMs: number }[] = [];
  const setNow = (ms: number): void => {
    nowMs = ms;
    const realMs = Date.now();
    // What happens within one real millisecond is told apart by nobody.
    if (moves.at(-1)?.realMs !== realMs) moves.push({ realMs, inventedMs: ms });
  };
  let nextRegular = nowMs + regularMs;
  let regularDays = 0;
  const known = new Map<string, Known>();
  let waiting: Waiting[] = [];

  async function run(name: string, payload: object): Promise<void> {
    const { definition, handler } = known.get(name) ?? {};
    if (!definition || !handler) throw new Error(`Nobody does the job ${name}`);
    await handler(definition.payload.parse(payload), new AbortController().signal);
  }

  async function doDue(): Promise<void> {
    for (;;) {
      const due = waiting.filter(({ dueAt }) => dueAt <= nowMs);
      if (due.length === 0) return;
      waiting = waiting.filter(({ dueAt }) => dueAt > nowMs);
      for (const { name, payload } of due) await run(name, payload);
    }
  }

  return {
    now: () => new Date(nowMs),
    jobs: {
      // A transaction that is taken back leaves its job here; each handler looks whether there is something to do.
      async send(_tx, { name }, payload, options) {
        waiting.push({ name, payload, dueAt: nowMs + (options?.afterSeconds ?? 0) * 1_000 });
      },
      handle: (definition, handler) =>
        void known.set(definition.name, {
          definition: definition as unknown as JobDefinition,
          handler: handler as JobHandler<object>,
          isRegular: false,
        }),
      schedule({ name }) {
        const job = known.get(name);
        if (job) job.isRegular = isAlone;
      },
      counts: async () => ({ waiting: waiting.length, failed: 0, oldestSeconds: 0 }),
      failures: async () => [],
      retry: async () => null,
      start: async () => undefined,
      stop: async () => undefined,
    },
    begin(moment) {
      moves.length = 0;
      setNow(moment.getTime());
      nextRegular = nowMs + regularMs;
      waiting = [];
    },
    async goTo(moment) {
      const until = moment.getTime();
      for (;;) {
        const next = Math.min(until, nextRegular, ...waiting.map(({ dueAt }) => dueAt));
        setNow(Math.max(nowMs, next));
        await doDue();
        if (nowMs >= nextRegular) {
          nextRegular += regularMs;
          regularDays += 1;
          for (const [name, { isRegular }] of known)
            if (isRegular && regularDays % (seldom[name] ?? 1) === 0) await run(name, {});
          await doDue();
        }
        if (nowMs >= until) return;
      }
    },
    at: (real) =>
      new Date(moves.findLast(({ realMs }) => realMs <= real.getTime())?.inventedMs ?? start.getTime()),
    left: () => waiting,
  };
}
