import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopbackHost } from '#platform/safe-fetch/loopback.ts';
import type { RateRule, RateUse } from './rate-limit.ts';

/**
 * An IPv6 address by its first groups; null for what is no IPv6 address. Spellings of the same address give
 * the same parts.
 */
function partsOf(address: string): number[] | null {
  const parsed = ipaddr.process(address);
  return isIPv6(parsed.toString()) && parsed.kind() !== 'ipv4' ? (parsed as ipaddr.IPv6).parts : null;
}

const written = (parts: readonly number[]): string => parts.map((part) => part.toString(16)).join(':');

/**
 * The key of a network address: an IPv4 address, or the /64 of an IPv6 address, because one person owns a
 * whole /64. Spellings of the same address give the same key.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parts = partsOf(address);
  return parts ? `${written(parts.slice(0, 4))}::/64` : ipaddr.process(address).toString();
}

/** The key of `::1`. */
const loopbackNetwork = addressKey('::1');

/**
 * Whether an address key stands for this machine itself: behind a proxy that is not named, it says nothing
 * about who calls.
 */
export function isLoopback(key: string): boolean {
  return isLoopbackHost(key) || key === loopbackNetwork;
}

/**
 * One use of each rule by an address; none by the loopback address, which says nothing about who is
 * calling.
 */
export function ofAddress(address: string, ...rules: readonly RateRule[]): RateUse[] {
  const key = addressKey(address);
  return isLoopback(key) ? [] : rules.map((rule) => ({ rule, key }));
}

/**
 * How much more of a rule's limit the networks around an IPv6 address have. Providers hand a home a /56 and
 * a firm a /48.
 */
const around = { home: 2, site: 8 };

/**
 * As `ofAddress`, and for an IPv6 address also by the networks around it: whoever has a whole /56 (256
 * networks) gets twice the limit, whoever has a /48 (65,536) eight times. For what is worth going through
 * one's addresses for.
 */
export function ofNetworks(address: string, rule: RateRule): RateUse[] {
  const narrow = ofAddress(address, rule);
  const parts = narrow.length > 0 && ipaddr.isValid(address) ? partsOf(address) : null;
  if (!parts) return narrow;
  const [home, site] = [[...parts.slice(0, 3), (parts[3] ?? 0) & 0xff00], parts.slice(0, 3)];
  return [
    ...narrow,
    { rule: { ...rule, limit: rule.limit * around.home }, key: `${written(home)}::/56` },
    { rule: { ...rule, limit: rule.limit * around.site }, key: `${written(site)}::/48` },
  ];
}
