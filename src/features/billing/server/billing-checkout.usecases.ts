import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { clientErrors } from '#features/accounts/accounts-clients.contract.ts';
import { findAccount } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { findPeople } from '#features/accounts/server/accounts.usecases.ts';
import { within } from '#features/payments/server/syncing/vendor-calls.usecases.ts';
import { billingErrors, type BillingCheckout, type OfferChoice } from '../billing.contract.ts';
import { readable } from './billing-asking.usecases.ts';
import type { PlatformConnection } from './billing-connection.usecases.ts';
import { offerOf, titleKey, platformCurrency, type PlanSale } from './billing-offers.models.ts';
import { isLive } from './billing-states.models.ts';
import type { Syncing } from './billing-syncing.usecases.ts';
import { billingRepository, type SubscriptionRow } from './billing.repository.ts';

export type CheckoutServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  translator: Translator;
  brandName: string;
  connection: PlatformConnection;
  syncing: Syncing;
  /** As plans are sold now. */
  offered(): PlanSale;
};

/** What is ordered, once for each key, and where whoever orders it comes back to. */
type PlanOrder = OfferChoice & {
  key: string;
  origin: string;
};

/** How long the vendor's page can be paid. Stripe takes at least half an hour. */
const openMs = 3_600_000;
/** How soon the vendor is asked about a checkout whose event may have been lost. */
const firstLookMs = 120_000;
const mostTries = 3;

/** Whether an account has a subscription that runs, or a payment on its way. */
const isTaken = (row: SubscriptionRow): boolean =>
  !row.isSurplus && !row.isRevoked && (isLive(row) || row.status === 'processing');

/**
 * Subscribing to a plan: opening the vendor's page and finding out whether it was paid. Price and currency
 * are the server's.
 */
export function createCheckouts(services: CheckoutServices) {
  const { database, clock, log, connection, syncing } = services;

  const present = ({
    id,
    status,
    orderedPlan,
    orderedInterval,
    checkoutUrl,
  }: SubscriptionRow): BillingCheckout => ({
    id,
    status,
    plan: orderedPlan,
    interval: orderedInterval,
    url: status === 'open' && checkoutUrl !== '' ? checkoutUrl : null,
  });

  async function refuseSecond(scope: AccountScope): Promise<void> {
    const rows = await scope.run((tx) => billingRepository(tx).ofAccount(scope.accountId, connection.mode));
    if (rows.some(isTaken)) throw new AppError(billingErrors.alreadySubscribed);
  }

  /**
   * Closes the page of an earlier try, so that nobody pays twice. One that was paid meanwhile shows itself.
   */
  async function closeEarlier(scope: AccountScope): Promise<void> {
    for (const earlier of await scope.run((tx) => billingRepository(tx).open(scope.accountId))) {
      if (earlier.checkoutRef === null) {
        await scope.run((tx) => billingRepository(tx).expireUnasked(earlier.id));
        continue;
      }
      const { vendor, connection: way } = await connection.reach(earlier);
      await within(vendor.expireCheckout(way, earlier.checkoutRef)).catch((error: unknown) => {
        // It was paid, or is over: the asking below tells which.
        if (!(error instanceof PaymentError) || error.isRetryable) throw error;
      });
      await syncing.sync(scope.accountId, earlier.id);
    }
  }

  async function record(
    scope: AccountScope,
    { plan, interval, key }: OfferChoice & { key: string },
    amount: number,
    language: Language,
  ): Promise<SubscriptionRow | null> {
    const now = clock.now();
    const buyer = (await findPeople(database, [scope.userId])).get(scope.userId);
    const id = newId('bil', now.getTime());
    const expiresAt = new Date(now.getTime() + openMs);
    const about = {
      plan,
      interval,
      amount,
      orderedPlan: plan,
      orderedInterval: interval,
      orderedAmount: amount,
      currency: platformCurrency,
    };
    try {
      return await scope.run(async (tx) => {
        await billingRepository(tx).insert({
          id,
          accountId: scope.accountId,
          ...connection.mode,
          ...about,
          status: 'open',
          clientKey: key,
          email: buyer?.email ?? '',
          language,
          boughtBy: scope.userId,
          createdAt: now,
          expiresAt,
          syncDueAt: expiresAt,
        });
        return billingRepository(tx).byId(id);
      });
    } catch (error) {
      // Somebody of this account begins at the same moment.
      const constraint = violatedConstraint(error);
      if (constraint === 'plan_subscriptions_open' || constraint === 'plan_subscriptions_client_key')
        return null;
      throw error;
    }
  }

  /**
   * Asks the vendor for a page on which this is paid. The row's id is the key, so that asking again gives the
   * same page.
   */
  async function openPage(row: SubscriptionRow, origin: string): Promise<SubscriptionRow> {
    const { vendor, connection: way } = await connection.reach(row);
    const text = (key: string): string =>
      services.translator.text(row.language, key, { brand: services.brandName });
    const session = await within(
      vendor.createCheckout(
        way,
        {
          purchaseId: row.id,
          agentId: null,
          kind: 'subscription',
          interval: row.orderedInterval,
          trialDays: 0,
          currency: platformCurrency,
          price: { base: row.orderedAmount, tax: 0, subtotal: row.orderedAmount, total: row.orderedAmount },
          taxBehaviour: 'inclusive',
          taxThousandths: 0,
          title: text(titleKey(row.orderedPlan)),
          description:
            services.offered().texts[row.language]?.[row.orderedPlan].about ||
            text(`plans:${row.orderedPlan}.description`),
          email: row.email,
          language: row.language,
          successUrl: `${origin}/dashboard/subscription-success?checkout=${row.id}`,
          cancelUrl: `${origin}${paths.billing}`,
          expiresAt: row.expiresAt,
        },
        row.id,
      ),
    );
    return database.account(row.accountId, async (tx) => {
      await billingRepository(tx).setCheckout(row.id, session, new Date(clock.now().getTime() + firstLookMs));
      return (await billingRepository(tx).byId(row.id)) ?? row;
    });
  }

  async function begin(
    scope: AccountScope,
    input: PlanOrder,
    language: Language,
    tries: number,
  ): Promise<BillingCheckout> {
    const known = await scope.run((tx) => billingRepository(tx).byClientKey(scope.accountId, input.key));
    if (known) {
      if (known.status !== 'open' || (known.checkoutRef !== null && clock.now() < known.expiresAt))
        return present(known);
      if (clock.now() >= known.expiresAt)
        return present((await syncing.sync(scope.accountId, known.id)) ?? known);
      return present(await openPage(known, input.origin));
    }
    const amount = offerOf(input, services.offered().prices);
    if (amount === null) throw new AppError(billingErrors.unknownOffer);
    const account = await findAccount(database, scope.accountId);
    if (account?.client) throw new AppError(clientErrors.planOfAgency);
    if (account?.isOperators) throw new AppError(billingErrors.free);
    await refuseSecond(scope);
    await closeEarlier(scope);
    await refuseSecond(scope);
    const row = await record(scope, input, amount, language);
    if (row) return present(await openPage(row, input.origin));
    if (tries >= mostTries) throw new AppError(billingErrors.unavailable);
    return begin(scope, input, language, tries + 1);
  }

  return {
    closeEarlier,

    /** Opens the page for a plan; the same key gives the same page. */
    begin: (scope: AccountScope, input: PlanOrder, language: Language): Promise<BillingCheckout> =>
      begin(scope, input, language, 1).catch((error: unknown) => {
        if (error instanceof PaymentError)
          log.warn({ err: error, accountId: scope.accountId }, 'the page for a plan could not be opened');
        throw readable(error);
      }),

    /** What became of a page. What the vendor can't tell now, the stored state tells. */
    async returned(scope: AccountScope, id: string): Promise<BillingCheckout> {
      const row = await scope.run((tx) => billingRepository(tx).byId(id));
      if (!row) throw new AppError(billingErrors.checkoutNotFound);
      const isDecided = row.status !== 'open' && row.status !== 'processing';
      const synced = isDecided
        ? row
        : await syncing.sync(scope.accountId, id).catch((error: unknown) => {
            throw readable(error);
          });
      return present(synced ?? row);
    },
  };
}
