import { commonErrors } from '#shared/errors.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { rawBody } from '#platform/http/raw-body.ts';
import { ofAddress, ofNetworks } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter, type RateRule, type RateUse } from '#platform/rate-limit/rate-limit.ts';
import { paymentsConnectionsEndpoints } from '../payments-connections.contract.ts';
import { paymentsVisitorEndpoints } from '../payments-visitor.contract.ts';
import { createCouponGuesses } from './checkout/coupon-guesses.usecases.ts';
import { createGuardedCheckout, emailFrom } from './checkout/guarded-checkout.usecases.ts';
import type { PaymentsUsecases } from './payments.usecases.ts';

const rules = {
  /** Looking whether it is paid. Beyond that the vendor is not asked for everybody who looks. */
  looks: { name: 'checkout-looks', limit: 90, windowSeconds: 60 },
  steps: { name: 'payment-steps', limit: 30, windowSeconds: 600 },
  restoreAddress: { name: 'restore-address', limit: 20, windowSeconds: 3_600 },
  restorePair: { name: 'restore-pair', limit: 5, windowSeconds: 3_600 },
  restoreVisitor: { name: 'restore-visitor', limit: 10, windowSeconds: 3_600 },
  confirmVisitor: { name: 'restore-confirm', limit: 30, windowSeconds: 3_600 },
  confirmAddress: { name: 'restore-confirm-address', limit: 60, windowSeconds: 3_600 },
} as const satisfies Record<string, RateRule>;

const usedUp: ReadonlySet<string> = new Set(['free_used', 'pack_exhausted']);

const { wall, checkout, checkoutState, restore, restoreConfirm, manage, portal, ownPurchases } =
  paymentsVisitorEndpoints;
const { webhook, platformWebhook } = paymentsConnectionsEndpoints;

/** What visitors and vendors call. */
export function paymentsRoutes(
  binder: Binder,
  payments: PaymentsUsecases,
  limiter: RateLimiter,
  /** A visitor who has nothing left is shown the prices. */
  onWall: (visitor: VisitorIdentity) => void,
): void {
  const limit = (uses: readonly RateUse[]): Promise<void> =>
    admit(limiter, commonErrors.tooManyRequests, uses);
  const coupons = createCouponGuesses(limiter);
  const guardedCheckout = createGuardedCheckout(limiter, coupons, payments.checkouts.begin);
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
      async wall({ visitor, query, address }) {
        const shown = await coupons.guarded(visitor, query.coupon, address, () =>
          payments.visitor.wall(visitor, query.coupon),
        );
        if (usedUp.has(shown.balance.state)) onWall(visitor);
        return shown;
      },
      checkout: ({ visitor, body, address, language, origin }) =>
        guardedCheckout(visitor, { ...body, origin }, { address, language }),
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
      async portal({ visitor, body, origin }) {
        await limit([{ rule: rules.steps, key: visitor.visitorId }]);
        return payments.visitor.portal(visitor, { ...body, origin });
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
