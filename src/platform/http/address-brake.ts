import type { FastifyInstance } from 'fastify';
import { commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { createFloodBrake, refuseFlood } from '#platform/rate-limit/flood-brake.ts';
import { addressKey, isLoopback } from '#platform/rate-limit/network.ts';

/**
 * What one address may ask of the visitors' API in a minute, through one process. Each page that is opened
 * renews a session, which costs the server some hundredths of a second, and reads a few things; a whole
 * company behind one address stays far below.
 */
const mostInMinute = { sessions: 240, reads: 900 };

/**
 * Refuses visitors' sessions and reads beyond what an address may have, before anything is looked up for
 * them. What they write has limits of its own. The loopback address says nothing about who calls.
 */
export function limitRequestsByAddress(app: FastifyInstance, clock: Clock): void {
  const brake = createFloodBrake(clock);
  app.addHook('onRequest', async ({ method, url, ip }) => {
    if (!url.startsWith('/api/visitor/')) return;
    const isSession = method === 'POST' && /^\/api\/visitor\/session\/?(?:\?|$)/.test(url);
    const key = addressKey(ip);
    if ((!isSession && method !== 'GET') || isLoopback(key)) return;
    const kind = isSession ? 'sessions' : 'reads';
    refuseFlood(brake, commonErrors.tooManyRequests, [[`${kind} ${key}`, mostInMinute[kind]]]);
    brake.count(`${kind} ${key}`);
  });
}
