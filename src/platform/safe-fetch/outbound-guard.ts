import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { isOpened, isPublicAddress, readAddressPatterns } from './address-rules.ts';
import type { AddressPattern } from './address-rules.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

/** Finds every address of a name, as `dns.promises.lookup(name, { all: true })` does. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

export type OutboundGuardOptions = {
  /**
   * Places that may be reached although they are not on the public Internet, or on another port than 80 and
   * 443.
   */
  allowPrivate?: readonly AddressPattern[];
  /** Ports of public hosts. Default 80 and 443. */
  ports?: readonly number[];
  lookup?: ResolveHost;
};

const longestUrl = 8_192;

function resolveBySystem(hostname: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}

/** The port that a URL leads to. */
export function portOf(url: URL): number {
  return url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80;
}

/**
 * Decides which addresses may be connected to. Every HTTP client that follows people's addresses asks the
 * same guard.
 */
export type OutboundGuard = {
  /**
   * Reads and checks an address without resolving its name: scheme, length, userinfo, port, literal IP in any
   * spelling.
   * @throws SafeFetchError `fetch.bad_url` or `fetch.address_not_allowed`
   */
  assertAllowedUrl(url: string | URL): URL;
  /**
   * A `lookup` for `net.connect`, `http.request` and the like that resolves all addresses and refuses when
   * any of them is not allowed.
   * Node does not call it for literal IP addresses: call `assertAllowedUrl` first.
   */
  lookupFor(port: number): LookupFunction;
};

export function createOutboundGuard(options: OutboundGuardOptions): OutboundGuard {
  const rules = readAddressPatterns(options.allowPrivate ?? []);
  const ports = new Set(options.ports ?? [80, 443]);
  const resolve = options.lookup ?? resolveBySystem;

  async function resolveChecked(hostname: string, port: number): Promise<LookupAddress[]> {
    const addresses = await resolve(hostname).catch((error: unknown) => {
      throw new SafeFetchError('fetch.unreachable', error);
    });
    if (addresses.length === 0) throw new SafeFetchError('fetch.unreachable');
    if (isOpened(rules, hostname, port)) return addresses;
    for (const { address } of addresses) {
      if (isOpened(rules, address, port)) continue;
      if (!ports.has(port) || !isPublicAddress(address))
        throw new SafeFetchError('fetch.address_not_allowed');
    }
    return addresses;
  }

  return {
    assertAllowedUrl(input) {
      if (typeof input === 'string' && input.length > longestUrl) throw new SafeFetchError('fetch.bad_url');
      const url = typeof input === 'string' ? (URL.canParse(input) ? new URL(input) : null) : input;
      if (!url || url.href.length > longestUrl) throw new SafeFetchError('fetch.bad_url');
      if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new SafeFetchError('fetch.bad_url');
      if (url.username || url.password || !url.hostname) throw new SafeFetchError('fetch.bad_url');
      const port = portOf(url);
      const address = url.hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '');
      if (isOpened(rules, address, port)) return url;
      if (isIP(address) !== 0) {
        if (!isPublicAddress(address)) throw new SafeFetchError('fetch.address_not_allowed');
        if (!ports.has(port)) throw new SafeFetchError('fetch.address_not_allowed');
        return url;
      }
      // A name on an unusual port may still resolve to an opened address, e.g. `localhost:4010` for the
      // pattern `127.0.0.1:4010`.
      if (!ports.has(port) && !rules.some((rule) => rule.port === null || rule.port === port)) {
        throw new SafeFetchError('fetch.address_not_allowed');
      }
      return url;
    },

    lookupFor(port) {
      return (hostname, lookupOptions, callback) => {
        resolveChecked(hostname, port).then(
          (addresses) => {
            const family =
              lookupOptions.family === 'IPv4'
                ? 4
                : lookupOptions.family === 'IPv6'
                  ? 6
                  : lookupOptions.family;
            const wanted =
              family === 4 || family === 6 ? addresses.filter((entry) => entry.family === family) : addresses;
            const first = wanted[0];
            if (!first) callback(new SafeFetchError('fetch.unreachable'), '', 4);
            else if (lookupOptions.all) callback(null, wanted);
            else callback(null, first.address, first.family);
          },
          (error: unknown) =>
            callback(error instanceof Error ? error : new SafeFetchError('fetch.unreachable', error), '', 4),
        );
      };
    },
  };
}
