import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '#platform/clock/clock.ts';
import type { JobDefinition, JobHandler, Jobs } from '#platform/jobs/jobs.ts';
import { eachBeside } from './beside.ts';

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
/** What happens in one order, by a time of its own. */
type Strand = {
  nowMs: number;
  waiting: Waiting[];
};

/** A time that is moved by hand, and what is due on the way is done at its own moment. */
export type MovedTime = Clock & {
  jobs: Jobs;
  /** How many things happen beside each other. */
  atOnce: number;
  /** Begins anew at a moment, and forgets what was waiting. */
  begin(moment: Date): void;
  /** Moves to a moment (never back). */
  goTo(moment: Date): Promise<void>;
  /**
   * Does something in a time of its own that begins at a moment, so that others happen beside it. What it sets going
   * and does not wait for is left for whoever comes to that moment.
   */
  apart(moment: Date, work: () => Promise<void>): Promise<void>;
  /** The invented moment that it was when something really happened; for what is dated by the database. */
  at(real: Date): Date;
  /** Kinds of work with what waits for a moment that has not come. */
  left(): readonly Waiting[];
};

/** How often what a server does by the clock is done: often enough for days, seldom enough for a minute. */
const regularMs = 24 * 3_600_000;
/**
 * What is done once in so many days: what asks for news that was lost, as here none is, and reads all that was ever
 * bought for it; and what throws away what nobody sees.
 */
const seldom: Readonly<Record<string, number>> = {
  'payments.reconcile': 30,
  'billing.reconcile': 30,
  'agents.empty-bin': 7,
  'agents.sweep-images': 7,
  'billing.tidy': 7,
  'calls.forget_recordings': 7,
  'calls.tidy': 7,
  'cloned-voices.sweep': 7,
  'contacts.tidy': 7,
  'forms.tidy': 7,
  'inbox.inbound-mail': 7,
  'knowledge.empty-bin': 7,
  'knowledge.recover': 7,
  'knowledge.resync': 7,
  'platform.clean-up': 7,
  'sample-data.sweep': 7,
  'simulator.tidy': 7,
  'stores.read-feeds': 7,
  'templates.clean-previews': 7,
};
/** Work that is due within so long of each other is done beside each other. */
const togetherMs = 3_600_000;

/**
 * Everything that a server does in the background, in one process and in the order of an invented time.
 * `isAlone`: what a server does by the clock looks at everybody's data, so it is done only where nobody else is.
 */
export function createMovedTime(
  start: Date,
  { isAlone, atOnce = 1 }: { isAlone: boolean; atOnce?: number },
): MovedTime {
  const main: Strand = { nowMs: start.getTime(), waiting: [] };
  const strands = new AsyncLocalStorage<Strand>();
  const here = (): Strand => strands.getStore() ?? main;
  const moves: { realMs: number; inventedMs: number }[] = [];
  const setNow = (strand: Strand, ms: number): void => {
    strand.nowMs = ms;
    const realMs = Date.now();
    // What happens within one real millisecond is told apart by nobody.
    if (moves.at(-1)?.realMs !== realMs) moves.push({ realMs, inventedMs: ms });
  };
  let nextRegular = main.nowMs + regularMs;
  let regularDays = 0;
  const known = new Map<string, Known>();

  async function run(name: string, payload: object): Promise<void> {
    const { definition, handler } = known.get(name) ?? {};
    if (!definition || !handler) throw new Error(`Nobody does the job ${name}`);
    await handler(definition.payload.parse(payload), new AbortController().signal);
  }

  async function apart(moment: Date, work: () => Promise<void>): Promise<void> {
    const from = here();
    const strand: Strand = { nowMs: moment.getTime(), waiting: [] };
    await strands.run(strand, async () => {
      setNow(strand, strand.nowMs);
      await work();
    });
    from.waiting.push(...strand.waiting);
  }

  /** Does what is due until a moment, each at its own, those of about the same time beside each other. */
  async function doDue(strand: Strand, untilMs: number): Promise<void> {
    for (;;) {
      const firstMs = Math.min(...strand.waiting.map(({ dueAt }) => dueAt));
      if (firstMs > untilMs) return;
      const isDue = ({ dueAt }: Waiting): boolean => dueAt <= Math.min(untilMs, firstMs + togetherMs);
      const due = strand.waiting.filter(isDue).toSorted((a, b) => a.dueAt - b.dueAt);
      strand.waiting = strand.waiting.filter((one) => !isDue(one));
      await eachBeside(due, atOnce, ({ name, payload, dueAt }) =>
        apart(new Date(Math.max(strand.nowMs, dueAt)), () => run(name, payload)),
      );
    }
  }

  async function doRegular(): Promise<void> {
    regularDays += 1;
    const due = [...known].filter(
      ([name, { isRegular }]) => isRegular && regularDays % (seldom[name] ?? 1) === 0,
    );
    await eachBeside(due, atOnce, ([name]) => apart(new Date(main.nowMs), () => run(name, {})));
  }

  return {
    now: () => new Date(here().nowMs),
    atOnce,
    jobs: {
      // A transaction that is taken back leaves its job here; each handler looks whether there is something to do.
      async send(_tx, { name }, payload, options) {
        const strand = here();
        strand.waiting.push({ name, payload, dueAt: strand.nowMs + (options?.afterSeconds ?? 0) * 1_000 });
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
      counts: async () => ({ waiting: main.waiting.length, failed: 0, oldestSeconds: 0 }),
      failures: async () => [],
      retry: async () => null,
      start: async () => undefined,
      stop: async () => undefined,
    },
    begin(moment) {
      moves.length = 0;
      setNow(main, moment.getTime());
      nextRegular = main.nowMs + regularMs;
      main.waiting = [];
    },
    async goTo(moment) {
      const strand = here();
      const until = moment.getTime();
      for (;;) {
        const next = strand === main ? Math.min(until, nextRegular) : until;
        await doDue(strand, Math.max(strand.nowMs, next));
        setNow(strand, Math.max(strand.nowMs, next));
        if (strand === main && main.nowMs >= nextRegular) {
          nextRegular += regularMs;
          await doRegular();
          await doDue(main, main.nowMs);
        }
        if (strand.nowMs >= until) return;
      }
    },
    apart,
    at: (real) =>
      new Date(moves.findLast(({ realMs }) => realMs <= real.getTime())?.inventedMs ?? start.getTime()),
    left: () => main.waiting,
  };
}
