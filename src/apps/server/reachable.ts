import ipaddr from 'ipaddr.js';
import type { Config } from '#platform/config/settings.ts';

/**
 * Whether anybody but this machine can reach the server, as far as its settings say: it listens on a network,
 * people know it by another name, or something passes requests on to it.
 */
export function isReachableByOthers(
  { host, trustProxy }: Pick<Config, 'host' | 'trustProxy'>,
  publicUrl: string,
): boolean {
  const isOutside = (name: string): boolean => !isThisMachine(name.replace(/^\[|\]$/g, ''));
  return (
    isOutside(host ?? '127.0.0.1') || isOutside(new URL(publicUrl).hostname) || (trustProxy ?? []).length > 0
  );
}

function isThisMachine(name: string): boolean {
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    (ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback')
  );
}
