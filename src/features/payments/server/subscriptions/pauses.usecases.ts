import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { paidVisitorsDays } from '#features/accounts/accounts.contract.ts';
import type { PlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { agentsErrors, type SubscribersChoice } from '#features/agents/agents.contract.ts';
import { contactsErrors } from '#features/contacts/contacts.contract.ts';
import type { Affected } from '../../payments-subscribers.contract.ts';
import { createTurns, within } from '../syncing/vendor-calls.usecases.ts';
import type { PaymentConnections } from '../connecting/connections.usecases.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import type { Refunds } from '../refunds/refunds.usecases.ts';
import {
  pauseActionOf,
  chargedWhileStopped,
  stopOf,
  unusedParts,
  type PauseAction,
  type ServiceFacts,
} from './pauses.models.ts';
import { serviceRepository } from './pauses.repository.ts';
import type { Syncing } from '../syncing/apply.usecases.ts';
import { closePagesJob, serviceNewsJob, type serviceNews } from '../syncing/queues.usecases.ts';
import { renewalOf, unservedKey } from '../notices/notices.models.ts';
import { paymentsRepository } from '../payments.repository.ts';

/** Looks at the subscriptions of an account at once, because something changed of what serves them. */
export const servicePausesJob = defineJob({
  name: 'payments.care',
  payload: z.object({ accountId: z.string() }),
  retryLimit: 3,
  expireInSeconds: 600,
  concurrency: 2,
});

const atOnce = 100;
const side = 4;
/** What was looked at is looked at again after this. */
const againMs = 600_000;
const dayMs = 86_400_000;
/** How many of those who are affected are named to the owner. */
const mostNamed = 100;

/** A vendor that refuses or is silent is asked again later; anything else is a fault of ours. */
const onlyVendors = (error: unknown): false => {
  if (error instanceof PaymentError) return false;
  throw error;
};

/**
 * Writes down, in the transaction in which an agent is closed or opened, what is to become of its
 * subscribers.
 * It lies apart from the rest because agents come before payments.
 */
export function createSubscriberNotes({ clock, jobs }: { clock: Clock; jobs: Pick<Jobs, 'send'> }) {
  return {
    /** @throws AppError `agents.subscribers_undecided` where somebody is affected and nothing was chosen. */
    async closing(
      tx: Transaction,
      scope: AccountScope,
      agentId: string,
      choice: SubscribersChoice | undefined,
    ): Promise<void> {
      const affected = await serviceRepository(tx).running([agentId]);
      if (affected.length > 0 && choice === undefined)
        throw new AppError(agentsErrors.subscribersUndecided, { details: { count: affected.length } });
      await jobs.send(tx, closePagesJob, { accountId: scope.accountId, agentId });
      if (affected.length === 0 || choice === undefined) return;
      // Giving money back is for those who may.
      if (choice === 'refund' && !scope.can('payments.manage'))
        throw new AppError(agentsErrors.refundsLocked);
      await serviceRepository(tx).stop({ agentId }, choice, clock.now(), choice === 'period');
      await jobs.send(tx, servicePausesJob, { accountId: scope.accountId });
    },
    /**
     * What was sold is given to everybody from now on: nobody pays on for it. Without a choice it ends with
     * what is paid.
     * @throws AppError `agents.refunds_locked` where money is given back by somebody who may not.
     */
    async freed(
      tx: Transaction,
      scope: AccountScope,
      agentId: string,
      choice: 'refund' | 'period' = 'period',
    ): Promise<void> {
      if ((await serviceRepository(tx).running([agentId])).length === 0) return;
      if (choice === 'refund' && !scope.can('payments.manage'))
        throw new AppError(agentsErrors.refundsLocked);
      await serviceRepository(tx).stop({ agentId }, choice, clock.now(), choice === 'period');
      await jobs.send(tx, servicePausesJob, { accountId: scope.accountId });
    },
    async opened(tx: Transaction, scope: Pick<AccountScope, 'accountId'>, agentId: string): Promise<void> {
      await serviceRepository(tx).lookAgain({ agentId });
      await jobs.send(tx, servicePausesJob, { accountId: scope.accountId });
    },
    /**
     * A contact is blocked: nobody pays on to be refused. @throws AppError `contacts.subscriber_undecided`
     * where they pay for something and nothing was chosen.
     */
    async blocking(
      tx: Transaction,
      scope: AccountScope,
      contactId: string,
      choice: 'refund' | 'period' | undefined,
    ): Promise<void> {
      if ((await serviceRepository(tx).runningOf(contactId)).length === 0) return;
      if (choice === undefined) throw new AppError(contactsErrors.subscriberUndecided);
      if (choice === 'refund' && !scope.can('payments.manage'))
        throw new AppError(agentsErrors.refundsLocked);
      await serviceRepository(tx).stop({ contactId }, choice, clock.now(), choice === 'period');
      await jobs.send(tx, servicePausesJob, { accountId: scope.accountId });
    },
    async unblocked(tx: Transaction, scope: AccountScope, contactId: string): Promise<void> {
      await serviceRepository(tx).lookAgain({ contactId });
      await jobs.send(tx, servicePausesJob, { accountId: scope.accountId });
    },
  };
}

type ServicePausesServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Pick<Jobs, 'send'>;
  connections: PaymentConnections;
  syncing: Syncing;
  refunds: Refunds;
  planStatuses: Pick<PlanStatuses, 'of'>;
};

/**
 * Nobody pays for what they can't use: what stops the service stops what is collected for it, and what brings
 * it back goes on.
 */
export function createServicePauses(services: ServicePausesServices) {
  const { database, clock, log, connections, syncing, refunds } = services;

  async function factsOf(tx: Transaction, row: PurchaseRow): Promise<ServiceFacts> {
    const agent = row.agentId === null ? null : await serviceRepository(tx).agentOf(row.agentId);
    const plan = await services.planStatuses.of(row.accountId);
    const endsAt = plan?.endsAt ?? null;
    // Of an account that is kept out nobody is served any longer, so its plan is over since ever.
    const isKeptOut = plan !== null && endsAt !== null && plan.expiredAt !== null && plan.expiredAt < endsAt;
    return {
      agent,
      isBlocked: await serviceRepository(tx).isBlocked(row.id),
      planEndsAt: endsAt,
      servedDays: isKeptOut ? 0 : paidVisitorsDays,
    };
  }

  const change = (
    row: PurchaseRow,
    values: Parameters<ReturnType<typeof serviceRepository>['change']>[1],
  ): Promise<void> => database.account(row.accountId, (tx) => serviceRepository(tx).change(row.id, values));

  type News = (typeof serviceNews)[number];
  /** Writes to people in a transaction. */
  const telling =
    (row: PurchaseRow, news: News, amount: number, at: Date) =>
    async (tx: Transaction): Promise<void> => {
      const payload = { accountId: row.accountId, purchaseId: row.id, news, amount, at: at.toISOString() };
      await services.jobs.send(tx, serviceNewsJob, payload);
    };
  const tell = (row: PurchaseRow, news: News, amount: number, at: Date): Promise<void> =>
    database.account(row.accountId, telling(row, news, amount, at));

  /** Gives back what was charged although nothing was to be charged. */
  async function giveBack(row: PurchaseRow, stoppedAt: Date | null): Promise<boolean> {
    const payments = await database.account(row.accountId, (tx) => paymentsRepository(tx).paymentsOf(row.id));
    const wrong = chargedWhileStopped({ payments, stoppedAt, trialDays: row.terms.trialDays });
    let sum = 0;
    // Written down first: it rests, and is not ended because its last payment is given back.
    if (wrong.length > 0 && row.closing === '')
      await change(row, { closing: 'pause', stoppedAt, unservedAt: row.unservedAt ?? stoppedAt });
    for (const part of wrong) {
      const key = unservedKey(part.reference);
      const news = telling(row, 'given_back', part.amount, clock.now());
      const order = { key, parts: [part], ends: false, tell: news };
      // What a vendor refuses here is tried again, and keeps nobody from being charged no more.
      if (await refunds.byRule(row, order).catch(onlyVendors)) sum += part.amount;
    }
    if (sum > 0)
      log.warn(
        { accountId: row.accountId, purchaseId: row.id },
        'a renewal was charged for a service that was closed, and given back',
      );
    return sum > 0;
  }

  /** A purchase as its vendor knows it, as far as it can be asked. */
  const freshOf = async (row: PurchaseRow): Promise<PurchaseRow> =>
    (await syncing.sync(row.accountId, row.id).catch(onlyVendors)) || row;

  /**
   * Ends a subscription at once and gives back what is paid from a moment on. The vendor is asked first: what
   * was charged last may not be known here.
   */
  async function end(
    known: PurchaseRow,
    unusedFrom: Date,
    { isBlocked = false, insists = false } = {},
  ): Promise<void> {
    const row = await freshOf(known);
    const payments = await database.account(row.accountId, (tx) => paymentsRepository(tx).paymentsOf(row.id));
    const parts = unusedParts(row, payments, unusedFrom).map(({ reference, amount }) => ({
      reference,
      amount,
    }));
    const sum = parts.reduce((total, { amount }) => total + amount, 0);
    await change(row, { closing: 'refund', stoppedAt: row.stoppedAt ?? unusedFrom, unservedAt: unusedFrom });
    const news = telling(row, isBlocked ? 'ended_by_team' : 'ended', sum, clock.now());
    await refunds.byRule(row, { key: 'closed', parts, ends: true, unusedFrom, insists, tell: news });
  }

  async function act(row: PurchaseRow, action: PauseAction, isBlocked: boolean): Promise<void> {
    if (action.do === 'nothing') return;
    if (action.do === 'forget') return change(row, { closing: '', stoppedAt: null, unservedAt: null });
    if (action.do === 'end') return end(row, action.unusedFrom, { isBlocked });
    const reached = await connections.ofPurchase(row);
    if (!reached || !row.subscriptionRef) return;
    const { vendor, connection } = reached;
    const reference = row.subscriptionRef;
    if (action.do === 'end_with_period') {
      await within(vendor.changeSubscription(connection, reference, 'end', newId('req')));
      await syncing.sync(row.accountId, row.id);
      return tell(row, isBlocked ? 'ending_by_team' : 'ending', 0, row.periodEnd ?? clock.now());
    }
    if (action.do === 'pause') {
      // Written down first: what is charged from then on is known to be wrong, whatever becomes of the
      // asking.
      await change(row, {
        closing: 'pause',
        stoppedAt: action.stop.from,
        unservedAt: action.stop.unservedFrom,
      });
      await within(vendor.pauseCollection(connection, reference, newId('req')));
      await syncing.sync(row.accountId, row.id);
      return tell(row, 'paused', 0, action.stop.from);
    }
    await within(vendor.resumeCollection(connection, reference, action.next, newId('req')));
    await change(row, { closing: '', stoppedAt: null, unservedAt: null });
    const after = await syncing.sync(row.accountId, row.id);
    await tell(row, 'resumed', 0, after?.periodEnd ?? clock.now());
  }

  /** Brings one subscription to where its service stands. */
  async function look(accountId: string, id: string): Promise<void> {
    const read = (): Promise<{ row: PurchaseRow; facts: ServiceFacts } | null> =>
      database.account(accountId, async (tx) => {
        const row = await paymentsRepository(tx).byId(id);
        return row && { row, facts: await factsOf(tx, row) };
      });
    const known = await read();
    if (!known) return;
    const now = clock.now();
    // What was charged meanwhile is known before anything is decided.
    const isDue = known.row.syncDueAt !== null && known.row.syncDueAt <= now;
    if (isDue) await freshOf(known.row);
    const found = (isDue ? await read() : null) ?? known;
    const stop = stopOf(found.row, found.facts, now);
    const isChanged = await giveBack(found.row, found.row.stoppedAt ?? stop?.from ?? null);
    const fresh = isChanged ? await read() : found;
    if (fresh) await act(fresh.row, pauseActionOf(fresh.row, fresh.facts, now), fresh.facts.isBlocked);
  }

  // Two who look at one at once do the same thing twice.
  const turns = createTurns<true>();
  const lookAt = (accountId: string, id: string) =>
    turns(id, () => look(accountId, id).then(() => true as const));

  async function lookAtDue(given: { accountId?: string; signal?: AbortSignal | undefined }): Promise<void> {
    for (;;) {
      const now = clock.now();
      const again = new Date(now.getTime() + againMs);
      const { accountId } = given;
      const taking = {
        now,
        again,
        plansEndBefore: new Date(now.getTime() + 2 * dayMs),
        limit: atOnce,
        ...(accountId !== undefined && { accountId }),
      };
      const due = await database.system((tx) => serviceRepository(tx).takeDue(taking));
      const waiting = [...due];
      await Promise.all(
        Array.from({ length: side }, async () => {
          for (let next = waiting.shift(); next; next = waiting.shift()) {
            const { id } = next;
            await lookAt(next.accountId, id).catch((error: unknown) => {
              const level = error instanceof PaymentError ? 'warn' : 'error';
              log[level](
                { err: error, purchaseId: id },
                'a subscription could not be brought to where its service stands',
              );
            });
          }
        }),
      );
      if (due.length < atOnce || given.signal?.aborted) return;
    }
  }

  return {
    /** Brings one subscription to where its service stands, after whoever does so now. */
    lookAt,
    /** Goes over what may not be served; several processes share the work. */
    lookAfter: (signal?: AbortSignal): Promise<void> => lookAtDue({ signal }),
    lookAfterAccount: (accountId: string): Promise<void> => lookAtDue({ accountId }),

    /**
     * Who pays again and again for agents, or what one contact pays, and what would be given back now. Null
     * is all agents.
     */
    affected: (
      scope: AccountScope,
      whose: { agentIds: readonly string[] | null } | { contactId: string },
    ): Promise<Affected> =>
      scope.run(async (tx) => {
        const service = serviceRepository(tx);
        const now = clock.now();
        const agentIds =
          'contactId' in whose ? [] : (whose.agentIds?.filter((id) => scope.reaches(id)) ?? null);
        const rows =
          'contactId' in whose ? await service.runningOf(whose.contactId) : await service.running(agentIds);
        const people: Affected['people'] = [];
        const money = new Map<string, Affected['money'][number]>();
        for (const row of rows) {
          const parts = unusedParts(row, await paymentsRepository(tx).paymentsOf(row.id), now);
          const { currency, isTest } = row;
          const total = renewalOf(row);
          const interval = row.terms.interval ?? 'month';
          const until = row.periodEnd?.toISOString() ?? null;
          const phase = row.isEnding ? 'ending' : row.subscriptionStatus === 'trialing' ? 'trial' : 'running';
          const { id: purchaseId, email, agentName } = row;
          const unused = parts.reduce((sum, { amount }) => sum + amount, 0);
          if (people.length < mostNamed)
            people.push({
              purchaseId,
              email,
              agentName,
              currency,
              total,
              interval,
              phase,
              until,
              unused,
              isTest,
            });
          const key = `${currency} ${isTest}`;
          const known = money.get(key) ?? { currency, isTest, unused: 0 };
          money.set(key, { ...known, unused: known.unused + unused });
        }
        const holders = await service.holders(agentIds, now);
        return { count: rows.length, people, money: [...money.values()], holders };
      }),

    /**
     * Ends every subscription of an account at once and gives back what is not used, before the account is
     * emptied or deleted.
     * What was bought through a vendor that is no longer connected can't be reached.
     * @throws AppError when a vendor can't be asked; what was ended until then stays ended.
     */
    async endAll(scope: AccountScope): Promise<void> {
      const rows = await scope.run((tx) => serviceRepository(tx).running(null));
      for (const row of rows) {
        if (!(await connections.ofPurchase(row))) continue;
        try {
          await end(row, clock.now(), { insists: true });
        } catch (error) {
          if (error instanceof PaymentError && error.code === 'payments.gone') continue;
          throw error instanceof PaymentError
            ? new AppError(agentsErrors.subscribersWaiting, { cause: error })
            : error;
        }
      }
    },
  };
}
export type ServicePauses = ReturnType<typeof createServicePauses>;
