import type { FastifyRequest } from 'fastify';
import type { RateState } from '#platform/rate-limit/rate-limit.ts';

const known = new WeakMap<FastifyRequest, RateState>();

/** Remembers how much room the caller of this request has left, for the headers of its answer. */
export function noteRate(request: FastifyRequest, state: RateState): void {
  known.set(request, state);
}

/** `RateLimit-*` of an answer, refusals among them; empty where the caller has no limit of its own. */
export function rateHeaders(request: FastifyRequest): Record<string, string> {
  const state = known.get(request);
  if (!state) return {};
  return {
    'ratelimit-limit': String(state.limit),
    'ratelimit-remaining': String(state.remaining),
    'ratelimit-reset': String(state.resetSeconds),
  };
}
