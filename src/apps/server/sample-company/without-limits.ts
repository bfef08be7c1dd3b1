import type { RateLimiter } from '#platform/rate-limit/rate-limit.ts';

/** Limits nobody and counts nothing: invented visitors come in a minute as real ones do in months. */
export const withoutLimits: RateLimiter = {
  take: async () => null,
  takeAll: async () => null,
  takeAndTell: async ({ limit, windowSeconds }) => ({
    limit,
    remaining: limit,
    resetSeconds: windowSeconds,
    isRefused: false,
  }),
  look: async () => null,
  giveBack: async () => undefined,
  clear: async () => undefined,
  sweep: async () => undefined,
};
