import { z } from 'zod';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope, VisitorIdentity } from '#platform/http/access.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import {
  isRefusedByLedger,
  takeMessages,
  type PaywallTerms,
} from '#features/paywall/server/paywall-tools.usecases.ts';
import { writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import type { Call, CallEndReason, CallWay } from '#shared/voice/calls.ts';
import { readCursor, writeCursor } from '#platform/database/cursor.ts';
import type { CallFigures, CallsListQuery } from '../calls.contract.ts';
import { lostMs, minutesBegun, presentCall, quietMs } from './calls.models.ts';
import { callsRepository, type CallRow } from './calls.repository.ts';

/** What a visitor's browser tells of a call. Numbers are those since its beginning. */
export type ToldCall = {
  key: string;
  way: CallWay;
  /** Who understands and speaks: `browser`, or a vendor. */
  provider: string;
  language: Language;
  interruptions: number;
  sounds: number;
  soundMs: number;
  end: CallEndReason | null;
};

/** Messages that a started minute takes, and by which terms they are paid for; no terms: nothing is asked for. */
type MinutePrice = {
  messages: number;
  terms: PaywallTerms | null;
};

/** Every few minutes: ends calls that nobody tells of any more. */
export const tidyCallsJob = defineJob({
  name: 'calls.tidy',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 240,
  concurrency: 1,
});

const endedAtOnce = 200;

const placeSchema = z.object({ at: z.iso.datetime(), id: z.string().max(60) });

/** The calls of conversations, in the order in which they began. */
export async function callsOfConversations(tx: Transaction, ids: readonly string[]): Promise<Call[]> {
  return (await callsRepository(tx).ofConversations(ids)).map(presentCall);
}

/** Sums of calls that began in a time; `agentIds` null is all agents. */
export const callFigures = (
  tx: Transaction,
  { begins, ends }: { begins: Date; ends: Date },
  agentIds: readonly string[] | null,
): Promise<CallFigures> => callsRepository(tx).figures(begins, ends, agentIds);

/** What is kept of calls, and what their minutes cost visitors. */
export function createCalls({
  database,
  clock,
  log,
  realtime,
}: {
  database: Database;
  clock: Clock;
  log: Logger;
  realtime: Pick<Realtime, 'publish'>;
}) {
  /** Tells webhooks and open screens of a call as it is now. */
  async function announce(tx: Transaction, row: CallRow, type: 'call.started' | 'call.ended'): Promise<void> {
    const named = row.isPreview ? null : await callsRepository(tx).named(row.id);
    if (!named) return;
    const { accountId, conversationId, contactId } = named;
    await writeEvent(tx, { accountId, type, at: clock.now(), data: { call: presentCall(named) } });
    if (conversationId)
      await realtime.publish(tx, {
        topic: `account:${accountId}`,
        data: { type: 'conversation.changed', conversationId, contactId },
      });
  }

  async function end(tx: Transaction, row: CallRow, reason: CallEndReason, at: Date): Promise<void> {
    if (await callsRepository(tx).end(row.id, reason, at)) await announce(tx, row, 'call.ended');
  }

  /**
   * Takes what the minutes cost that have begun, each once whoever asks; all of a minute's messages or none.
   * @throws what the ledger refuses with; the transaction has changed nothing then
   */
  async function payMinutes(tx: Transaction, row: CallRow, terms: PaywallTerms, now: Date): Promise<void> {
    const { accountId, agentId, visitorId, minuteMessages } = row;
    if (minuteMessages === 0) return;
    for (let paid = row.minutesPaid; paid < minutesBegun(row.beganAt, now); paid++)
      if (await callsRepository(tx).payMinute(row.id, paid))
        await takeMessages(tx, {
          accountId,
          agentId,
          visitorId,
          terms,
          now,
          requestId: `${row.id}:${paid + 1}`,
          messages: minuteMessages,
        });
  }

  async function begin(
    tx: Transaction,
    visitor: VisitorIdentity,
    told: ToldCall,
    price: MinutePrice,
    now: Date,
  ): Promise<CallRow | null> {
    const repository = callsRepository(tx);
    const before = await repository.running(visitor.visitorId);
    if (before) await end(tx, before, 'replaced', before.toldAt);
    const isNew = await repository.begin({
      id: newId('cal', now.getTime()),
      accountId: visitor.accountId,
      agentId: visitor.agentId,
      visitorId: visitor.visitorId,
      key: told.key,
      isPreview: visitor.isPreview,
      provider: told.provider,
      way: told.way,
      language: told.language,
      beganAt: now,
      toldAt: now,
      minuteMessages: price.terms ? price.messages : 0,
    });
    const row = await repository.byKey(visitor.visitorId, told.key);
    if (isNew && row) await announce(tx, row, 'call.started');
    return row;
  }

  return {
    /** Whether a call is known by a browser's key. */
    knows: ({ accountId, visitorId }: VisitorIdentity, key: string): Promise<boolean> =>
      database.account(accountId, async (tx) => (await callsRepository(tx).byKey(visitorId, key)) !== null),

    /**
     * What a browser tells of a call: the first time begins it, and each takes what its started minutes cost. Says
     * whether the call is over, which it is told of where it was quiet for too long.
     * @throws what the ledger refuses with, where a minute can't be paid; nothing of this telling is kept then
     */
    tell: (visitor: VisitorIdentity, told: ToldCall, price: MinutePrice): Promise<{ isOver: boolean }> =>
      database.account(visitor.accountId, async (tx) => {
        const now = clock.now();
        const repository = callsRepository(tx);
        const known = await repository.byKey(visitor.visitorId, told.key);
        const row = known ?? (await begin(tx, visitor, told, price, now));
        // Two that begin at the same moment: the other one has it.
        if (!row || row.endedAt) return { isOver: true };
        // Nobody pays for minutes in which their computer slept.
        if (now.getTime() - row.toldAt.getTime() > lostMs) {
          await end(tx, row, 'lost', row.toldAt);
          return { isOver: true };
        }
        await repository.note(row.id, told, now);
        if (told.end) await end(tx, row, told.end, now);
        else if (price.terms) await payMinutes(tx, row, price.terms, now);
        return { isOver: told.end !== null };
      }),

    /** Whether what the visitor says now is paid for by the minute of their call. Takes the minute where it was not. */
    async covers(visitor: VisitorIdentity, terms: PaywallTerms): Promise<boolean> {
      try {
        return await database.account(visitor.accountId, async (tx) => {
          const now = clock.now();
          const row = await callsRepository(tx).running(visitor.visitorId);
          if (!row || row.agentId !== visitor.agentId || row.minuteMessages === 0) return false;
          if (now.getTime() - row.toldAt.getTime() > quietMs) return false;
          await payMinutes(tx, row, terms, now);
          return true;
        });
      } catch (error) {
        // Then it is charged as what is typed, or refused as that.
        if (isRefusedByLedger(error)) return false;
        throw error;
      }
    },

    /** Adds to what speech cost in the visitor's call. What can't be noted is lost to this sum alone. */
    addCost(visitor: VisitorIdentity, micros: number): void {
      if (micros <= 0) return;
      database
        .account(visitor.accountId, (tx) => callsRepository(tx).addCost(visitor.visitorId, Math.ceil(micros)))
        .catch((error: unknown) => log.warn({ err: error }, 'what speech cost was not noted with its call'));
    },

    /** Newest first. */
    list: (
      scope: AccountScope,
      { cursor, limit, ...of }: CallsListQuery,
    ): Promise<{ calls: Call[]; nextCursor: string | null }> =>
      scope.run(async (tx) => {
        const after = readCursor(cursor, placeSchema) ?? null;
        if (cursor !== undefined && after === null)
          throw new AppError(commonErrors.invalidInput, { fields: { cursor: 'errors:fields.invalid' } });
        const rows = await callsRepository(tx).page({ ...of, after, reached: scope.agentIds }, limit + 1);
        const shown = rows.slice(0, limit);
        const last = rows.length > limit ? shown.at(-1) : undefined;
        return {
          calls: shown.map(presentCall),
          nextCursor: last ? writeCursor({ at: last.beganAt.toISOString(), id: last.id }) : null,
        };
      }),

    /** Ends calls that nobody tells of any more, where they were told of last. */
    async tidy(): Promise<void> {
      const since = new Date(clock.now().getTime() - lostMs);
      const rows = await database.system((tx) => callsRepository(tx).quietSince(since, endedAtOnce));
      for (const row of rows) await database.account(row.accountId, (tx) => end(tx, row, 'lost', row.toldAt));
    },
  };
}

export type Calls = ReturnType<typeof createCalls>;
