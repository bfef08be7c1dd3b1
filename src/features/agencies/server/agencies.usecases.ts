import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { limitsOf, limitsSetBy, setLimits } from '#features/account-limits/server/account-limits.usecases.ts';
import {
  clientLimits,
  type ClientFeature,
  type ClientLimit,
} from '#features/accounts/accounts-clients.contract.ts';
import { addClient, changeClient } from '#features/accounts/server/accounts-clients.usecases.ts';
import {
  hasOwnBrand,
  lockAccount,
  type PlanStatuses,
} from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { newAccountRow } from '#features/accounts/server/accounts.usecases.ts';
import type { AuditAction } from '#features/audit/audit.contract.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { findInvitations } from '#features/team/server/team-invitations.usecases.ts';
import {
  agenciesErrors,
  mostClients,
  type ClientDetails,
  type ClientLimits,
  type ClientSummary,
} from '../agencies.contract.ts';
import { agenciesRepository, type Figures } from './agencies.repository.ts';

export type AgenciesServices = {
  database: Database;
  clock: Clock;
  planStatuses: Pick<PlanStatuses, 'planOf' | 'ofRow' | 'changed'>;
  brandOf(accountId: string): Promise<{ isWhiteLabel: boolean; domain: string | null }>;
  /** Lets every process forget agents of an account, as what they may use is another. */
  forgetAgents(tx: Transaction, accountId: string): Promise<void>;
};

export type ClientRow = NonNullable<Awaited<ReturnType<ReturnType<typeof agenciesRepository>['find']>>>;
type Change = {
  name?: string | undefined;
  limits?: ClientLimits | undefined;
  featuresOff?: ClientFeature[] | undefined;
};

const nothing: Figures = {
  agents: 0,
  messages: 0,
  conversations: 0,
  contacts: 0,
  revenue: [],
  lastActiveAt: null,
  owner: null,
};

const noLimits: ClientLimits = { agents: null, messages: null, pages: null, members: null };

const pick = (most: (limit: ClientLimit) => number | null): ClientLimits => ({
  agents: most('agents'),
  messages: most('messages'),
  pages: most('pages'),
  members: most('members'),
});

/** The limits as a line of the log says them. */
const wordsOf = (limits: ClientLimits): string =>
  Object.entries(limits)
    .map(([limit, most]) => `${limit} ${most ?? '∞'}`)
    .join(', ');

/** What an agency does with its clients. Each change has a line in its own log and one in that of the client. */
export function createAgencies(services: AgenciesServices) {
  const { database, clock, planStatuses } = services;
  const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`;

  /** Whether an account may have clients, or what is missing. */
  async function stateOf(accountId: string): Promise<'ready' | 'plan' | 'brand' | 'client'> {
    const plan = await planStatuses.planOf(accountId);
    if (plan === 'client') return 'client';
    if (!hasOwnBrand(plan)) return 'plan';
    return (await services.brandOf(accountId)).isWhiteLabel ? 'ready' : 'brand';
  }

  async function requireAgency({ accountId }: Pick<AccountScope, 'accountId'>): Promise<void> {
    const state = await stateOf(accountId);
    if (state === 'ready') return;
    throw new AppError(
      {
        plan: agenciesErrors.planNeeded,
        brand: agenciesErrors.brandNeeded,
        client: agenciesErrors.clientsHaveNone,
      }[state],
    );
  }

  /**
   * Before an agency gives something: without its plan it reads and lets go.
   * @throws `agencies.plan_needed`
   */
  async function requirePlan({ accountId }: Pick<AccountScope, 'accountId'>): Promise<void> {
    if (!hasOwnBrand(await planStatuses.planOf(accountId))) throw new AppError(agenciesErrors.planNeeded);
  }

  function present({ account, client }: ClientRow, figures: Figures = nothing): ClientSummary {
    const { isActive } = planStatuses.ofRow(account);
    return {
      id: account.id,
      name: account.name,
      createdAt: client.createdAt.toISOString(),
      state: client.pausedAt !== null ? 'paused' : isActive ? 'active' : 'stopped',
      ...figures,
    };
  }

  /** @throws `agencies.client_not_found`, for clients of others, too */
  async function find(
    tx: Transaction,
    scope: Pick<AccountScope, 'accountId'>,
    id: string,
  ): Promise<ClientRow> {
    const row = await agenciesRepository(tx).find(scope.accountId, id);
    if (!row) throw new AppError(agenciesErrors.clientNotFound);
    return row;
  }

  async function details(scope: AccountScope, id: string): Promise<ClientDetails> {
    const repository = agenciesRepository(database.direct);
    const row = await find(database.direct, scope, id);
    const now = clock.now();
    const [figures, own, all, set, revenueEver, members, invitations] = await Promise.all([
      repository.figures([id], monthOf(now)),
      limitsOf(database.direct, scope.accountId, now),
      limitsOf(database.direct, id, now),
      limitsSetBy(database.direct, id, 'agency'),
      repository.revenueEver(id),
      repository.members(id),
      findInvitations(database, id, now),
    ]);
    const summary = present(row, figures.get(id));
    const { featuresOff, pausedReason } = row.client;
    return {
      ...summary,
      pausedReason,
      limits: pick((limit) => set[limit]),
      highest: pick((limit) => own[limit].most),
      featuresOff: featuresOff as ClientFeature[],
      used: {
        agents: all.agents.used,
        messages: all.messages.used,
        pages: all.pages.used,
        members: all.members.used,
      },
      revenueEver,
      members: members.map((member) => ({
        ...member,
        lastActiveAt: member.lastActiveAt?.toISOString() ?? null,
      })),
      invitations,
    };
  }

  /**
   * What an agency may have itself is the most that it gives, and what it gives where it says nothing.
   * @throws `agencies.above_own_limit`
   */
  async function setClientLimits(
    tx: Transaction,
    agencyId: string,
    id: string,
    given: ClientLimits,
  ): Promise<void> {
    const now = clock.now();
    const own = await limitsOf(tx, agencyId, now);
    for (const limit of clientLimits) {
      const most = own[limit].most;
      if (most !== null && (given[limit] ?? 0) > most)
        throw new AppError(agenciesErrors.aboveOwnLimit, {
          fields: { [limit]: 'errors:agencies.above_own_limit' },
          variables: { most },
        });
    }
    const limits = { ...pick((limit) => given[limit] ?? own[limit].most), storage: own.storage.most };
    await setLimits(tx, { accountId: id, setBy: 'agency', limits, now });
  }

  /** One change of a client, with the client's account held, and its lines in both logs. */
  async function change(
    scope: AccountScope,
    id: string,
    make: (
      tx: Transaction,
      row: ClientRow,
    ) => Promise<{ own: AuditAction; client: AuditAction; details?: Record<string, string> } | null>,
  ): Promise<ClientDetails> {
    await database.system(async (tx) => {
      await lockAccount(tx, id);
      const row = await find(tx, scope, id);
      const said = await make(tx, row);
      if (!said) return;
      const about = { id, name: row.account.name, details: said.details ?? {} };
      await writeAudit(tx, scope, said.own, about);
      await writeAudit(tx, { ...scope, accountId: id, address: null }, said.client, about);
      await planStatuses.changed(tx, id);
      await services.forgetAgents(tx, id);
    });
    return details(scope, id);
  }

  return {
    details,
    find,
    requirePlan,

    async list(scope: AccountScope, search: string | undefined) {
      const repository = agenciesRepository(database.direct);
      const rows = await repository.list(scope.accountId, search?.trim() || undefined);
      const figures = await repository.figures(
        rows.map(({ account }) => account.id),
        monthOf(clock.now()),
      );
      return {
        state: await stateOf(scope.accountId),
        domain: (await services.brandOf(scope.accountId)).domain,
        clients: rows.map((row) => present(row, figures.get(row.account.id))),
      };
    },

    /** @throws `agencies.plan_needed`, `agencies.brand_needed`, `agencies.clients_have_none`, `agencies.too_many_clients`, `agencies.above_own_limit` */
    async create(scope: AccountScope, input: Change & { name: string }): Promise<ClientDetails> {
      await requireAgency(scope);
      const now = clock.now();
      const id = newId('acc');
      await database.system(async (tx) => {
        await lockAccount(tx, scope.accountId);
        if ((await agenciesRepository(tx).count(scope.accountId)) >= mostClients)
          throw new AppError(agenciesErrors.tooManyClients, { variables: { most: mostClients } });
        await agenciesRepository(tx).insertAccount({
          ...newAccountRow(id, input.name, now),
          // Its visitors know it by this name from the first day.
          namedAt: now,
        });
        await addClient(tx, {
          accountId: id,
          agencyId: scope.accountId,
          createdAt: now,
          featuresOff: input.featuresOff ?? [],
          pausedAt: null,
          pausedReason: '',
          stoppedAt: null,
        });
        await setClientLimits(tx, scope.accountId, id, input.limits ?? noLimits);
        await writeAudit(tx, scope, 'clients.created', { id, name: input.name });
      });
      return details(scope, id);
    },

    /** @throws `agencies.plan_needed`, `agencies.client_not_found`, `agencies.above_own_limit` */
    async change(
      scope: AccountScope,
      id: string,
      { name, limits, featuresOff }: Change,
    ): Promise<ClientDetails> {
      await requirePlan(scope);
      return change(scope, id, async (tx) => {
        const off = featuresOff && [...new Set(featuresOff)];
        if (name !== undefined) await agenciesRepository(tx).rename(id, name, clock.now());
        if (limits) await setClientLimits(tx, scope.accountId, id, limits);
        if (off) await changeClient(tx, id, { featuresOff: off });
        return {
          own: 'clients.changed',
          client: 'account.limits_changed',
          details: {
            ...(limits && { limits: wordsOf(limits) }),
            ...(off && { off: off.join(', ') || '–' }),
          },
        };
      });
    },

    pause: (scope: AccountScope, id: string, reason: string): Promise<ClientDetails> =>
      change(scope, id, async (tx, { client }) => {
        await changeClient(tx, id, {
          pausedAt: client.pausedAt ?? clock.now(),
          pausedReason: reason,
        });
        return { own: 'clients.paused', client: 'account.paused', details: { reason } };
      }),

    /** @throws `agencies.plan_needed`, `agencies.client_not_found` */
    async resume(scope: AccountScope, id: string): Promise<ClientDetails> {
      await requirePlan(scope);
      return change(scope, id, async (tx, { client }) => {
        if (client.pausedAt === null) return null;
        await changeClient(tx, id, { pausedAt: null, pausedReason: '' });
        return { own: 'clients.resumed', client: 'account.resumed' };
      });
    },
  };
}

export type Agencies = ReturnType<typeof createAgencies>;
