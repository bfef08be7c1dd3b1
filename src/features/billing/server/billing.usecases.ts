import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import { findAccount, type PlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import type {
  PaymentConnections,
  PaymentVendors,
} from '#features/payments/server/connecting/connections.usecases.ts';
import { billingErrors, type Billing, type BillingCheckout, type Invoice } from '../billing.contract.ts';
import { createCheckouts } from './billing-checkout.usecases.ts';
import { createPlatformConnection, type Platform, type PlatformLack } from './billing-connection.usecases.ts';
import { createBillingEvents } from './billing-events.usecases.ts';
import { createNotices } from './billing-notices.usecases.ts';
import { createPlanPapers, type PapersServices, type PlanPapers } from './billing-papers.usecases.ts';
import type { PlanSale } from './billing-offers.models.ts';
import { createPlan, billingForNothing } from './billing-plan.usecases.ts';
import { createReconcile } from './billing-reconcile.usecases.ts';
import { isLive } from './billing-states.models.ts';
import { createSyncing } from './billing-syncing.usecases.ts';
import { billingRepository } from './billing.repository.ts';

const mostInvoices = 240;

export type BillingServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  translator: Translator;
  brandName: string;
  planStatuses: PlanStatuses;
  vendors: PaymentVendors;
  connections: PaymentConnections;
  mail: Pick<MailUsecases, 'send'>;
  publicUrl(): string;
  /** What plans cost now, and what the operator says of them. */
  offered(): PlanSale;
} & Pick<PapersServices, 'invoices' | 'platformAccountId' | 'seller'>;

/** Selling the platform's plans. */
function createSale(services: BillingServices & { platform: Platform; papers: PlanPapers }) {
  const connection = createPlatformConnection(services);
  const syncing = createSyncing({ ...services, connection });
  const all = { ...services, connection, syncing };
  return {
    connection,
    syncing,
    checkouts: createCheckouts(all),
    plan: createPlan(all),
    events: createBillingEvents(all),
    reconcile: createReconcile(all),
    notices: createNotices(all),
  };
}

/**
 * How many subscriptions to plans charge real money again: those that end with what is paid don't. `tx` looks
 * over the wall.
 */
export const countCharging = (tx: Transaction): Promise<number> => billingRepository(tx).countCharging();

/** Ends the plan of an account that is kept out, in the background. `tx` looks over the wall. */
export const endPlanOfSuspended = (tx: Transaction, accountId: string, now: Date): Promise<void> =>
  billingRepository(tx).askSoon(accountId, now);

/** @param platform what plans are sold through, while they are not free */
export function createBillingUsecases(
  services: BillingServices & { platform: Platform; arePlansFree(): boolean },
) {
  const papers = createPlanPapers(services);
  const selling = createSale({ ...services, papers });
  const saleNow = () => (services.arePlansFree() ? null : selling);

  /** Whether the vendor would charge the account again. */
  const willCharge = async (scope: AccountScope): Promise<boolean> =>
    (await scope.run((tx) => billingRepository(tx).ofAccount(scope.accountId, selling.connection.mode))).some(
      (row) => isLive(row) && !row.isEnding,
    );

  return {
    /** Null while every plan is free. */
    get sale() {
      return saleNow();
    },

    /** What keeps plans from being sold, as the provider says now; null where it says nothing. */
    lacking: (): Promise<PlatformLack[] | null> => saleNow()?.connection.lacking() ?? Promise.resolve([]),

    /** What is sold, or the refusal of a server that sells nothing. */
    required() {
      const sale = saleNow();
      if (!sale) throw new AppError(billingErrors.free);
      return sale;
    },

    /** Asking the vendor again about what runs, also where plans became free: it charges all the same. */
    reconcile: selling.reconcile,

    /** What takes the vendor's events: also where plans became free, once something was bought. Else null. */
    async listening() {
      const isNeeded =
        saleNow() !== null || (await billingRepository(services.database.direct).wasAnythingBegun());
      return isNeeded ? selling.events : null;
    },

    /** As `required`, also where plans became free while the account's subscription goes on. */
    async requiredToEnd(scope: AccountScope) {
      const sale = saleNow();
      if (sale) return sale;
      if (!(await willCharge(scope))) throw new AppError(billingErrors.free);
      return selling;
    },

    async billing(scope: AccountScope): Promise<Billing> {
      const sale = saleNow();
      if (sale) return sale.plan.billing(scope);
      // Whoever is charged though plans became free sees it and can end it; nothing else is sold.
      if (await willCharge(scope)) return { ...(await selling.plan.billing(scope)), offers: [] };
      const account = await findAccount(services.database, scope.accountId);
      return billingForNothing(account?.client ? 'client' : 'free');
    },

    /** Closes pages that could still be paid and ends what runs, before an account goes. */
    async endNow(scope: AccountScope): Promise<void> {
      await selling.checkouts.closeEarlier(scope);
      await selling.plan.endNow(scope);
    },

    /** What became of a payment page. */
    async returned(scope: AccountScope, id: string): Promise<BillingCheckout> {
      const sale = saleNow();
      if (!sale) throw new AppError(billingErrors.checkoutNotFound);
      return sale.checkouts.returned(scope, id);
    },

    /** What the account paid; that stays to be seen where plans became free. */
    async invoices(scope: AccountScope): Promise<{ items: Invoice[] }> {
      const rows = await scope.run((tx) => billingRepository(tx).invoices(scope.accountId, mostInvoices));
      const papersOf = await papers.ofPayments(rows);
      return {
        items: rows.map((row) => {
          const {
            subscriptionId,
            reference,
            paidAt,
            amount,
            refunded,
            currency,
            plan,
            interval,
            isTest,
            url,
          } = row;
          const state =
            refunded === 0
              ? ('paid' as const)
              : refunded < amount
                ? ('partly_refunded' as const)
                : ('refunded' as const);
          const id = `${subscriptionId}-${reference}`;
          return {
            id,
            at: paidAt.toISOString(),
            amount,
            refunded,
            currency,
            plan,
            interval,
            isTest,
            state,
            url,
            papers: papersOf(row),
          };
        }),
      };
    },
  };
}

export type BillingUsecases = ReturnType<typeof createBillingUsecases>;
