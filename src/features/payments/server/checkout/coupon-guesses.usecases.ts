import { AppError, commonErrors } from '#shared/errors.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { ofNetworks } from '#platform/rate-limit/network.ts';
import {
  admit,
  refusal,
  type RateLimiter,
  type RateRule,
  type RateUse,
} from '#platform/rate-limit/rate-limit.ts';
import { paymentsErrors } from '../../payments.contract.ts';

/** Wrong codes only: whoever types a code that counts has used up nothing. */
const rules = {
  visitor: { name: 'coupon-visitor', limit: 10, windowSeconds: 3_600 },
  address: { name: 'coupon-address', limit: 20, windowSeconds: 3_600 },
  agent: { name: 'coupon-agent', limit: 300, windowSeconds: 3_600 },
  /** While an agent's codes are being guessed from everywhere: enough to mistype one. */
  calmVisitor: { name: 'coupon-calm-visitor', limit: 2, windowSeconds: 3_600 },
  calmAddress: { name: 'coupon-calm-address', limit: 2, windowSeconds: 3_600 },
} as const satisfies Record<string, RateRule>;

/**
 * Keeps people from guessing the coupons of an agent. A try counts before the code is looked at, so that a
 * hundred at once are counted too, and is taken back unless the code was wrong. When strangers fill an
 * agent's share of wrong codes, its codes still work for everybody else: each visitor and address then has
 * two tries an hour.
 */
export function createCouponGuesses(limiter: RateLimiter) {
  async function take(visitor: VisitorIdentity, address: string): Promise<RateUse[]> {
    const own = [{ rule: rules.visitor, key: visitor.visitorId }, ...ofNetworks(address, rules.address)];
    const agent = { rule: rules.agent, key: visitor.agentId };
    const uses = [...own, agent];
    const seconds = await limiter.takeAll(uses);
    if (seconds === null) return uses;
    if ((await limiter.look([agent])) === null) throw refusal(commonErrors.tooManyRequests, seconds);
    const ofVisitor = { rule: rules.calmVisitor, key: visitor.visitorId };
    const calm = [...own, ofVisitor, ...ofNetworks(address, rules.calmAddress)];
    await admit(limiter, commonErrors.tooManyRequests, calm);
    return calm;
  }

  return {
    /**
     * Does what asks with a code; without one it is not limited. Throws `tooManyRequests`, whether the code
     * is right or wrong.
     */
    async guarded<T>(
      visitor: VisitorIdentity,
      code: string | undefined,
      address: string,
      work: () => Promise<T>,
    ): Promise<T> {
      if (!code) return work();
      const uses = await take(visitor, address);
      let isWrong = false;
      try {
        return await work();
      } catch (error) {
        isWrong = error instanceof AppError && error.code === paymentsErrors.couponUnknown.code;
        throw error;
      } finally {
        if (!isWrong) await limiter.giveBack(uses);
      }
    },
  };
}

export type CouponGuesses = ReturnType<typeof createCouponGuesses>;
