import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { TestMoneyPageState, TestMoneyProblem } from '#shared/money/test-money-page.ts';
import type { TestMoneyEvents } from './test-money-events.usecases.ts';
import { readCard, type TestCard } from './test-money-cards.models.ts';
import { addDays, periodEnd } from './test-money-periods.models.ts';
import { testMoneyRepository, type SessionRow } from './test-money.repository.ts';
import { isTestMoneyId, pageOf } from './test-money-pages.models.ts';

/** What was clicked on the payment page. */
export type PayStep =
  | { step: 'pay'; card: string; number: string }
  | { step: 'confirm' }
  | { step: 'refuse' };
/**
 * `done` sends the customer on; otherwise the page is shown as it now is, with the problem if there is one.
 */
export type PayAnswer =
  | {
      done: string;
    }
  | { page: TestMoneyPageState; problem: TestMoneyProblem | null };

/** The bank's payment page. Whoever knows a session's address may pay it: that is what the address is for. */
export function createTestMoneyCheckout({
  database,
  clock,
  events,
}: {
  database: Database;
  clock: Clock;
  events: TestMoneyEvents;
}) {
  async function find(id: string): Promise<SessionRow | null> {
    return isTestMoneyId('tms', id) ? testMoneyRepository(database.direct).session(id) : null;
  }

  async function show(tx: Transaction, session: SessionRow): Promise<TestMoneyPageState> {
    const repository = testMoneyRepository(tx);
    return pageOf(
      session,
      await repository.paymentsOf(session.id),
      await repository.subscriptionOf(session.id),
      clock.now(),
    );
  }

  /** Pays, once: of two who come at once, one finds the session closed. */
  async function complete(tx: Transaction, id: string, card: TestCard): Promise<SessionRow | null> {
    const [repository, now] = [testMoneyRepository(tx), clock.now()];
    const session = await repository.changeOpen(id, now, {
      status: 'complete',
      completedAt: now,
      confirmingCard: null,
      failure: null,
    });
    if (!session) return null;
    const { accountId, terms } = session;
    const [payment, subscription] = [newId('tmp'), terms.kind === 'subscription' ? newId('tmu') : undefined];
    const isTrial = subscription !== undefined && terms.trialDays > 0;
    if (subscription) {
      const trialEnd = addDays(now, terms.trialDays);
      const end = isTrial ? trialEnd : periodEnd(now, 1, terms.interval ?? 'month');
      await repository.addSubscription({
        id: subscription,
        accountId,
        sessionId: id,
        status: isTrial ? 'trialing' : 'active',
        card: card.name,
        anchorAt: isTrial ? trialEnd : now,
        periods: isTrial ? 0 : 1,
        periodEnd: end,
        dueAt: end,
      });
    }
    if (!isTrial)
      await repository.addPayment({
        id: payment,
        accountId,
        sessionId: id,
        amount: terms.price.total,
        card: card.name,
        status: 'paid',
        createdAt: now,
      });
    await events.tell(tx, session, 'checkout.completed', { ...(isTrial ? {} : { payment }), subscription });
    return session;
  }

  async function fail(tx: Transaction, id: string, failure: 'declined' | 'funds' | 'refused'): Promise<void> {
    const session = await testMoneyRepository(tx).changeOpen(id, clock.now(), {
      failure,
      confirmingCard: null,
    });
    if (session) await events.tell(tx, session, 'payment.failed');
  }

  return {
    /** What the page of a session shows; null for an address that is nobody's. */
    async page(id: string): Promise<TestMoneyPageState | null> {
      const session = await find(id);
      return session && database.account(session.accountId, (tx) => show(tx, session));
    },

    /** One click on the page. Null for an address that is nobody's. */
    async act(id: string, given: PayStep): Promise<PayAnswer | null> {
      const known = await find(id);
      if (!known) return null;
      return database.account(known.accountId, async (tx): Promise<PayAnswer | null> => {
        const problem = await take(tx, known, given);
        const session = await testMoneyRepository(tx).session(id);
        if (!session) return null;
        if (session.status === 'complete') return { done: session.terms.successUrl };
        return { page: await show(tx, session), problem };
      });
    },
  };

  async function take(
    tx: Transaction,
    session: SessionRow,
    given: PayStep,
  ): Promise<TestMoneyProblem | null> {
    if (session.status !== 'open') return null;
    if (given.step === 'pay') {
      const card = readCard(given.card, given.number);
      // What was typed is neither stored nor logged: it might be a real number after all.
      if (typeof card === 'string') return card;
      if (card.first === 'confirms') {
        await testMoneyRepository(tx).changeOpen(session.id, clock.now(), {
          confirmingCard: card.name,
          failure: null,
        });
        return null;
      }
      if (card.first === 'succeeds') {
        await complete(tx, session.id, card);
        return null;
      }
      await fail(tx, session.id, card.first);
      return card.first;
    }
    if (!session.confirmingCard) return null;
    const card = readCard(session.confirmingCard, '');
    if (given.step === 'confirm' && typeof card !== 'string') {
      await complete(tx, session.id, card);
      return null;
    }
    await fail(tx, session.id, 'refused');
    return 'refused';
  }
}
