import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { accessByPurchases, balanceOf, walletOf } from '#features/paywall/server/paywall.usecases.ts';
import type { OwnPurchase } from '../../payments-movements.contract.ts';
import type { Wall } from '../../payments-visitor.contract.ts';
import { paymentsErrors } from '../../payments.contract.ts';
import { readable, within } from '../syncing/vendor-calls.usecases.ts';
import { agentOfVisitor, unnamed, type CheckoutServices } from './begin.usecases.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import { returnPath } from './vendor-page.usecases.ts';
import { couponOf, offersOf } from './offers.models.ts';
import type { Papers } from '../receipts/invoices.usecases.ts';
import { personsRepository } from '../subscriptions/one-per-person.repository.ts';
import { movementsRepository } from '../movements/changes.repository.ts';
import { paymentsRepository } from '../payments.repository.ts';

const mostPurchases = 50;
const isLive = ({ subscriptionStatus }: PurchaseRow): boolean =>
  subscriptionStatus === 'trialing' || subscriptionStatus === 'active' || subscriptionStatus === 'past_due';

/** What the visitor's chat shows of money, and what they do with their subscription. */
export function createVisitorPayments(services: CheckoutServices & { papers: Pick<Papers, 'linksOf'> }) {
  const { database, clock, connections, syncing } = services;

  async function subscriptionOf(visitor: VisitorIdentity, isTest: boolean): Promise<PurchaseRow | null> {
    return database.account(visitor.accountId, async (tx) =>
      paymentsRepository(tx).subscriptionOf(
        { walletId: await walletOf(tx, visitor.visitorId), visitorId: visitor.visitorId },
        visitor.agentId,
        isTest,
      ),
    );
  }

  async function presentSubscription(row: PurchaseRow | null): Promise<Wall['subscription']> {
    if (
      !row?.subscriptionStatus ||
      !row.periodEnd ||
      (!isLive(row) && (row.periodEnd <= clock.now() || row.closing === 'refund'))
    )
      return null;
    const reached = await connections.ofPurchase(row);
    const hasPortal =
      row.customerRef !== null &&
      (row.vendor === 'test-money' || (reached?.connection.references.portalConfiguration ?? '') !== '');
    return {
      status: row.subscriptionStatus,
      until: row.periodEnd.toISOString(),
      isEnding: row.isEnding,
      isPaused: row.isPaused,
      hasPortal,
    };
  }

  /**
   * What is left of the wall of an agent that is gone: nothing is sold, and what is paid again and again can
   * be ended.
   */
  async function closedWall(visitor: VisitorIdentity): Promise<Wall> {
    const isTest = (await connections.paymentMode(visitor.accountId, visitor.isPreview)) === 'test';
    const subscription = await presentSubscription(await subscriptionOf(visitor, isTest));
    const balance = balanceOf([], null, clock.now());
    return {
      balance,
      readiness: 'incomplete',
      offers: [],
      description: '',
      buttonText: '',
      hasCoupons: false,
      email: null,
      isTest,
      isElsewhere: false,
      subscription,
    };
  }

  async function wall(visitor: VisitorIdentity, code: string | undefined): Promise<Wall> {
    const agent = await agentOfVisitor(services, visitor);
    if (!agent) return closedWall(visitor);
    const { payment, basic } = agent.configuration;
    const known = await connections.forVisitor(visitor.accountId, visitor.isPreview);
    const { isTest } = known.connection;
    const now = clock.now();
    const coupon = couponOf(payment, code, now);
    const { email, isUsedUp, hasTried, isElsewhere, isBlocked } = await database.account(
      visitor.accountId,
      async (tx) => {
        const repository = paymentsRepository(tx);
        const buyer = await repository.buyer(visitor.visitorId, null);
        return {
          // What they typed themselves, or proved to be theirs; what others typed, imported or noted is not
          // shown.
          email:
            (await repository.lastEmail(visitor.visitorId)) ??
            buyer?.provenEmail ??
            buyer?.typed.find(({ type }) => type === 'email')?.value ??
            null,
          isBlocked: buyer?.isBlocked === true,
          isElsewhere: await repository.isElsewhere(visitor, await walletOf(tx, visitor.visitorId), isTest),
          hasTried: await personsRepository(tx).hasTried({
            ...(await unnamed(tx, visitor.visitorId)),
            agentId: agent.id,
            isTest,
          }),
          isUsedUp:
            coupon !== null &&
            coupon.mostUses > 0 &&
            (await repository.couponUses(agent.id, coupon.code, isTest, now)) >= coupon.mostUses,
        };
      },
    );
    if (code && payment.enabled && (!coupon || isUsedUp)) throw new AppError(paymentsErrors.couponUnknown);
    // What is paused offers nothing and asks for no address, and neither is somebody asked who is refused;
    // what was bought can still be managed.
    const isClosed = agent.closed !== null || isBlocked;
    const offers = isClosed ? [] : offersOf(payment, coupon, basic.name, hasTried);
    const missing = [...(offers.length === 0 ? (['price'] as const) : []), ...connections.missingIn(known)];
    return {
      balance: await services.balance(visitor),
      readiness:
        payment.enabled && !isClosed && (offers.length === 0 || !connections.isReady(known))
          ? 'incomplete'
          : 'ready',
      // Only the owner learns what is missing.
      ...(visitor.isPreview && payment.enabled && missing.length > 0 ? { missing } : {}),
      offers: offers.map(({ offer }) => offer),
      description: payment.description,
      buttonText: payment.buttonText,
      hasCoupons: !isClosed && payment.coupons.some((one) => couponOf(payment, one.code, now) !== null),
      email: isClosed ? null : email,
      isTest,
      isElsewhere,
      subscription: await presentSubscription(await subscriptionOf(visitor, isTest)),
    };
  }

  async function required(visitor: VisitorIdentity) {
    const row = await subscriptionOf(
      visitor,
      (await connections.paymentMode(visitor.accountId, visitor.isPreview)) === 'test',
    );
    if (!row) throw new AppError(paymentsErrors.noSubscription);
    const reached = await connections.ofPurchase(row);
    if (!reached) throw new AppError(paymentsErrors.notReady);
    return { row, ...reached };
  }

  async function endOthers(visitor: VisitorIdentity, except: string): Promise<void> {
    const rows = await database.account(visitor.accountId, async (tx) =>
      personsRepository(tx).allRunningOf(
        { walletId: await walletOf(tx, visitor.visitorId), visitorId: visitor.visitorId },
        visitor.agentId,
      ),
    );
    for (const row of rows.filter(({ id, isEnding }) => id !== except && !isEnding)) {
      const reached = await connections.ofPurchase(row);
      if (!reached || !row.subscriptionRef) continue;
      await within(
        reached.vendor.changeSubscription(reached.connection, row.subscriptionRef, 'end', newId('req')),
      );
      await syncing.sync(row.accountId, row.id);
    }
  }

  return {
    wall,

    /** What was bought with the wallet that the visitor holds, on whatever device, newest first. */
    async purchases(visitor: VisitorIdentity): Promise<OwnPurchase[]> {
      return database.account(visitor.accountId, async (tx) => {
        const rows = await paymentsRepository(tx).ofWallet(
          await walletOf(tx, visitor.visitorId),
          visitor.agentId,
          mostPurchases,
        );
        const ids = rows.map(({ id }) => id);
        const [access, sums] = [await accessByPurchases(tx, ids), await movementsRepository(tx).sumsOf(ids)];
        const papers = await services.papers.linksOf(tx, visitor.accountId, ids);
        return rows.flatMap((row): OwnPurchase[] => {
          if (row.kind === 'form') return [];
          const { paid, returned } = sums.get(row.id) ?? { paid: 0, returned: 0 };
          const { id, kind: type, currency, receiptUrl, isTest } = row;
          const messages = type === 'pack' ? row.terms.messages : null;
          const about = {
            id,
            type,
            title: row.terms.offer?.title ?? '',
            currency,
            receiptUrl,
            isTest,
            papers: papers.get(id) ?? [],
          };
          return [
            {
              ...about,
              paid,
              returned,
              messages,
              messagesLeft: access.get(id)?.messagesLeft ?? null,
              at: (row.paidAt ?? row.createdAt).toISOString(),
            },
          ];
        });
      });
    },

    /**
     * Ends the visitor's subscription at its period's end, or takes that back. What is paid stays open until
     * then.
     */
    async manage(visitor: VisitorIdentity, isEnding: boolean): Promise<Wall> {
      const { row, vendor, connection } = await required(visitor);
      if (!row.subscriptionRef || !isLive(row)) throw new AppError(paymentsErrors.noSubscription);
      // What is ended because it is not served goes on by itself when the service is back, or was bought out.
      if (!isEnding && row.closing !== '') throw new AppError(paymentsErrors.noSubscription);
      const change = isEnding ? 'end' : 'resume';
      try {
        // Doing it again changes nothing, so every click has a key of its own: the vendor must not answer
        // with what it did last week.
        await within(vendor.changeSubscription(connection, row.subscriptionRef, change, newId('req')));
        await syncing.sync(row.accountId, row.id);
        // "You pay nothing more" is true of all that they have.
        if (isEnding) await endOthers(visitor, row.id);
      } catch (error) {
        throw readable(error);
      }
      return wall(visitor, undefined);
    },

    /** The vendor's page for card and invoices. */
    async portal(
      visitor: VisitorIdentity,
      { isEmbedded, origin }: { isEmbedded: boolean; origin: string },
    ): Promise<{ url: string }> {
      const { row, vendor, connection } = await required(visitor);
      const url =
        row.customerRef === null
          ? null
          : await within(
              vendor.portalUrl(
                connection,
                row.customerRef,
                `${origin}${returnPath(row.id, isEmbedded)}&managed=1`,
              ),
            ).catch((error: unknown) => {
              throw readable(error);
            });
      if (url === null) throw new AppError(paymentsErrors.notReady);
      return { url };
    },
  };
}
