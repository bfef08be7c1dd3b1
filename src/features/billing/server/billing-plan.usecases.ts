import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import { hadTrial } from '#shared/money/trial.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { SubscriptionPrice } from '#providers/payments/payments.port.ts';
import { incompleteDays } from '#features/accounts/accounts.contract.ts';
import {
  findAccount,
  hasGivenPlan,
  type PlanStatus,
  type PlanStatuses,
} from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { within } from '#features/payments/server/syncing/vendor-calls.usecases.ts';
import { billingErrors, type Billing, type ChangePreview, type OfferChoice } from '../billing.contract.ts';
import { readable } from './billing-asking.usecases.ts';
import type { PlatformConnection, Reached } from './billing-connection.usecases.ts';
import {
  isDowngrade,
  offerOf,
  offers,
  platformCurrency,
  titleKey,
  type PlanSale,
} from './billing-offers.models.ts';
import { currentOf, isLive } from './billing-states.models.ts';
import type { Syncing } from './billing-syncing.usecases.ts';
import { billingRepository, type SubscriptionRow } from './billing.repository.ts';

export type PlanServices = {
  clock: Clock;
  database: Database;
  translator: Translator;
  brandName: string;
  planStatuses: PlanStatuses;
  connection: PlatformConnection;
  syncing: Syncing;
  /** As plans are sold now. */
  offered(): PlanSale;
};

type Change = OfferChoice & {
  key: string;
  when?: 'now' | 'period_end' | undefined;
};

const dayMs = 86_400_000;

/** What an account has, what it paid, and every change of it. */
export function createPlan(services: PlanServices) {
  const { database, planStatuses, connection, syncing } = services;
  const rowsOf = (scope: AccountScope): Promise<SubscriptionRow[]> =>
    scope.run((tx) => billingRepository(tx).ofAccount(scope.accountId, connection.mode));

  async function billing(scope: AccountScope): Promise<Billing> {
    const account = await findAccount(database, scope.accountId);
    if (!account) throw new AppError(commonErrors.notFound);
    if (account.client) return billingForNothing('client');
    const rows = await rowsOf(scope);
    // What the superadmin bought before is theirs to change and to end.
    const isGiven = hasGivenPlan(account, services.clock.now());
    if ((account.isOperators || isGiven) && !rows.some(isLive)) return billingForNothing('included');
    return presentBilling(planStatuses.ofRow(account), rows, {
      ...services.offered(),
      isTest: connection.mode.isTest,
      hasPortal: rows.some(({ customerRef }) => customerRef !== null) && (await hasPortal()),
    });
  }

  async function hasPortal(): Promise<boolean> {
    // A vendor that can't be reached now has the page all the same.
    const reached = await connection.sender().catch(() => null);
    return (
      reached === null ||
      reached.connection.vendor === 'test-money' ||
      reached.connection.references.portalConfiguration !== ''
    );
  }

  /** The running subscription with the way to it. */
  async function running(
    scope: AccountScope,
  ): Promise<Reached & { row: SubscriptionRow; reference: string }> {
    const row = currentOf(await rowsOf(scope));
    if (!row?.subscriptionRef) throw new AppError(billingErrors.noSubscription);
    return { row, reference: row.subscriptionRef, ...(await connection.reach(row)) };
  }

  /** Does what the vendor may refuse, then brings everything to what the vendor says. */
  async function act(scope: AccountScope, work: () => Promise<SubscriptionRow>): Promise<Billing> {
    try {
      const row = await work();
      await syncing.sync(row.accountId, row.id);
    } catch (error) {
      throw readable(error);
    }
    return billing(scope);
  }

  async function changing(
    scope: AccountScope,
    choice: OfferChoice,
    language: Language,
  ): Promise<Reached & { row: SubscriptionRow; reference: string; price: SubscriptionPrice }> {
    const amount = offerOf(choice, services.offered().prices);
    if (amount === null) throw new AppError(billingErrors.unknownOffer);
    const found = await running(scope);
    if (found.row.subscriptionStatus !== 'active' && found.row.subscriptionStatus !== 'trialing')
      throw new AppError(billingErrors.payFirst);
    if (found.row.plan === choice.plan && found.row.interval === choice.interval)
      throw new AppError(billingErrors.samePlan);
    const title = services.translator.text(language, titleKey(choice.plan), { brand: services.brandName });
    return {
      ...found,
      price: { label: choice.plan, title, currency: platformCurrency, amount, interval: choice.interval },
    };
  }

  return {
    billing,

    async preview(scope: AccountScope, choice: OfferChoice, language: Language): Promise<ChangePreview> {
      try {
        const { vendor, connection: way, row, reference, price } = await changing(scope, choice, language);
        const { dueNow, currency, periodEnd } = await within(vendor.previewPrice(way, reference, price));
        const waitsUntil = isDowngrade(row, choice) ? (row.periodEnd?.toISOString() ?? null) : null;
        return { dueNow, amount: price.amount, currency, nextBillingAt: periodEnd.toISOString(), waitsUntil };
      } catch (error) {
        throw readable(error);
      }
    },

    /**
     * Changes plan or interval, at once or when what is paid is over: then the vendor itself renews at the
     * other price, so that nothing of ours can come too late. The same key again is the same change.
     */
    async change(
      scope: AccountScope,
      { key, when = 'now', ...choice }: Change,
      language: Language,
    ): Promise<Billing> {
      if (currentOf(await rowsOf(scope))?.changeKey === key) return billing(scope);
      return act(scope, async () => {
        const { vendor, connection: way, row, reference, price } = await changing(scope, choice, language);
        if (when === 'now' && row.waiting) throw new AppError(billingErrors.changeWaits);
        if (when === 'period_end' && !isDowngrade(row, choice)) throw new AppError(billingErrors.cannotWait);
        const named = `${row.id}-${key}`;
        await within(
          when === 'now'
            ? vendor.changePrice(way, reference, price, named)
            : vendor.changePriceLater(way, reference, price, named),
        );
        await scope.run((tx) => billingRepository(tx).change(row.id, { changeKey: key }));
        return row;
      });
    },

    /** Takes back what waits for the period's end. */
    withdrawChange: (scope: AccountScope): Promise<Billing> =>
      act(scope, async () => {
        const { vendor, connection: way, row, reference } = await running(scope);
        await within(vendor.changePriceLater(way, reference, null, newId('req')));
        return row;
      }),

    /** Ends the subscription with what is paid; where a payment is missing nothing is, so it ends now. */
    cancel: (scope: AccountScope): Promise<Billing> =>
      act(scope, async () => {
        const { vendor, connection: way, row, reference } = await running(scope);
        const isPaid = row.subscriptionStatus === 'active' || row.subscriptionStatus === 'trialing';
        // Doing it again changes nothing, so every click has a key of its own: the vendor must not answer
        // with what it did last month.
        await within(vendor.changeSubscription(way, reference, isPaid ? 'end' : 'cancel_now', newId('req')));
        return row;
      }),

    /** Ends at once what runs, at the vendor too: before an account goes. */
    async endNow(scope: AccountScope): Promise<void> {
      try {
        for (const row of (await rowsOf(scope)).filter(isLive)) {
          if (!row.subscriptionRef) continue;
          const { vendor, connection: way } = await connection.reach(row);
          await within(vendor.changeSubscription(way, row.subscriptionRef, 'cancel_now', newId('req')));
        }
      } catch (error) {
        throw readable(error);
      }
    },

    resume: (scope: AccountScope): Promise<Billing> =>
      act(scope, async () => {
        const { vendor, connection: way, row, reference } = await running(scope);
        await within(vendor.changeSubscription(way, reference, 'resume', newId('req')));
        return row;
      }),

    /**
     * The vendor's page on which the card is changed: of the running subscription, else of the last one; it leads
     * back to `origin`.
     */
    async portal(scope: AccountScope, origin: string): Promise<{ url: string }> {
      const rows = await rowsOf(scope);
      const row = currentOf(rows) ?? rows.findLast(({ customerRef }) => customerRef !== null);
      if (!row?.customerRef) throw new AppError(billingErrors.noSubscription);
      try {
        const { vendor, connection: way } = await connection.reach(row);
        const url = await within(vendor.portalUrl(way, row.customerRef, `${origin}${paths.billing}`));
        if (url === null) throw new AppError(billingErrors.unavailable);
        return { url };
      } catch (error) {
        throw readable(error);
      }
    },
  };
}

/** Where an account stands, as its owner sees it. */
function presentBilling(
  planStatus: PlanStatus,
  rows: readonly SubscriptionRow[],
  about: PlanSale & { isTest: boolean; hasPortal: boolean },
): Billing {
  const row =
    currentOf(rows) ??
    rows.findLast(({ status, isSurplus }) => status === 'processing' && !isSurplus) ??
    null;
  const { status, isActive, since, trialEnd } = planStatus;
  const has = row !== null && (status === 'active' || status === 'incomplete') ? row : null;
  const isPaying = has !== null && isLive(has) && status === 'active';
  const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;
  return {
    plan: has ? has.plan : status === 'trialing' && isActive ? 'trial' : 'none',
    status,
    isActive,
    isTest: about.isTest,
    interval: has?.interval ?? null,
    amount: has?.amount ?? null,
    currency: has?.currency ?? platformCurrency,
    trialEnd: status === 'trialing' && hadTrial(since, trialEnd) ? iso(trialEnd) : null,
    nextBillingAt: isPaying && !has.isEnding ? iso(has.periodEnd) : null,
    endsAt: isPaying && has.isEnding ? iso(has.periodEnd) : null,
    waiting:
      isPaying && has.waiting && has.periodEnd ? { ...has.waiting, at: has.periodEnd.toISOString() } : null,
    credit: has?.credit ?? 0,
    payUntil:
      status === 'incomplete' ? new Date(since.getTime() + incompleteDays * dayMs).toISOString() : null,
    card: has?.card ?? null,
    hasPortal: about.hasPortal,
    offers: offers(about.prices),
    texts: about.texts,
  };
}

/** Where an account stands that is asked for no money. */
export function billingForNothing(plan: 'free' | 'included' | 'client'): Billing {
  return {
    plan,
    status: 'active',
    isActive: true,
    isTest: false,
    interval: null,
    amount: null,
    currency: platformCurrency,
    trialEnd: null,
    nextBillingAt: null,
    endsAt: null,
    waiting: null,
    credit: 0,
    payUntil: null,
    card: null,
    hasPortal: false,
    offers: [],
    texts: {},
  };
}
