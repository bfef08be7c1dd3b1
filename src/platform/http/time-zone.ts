import type { FastifyRequest } from 'fastify';

/** The browser's time zone from the `x-timezone` header, when it names one. */
export function timezoneOf(request: FastifyRequest): string | null {
  const given = request.headers['x-timezone'];
  if (typeof given !== 'string' || given.length > 64) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
