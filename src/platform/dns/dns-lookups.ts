import { Resolver } from 'node:dns/promises';

/** What the public DNS says of a name. Nothing there is an empty list; a server that does not answer throws. */
export type DnsLookups = {
  /** Each entry whole, however it was cut. */
  txt(name: string): Promise<string[]>;
  /** The name that this one stands for, if it is an alias; in lower case, without a dot at the end. */
  cname(name: string): Promise<string[]>;
  /** IPv4 and IPv6. */
  addresses(name: string): Promise<string[]>;
  /** Authorities that may issue certificates, as `issue` and `issuewild` entries name them. */
  caa(name: string): Promise<string[]>;
};

const timeoutMs = 4_000;
const nothing = new Set(['ENODATA', 'ENOTFOUND']);

async function orNothing<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (nothing.has(code)) return [];
    throw error;
  }
}

/** Asks the name servers of this machine. */
export function createDnsLookups(): DnsLookups {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  return {
    txt: async (name) => (await orNothing(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    cname: async (name) =>
      (await orNothing(resolver.resolveCname(name))).map((to) => to.toLowerCase().replace(/\.$/, '')),
    addresses: async (name) =>
      (await Promise.all([orNothing(resolver.resolve4(name)), orNothing(resolver.resolve6(name))])).flat(),
    caa: async (name) =>
      (await orNothing(resolver.resolveCaa(name))).flatMap(({ issue, issuewild }) =>
        [issue, issuewild].flatMap((one) => (one === undefined ? [] : [one])),
      ),
  };
}
