import { AppError, commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { rawBody } from '#platform/http/raw-body.ts';
import { addressKey, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { paymentsEndpoints } from '../payments.contract.ts';
import type { PaymentsUsecases } from './payments.usecases.ts';

/** Whoever tries out stolen cards begins many checkouts: from one address, as one visitor after the other, or with one agent. */
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
  restoreEmail: { name: 'restore-email', limit: 5, windowSeconds: 3_600 },
  restoreVisitor: { name: 'restore-visitor', limit: 10, windowSeconds: 3_600 },
  confirmVisitor: { name: 'restore-confirm', limit: 30, windowSeconds: 3_600 },
} as const satisfies Record<string, RateRule>;

const { wall, checkout, checkoutState, restore, restoreConfirm, manage, portal, webhook, platformWebhook } = paymentsEndpoints;

/** What visitors and vendors call. */
export function paymentsRoutes(binder: Binder, payments: PaymentsUsecases, limiter: RateLimiter): void {
  async function limit(uses: readonly { rule: RateRule; key: string }[]): Promise<void> {
    const seconds = await limiter.takeAll(uses);
    if (seconds !== null) throw new AppError(commonErrors.tooManyRequests, { retryAfterSeconds: seconds });
  }
  /** Behind a local proxy every address is the loopback one, which then says nothing about who is calling. */
  function ofAddress(address: string, ...given: RateRule[]): { rule: RateRule; key: string }[] {
    const key = addressKey(address);
    return key.startsWith('127.') || key === '0:0:0:0::/64' ? [] : given.map((rule) => ({ rule, key }));
  }

  bindEndpoints(binder, { wall, checkout, checkoutState, restore, restoreConfirm, manage, portal, webhook, platformWebhook }, {
    wall: ({ visitor, query }) => payments.visitor.wall(visitor, query.coupon),
    async checkout({ visitor, body, address, language }) {
      await limit([...ofAddress(address, rules.address, rules.addressDay), { rule: rules.visitor, key: visitor.visitorId }, { rule: rules.agent, key: visitor.agentId }, { rule: rules.email, key: `${visitor.agentId} ${body.email}` }]);
      return payments.checkouts.begin(visitor, body, language);
    },
    async checkoutState({ visitor, params }) {
      return payments.checkouts.state(visitor, params.id, (await limiter.take(rules.looks, visitor.visitorId)) === null);
    },
    async restore({ visitor, body, address, language }) {
      await limit([...ofAddress(address, rules.restoreAddress), { rule: rules.restoreVisitor, key: visitor.visitorId }, { rule: rules.restoreEmail, key: `${visitor.agentId} ${body.email}` }]);
      await payments.restoring.send(visitor, body.email, language);
      return {};
    },
    async restoreConfirm({ visitor, body }) {
      await limit([{ rule: rules.confirmVisitor, key: visitor.visitorId }]);
      return payments.restoring.confirm(visitor, body.email, body.code);
    },
    async manage({ visitor, body }) {
      await limit([{ rule: rules.steps, key: visitor.visitorId }]);
      return payments.visitor.manage(visitor, body.isEnding);
    },
    async portal({ visitor }) {
      await limit([{ rule: rules.steps, key: visitor.visitorId }]);
      return payments.visitor.portal(visitor);
    },
    async webhook({ params, request }) {
      await payments.events.receive(params.accountId, params.mode, rawBody(request), headersOf(request));
      return {};
    },
    async platformWebhook({ params, request }) {
      await payments.events.receiveFromPlatform(params.mode, rawBody(request), headersOf(request));
      return {};
    },
  });
}

function headersOf({ headers }: Parameters<typeof rawBody>[0]): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}
