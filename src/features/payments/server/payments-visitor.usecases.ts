import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { walletOf } from '#features/paywall/server/paywall.usecases.ts';
import { paymentsErrors, type Wall } from '../payments.contract.ts';
import { readable, within } from './payments-asking.usecases.ts';
import { agentOfVisitor, type CheckoutServices } from './payments-checkout.usecases.ts';
import type { PurchaseRow } from './payments-facts.models.ts';
import { couponOf, offersOf } from './payments-offers.models.ts';
import { paymentsRepository } from './payments.repository.ts';

const isLive = ({ subscriptionStatus }: PurchaseRow): boolean => subscriptionStatus === 'trialing' || subscriptionStatus === 'active' || subscriptionStatus === 'past_due';

/** What the visitor's chat shows of money, and what he does with his subscription. */
export function createVisitorPayments(services: CheckoutServices) {
  const { database, clock, connections, syncing } = services;

  async function subscriptionOf(visitor: VisitorIdentity, isTest: boolean): Promise<PurchaseRow | null> {
    return database.account(visitor.accountId, async (tx) => paymentsRepository(tx).subscriptionOf(await walletOf(tx, visitor.visitorId), visitor.agentId, isTest));
  }

  async function presentSubscription(row: PurchaseRow | null): Promise<Wall['subscription']> {
    if (!row?.subscriptionStatus || !row.periodEnd || (!isLive(row) && row.periodEnd <= clock.now())) return null;
    const reached = await connections.ofPurchase(row);
    const hasPortal = row.customerRef !== null && (row.vendor === 'test-money' || (reached?.connection.references.portalConfiguration ?? '') !== '');
    return { status: row.subscriptionStatus, until: row.periodEnd.toISOString(), isEnding: row.isEnding, hasPortal };
  }

  async function wall(visitor: VisitorIdentity, code: string | undefined): Promise<Wall> {
    const agent = await agentOfVisitor(services.agents, visitor);
    const { payment, basic } = agent.configuration;
    const known = await connections.forVisitor(visitor.accountId, visitor.isPreview);
    const { isTest } = known.connection;
    const now = clock.now();
    const coupon = couponOf(payment, code, now);
    const { email, isUsedUp } = await database.account(visitor.accountId, async (tx) => {
      const repository = paymentsRepository(tx);
      const standing = await repository.standing(visitor.visitorId, null);
      return {
        // What he typed himself; an address that somebody else may have typed for him is not shown.
        email: (await repository.lastEmail(visitor.visitorId)) ?? (standing?.formState === 'filled' ? standing.email : null),
        isUsedUp: coupon !== null && coupon.mostUses > 0 && (await repository.couponUses(agent.id, coupon.code, isTest, now)) >= coupon.mostUses,
      };
    });
    if (code && payment.enabled && (!coupon || isUsedUp)) throw new AppError(paymentsErrors.couponUnknown);
    const offers = offersOf(payment, coupon, basic.name);
    const missing = [...(offers.length === 0 ? (['price'] as const) : []), ...connections.missingIn(known)];
    return {
      balance: await services.balance(visitor),
      readiness: payment.enabled && (offers.length === 0 || !connections.isReady(known)) ? 'incomplete' : 'ready',
      // Only the owner learns what is missing.
      ...(visitor.isPreview && payment.enabled && missing.length > 0 ? { missing } : {}),
      offers: offers.map(({ offer }) => offer),
      description: payment.description,
      buttonText: payment.buttonText,
      hasCoupons: payment.coupons.some((one) => couponOf(payment, one.code, now) !== null),
      email,
      isTest,
      subscription: await presentSubscription(await subscriptionOf(visitor, isTest)),
    };
  }

  async function required(visitor: VisitorIdentity) {
    const row = await subscriptionOf(visitor, (await connections.paymentMode(visitor.accountId, visitor.isPreview)) === 'test');
    if (!row) throw new AppError(paymentsErrors.noSubscription);
    const reached = await connections.ofPurchase(row);
    if (!reached) throw new AppError(paymentsErrors.notReady);
    return { row, ...reached };
  }

  return {
    wall,

    /** Ends the visitor's subscription at its period's end, or takes that back. What is paid stays open until then. */
    async manage(visitor: VisitorIdentity, isEnding: boolean): Promise<Wall> {
      const { row, vendor, connection } = await required(visitor);
      if (!row.subscriptionRef || !isLive(row)) throw new AppError(paymentsErrors.noSubscription);
      // Doing it again changes nothing, so every click has a key of its own: the vendor must not answer with what it did last week.
      await within(vendor.changeSubscription(connection, row.subscriptionRef, isEnding ? 'end' : 'resume', newId('req'))).catch((error: unknown) => {
        throw readable(error);
      });
      await syncing.sync(row.accountId, row.id).catch((error: unknown) => {
        throw readable(error);
      });
      return wall(visitor, undefined);
    },

    /** The vendor's page for card and invoices. */
    async portal(visitor: VisitorIdentity): Promise<{ url: string }> {
      const { row, vendor, connection } = await required(visitor);
      const url = row.customerRef === null ? null : await within(vendor.portalUrl(connection, row.customerRef, `${services.publicUrl().replace(/\/$/, '')}/subscription-success?purchase=${row.id}&managed=1`)).catch((error: unknown) => {
        throw readable(error);
      });
      if (url === null) throw new AppError(paymentsErrors.notReady);
      return { url };
    },
  };
}

