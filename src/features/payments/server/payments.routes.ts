import { AppError, commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { rawBody } from '#platform/http/raw-body.ts';
import { addressKey, isLoopback, ofAddress, ofNetworks } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter, type RateRule, type RateUse } from '#platform/rate-limit/rate-limit.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { paymentsConnectionsEndpoints } from '../payments-connections.contract.ts';
import { paymentsVisitorEndpoints } from '../payments-visitor.contract.ts';
import { createCouponGuesses } from './checkout/coupon-guesses.usecases.ts';
import type { PaymentsUsecases } from './payments.usecases.ts';

/**
 * Whoever tries out stolen cards begins many checkouts: from one address, as one visitor after the other, or
 * with one agent.
 */
const rules = {
  address: { name: 'checkout-address', limit: 12, windowSeconds: 600 },
  addressDay: { name: 'checkout-address-day', limit: 60, windowSeconds: 86_400 },
  visitor: { name: 'checkout-visitor', limit: 15, windowSeconds: 3_600 },
  agent: { name: 'checkout-agent', limit: 600, windowSeconds: 3_600 },
  email: { name: 'checkout-email', limit: 15, windowSeconds: 3_600 },
  /** Looking whether it is paid. Beyond that the vendor is not asked for everybody who looks. */
  looks: { name: 'checkout-looks', limit: 90, windowSeconds: 60 },
  steps: { name: 'payment-steps', limit: 30, windowSeconds: 600 },
  restoreAddress: { name: 'restore-address', limit: 20, windowSeconds: 3_600 },
  restorePair: { name: 'restore-pair', limit: 5, windowSeconds: 3_600 },
  restoreVisitor: { name: 'restore-visitor', limit: 10, windowSeconds: 3_600 },
  confirmVisitor: { name: 'restore-confirm', limit: 30, windowSeconds: 3_600 },
  confirmAddress: { name: 'restore-confirm-address', limit: 60, windowSeconds: 3_600 },
} as const satisfies Record<string, RateRule>;

const { wall, checkout, checkoutState, restore, restoreConfirm, manage, portal, ownPurchases } =
  paymentsVisitorEndpoints;
const { webhook, platformWebhook } = paymentsConnectionsEndpoints;

/** What visitors and vendors call. */
export function paymentsRoutes(binder: Binder, payments: PaymentsUsecases, limiter: RateLimiter): void {
  const limit = (uses: readonly RateUse[]): Promise<void> =>
    admit(limiter, commonErrors.tooManyRequests, uses);
  const coupons = createCouponGuesses(limiter);
  /**
   * An email address from one place. By itself it must not count: whoever knows it could keep its owner from
   * paying.
   */
  const emailFrom = ({ agentId, visitorId }: VisitorIdentity, email: string, address: string): string => {
    const place = addressKey(address);
    return `${agentId} ${email} ${isLoopback(place) ? visitorId : place}`;
  };
  /** Begins a checkout. One that is refused is none that the agent's others have to go without. */
  async function counted<T>(
    visitor: VisitorIdentity,
    uses: readonly RateUse[],
    begin: () => Promise<T>,
  ): Promise<T> {
    const ofAgent = { rule: rules.agent, key: visitor.agentId };
    await limit([...uses, ofAgent]);
    try {
      return await begin();
    } catch (error) {
      if (error instanceof AppError) await limiter.giveBack([ofAgent]);
      throw error;
    }
  }
  bindEndpoints(
    binder,
    {
      wall,
      checkout,
      checkoutState,
      restore,
      restoreConfirm,
      manage,
      portal,
      ownPurchases,
      webhook,
      platformWebhook,
    },
    {
      wall: ({ visitor, query, address }) =>
        coupons.guarded(visitor, query.coupon, address, () => payments.visitor.wall(visitor, query.coupon)),
      async checkout({ visitor, body, address, language }) {
        const uses = [
          { rule: rules.visitor, key: visitor.visitorId },
          { rule: rules.email, key: emailFrom(visitor, body.email, address) },
          ...ofAddress(address, rules.address, rules.addressDay),
        ];
        const begin = () => payments.checkouts.begin(visitor, body, language);
        return coupons.guarded(visitor, body.coupon, address, () => counted(visitor, uses, begin));
      },
      async checkoutState({ visitor, params }) {
        return payments.checkouts.state(
          visitor,
          params.id,
          (await limiter.take(rules.looks, visitor.visitorId)) === null,
        );
      },
      async restore({ visitor, body, address, language }) {
        const pair = emailFrom(visitor, body.email, address);
        await limit([
          { rule: rules.restoreVisitor, key: visitor.visitorId },
          { rule: rules.restorePair, key: pair },
          ...ofAddress(address, rules.restoreAddress),
        ]);
        await payments.restoring.send(visitor, body.email, language, pair);
        return {};
      },
      async restoreConfirm({ visitor, body, address }) {
        await limit([
          { rule: rules.confirmVisitor, key: visitor.visitorId },
          ...ofNetworks(address, rules.confirmAddress),
        ]);
        return payments.restoring.confirm(visitor, body.email, body.code);
      },
      async manage({ visitor, body }) {
        await limit([{ rule: rules.steps, key: visitor.visitorId }]);
        return payments.visitor.manage(visitor, body.isEnding);
      },
      async portal({ visitor, body }) {
        await limit([{ rule: rules.steps, key: visitor.visitorId }]);
        return payments.visitor.portal(visitor, body.isEmbedded);
      },
      ownPurchases: async ({ visitor }) => ({ purchases: await payments.visitor.purchases(visitor) }),
      async webhook({ params, request }) {
        await payments.events.receive(params.accountId, params.mode, rawBody(request), headersOf(request));
        return {};
      },
      async platformWebhook({ params, request }) {
        await payments.events.receiveFromPlatform(params.mode, rawBody(request), headersOf(request));
        return {};
      },
    },
  );
}

function headersOf({ headers }: Parameters<typeof rawBody>[0]): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
