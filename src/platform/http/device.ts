import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';

/** What somebody uses: `smartphone`, `tablet` or `desktop`, and the names of browser and system. */
export type Device = {
  device: string | null;
  browser: string | null;
  os: string | null;
};

/** What kind of machine asks, as far as its browser says. */
export const deviceOf = (request: FastifyRequest): Device => deviceNamed(request.headers['user-agent']);

/** What a browser's `User-Agent` says. */
export function deviceNamed(agent: string | undefined): Device {
  if (!agent || agent.length > 1_000) return { device: null, browser: null, os: null };
  const parsed = Bowser.parse(agent);
  const kinds: Record<string, string> = { mobile: 'smartphone', tablet: 'tablet', desktop: 'desktop' };
  return {
    device: kinds[parsed.platform.type ?? ''] ?? null,
    browser: parsed.browser.name || null,
    os: parsed.os.name || null,
  };
}
