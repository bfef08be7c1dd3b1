import { randomBytes } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint } from '#platform/database/database.ts';
import type { DnsLookups } from '#platform/dns/dns-lookups.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { shownHost } from '#platform/dns/shown-host.ts';
import { hasOwnBrand, type PlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { requireWithinLimit } from '#features/account-limits/server/account-limits.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import {
  domainCheckPause,
  domainErrors,
  servedStates,
  type CustomDomain,
  type DomainProblem,
  type DomainState,
} from '../../white-label-domains.contract.ts';
import { whiteLabelErrors } from '../../white-label.contract.ts';
import type { Brands } from '../white-label-brands.usecases.ts';
import {
  hintsOf,
  lossOf,
  nothingFound,
  problemOf,
  stateAfter,
  txtNameOf,
  type DnsFacts,
} from './checks.models.ts';
import { createDomainMails, type DomainMailServices } from './domain-mails.usecases.ts';
import { domainsRepository, type DomainRow } from './domains.repository.ts';
import { readHost, readOwnHost, type NameFault } from './names.models.ts';

/** How far aliases are followed. */
const longestChain = 8;
/** What is kept and shown of one answer: a DNS may say anything. */
const [mostValues, longestValue] = [10, 255];
/** Looks of one run of the job. */
const mostAtOnce = 50;

const faults = {
  invalid: domainErrors.invalid,
  look_alike: domainErrors.lookAlike,
  own_address: domainErrors.ownAddress,
} as const satisfies Record<NameFault, unknown>;

export type DomainsServices = DomainMailServices & {
  clock: Clock;
  dns: DnsLookups;
  brands: Brands;
  planStatuses: Pick<PlanStatuses, 'planOf'>;
  /** Hosts of this server itself. */
  own(): readonly string[];
};

const short = (values: readonly string[]): string[] =>
  values
    .slice(0, mostValues)
    .map((value) => value.slice(0, longestValue).toWellFormed().replaceAll('\0', ''));

/** Addresses of accounts: named, looked at in the DNS, shown, given up. */
export function createDomains(services: DomainsServices) {
  const { database, clock, dns, brands, planStatuses } = services;
  const tellOwners = createDomainMails(services);

  async function present(row: DomainRow | null): Promise<{ domain: CustomDomain | null }> {
    if (!row) return { domain: null };
    return {
      domain: {
        host: row.host,
        shown: shownHost(row.host),
        state: row.state,
        isDisabled: !hasOwnBrand(await planStatuses.planOf(row.accountId)),
        problem: row.lastError,
        hints: hintsOf(row.found),
        txt: { name: txtNameOf(row.host), expected: row.token, found: row.found.txt },
        route: {
          isApex: row.host.split('.').length === 2,
          expected: services.target(),
          expectedAddresses: row.found.targetAddresses,
          found: row.found.chain,
          foundAddresses: row.found.addresses,
        },
        createdAt: row.createdAt.toISOString(),
        checkedAt: row.checkedAt?.toISOString() ?? null,
        nextCheckAt: row.nextCheckAt?.toISOString() ?? null,
      },
    };
  }

  /** Follows aliases until there is none, or one comes again. */
  async function chainOf(host: string): Promise<{ chain: string[]; isLoop: boolean }> {
    const chain: string[] = [];
    for (let name = host; chain.length < longestChain;) {
      const [next] = await dns.cname(name);
      if (next === undefined) return { chain, isLoop: false };
      if (next === host || chain.includes(next)) return { chain: [...chain, next], isLoop: true };
      chain.push(next);
      name = next;
    }
    return { chain, isLoop: true };
  }

  async function factsOf(host: string): Promise<DnsFacts> {
    const { chain, isLoop } = await chainOf(host);
    const [txt, addresses, targetAddresses, caa] = await Promise.all([
      dns.txt(txtNameOf(host)),
      isLoop ? [] : dns.addresses(host),
      dns.addresses(services.target()),
      dns.caa(host),
    ]);
    return { txt, chain, isLoop, addresses, targetAddresses, caa };
  }

  /** Looks at the DNS and writes what follows; of two who show at once that a host is theirs one is first. */
  async function look(accountId: string): Promise<DomainRow | null> {
    try {
      return await lookOnce(accountId);
    } catch (error) {
      if (violatedConstraint(error) !== 'custom_domains_served') throw error;
      return lookOnce(accountId);
    }
  }

  /** The DNS is asked before anything is locked. */
  async function lookOnce(accountId: string): Promise<DomainRow | null> {
    const before = await domainsRepository(database.direct).of(accountId);
    if (!before) return null;
    if (await domainsRepository(database.direct).isBlocked(before.host))
      return markOff(accountId, before.host);
    const facts = await factsOf(before.host).catch(() => null);
    return database.system(async (tx) => {
      const repository = domainsRepository(tx);
      const row = await repository.lock(accountId);
      // Another address was named meanwhile: what was seen is of no use.
      if (!row || row.host !== before.host || row.token !== before.token) return row;
      // It was switched off while the DNS was asked.
      if (await repository.isBlocked(row.host)) return row;
      const now = clock.now();
      let problem: DomainProblem | null = facts
        ? problemOf(facts, row.token, services.target())
        : 'no_answer';
      if (facts && problem === null && !servedStates.includes(row.state)) {
        const holder = await repository.lockHolder(row.host, accountId);
        if (holder && facts.txt.includes(holder.token)) problem = 'taken';
        else if (holder) {
          // Whoever can't show any more that it is theirs gives way to who can.
          await repository.update(holder.accountId, {
            state: 'failed',
            lastError: 'moved',
            nextCheckAt: new Date(now.getTime() + 86_400_000),
          });
          await brands.tell(tx, holder.accountId);
          await tellOwners(tx, { ...holder, problem: 'moved', from: null });
        }
      }
      const after = stateAfter(row, problem, now);
      const found = facts
        ? {
            txt: short(facts.txt),
            chain: short(facts.chain),
            addresses: short(facts.addresses),
            targetAddresses: short(facts.targetAddresses),
            caa: short(facts.caa),
          }
        : row.found;
      const changed = { ...row, ...after, found, checkedAt: now };
      await repository.update(accountId, changed);
      await brands.tell(tx, accountId);
      const loss = lossOf(row, after, now);
      if (loss && problem) await tellOwners(tx, { ...row, problem, ...loss });
      return changed;
    });
  }

  /** What a superadmin switched off is not looked for, and shows nothing. */
  async function markOff(accountId: string, host: string): Promise<DomainRow | null> {
    return database.system(async (tx) => {
      const row = await domainsRepository(tx).lock(accountId);
      if (row?.host !== host) return row;
      const off = { state: 'failed', lastError: 'switched_off', nextCheckAt: null } as const;
      await domainsRepository(tx).update(accountId, off);
      await brands.tell(tx, accountId);
      if (servedStates.includes(row.state))
        await tellOwners(tx, { ...row, problem: off.lastError, from: null });
      return { ...row, ...off };
    });
  }

  const moveOn = (accountId: string, from: readonly DomainState[], to: Partial<DomainRow>): Promise<void> =>
    database.system(async (tx) => {
      await domainsRepository(tx).moveOn(accountId, from, to);
      await brands.tell(tx, accountId);
    });

  return {
    /** Looks at the DNS now, whoever asks. */
    look,

    get: (scope: AccountScope) => scope.run((tx) => domainsRepository(tx).of(scope.accountId)).then(present),

    /**
     * Names the account's address. The same one again changes nothing.
     * @throws `white_label.plan_needed`, `domain.invalid`, `domain.look_alike`, `domain.own_address`,
     * `domain.switched_off`, `account-limits.domains`
     */
    async set(scope: AccountScope, typed: string) {
      if (!hasOwnBrand(await planStatuses.planOf(scope.accountId)))
        throw new AppError(whiteLabelErrors.planNeeded);
      const { host, fault } = readOwnHost(typed, [...services.own(), services.target()]);
      if (fault !== null)
        throw new AppError(faults[fault], { fields: { host: `errors:${faults[fault].code}` } });
      // What is switched off in this moment is seen by the look that follows.
      if (await domainsRepository(database.direct).isBlocked(host))
        throw new AppError(domainErrors.switchedOff, {
          fields: { host: `errors:${domainErrors.switchedOff.code}` },
        });
      await scope.run(async (tx) => {
        const repository = domainsRepository(tx);
        const before = await repository.lock(scope.accountId);
        if (before?.host === host) return;
        if (!before) await requireWithinLimit(tx, scope.accountId, 'domains');
        const now = clock.now();
        await repository.write({
          accountId: scope.accountId,
          host,
          token: randomBytes(16).toString('hex'),
          state: 'pending',
          lastError: null,
          found: nothingFound,
          misses: 0,
          createdAt: now,
          checkedAt: null,
          nextCheckAt: now,
          activeAt: null,
        });
        await writeAudit(tx, scope, 'brand.domain_changed', { id: scope.accountId, name: host });
        await brands.tell(tx, scope.accountId);
      });
      return present(await look(scope.accountId));
    },

    /** @throws `domain.too_soon` within ten seconds of the last look */
    async check(scope: AccountScope) {
      const row = await scope.run((tx) => domainsRepository(tx).of(scope.accountId));
      if (!row) return present(null);
      const waitMs = domainCheckPause * 1_000 - (clock.now().getTime() - (row.checkedAt?.getTime() ?? 0));
      if (waitMs > 0)
        throw new AppError(domainErrors.tooSoon, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      return present(await look(scope.accountId));
    },

    async remove(scope: AccountScope) {
      await scope.run(async (tx) => {
        const row = await domainsRepository(tx).lock(scope.accountId);
        if (!row) return;
        await domainsRepository(tx).remove(scope.accountId);
        await writeAudit(tx, scope, 'brand.domain_removed', { id: scope.accountId, name: row.host });
        await brands.tell(tx, scope.accountId);
      });
      return present(null);
    },

    /** Looks at what is due. Two runs at once look twice, which changes nothing. */
    async checkDue(): Promise<void> {
      for (const accountId of await domainsRepository(database.direct).due(clock.now(), mostAtOnce))
        await look(accountId);
    },

    /** Whether a proxy may have a certificate for a host: only where it shows a brand. */
    async mayHaveCertificate(domain: string): Promise<boolean> {
      const host = readHost(domain);
      const site = host === null ? null : await brands.ofHost(host);
      if (!site?.brand) return false;
      if (site.state === 'verified') await moveOn(site.accountId, ['verified'], { state: 'issuing' });
      return true;
    },

    /** Notes that somebody came by an address over TLS: its certificate is there. */
    noteSecureVisit: (accountId: string): Promise<void> =>
      moveOn(accountId, ['verified', 'issuing'], { state: 'active', activeAt: clock.now() }),
  };
}

export type Domains = ReturnType<typeof createDomains>;
