import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { countedRepository } from './counted.repository.ts';
import { firstVisits, sumsOf } from './counting.models.ts';
import { dimsOf, markOf } from './dims.models.ts';
import { inboxRepository, type InboxRow } from './inbox.repository.ts';
import { kinds, knownAs } from './kinds.models.ts';
import { eventsOf, type Known } from './resolving.models.ts';

/** Rows that one transaction counts. */
const batch = 2_000;
/** Between two looks. What is shown is behind by little more than this. */
const pauseMs = 1_000;
const retryMs = 5_000;
/** From so many rows on, a helper counts: more would keep visitors of this process waiting. */
const tooMany = 300;
/** For how long a helper looks on when nothing waits. */
const idleMs = 60_000;
/** Months beyond these stay together in the partition for odd clocks. */
const oldestYears = 15;

type AnswerRow = Awaited<ReturnType<ReturnType<typeof inboxRepository>['answers']>>[number];

export type CountingServices = {
  database: Database;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  /** Whether an answer only says that the agent does not know. */
  isUnsure(answer: AnswerRow): boolean;
};

/** Counts in the place of a process that serves visitors, while much happens. */
export type CountingHelper = {
  /** Counts until nothing has waited for a while. Rejects when it could not; what waits is still there. */
  run(): Promise<void>;
  /** Lets the batch that is under way come to its end; `run` resolves then. */
  stop(): void;
};

const isText = (value: string | null): value is string => value !== null;

/** Counts what waits in the inbox. In one process at a time, whichever comes first. */
export function createCounting({ database, clock, log, isUnsure }: CountingServices) {
  /** Looks up all that a batch names. */
  async function lookUp(tx: Transaction, rows: readonly InboxRow[]): Promise<Known> {
    const inbox = inboxRepository(tx);
    const conversations = await inbox.conversations(rows.map((row) => row.conversationId).filter(isText));
    const subjects = await inbox.subjects(rows.map((row) => row.about).filter(isText));
    const belongings = [...conversations, ...subjects];
    const visitors = await inbox.visitors(
      [...rows, ...belongings].map(({ visitorId }) => visitorId).filter(isText),
    );
    const agents = await inbox.agents(
      [...rows, ...belongings, ...visitors].map(({ agentId }) => agentId).filter(isText),
    );
    const hiding = await inbox.hidingPlaces([...new Set(visitors.map(({ accountId }) => accountId))]);
    const shown = visitors.filter(({ isPreview }) => !isPreview);
    const dims = shown.map((visitor) => {
      const facts = dimsOf(visitor, hiding.has(visitor.accountId));
      return { ...facts, accountId: visitor.accountId, mark: markOf(facts) };
    });
    const distinct = [...new Map(dims.map((one) => [`${one.accountId} ${one.mark}`, one])).values()];
    const numbers = await countedRepository(tx).dims(distinct);
    const numberOf = new Map(distinct.map((one, place) => [`${one.accountId} ${one.mark}`, numbers[place]]));
    const dimsIdOf = new Map(
      shown.map(({ id }, place) => {
        const one = dims[place];
        return [id, one ? (numberOf.get(`${one.accountId} ${one.mark}`) ?? 0) : 0];
      }),
    );
    const answers = await inbox.answers(rows.filter(({ kind }) => kind === kinds.answer).map(({ id }) => id));
    return {
      conversations: new Map(conversations.map((one) => [one.id, one])),
      subjects: new Map(subjects.map((one) => [one.id, one])),
      visitors: new Map(visitors.map((one) => [one.id, { ...one, dimsId: dimsIdOf.get(one.id) ?? 0 }])),
      agents,
      answers: new Map(
        answers.map((answer) => [
          answer.id,
          { isCited: answer.citations.length > 0, isUnsure: isUnsure(answer) },
        ]),
      ),
    };
  }

  /** Months of which a partition is wanted, each by one of its moments. */
  function monthsOf(rows: readonly InboxRow[]): Date[] {
    const now = clock.now().getTime();
    const months = new Map(
      rows
        .filter(({ at }) => Math.abs(at.getTime() - now) < oldestYears * 366 * 86_400_000)
        .map(({ at }) => [at.toISOString().slice(0, 7), at]),
    );
    return [...months.values()];
  }
  const madeMonths = new Set<string>();
  async function makeMonths(rows: readonly InboxRow[]): Promise<void> {
    const wanted = monthsOf(rows).filter((at) => !madeMonths.has(at.toISOString().slice(0, 7)));
    if (wanted.length === 0) return;
    await database.system((tx) => countedRepository(tx).makeMonths(wanted));
    for (const at of wanted) madeMonths.add(at.toISOString().slice(0, 7));
  }

  /**
   * Counts one batch after a place in the inbox: what it took, kept and summed up is one transaction. Gives the
   * place to go on at, and how many it took; null where another process counts, or nothing waits.
   */
  async function countOnce(after: number): Promise<{ last: number; taken: number } | null> {
    const ahead = await inboxRepository(database.direct).waiting(batch, after);
    if (ahead.length === 0) return null;
    await makeMonths(ahead);
    return database.system(async (tx) => {
      const inbox = inboxRepository(tx);
      if (!(await inbox.isMine())) return null;
      const rows = await inbox.waiting(batch, after);
      const { held, gone } = await inbox.holdAccounts([...new Set(rows.map(({ accountId }) => accountId))]);
      const mine = rows.filter(({ accountId }) => held.has(accountId));
      const known = await lookUp(tx, mine);
      const counted = countedRepository(tx);
      const added = await counted.insert(mine.flatMap((row) => eventsOf(row, known)));
      const sums = sumsOf(added);
      const first = firstVisits(sums.people, await counted.cameAt(sums.people));
      await counted.addQuarters([...sums.quarters, ...first.quarters]);
      await counted.addDays([...sums.days, ...first.days]);
      const people = await counted.addPeople(sums.people);
      await counted.addActivity(sums.activity, people);
      await counted.linkActivity(people.values());
      const named = new Set(mine.filter(({ kind }) => kind === knownAs).map(({ visitorId }) => visitorId));
      await counted.nameContacts(
        [...known.visitors].filter(([id]) => named.has(id)).map(([id, visitor]) => ({ id, ...visitor })),
      );
      const taken = rows.filter(({ accountId }) => held.has(accountId) || gone.has(accountId));
      await inbox.remove(taken.map(({ seq }) => seq));
      return { last: rows.at(-1)?.seq ?? after, taken: taken.length };
    });
  }

  let isStopped = false;

  async function countAll(): Promise<number> {
    let taken = 0;
    for (let after = 0; ;) {
      const done = await countOnce(after);
      if (!done) return taken;
      taken += done.taken;
      if (isStopped) return taken;
      after = done.last;
    }
  }

  let turn: Promise<number> = Promise.resolve(0);
  /** Counts as `drain` says; gives how many it took. */
  function countWaiting(): Promise<number> {
    // Whoever asked for the pass before is told of its failure.
    turn = turn.then(countAll, countAll);
    return turn;
  }

  /** Counts until nothing has waited for a minute, or the signal comes. */
  async function countWhileBusy(signal: AbortSignal): Promise<void> {
    let idleSince = performance.now();
    while (!signal.aborted && performance.now() - idleSince < idleMs) {
      if ((await countWaiting()) > 0) idleSince = performance.now();
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  let helper: CountingHelper | undefined;
  async function pass(): Promise<void> {
    if (helper && (await inboxRepository(database.direct).hasAtLeast(tooMany))) await helper.run();
    else await countWaiting();
  }

  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  function look(): void {
    running = pass()
      .then(
        () => pauseMs,
        (error: unknown) => {
          if (!isStopped) log.warn({ err: error }, 'what happened could not be counted; it waits');
          return retryMs;
        },
      )
      .then((pause) => {
        if (!isStopped) timer = setTimeout(look, pause).unref();
      });
  }

  return {
    /** Counts all that waits at this moment, except what an erasure holds back; one after the other in a process. */
    async drain(): Promise<void> {
      await countWaiting();
    },
    countWhileBusy,
    /**
     * Counts in the background from now on; for processes that do background work. With a helper, that one counts
     * while much happens.
     */
    start(withHelp?: CountingHelper): void {
      helper = withHelp;
      look();
    },
    /** Lets the batch that is under way come to its end. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      helper?.stop();
      await running;
    },
    /** How many wait. */
    waiting: (): Promise<number> => inboxRepository(database.direct).length(),
  };
}

export type Counting = ReturnType<typeof createCounting>;
