import ipaddr from 'ipaddr.js';
import {
  servedStates,
  type DomainHint,
  type DomainProblem,
  type DomainState,
} from '../../white-label-domains.contract.ts';

/** What the DNS said at a look. `chain`: the names that the host stands for, one after the other. */
export type DnsFacts = {
  txt: string[];
  chain: string[];
  isLoop: boolean;
  addresses: string[];
  targetAddresses: string[];
  caa: string[];
};

/** What the row remembers of the last look. */
export type FoundFacts = Pick<DnsFacts, 'txt' | 'chain' | 'addresses' | 'targetAddresses' | 'caa'>;

export const nothingFound: FoundFacts = { txt: [], chain: [], addresses: [], targetAddresses: [], caa: [] };

/** The name under which the owner shows that an address is theirs. */
export const txtNameOf = (host: string): string => `_chatelier-verify.${host}`;

const minutesMs = 60_000;
const dayMs = 86_400_000;
/** Every ten minutes for three days, then once a day until the thirtieth. */
const [soonMs, soonForMs, lookForMs] = [10 * minutesMs, 3 * dayMs, 30 * dayMs];
/** So many daily looks in a row find it gone before an address that is shown is taken back. */
const mostMisses = 3;

/** Whether the facts show who owns the host and that it leads here; null: they do. */
export function problemOf(facts: DnsFacts, token: string, target: string): DomainProblem | null {
  if (!facts.txt.includes(token)) return facts.txt.length === 0 ? 'txt_missing' : 'txt_wrong';
  if (facts.isLoop) return 'loop';
  if (facts.chain.includes(target)) return null;
  const isCopied =
    facts.addresses.length > 0 && facts.addresses.every((one) => facts.targetAddresses.includes(one));
  if (isCopied) return null;
  return facts.chain.length + facts.addresses.length === 0 ? 'route_missing' : 'route_wrong';
}

/** Networks of Cloudflare's proxies, as it lists them. */
const proxies = [
  '103.21.244.0/22',
  '103.22.200.0/22',
  '103.31.4.0/22',
  '104.16.0.0/13',
  '104.24.0.0/14',
  '108.162.192.0/18',
  '131.0.72.0/22',
  '141.101.64.0/18',
  '162.158.0.0/15',
  '172.64.0.0/13',
  '173.245.48.0/20',
  '188.114.96.0/20',
  '190.93.240.0/20',
  '197.234.240.0/22',
  '198.41.128.0/17',
  '2400:cb00::/32',
  '2606:4700::/32',
  '2803:f800::/32',
  '2405:b500::/32',
  '2405:8100::/32',
  '2a06:98c0::/29',
  '2c0f:f248::/32',
].map((range) => ipaddr.parseCIDR(range));

function isProxied(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return proxies.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

/** The authority that Caddy asks first. */
const usualAuthority = 'letsencrypt.org';

/** What else may be in the way. */
export function hintsOf(found: FoundFacts): DomainHint[] {
  const isForbidden =
    found.caa.length > 0 && !found.caa.some((one) => one.split(';')[0]?.trim() === usualAuthority);
  return [
    ...(found.addresses.some(isProxied) ? (['proxied'] as const) : []),
    ...(isForbidden ? (['caa'] as const) : []),
  ];
}

export type StateAfterLook = {
  state: DomainState;
  lastError: DomainProblem | null;
  misses: number;
  nextCheckAt: Date | null;
};

/**
 * What becomes of an address after a look. One that is shown survives a DNS that does not answer, and a few daily
 * looks that find it gone; one that never was is looked for until its thirtieth day.
 */
export function stateAfter(
  row: { state: DomainState; createdAt: Date; misses: number },
  problem: DomainProblem | null,
  now: Date,
): StateAfterLook {
  const tomorrow = new Date(now.getTime() + dayMs);
  const isServed = servedStates.includes(row.state);
  if (problem === null)
    return {
      state: isServed ? row.state : 'verified',
      lastError: null,
      misses: 0,
      nextCheckAt: tomorrow,
    };
  if (isServed) {
    const misses = problem === 'no_answer' ? row.misses : row.misses + 1;
    const isLost = misses >= mostMisses;
    return {
      state: isLost ? 'failed' : row.state,
      lastError: problem,
      misses: isLost ? 0 : misses,
      nextCheckAt: tomorrow,
    };
  }
  const age = now.getTime() - row.createdAt.getTime();
  if (age >= lookForMs) return { state: 'failed', lastError: 'given_up', misses: 0, nextCheckAt: null };
  return {
    state: 'pending',
    lastError: problem,
    misses: 0,
    nextCheckAt: new Date(now.getTime() + (age < soonForMs ? soonMs : dayMs)),
  };
}

/**
 * From when on an address that was shown won't be any more, as a look found it; null for one that goes on as before, or of
 * which this was told already.
 */
export function lossOf(
  before: { state: DomainState; misses: number },
  after: StateAfterLook,
  now: Date,
): { from: Date | null } | null {
  if (!servedStates.includes(before.state)) return null;
  if (!servedStates.includes(after.state)) return { from: null };
  const isFirstMiss = before.misses === 0 && after.misses === 1;
  return isFirstMiss ? { from: new Date(now.getTime() + (mostMisses - 1) * dayMs) } : null;
}
