import type { FastifyInstance } from 'fastify';
import { commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { createFloodBrake, refuseFlood } from '#platform/rate-limit/flood-brake.ts';
import { addressKey, isLoopback } from '#platform/rate-limit/network.ts';

/**
 * What one address may ask of the visitors' API and of forms in a minute, through one process. Each page that
 * is opened renews a session or goes through a form's rules, which costs the server some hundredths of a
 * second, and reads a few things; a whole company behind one address stays far below.
 */
const mostInMinute = { sessions: 240, reads: 900, forms: 300 };

/** What a request is counted as, by its route: an address has more than one spelling. */
function kindOf(method: string, route: string): keyof typeof mostInMinute | null {
  if (method === 'POST' && route === '/api/visitor/session') return 'sessions';
  if (method !== 'GET' && method !== 'HEAD') return null;
  if (route.startsWith('/api/visitor/')) return 'reads';
  return route.startsWith('/forms/') ? 'forms' : null;
}

/**
 * Refuses visitors' sessions and reads beyond what an address may have, before anything is looked up for
 * them. What they write has limits of its own. The loopback address says nothing about who calls.
 */
export function limitRequestsByAddress(app: FastifyInstance, clock: Clock): void {
  const brake = createFloodBrake(clock);
  app.addHook('onRequest', async ({ method, routeOptions, ip }) => {
    const kind = kindOf(method, routeOptions.url ?? '');
    const key = addressKey(ip);
    if (kind === null || isLoopback(key)) return;
    refuseFlood(brake, commonErrors.tooManyRequests, [[`${kind} ${key}`, mostInMinute[kind]]]);
    brake.count(`${kind} ${key}`);
  });
}
