import { AppError, commonErrors } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { addressKey, isLoopback, ofAddress } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { Checkout } from '../../payments-visitor.contract.ts';
import type { CheckoutInput } from './begin.usecases.ts';
import type { CouponGuesses } from './coupon-guesses.usecases.ts';

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
} as const satisfies Record<string, RateRule>;

/**
 * An email address from one place. By itself it must not count: whoever knows it could keep its owner from
 * paying.
 */
export const emailFrom = (
  { agentId, visitorId }: VisitorIdentity,
  email: string,
  address: string,
): string => {
  const place = addressKey(address);
  return `${agentId} ${email} ${isLoopback(place) ? visitorId : place}`;
};

/** Begins a checkout within the bounds for strangers, from wherever they ask for it. */
export function createGuardedCheckout(
  limiter: RateLimiter,
  coupons: CouponGuesses,
  begin: (visitor: VisitorIdentity, input: CheckoutInput, language: Language) => Promise<Checkout>,
) {
  return async function guardedCheckout(
    visitor: VisitorIdentity,
    input: CheckoutInput,
    from: { address: string; language: Language },
  ): Promise<Checkout> {
    const ofAgent = { rule: rules.agent, key: visitor.agentId };
    const uses = [
      { rule: rules.visitor, key: visitor.visitorId },
      { rule: rules.email, key: emailFrom(visitor, input.email, from.address) },
      ...ofAddress(from.address, rules.address, rules.addressDay),
      ofAgent,
    ];
    return coupons.guarded(visitor, input.coupon, from.address, async () => {
      await admit(limiter, commonErrors.tooManyRequests, uses);
      try {
        return await begin(visitor, input, from.language);
      } catch (error) {
        // One that is refused is none that the agent's others have to go without.
        if (error instanceof AppError) await limiter.giveBack([ofAgent]);
        throw error;
      }
    });
  };
}

export type GuardedCheckout = ReturnType<typeof createGuardedCheckout>;
