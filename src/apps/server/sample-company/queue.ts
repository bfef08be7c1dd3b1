import { AsyncLocalStorage } from 'node:async_hooks';
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
/** What happens in one order, by a time of its own. */
type Strand = {
  nowMs: number;
  waiting: Waiting[];
};
export type Happening = {
  at: Date;
  happen(): Promise<void>;
  /** Has nothing to do with what else happens at about that time, so that it may happen beside it. */
  isApart?: true;
};

/** A time that is moved by hand, and what is due on the way is done at its own moment. */
export type MovedTime = Clock & {
  jobs: Jobs;
  /** Begins anew at a moment, and forgets what was waiting. */
  begin(moment: Date): void;
  /** Moves to a moment (never back). */
  goTo(moment: Date): Promise<void>;
  /**
   * Moves to a moment, and lets happen what is planned on the way: each in a time of its own that begins at its moment,
   * so many beside each other, begun in their order. What is not apart happens alone, in the time of whoever calls.
   * `plan` is in order, is used up, and may grow meanwhile. Before each that is planned `isWanted` is asked, and
   * nothing more is begun when it says no; false then.
   */
  through(plan: Happening[], moment: Date, isWanted?: () => Promise<boolean>): Promise<boolean>;
  /** The invented moment that it was when something really happened; for what is dated by the database. */
  at(real: Date): Date;
  /** Kinds of work with what waits for a moment that has not come. */
  left(): readonly Waiting[];
};

/** How often what a server does by the clock is done: often enough for days, seldom enough for a minute. */
const regularMs = 24 * 3_600_000;
/**
 * What is done once in so many days: what asks for news that was lost, as here none is, and reads all that was ever
 * bought for it; what throws away or looks after what nobody sees;
 * and what watches figures that are counted once a week.
 */
const seldom: Readonly<Record<string, number>> = {
  'payments.reconcile': Infinity,
  'billing.reconcile': 30,
  'agents.empty-bin': 7,
  'agents.sweep-images': 7,
  'agents.tell-model-ends': 7,
  'analytics.thresholds': 7,
  'analytics.upkeep': 7,
  'billing.tidy': 7,
  'calls.forget_recordings': 7,
  'calls.tidy': 7,
  'cloned-voices.sweep': 7,
  'contacts.tidy': 7,
  'conversations.remove-idle': 7,
  'forms.tidy': 7,
  'inbox.inbound-mail': 7,
  'inbox.words': 7,
  'integrations.read-model-ends': 7,
  'knowledge.empty-bin': 7,
  'knowledge.recover': 7,
  'knowledge.resync': 7,
  'landing-pages.schedule': 7,
  'payments.tidy': 7,
  'paywall.tidy': 7,
  'platform.clean-up': 7,
  'sample-data.sweep': 7,
  'simulator.tidy': 7,
  'stores.read-feeds': 7,
  'templates.clean-previews': 7,
};

/**
 * Everything that a server does in the background, in one process and in the order of an invented time.
 * `isAlone`: what a server does by the clock looks at everybody's data, so it is done only where nobody else is.
 * `atOnce`: how many things happen beside each other. `startMs`: how long after the start its days begin and end.
 */
export function createMovedTime(
  start: Date,
  { isAlone, atOnce = 1, startMs = 0 }: { isAlone: boolean; atOnce?: number; startMs?: number },
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
  let nextRegular = main.nowMs + startMs + regularMs;
  let regularDays = 0;
  const known = new Map<string, Known>();

  async function run({ name, payload }: Waiting): Promise<void> {
    const { definition, handler } = known.get(name) ?? {};
    if (!definition || !handler) throw new Error(`Nobody does the job ${name}`);
    await handler(definition.payload.parse(payload), new AbortController().signal);
  }

  /** What it sets going and does not wait for is left for whoever comes to that moment. */
  async function apart(from: Strand, ms: number, work: () => Promise<void>): Promise<void> {
    const strand: Strand = { nowMs: ms, waiting: [] };
    await strands.run(strand, async () => {
      setNow(strand, ms);
      await work();
    });
    from.waiting.push(...strand.waiting);
  }

  /** What a server does by the clock begins to wait when everything before it has begun. */
  function awaitRegular(beforeMs: number): void {
    for (; nextRegular <= beforeMs; nextRegular += regularMs) {
      regularDays += 1;
      for (const [name, { isRegular }] of known)
        if (isRegular && regularDays % (seldom[name] ?? 1) === 0)
          main.waiting.push({ name, payload: {}, dueAt: nextRegular });
    }
  }

  /** The first that waits; of those of one moment, whoever came first. */
  const firstOf = (waiting: readonly Waiting[]): Waiting | undefined =>
    waiting.reduce<Waiting | undefined>(
      (first, one) => (first && first.dueAt <= one.dueAt ? first : one),
      undefined,
    );

  async function through(
    plan: Happening[],
    moment: Date,
    isWanted: () => Promise<boolean> = async () => true,
  ): Promise<boolean> {
    const strand = here();
    const untilMs = Math.max(strand.nowMs, moment.getTime());
    const underWay = new Set<Promise<void>>();
    const failures: unknown[] = [];
    function begin(ms: number, work: () => Promise<void>): void {
      setNow(strand, Math.max(strand.nowMs, ms));
      const done = apart(strand, ms, work)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(done));
      underWay.add(done);
    }
    /** Begins what comes next. `later` when something has to end before, `no` when nothing comes. */
    async function beginNext(): Promise<'begun' | 'later' | 'no' | 'unwanted'> {
      if (underWay.size >= atOnce) return 'later';
      const planned = plan[0] ? plan[0].at.getTime() : Infinity;
      if (strand === main)
        awaitRegular(Math.min(untilMs, planned, firstOf(strand.waiting)?.dueAt ?? Infinity));
      const waiting = firstOf(strand.waiting);
      const nextMs = Math.min(planned, waiting?.dueAt ?? Infinity);
      if (nextMs > untilMs) return underWay.size > 0 ? 'later' : 'no';
      if (waiting && waiting.dueAt <= planned) {
        strand.waiting.splice(strand.waiting.indexOf(waiting), 1);
        begin(waiting.dueAt, () => run(waiting));
        return 'begun';
      }
      if (!plan[0]?.isApart && underWay.size > 0) return 'later';
      const next = plan.shift();
      if (!next) return 'no';
      if (!(await isWanted())) return 'unwanted';
      if (next.isApart) begin(planned, next.happen);
      else {
        setNow(strand, Math.max(strand.nowMs, planned));
        await next.happen();
      }
      return 'begun';
    }

    let state: Awaited<ReturnType<typeof beginNext>> = 'begun';
    while (failures.length === 0 && (state === 'begun' || state === 'later')) {
      state = await beginNext();
      if (state === 'later') await Promise.race(underWay);
    }
    // Nothing goes on behind the back of whoever hears of a failure.
    await Promise.all(underWay);
    if (failures.length > 0) throw failures[0];
    if (state === 'unwanted') return false;
    setNow(strand, untilMs);
    return true;
  }

  return {
    now: () => new Date(here().nowMs),
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
    goTo: async (moment) => void (await through([], moment)),
    through,
    at: (real) =>
      new Date(moves.findLast(({ realMs }) => realMs <= real.getTime())?.inventedMs ?? start.getTime()),
    left: () => main.waiting,
  };
}
