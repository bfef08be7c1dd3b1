import ipaddr from 'ipaddr.js';

/**
 * One place that the operator opened on purpose. Forms: `host`, `host:port`, `host:*`, `192.168.1.0/24`,
 * `192.168.1.0/24:8080`, `[::1]:4010`, `*` (everything). `localhost`, `127.0.0.1` and `::1` stand for each
 * other.
 */
export type AddressPattern = string;

export type AddressRule = {
  host: string | null;
  range: [ipaddr.IPv4 | ipaddr.IPv6, number] | null;
  port: number | null;
  any: boolean;
};

const loopback = 'localhost';

/**
 * The host as it is compared: lower case, no brackets, no trailing dot, one name for the loopback address.
 */
export function comparableHost(host: string): string {
  const bare = host
    .replace(/^\[|\]$/g, '')
    .replace(/(?<!\.)\.+$/, '')
    .toLowerCase();
  if (bare === '127.0.0.1' || bare === '::1' || bare === '::ffff:7f00:1') return loopback;
  return bare;
}

/** Reads the operator's patterns. @throws Error naming the first pattern that cannot be read. */
export function readAddressPatterns(patterns: readonly AddressPattern[]): AddressRule[] {
  return patterns.map((pattern) => {
    const text = pattern.trim();
    if (text === '*') return { host: null, range: null, port: null, any: true };
    const match =
      /^(\[[0-9a-f:.]+\](?:\/\d+)?|[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*(?:\/\d+)?|[^:/]+(?:\/\d+)?)(?::(\d{1,5}|\*))?$/i.exec(
        text,
      );
    const port = match?.[2] === undefined || match[2] === '*' ? null : Number(match[2]);
    const place = match?.[1];
    if (!place || (port !== null && (port < 1 || port > 65_535)))
      throw new Error(`Not an address pattern: ${pattern}`);
    if (!place.includes('/')) return { host: comparableHost(place), range: null, port, any: false };
    try {
      return { host: null, range: ipaddr.parseCIDR(place.replace(/[[\]]/g, '')), port, any: false };
    } catch {
      throw new Error(`Not an address pattern: ${pattern}`);
    }
  });
}

/** Public by its number, and the host's own service in Azure: it hands out a machine's settings and secrets. */
const hostServices = new Set(['168.63.129.16']);

/**
 * Whether an address is one of the public Internet: no private, local, reserved, translated or tunnelled
 * range.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const written = ipaddr.parse(address);
  // Whatever carries an IPv4 address inside IPv6 (mapped, compatible, translated, 6to4, Teredo) is judged as
  // non-public:
  // no real server is only reachable that way, and each of them has been a way around a check.
  if (written.kind() === 'ipv6')
    return written.match(ipaddr.parseCIDR('2000::/3')) && written.range() === 'unicast';
  return written.range() === 'unicast' && !hostServices.has(written.toString());
}

/** Whether the operator opened this name or address on this port. */
export function isOpened(rules: readonly AddressRule[], hostOrAddress: string, port: number): boolean {
  const host = comparableHost(hostOrAddress);
  const address = ipaddr.isValid(host === loopback ? '127.0.0.1' : host)
    ? ipaddr.process(host === loopback ? '127.0.0.1' : host)
    : null;
  return rules.some((rule) => {
    if (rule.any) return true;
    if (rule.port !== null && rule.port !== port) return false;
    if (rule.host !== null)
      return rule.host === host || (address !== null && rule.host === address.toString());
    return (
      rule.range !== null &&
      address !== null &&
      rule.range[0].kind() === address.kind() &&
      address.match(rule.range)
    );
  });
}
