import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { TestMoneyEvents } from './test-money-events.usecases.ts';
import { testCards } from './test-money-cards.models.ts';
import { addDays, periodEnd, retryDays } from './test-money-periods.models.ts';
import { priceOf, applyCredit } from './test-money-price.models.ts';
import { testMoneyRepository, type SessionRow, type SubscriptionRow } from './test-money.repository.ts';

/** How many subscriptions and sessions one run looks at; the next run goes on. */
const batch = 200;
/** Renewals of one subscription that are made up for in one run, after a long rest of the server. */
const mostAtOnce = 36;
const keepDays = 60;

/**
 * Puts in place the price that waited for this period's end. In another rhythm periods count anew from here.
 */
async function atNextPrice(
  repository: ReturnType<typeof testMoneyRepository>,
  given: SubscriptionRow,
  session: SessionRow,
): Promise<SubscriptionRow> {
  const { nextPrice: price } = given;
  if (price === null) return given;
  const isOther = priceOf(given, session.terms).interval !== price.interval;
  const anew = isOther ? { anchorAt: given.periodEnd, periods: 0 } : {};
  return (await repository.changeSubscription(given.id, { price, nextPrice: null, ...anew })) ?? given;
}

export type TestMoneyRenewals = ReturnType<typeof createTestMoneyRenewals>;

/** Time's work: periods end, cards are charged again, sessions run out. */
export function createTestMoneyRenewals({
  database,
  clock,
  events,
}: {
  database: Database;
  clock: Clock;
  events: TestMoneyEvents;
}) {
  /**
   * Charges for the next period, or ends the subscription that was to end; `given` is held by the
   * transaction.
   */
  async function renew(
    tx: Transaction,
    before: SubscriptionRow,
    now: Date,
    outcome: 'paid' | 'failed',
  ): Promise<SubscriptionRow | null> {
    const repository = testMoneyRepository(tx);
    const session = await repository.session(before.sessionId);
    if (!session) return null;
    const given = before.isEnding ? before : await atNextPrice(repository, before, session);
    if (given.isEnding) {
      const ended = await repository.changeSubscription(given.id, {
        status: 'canceled',
        canceledAt: given.periodEnd,
        dueAt: null,
      });
      await events.tell(tx, session, 'subscription.ended', { subscription: given.id });
      return ended;
    }
    const payment = newId('tmp');
    const { amount, interval } = priceOf(given, session.terms);
    const { due, credit } = applyCredit(amount, given.credit);
    // Nothing is charged for a period that earlier payments cover, so nothing can fail.
    if (due > 0)
      await repository.addPayment({
        id: payment,
        accountId: session.accountId,
        sessionId: session.id,
        amount: due,
        card: given.card,
        status: outcome,
        createdAt: now,
      });
    if (outcome === 'paid' || due === 0) {
      const periods = given.periods + 1;
      const end = periodEnd(given.anchorAt, periods, interval);
      const renewed = await repository.changeSubscription(given.id, {
        status: 'active',
        periods,
        periodEnd: end,
        dueAt: end,
        failures: 0,
        credit,
      });
      await events.tell(tx, session, 'subscription.renewed', { payment, subscription: given.id });
      return renewed;
    }
    const days = retryDays[given.failures];
    // The end of what is paid stays where it is: nothing was paid.
    const changed = await repository.changeSubscription(
      given.id,
      days === undefined
        ? { status: 'canceled', canceledAt: now, dueAt: null }
        : { status: 'past_due', failures: given.failures + 1, dueAt: addDays(now, days) },
    );
    await events.tell(tx, session, days === undefined ? 'subscription.ended' : 'payment.failed', {
      payment,
      subscription: given.id,
    });
    return changed;
  }

  const byCard = ({ card }: SubscriptionRow): 'paid' | 'failed' =>
    testCards[card].renews ? 'paid' : 'failed';

  return {
    /** Tries the card of a subscription now that could not be charged, after it was changed. */
    tryAgain: (tx: Transaction, held: SubscriptionRow): Promise<SubscriptionRow | null> =>
      renew(tx, held, clock.now(), byCard(held)),

    /** Lets the current period end now, and renews. `held` is held by the transaction. */
    async endPeriod(
      tx: Transaction,
      held: SubscriptionRow,
      outcome: 'paid' | 'failed',
    ): Promise<SubscriptionRow | null> {
      const now = clock.now();
      const ended =
        held.status === 'past_due'
          ? held
          : await testMoneyRepository(tx).changeSubscription(held.id, {
              anchorAt: now,
              periods: 0,
              periodEnd: now,
            });
      return ended && renew(tx, ended, now, outcome);
    },

    /** Renews what is due, ends what ran out, tells again what nobody heard. May run twice at once. */
    async run(): Promise<void> {
      const now = clock.now();
      for (const { id, accountId } of await database.system((tx) =>
        testMoneyRepository(tx).dueSubscriptions(now, batch),
      )) {
        await database.account(accountId, async (tx) => {
          let held = await testMoneyRepository(tx).holdSubscription(id);
          for (let times = 0; held?.dueAt && held.dueAt <= now && times < mostAtOnce; times++)
            held = await renew(tx, held, now, byCard(held));
        });
      }
      for (const { id, accountId } of await database.system((tx) =>
        testMoneyRepository(tx).sessionsPastTime(now, batch),
      )) {
        await database.account(accountId, async (tx) => {
          const session = await testMoneyRepository(tx).expire(id, false);
          if (session) await events.tell(tx, session, 'checkout.expired');
        });
      }
      await events.tellAgain();
      await database.system((tx) => testMoneyRepository(tx).sweep(now, addDays(now, -keepDays)));
    },
  };
}
