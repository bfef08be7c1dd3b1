import { AppError, commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { shownHost } from '#platform/dns/shown-host.ts';
import { superadminActor, type Superadmin } from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { ListedDomain } from '../../white-label-superadmin.contract.ts';
import type { Brands } from '../white-label-brands.usecases.ts';
import { txtNameOf } from './checks.models.ts';
import { domainsRepository } from './domains.repository.ts';
import type { Domains } from './domains.usecases.ts';

const mostListed = 200;

/** Addresses of all accounts for superadmins: looked at, switched off and released. */
export function createSuperadminDomains(services: {
  database: Database;
  clock: Clock;
  brands: Pick<Brands, 'tell'>;
  domains: Pick<Domains, 'look'>;
  target(): string;
}) {
  const { database, clock, brands } = services;

  async function list(search = ''): Promise<ListedDomain[]> {
    const rows = await domainsRepository(database.direct).listed(search, mostListed);
    return rows.map(({ host, row, accountName, block }) => ({
      host,
      shown: shownHost(host),
      account: row && { id: row.accountId, name: accountName ?? '' },
      state: row?.state ?? null,
      problem: row?.lastError ?? null,
      txt: row && { name: txtNameOf(host), expected: row.token, found: row.found.txt },
      route: { expected: services.target(), found: row ? [...row.found.chain, ...row.found.addresses] : [] },
      checkedAt: row?.checkedAt?.toISOString() ?? null,
      switchedOff: block && { at: block.createdAt.toISOString(), reason: block.reason },
    }));
  }

  async function lookAt(host: string): Promise<ListedDomain[]> {
    for (const { accountId } of await domainsRepository(database.direct).byHost(host))
      await services.domains.look(accountId);
    return (await list(host)).filter((domain) => domain.host === host);
  }

  return {
    list,

    /** @throws `common.not_found` where nobody named it */
    async check(superadmin: Superadmin, host: string): Promise<ListedDomain[]> {
      const actor = await superadminActor(database, superadmin);
      await database.system(async (tx) => {
        if ((await domainsRepository(tx).byHost(host)).length === 0)
          throw new AppError(commonErrors.notFound);
        await writeAudit(tx, actor, 'operator.domain_checked', { name: host });
      });
      return lookAt(host);
    },

    /**
     * Takes an address from everybody who named it. It stays named, so that its owner reads what happened.
     * @throws `common.not_found` where nobody named it
     */
    async switchOff(superadmin: Superadmin, host: string, reason: string): Promise<ListedDomain[]> {
      const actor = await superadminActor(database, superadmin);
      await database.system(async (tx) => {
        const repository = domainsRepository(tx);
        const named = await repository.byHost(host);
        if (named.length === 0) throw new AppError(commonErrors.notFound);
        await repository.block({ host, reason, createdAt: clock.now() });
        for (const { accountId } of named) {
          await repository.update(accountId, {
            state: 'failed',
            lastError: 'switched_off',
            nextCheckAt: null,
          });
          await brands.tell(tx, accountId);
        }
        await writeAudit(tx, actor, 'operator.domain_off', { name: host, details: { reason } });
      });
      return (await list(host)).filter((domain) => domain.host === host);
    },

    /** @throws `common.not_found` where it isn't switched off */
    async release(superadmin: Superadmin, host: string): Promise<ListedDomain[]> {
      const actor = await superadminActor(database, superadmin);
      await database.system(async (tx) => {
        if (!(await domainsRepository(tx).unblock(host))) throw new AppError(commonErrors.notFound);
        await writeAudit(tx, actor, 'operator.domain_released', { name: host });
      });
      return lookAt(host);
    },
  };
}

export type SuperadminDomains = ReturnType<typeof createSuperadminDomains>;
