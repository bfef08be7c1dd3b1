import { newId } from '#shared/ids.ts';
import type { TestMoneyPortalState, TestMoneyProblem } from '#shared/money/test-money-page.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { TestMoneyEvents } from './test-money-events.usecases.ts';
import type { TestMoneyRenewals } from './test-money-renewals.usecases.ts';
import { readCard } from './test-money-cards.models.ts';
import { isTestMoneyId, portalOf } from './test-money-pages.models.ts';
import {
  testMoneyRepository,
  type PortalRow,
  type SessionRow,
  type SubscriptionRow,
} from './test-money.repository.ts';

const openForMs = 30 * 60_000;

/** What was clicked on the customer's page. */
export type PortalStep =
  | { step: 'card'; card: string; number: string }
  | { step: 'end' }
  | { step: 'resume' };
export type SubscriptionChange = 'end' | 'resume' | 'cancel_now';

/**
 * The bank's page for a customer: card, end of the subscription, invoices. Its address is a key that opens
 * for half an hour.
 */
export function createTestMoneyPortal({
  database,
  clock,
  events,
  renewals,
}: {
  database: Database;
  clock: Clock;
  events: TestMoneyEvents;
  renewals: TestMoneyRenewals;
}) {
  async function find(id: string): Promise<PortalRow | null> {
    const portal = isTestMoneyId('tmo', id) ? await testMoneyRepository(database.direct).portal(id) : null;
    return portal && portal.expiresAt > clock.now() ? portal : null;
  }

  async function show(tx: Transaction, portal: PortalRow): Promise<TestMoneyPortalState | null> {
    const repository = testMoneyRepository(tx);
    const session = await repository.sessionOfCustomer(portal.customerId);
    return (
      session &&
      portalOf(
        portal,
        session,
        await repository.paymentsOf(session.id),
        await repository.subscriptionOf(session.id),
      )
    );
  }

  /** Changes when a held subscription ends. Null when it has ended already, which nothing changes. */
  async function change(
    tx: Transaction,
    session: SessionRow,
    held: SubscriptionRow,
    change: SubscriptionChange,
  ): Promise<SubscriptionRow | null> {
    if (held.status === 'canceled') return null;
    const repository = testMoneyRepository(tx);
    if (change === 'cancel_now') {
      const ended = await repository.changeSubscription(held.id, {
        status: 'canceled',
        canceledAt: clock.now(),
        dueAt: null,
      });
      await events.tell(tx, session, 'subscription.ended', { subscription: held.id });
      return ended;
    }
    if (held.isEnding === (change === 'end')) return held;
    const isEnding = change === 'end';
    // A paused one is not charged when its time is over, but ends then if that is wished.
    const dueAt = held.isPaused ? { dueAt: isEnding ? held.periodEnd : null } : {};
    const changed = await repository.changeSubscription(held.id, {
      isEnding,
      ...dueAt,
      ...(isEnding && { nextPrice: null }),
    });
    await events.tell(tx, session, 'subscription.changed', { subscription: held.id });
    return changed;
  }

  /**
   * Charges nothing more for a held subscription, or goes on with the next payment at a moment (null: as it
   * was). False when it has ended.
   */
  async function collect(
    tx: Transaction,
    session: SessionRow,
    held: SubscriptionRow,
    change: 'pause' | { next: Date | null },
  ): Promise<boolean> {
    if (held.status === 'canceled') return false;
    const isPaused = change === 'pause';
    if (held.isPaused === isPaused) return true;
    const next = change === 'pause' ? null : change.next;
    const status = held.status === 'trialing' ? ('trialing' as const) : ('active' as const);
    const moved = next && { status, anchorAt: next, periods: 0, periodEnd: next, failures: 0 };
    const dueAt = isPaused && !held.isEnding ? null : (next ?? held.periodEnd);
    await testMoneyRepository(tx).changeSubscription(held.id, { isPaused, dueAt, ...moved });
    await events.tell(tx, session, 'subscription.changed', { subscription: held.id });
    return true;
  }

  async function changeCard(
    tx: Transaction,
    session: SessionRow,
    held: SubscriptionRow,
    given: { card: string; number: string },
  ): Promise<TestMoneyProblem | null> {
    const card = readCard(given.card, given.number);
    if (typeof card === 'string') return card;
    if (card.first === 'declined' || card.first === 'funds') return card.first;
    const changed = await testMoneyRepository(tx).changeSubscription(held.id, { card: card.name });
    await events.tell(tx, session, 'subscription.changed', { subscription: held.id });
    if (changed?.status === 'past_due' && !changed.isPaused) await renewals.tryAgain(tx, changed);
    return null;
  }

  return {
    change,
    collect,

    /** Makes a new door for a customer; null when there is no such customer. The id is its only key. */
    async open(
      tx: Transaction,
      accountId: string,
      customerId: string,
      returnUrl: string,
    ): Promise<string | null> {
      const repository = testMoneyRepository(tx);
      if (!(await repository.sessionOfCustomer(customerId))) return null;
      const id = newId('tmo');
      await repository.addPortal({
        id,
        accountId,
        customerId,
        returnUrl,
        expiresAt: new Date(clock.now().getTime() + openForMs),
      });
      return id;
    },

    /** What the customer sees; null for an address that is nobody's or has closed. */
    async page(id: string): Promise<TestMoneyPortalState | null> {
      const portal = await find(id);
      return portal && database.account(portal.accountId, (tx) => show(tx, portal));
    },

    /** One click on the page. Null for an address that is nobody's or has closed. */
    async act(
      id: string,
      given: PortalStep,
    ): Promise<{ portal: TestMoneyPortalState; problem: TestMoneyProblem | null } | null> {
      const door = await find(id);
      if (!door) return null;
      return database.account(door.accountId, async (tx) => {
        const repository = testMoneyRepository(tx);
        const session = await repository.sessionOfCustomer(door.customerId);
        const subscription = session && (await repository.subscriptionOf(session.id));
        const held = subscription && (await repository.holdSubscription(subscription.id));
        let problem: TestMoneyProblem | null = null;
        if (session && held && held.status !== 'canceled') {
          if (given.step === 'card') problem = await changeCard(tx, session, held, given);
          else await change(tx, session, held, given.step);
        }
        const portal = await show(tx, door);
        return portal && { portal, problem };
      });
    },
  };
}
