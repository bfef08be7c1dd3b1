import { AppError } from '#shared/errors.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { testMoneyErrors, type TestPurchase } from '../test-money.contract.ts';
import type { TestMoneyEvents } from './test-money-events.usecases.ts';
import type { TestMoneyRenewals } from './test-money-renewals.usecases.ts';
import { testMoneyRepository, type SessionRow } from './test-money.repository.ts';

/** What owners may let happen to purchases by test money, to see what their visitors would see. */
export function createTestMoneyOwners({
  clock,
  events,
  renewals,
}: {
  clock: Clock;
  events: TestMoneyEvents;
  renewals: TestMoneyRenewals;
}) {
  async function find(tx: Transaction, scope: AccountScope, purchaseId: string): Promise<SessionRow> {
    const session = await testMoneyRepository(tx).sessionOfPurchase(purchaseId);
    // A member who reaches some agents only finds the purchases of those.
    if (!session || (session.terms.agentId !== null && !scope.reaches(session.terms.agentId)))
      throw new AppError(testMoneyErrors.notFound);
    return session;
  }

  async function present(tx: Transaction, session: SessionRow): Promise<TestPurchase> {
    const repository = testMoneyRepository(tx);
    const [subscription, payments] = [
      await repository.subscriptionOf(session.id),
      await repository.paymentsOf(session.id),
    ];
    const last = payments.findLast(({ status }) => status === 'paid');
    return {
      status: session.status,
      dispute: last?.dispute ?? 'none',
      subscription: subscription && {
        status: subscription.status,
        periodEnd: subscription.periodEnd.toISOString(),
        isEnding: subscription.isEnding,
      },
      can: {
        renew: subscription !== null && subscription.status !== 'canceled' && !subscription.isPaused,
        openDispute: last?.dispute === 'none',
        decideDispute: last?.dispute === 'open',
      },
    };
  }

  return {
    read: (scope: AccountScope, purchaseId: string): Promise<TestPurchase> =>
      scope.run(async (tx) => present(tx, await find(tx, scope, purchaseId))),

    /** Lets the current period end now. */
    renew: (scope: AccountScope, purchaseId: string, outcome: 'paid' | 'failed'): Promise<TestPurchase> =>
      scope.run(async (tx) => {
        const session = await find(tx, scope, purchaseId);
        const subscription = await testMoneyRepository(tx).subscriptionOf(session.id);
        const held = subscription && (await testMoneyRepository(tx).holdSubscription(subscription.id));
        if (!held || held.status === 'canceled') throw new AppError(testMoneyErrors.noSubscription);
        await renewals.endPeriod(tx, held, outcome);
        return present(tx, session);
      }),

    /** Disputes a payment, by default the last one, or decides its dispute; `won` is for the owner. */
    dispute: (
      scope: AccountScope,
      purchaseId: string,
      state: 'open' | 'won' | 'lost',
      payment?: string,
    ): Promise<TestPurchase> =>
      scope.run(async (tx) => {
        const session = await find(tx, scope, purchaseId);
        const repository = testMoneyRepository(tx);
        const last = (await repository.paymentsOf(session.id)).findLast(
          ({ id, status }) => status === 'paid' && (payment === undefined || id === payment),
        );
        if (
          !last ||
          !(await repository.changeDispute(last.id, state === 'open' ? 'none' : 'open', state, clock.now()))
        )
          throw new AppError(testMoneyErrors.notDisputable);
        await events.tell(tx, session, state === 'open' ? 'dispute.opened' : 'dispute.closed', {
          payment: last.id,
        });
        return present(tx, session);
      }),
  };
}

export type TestMoneyOwners = ReturnType<typeof createTestMoneyOwners>;
