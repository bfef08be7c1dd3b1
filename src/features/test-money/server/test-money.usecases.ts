import { createHash } from 'node:crypto';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import {
  PaymentError,
  type ConnectionCheck,
  type PaymentConnection,
  type PaymentVendor,
  type SubscriptionPrice,
} from '#providers/payments/payments.port.ts';
import { testCards } from './test-money-cards.models.ts';
import { createTestMoneyCheckout } from './test-money-checkout.usecases.ts';
import { createTestMoneyEvents } from './test-money-events.usecases.ts';
import { factsOf } from './test-money-facts.models.ts';
import { createTestMoneyOwners } from './test-money-owners.usecases.ts';
import { createTestMoneyPortal } from './test-money-portal.usecases.ts';
import { priceChange } from './test-money-price.models.ts';
import { createTestMoneyRenewals } from './test-money-renewals.usecases.ts';
import { testMoneyRepository, type SessionRow } from './test-money.repository.ts';

export type TestMoneyServices = {
  database: Database;
  clock: Clock;
  box: SecretBox;
  jobs: Pick<Jobs, 'send'>;
};

/**
 * The way to the simulated bank, which every account has without setting anything up. Nothing of it is
 * secret.
 */
export function testMoneyConnection(accountId: string): PaymentConnection {
  return {
    vendor: 'test-money',
    accountId,
    isTest: true,
    secretKey: '',
    webhookSecret: '',
    references: { account: accountId, webhookEndpoint: '', portalConfiguration: '' },
  };
}

/** The payment vendor that is built in: it behaves like a real one, and no money moves. */
export function createTestMoney(services: TestMoneyServices) {
  const { database, clock } = services;
  const events = createTestMoneyEvents(services);
  const renewals = createTestMoneyRenewals({ database, clock, events });
  const checkout = createTestMoneyCheckout({ database, clock, events });
  const portal = createTestMoneyPortal({ database, clock, events, renewals });
  /** The bank's pages are where they lead back to: its customer knows no other address of this server. */
  const addressOf = (page: string, backUrl: string): string => new URL(`/test-money/${page}`, backUrl).href;

  /** Behind the wall of the connection's account. There is no real money here. */
  async function within<T>(connection: PaymentConnection, work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (connection.vendor !== 'test-money' || !connection.isTest)
      throw new PaymentError('payments.bad_request', 'Test money has no live mode');
    return database.account(connection.accountId, work);
  }

  /**
   * Does a call once for each key. The same key with another call is refused; a call that throws may be made
   * again.
   */
  async function once(
    tx: Transaction,
    accountId: string,
    key: string,
    call: unknown,
    reference: string,
    work: () => Promise<void>,
  ): Promise<string> {
    const repository = testMoneyRepository(tx);
    const digest = createHash('sha256').update(JSON.stringify(call)).digest('hex');
    if (await repository.beginCall({ accountId, key, digest, reference, createdAt: clock.now() })) {
      await work();
      return reference;
    }
    const known = await repository.call(key);
    if (known?.digest !== digest)
      throw new PaymentError('payments.bad_request', 'This key was used for another call');
    return known.reference;
  }

  async function checks(connection: PaymentConnection): Promise<ConnectionCheck[]> {
    const isHeard = !(await events.areStuck(connection.accountId));
    return (['checkout', 'customers', 'subscriptions', 'refunds', 'webhook', 'portal'] as const).map(
      (name) => ({ name, isReady: name !== 'webhook' || isHeard, detail: '' }),
    );
  }

  async function sessionBy(
    tx: Transaction,
    references: { checkout: string | null; payment: string | null; subscription: string | null },
  ): Promise<SessionRow | null> {
    const repository = testMoneyRepository(tx);
    if (references.checkout) return repository.session(references.checkout);
    const sessionId = references.subscription
      ? (await repository.subscription(references.subscription))?.sessionId
      : references.payment
        ? (await repository.payment(references.payment))?.sessionId
        : null;
    return sessionId ? repository.session(sessionId) : null;
  }

  /** A subscription, held, with what a change of its price comes to now. */
  async function changing(tx: Transaction, subscription: string, price: SubscriptionPrice) {
    const repository = testMoneyRepository(tx);
    const held = await repository.holdSubscription(subscription);
    const session = held && (await repository.session(held.sessionId));
    if (!session || held.status === 'canceled')
      throw new PaymentError('payments.gone', 'There is no such subscription, or it has ended');
    if (price.currency !== session.terms.currency || !(price.amount > 0))
      throw new PaymentError(
        'payments.bad_request',
        'A subscription stays in its currency, and costs something',
      );
    return { held, session, to: priceChange(held, session.terms, price, clock.now()) };
  }

  function collect(
    connection: PaymentConnection,
    subscription: string,
    change: 'pause' | { next: Date | null },
    key: string,
  ): Promise<void> {
    return within(connection, async (tx) => {
      await once(tx, connection.accountId, key, { collect: subscription, change }, subscription, async () => {
        const held = await testMoneyRepository(tx).holdSubscription(subscription);
        const session = held && (await testMoneyRepository(tx).session(held.sessionId));
        if (!session || !(await portal.collect(tx, session, held, change))) {
          throw new PaymentError('payments.gone', 'There is no such subscription, or it has ended');
        }
      });
    });
  }

  const vendor: PaymentVendor = {
    name: 'test-money',

    async connect({ accountId }) {
      const connection = testMoneyConnection(accountId);
      return { connection, accountName: 'Test money', checks: await checks(connection) };
    },
    check: (connection) => checks(connection),
    // There is nothing to take back.
    disconnect: async () => undefined,

    async createCheckout(connection, order, key) {
      const { purchaseId, expiresAt, ...terms } = order;
      if (
        !(terms.price.total > 0) ||
        expiresAt <= clock.now() ||
        ![terms.successUrl, terms.cancelUrl].every(isWebAddress)
      )
        throw new PaymentError(
          'payments.bad_request',
          'A checkout needs a price, a time and addresses to come back to',
        );
      return within(connection, async (tx) => {
        const reference = await once(
          tx,
          connection.accountId,
          key,
          { createCheckout: order },
          newId('tms'),
          async () => undefined,
        );
        const known = await testMoneyRepository(tx).session(reference);
        if (!known)
          await testMoneyRepository(tx).addSession({
            id: reference,
            accountId: connection.accountId,
            purchaseId,
            customerId: newId('tmc'),
            terms,
            status: 'open',
            createdAt: clock.now(),
            expiresAt,
          });
        return {
          reference,
          url: addressOf(reference, known?.terms.successUrl ?? terms.successUrl),
          expiresAt: known?.expiresAt ?? expiresAt,
        };
      });
    },

    expireCheckout: (connection, reference) =>
      within(connection, async (tx) => {
        const expired = await testMoneyRepository(tx).expire(reference, true);
        if (expired) return events.tell(tx, expired, 'checkout.expired');
        const known = await testMoneyRepository(tx).session(reference);
        if (!known) throw new PaymentError('payments.gone', 'There is no such checkout');
        if (known.status === 'complete')
          throw new PaymentError('payments.bad_request', 'The checkout was paid already');
      }),

    facts: (connection, references) =>
      within(connection, async (tx) => {
        const session = await sessionBy(tx, references);
        const repository = testMoneyRepository(tx);
        if (!session) return null;
        const payments = await repository.paymentsOf(session.id);
        const refunds = await repository.refundsOf(payments.map(({ id }) => id));
        return factsOf(
          session,
          { payments, refunds, subscription: await repository.subscriptionOf(session.id) },
          clock.now(),
          addressOf(session.id, session.terms.successUrl),
        );
      }),

    refund: (connection, payment, amount, key) =>
      within(connection, async (tx) => {
        if (!Number.isSafeInteger(amount) || amount <= 0)
          throw new PaymentError('payments.bad_request', 'Nothing to give back');
        await once(tx, connection.accountId, key, { refund: payment, amount }, payment, async () => {
          const repository = testMoneyRepository(tx);
          const row = await repository.refund(payment, amount, newId('tmr'), clock.now());
          const session = row && (await repository.session(row.sessionId));
          if (!session)
            throw new PaymentError(
              (await repository.payment(payment)) ? 'payments.bad_request' : 'payments.gone',
              'There is not so much left to give back of this payment',
            );
          await events.tell(tx, session, 'payment.refunded', { payment });
        });
      }),

    changeSubscription: (connection, subscription, change, key) =>
      within(connection, async (tx) => {
        await once(
          tx,
          connection.accountId,
          key,
          { changeSubscription: subscription, change },
          subscription,
          async () => {
            const repository = testMoneyRepository(tx);
            const held = await repository.holdSubscription(subscription);
            const session = held && (await repository.session(held.sessionId));
            if (!session) throw new PaymentError('payments.gone', 'There is no such subscription');
            if (!(await portal.change(tx, session, held, change)) && change === 'resume')
              throw new PaymentError('payments.gone', 'The subscription has ended');
          },
        );
      }),

    pauseCollection: (connection, subscription, key) => collect(connection, subscription, 'pause', key),
    resumeCollection: (connection, subscription, next, key) =>
      collect(connection, subscription, { next }, key),

    previewPrice: (connection, subscription, price) =>
      within(connection, async (tx) => {
        const { dueNow, currency, periodEnd } = (await changing(tx, subscription, price)).to;
        return { dueNow, currency, periodEnd };
      }),
    changePrice: (connection, subscription, price, key) =>
      within(connection, async (tx) => {
        await once(
          tx,
          connection.accountId,
          key,
          { changePrice: subscription, price },
          subscription,
          async () => {
            const { held, session, to } = await changing(tx, subscription, price);
            if (held.nextPrice !== null)
              throw new PaymentError(
                'payments.bad_request',
                'Another change waits for the end of the period',
              );
            if (to.dueNow > 0 && !testCards[held.card].renews)
              throw new PaymentError('payments.declined', 'The card was declined');
            const repository = testMoneyRepository(tx);
            const payment = newId('tmp');
            if (to.dueNow > 0)
              await repository.addPayment({
                id: payment,
                accountId: connection.accountId,
                sessionId: session.id,
                amount: to.dueNow,
                card: held.card,
                status: 'paid',
                createdAt: clock.now(),
              });
            await repository.changeSubscription(subscription, to.change);
            await events.tell(tx, session, 'subscription.changed', {
              ...(to.dueNow > 0 && { payment }),
              subscription,
            });
          },
        );
      }),

    changePriceLater: (connection, subscription, price, key) =>
      within(connection, async (tx) => {
        await once(
          tx,
          connection.accountId,
          key,
          { changePriceLater: subscription, price },
          subscription,
          async () => {
            const repository = testMoneyRepository(tx);
            const held = await repository.holdSubscription(subscription);
            const session = held && (await repository.session(held.sessionId));
            if (!session || held.status === 'canceled')
              throw new PaymentError('payments.gone', 'There is no such subscription, or it has ended');
            const isPossible =
              price === null || (price.currency === session.terms.currency && price.amount > 0);
            if (!isPossible)
              throw new PaymentError(
                'payments.bad_request',
                'A subscription stays in its currency, and costs something',
              );
            await repository.changeSubscription(subscription, {
              nextPrice: price,
              ...(price && { isEnding: false }),
            });
            await events.tell(tx, session, 'subscription.changed', { subscription });
          },
        );
      }),
    creditOf: (connection, subscription) =>
      within(connection, async (tx) => {
        const known = await testMoneyRepository(tx).subscription(subscription);
        if (!known) throw new PaymentError('payments.gone', 'There is no such subscription');
        return known.credit;
      }),

    async portalUrl(connection, customer, returnUrl) {
      if (!isWebAddress(returnUrl))
        throw new PaymentError('payments.bad_request', 'The address to come back to is none');
      const id = await within(connection, (tx) => portal.open(tx, connection.accountId, customer, returnUrl));
      return id && addressOf(`portal/${id}`, returnUrl);
    },

    readEvent: (connection, body, headers, now) => events.read(connection.accountId, body, headers, now),
  };

  return {
    vendor,
    pages: { checkout, portal },
    owners: createTestMoneyOwners({ clock, events, renewals }),
    listen: events.listen,
    deliver: events.deliver,
    runDue: renewals.run,
  };
}

export type TestMoney = ReturnType<typeof createTestMoney>;

/** Pages lead there, so it has to be a page and not a script. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
