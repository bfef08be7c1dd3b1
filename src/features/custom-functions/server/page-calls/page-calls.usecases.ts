import { AppError } from '#shared/errors.ts';
import { isOriginOf } from '#shared/embed/sites.ts';
import { newId } from '#shared/ids.ts';
import { shownLine } from '#shared/text/shown-words.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { failure, type ToolContext, type ToolResult } from '#features/tools/server/tools.usecases.ts';
import type { FunctionDefinition } from '../../custom-functions-definition.contract.ts';
import { pageCallErrors } from '../../custom-functions-pages.contract.ts';
import { withoutSecretFields } from '../calling/response.models.ts';
import { pageCallsRepository, type PageCallRow } from './page-calls.repository.ts';

type ClientFunction = Extract<FunctionDefinition, { kind: 'client' }>;

/** A page that can do it says so within this time, in milliseconds. */
const usualTakeMs = 5_000;
/** After one page said that it can't, others have so long. */
const otherPagesMs = 1_000;
const askAgainMs = 1_000;
const rule = { name: 'visitor-page-calls', limit: 600, windowSeconds: 3_600 };

const notOnPage = (detail?: string): ToolResult =>
  failure(
    'not_on_page',
    'The page that the visitor is on can not do this. It was not done. Say so honestly.',
    detail,
  );

const topicOf = (id: string): string => `page-call:${id}`;

/**
 * A result as a model may read it: JSON without what is secret by its name, any other text as it is. Of what
 * begins as JSON and is none, nobody can say what in it is secret.
 */
export function readable(text: string): string {
  const clean = text.replaceAll('\u0000', '').toWellFormed();
  try {
    const value: unknown = JSON.parse(clean);
    return typeof value === 'string' ? value : JSON.stringify(withoutSecretFields(value));
  } catch {
    return /^\s*(?:\{\s*"|\[\s*["[{])/.test(clean)
      ? 'It was done. What it gave is no whole JSON and was left out.'
      : clean;
  }
}

function resultOf(row: PageCallRow): ToolResult {
  const detail = row.errorDetail ?? undefined;
  if (row.errorCode === 'page_left')
    return failure(
      'page_left',
      'The visitor left or reloaded the page while it ran. Whether it was done is not known. Say so honestly, and do not call it again.',
    );
  if (row.errorCode === 'page_failed')
    return failure('page_failed', 'It did not work on the visitor’s page. Say so honestly.', detail);
  return { content: readable(row.result ?? '') };
}

/**
 * Functions that run in the visitor's page. An answer writes down what it asks for and waits; of the pages that
 * read it along the first that can do it takes the call, and says what came of it.
 */
export function createPageCalls(services: {
  database: Database;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  realtime: Pick<Realtime, 'publish' | 'subscribe' | 'onGap'>;
  limiter: Pick<RateLimiter, 'takeAll'>;
  takeMs?: number;
}) {
  const { database, clock, realtime } = services;
  const takeMs = services.takeMs ?? usualTakeMs;

  /**
   * Waits until a page did it, none can, or the answer breaks off. `askAgain` is called every second until a page
   * has it: who came to read along by another process hears only what is said from then on.
   */
  function ended(row: PageCallRow, signal: AbortSignal, askAgain: () => void): Promise<ToolResult> {
    return new Promise((resolve, reject) => {
      let detail: string | undefined;
      const read = (): Promise<PageCallRow | null> =>
        database.account(row.accountId, (tx) => pageCallsRepository(tx).byId(row.id));
      // In one step, so that no page begins what is said not to be done.
      const giveUp = (): void =>
        void database
          .account(row.accountId, (tx) => pageCallsRepository(tx).giveUp(row.id))
          .then((isGivenUp) => (isGivenUp ? finish(notOnPage(detail)) : look()), fail);
      let timer = setTimeout(giveUp, takeMs);
      const asking = setInterval(askAgain, askAgainMs);
      const isTaken = (): void => {
        clearTimeout(timer);
        clearInterval(asking);
      };
      function look(data: Record<string, unknown> = {}): void {
        if (typeof data['refused'] === 'string') detail = shownLine(data['refused'], 200);
        if (data['state'] === 'refused') {
          clearTimeout(timer);
          timer = setTimeout(giveUp, Math.min(takeMs, otherPagesMs));
          return;
        }
        void read().then((now) => {
          if (now?.state !== 'waiting') isTaken();
          if (now?.state === 'done') finish(resultOf(now));
        }, fail);
      }
      const abort = (): void => fail(signal.reason as Error);
      const stops = [
        realtime.subscribe(topicOf(row.id), look),
        realtime.onGap(() => look()),
        isTaken,
        () => signal.removeEventListener('abort', abort),
      ];
      const stop = (): void => {
        for (const each of stops) each();
      };
      function finish(result: ToolResult): void {
        stop();
        resolve(result);
      }
      function fail(error: Error): void {
        stop();
        reject(error);
      }
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  /** The call, where it is this visitor's own. */
  async function own(visitor: VisitorIdentity, id: string): Promise<PageCallRow> {
    await admit(services.limiter, pageCallErrors.tooManyCalls, [{ rule, key: visitor.visitorId }]);
    const row = await database.account(visitor.accountId, (tx) => pageCallsRepository(tx).byId(id));
    const isOwn =
      row?.visitorId === visitor.visitorId &&
      row.agentId === visitor.agentId &&
      (visitor.onlyConversation === undefined || visitor.onlyConversation === row.conversationId);
    if (!row || !isOwn) throw new AppError(pageCallErrors.callGone);
    return row;
  }

  /** Tells the process that waits. */
  const tell = (visitor: VisitorIdentity, id: string, data: Record<string, unknown>): Promise<void> =>
    database.account(visitor.accountId, (tx) => realtime.publish(tx, { topic: topicOf(id), data }));

  return {
    /** Runs a function in the page of whoever reads the answer along. `given` was checked before. */
    async ask(
      definition: ClientFunction,
      given: Record<string, unknown>,
      context: ToolContext,
      signal: AbortSignal,
    ): Promise<ToolResult> {
      const { conversationId, visitorId, askPage } = context;
      if (conversationId === null || visitorId === null || askPage === null) return notOnPage();
      await context.committed;
      signal.throwIfAborted();
      const now = clock.now();
      const row: PageCallRow = {
        id: newId('pgc'),
        accountId: context.accountId,
        agentId: context.agentId,
        conversationId,
        visitorId,
        arguments: given,
        sites: definition.client.sites,
        state: 'waiting',
        takenBy: null,
        result: null,
        errorCode: null,
        errorDetail: null,
        createdAt: now,
        endsAt: new Date(now.getTime() + definition.timeoutMs),
      };
      await database.account(row.accountId, (tx) => pageCallsRepository(tx).insert(row));
      const call = { id: row.id, name: definition.name };
      const end = ended(row, signal, () => askPage(call));
      askPage(call);
      try {
        return await end;
      } finally {
        askPage({ ...call, isOver: true });
        await database
          .account(row.accountId, (tx) => pageCallsRepository(tx).remove(row.id))
          .catch((error: unknown) => services.log.warn({ err: error }, 'a page call could not be forgotten'));
      }
    },

    /** A page takes a call; only the first one gets it, and only on a site that the owner named. */
    async take(
      visitor: VisitorIdentity,
      id: string,
      { takenBy, origin }: { takenBy: string; origin: string },
    ): Promise<{ arguments: Record<string, unknown>; milliseconds: number }> {
      const { sites } = await own(visitor, id);
      if (!isOriginOf(sites, origin)) {
        await tell(visitor, id, { state: 'refused', refused: origin });
        throw new AppError(pageCallErrors.siteNotAllowed);
      }
      const now = clock.now();
      const row = await database.account(visitor.accountId, async (tx) => {
        const taken = await pageCallsRepository(tx).take(id, takenBy, now);
        if (taken) await realtime.publish(tx, { topic: topicOf(id), data: { state: 'taken' } });
        return taken;
      });
      if (!row) throw new AppError(pageCallErrors.callGone);
      return { arguments: row.arguments, milliseconds: row.endsAt.getTime() - now.getTime() };
    },

    /** What came of a call, by the page that took it; or that a page can't do it. */
    async answer(
      visitor: VisitorIdentity,
      id: string,
      {
        takenBy,
        outcome,
        text,
      }: { takenBy: string; outcome: 'done' | 'failed' | 'left' | 'unknown'; text: string },
    ): Promise<void> {
      await own(visitor, id);
      if (outcome === 'unknown') return tell(visitor, id, { state: 'refused' });
      const clean = text.replaceAll('\u0000', '').toWellFormed();
      const isEnded = await database.account(visitor.accountId, async (tx) => {
        const isMine = await pageCallsRepository(tx).end(id, takenBy, {
          result: outcome === 'done' ? clean : null,
          errorCode: outcome === 'done' ? null : outcome === 'failed' ? 'page_failed' : 'page_left',
          errorDetail: outcome === 'failed' ? shownLine(clean, 200) || null : null,
        });
        if (isMine) await realtime.publish(tx, { topic: topicOf(id), data: { state: 'done' } });
        return isMine;
      });
      if (!isEnded) throw new AppError(pageCallErrors.callGone);
    },

    /** Forgets the calls whose process died before it came back for them. */
    sweep: (): Promise<void> =>
      database.system((tx) => pageCallsRepository(tx).removeEndedBefore(clock.now())),
  };
}

export type PageCalls = ReturnType<typeof createPageCalls>;
