import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { requireWithinLimit } from '#features/account-limits/server/account-limits.usecases.ts';
import type { KnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import { agentsErrors, type Agent } from '../../agents.contract.ts';
import { binDays, type BinnedAgent } from '../../agents-lifecycle.contract.ts';
import { avatarUrlOf } from '../../agents-public.contract.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { agentsRepository, type AgentRow } from '../agents.repository.ts';
import { findAgentRow, presentAgent, tellAgentChanged } from '../agents-rows.usecases.ts';

/** Daily: what lay in the bin for seven days. */
export const emptyAgentBinJob = defineJob({
  name: 'agents.empty-bin',
  payload: z.object({}),
  retryLimit: 2,
  expireInSeconds: 900,
  concurrency: 1,
});

const binMs = binDays * 86_400_000;

/** What lies in the bin: bringing it back, deleting it for good, and the end of its seven days. */
export function createAgentsBin(services: {
  database: Database;
  clock: Clock;
  box: SecretBox;
  realtime: Pick<Realtime, 'publish'>;
  knowledge: Pick<KnowledgeUsecases, 'removeCollection'>;
}) {
  const { database, clock, realtime, knowledge } = services;

  async function binned(tx: Transaction, scope: AccountScope, id: string): Promise<AgentRow> {
    const row = await agentsRepository(tx).locked(id);
    if (!row?.binnedAt || !scope.reaches(id)) throw new AppError(agentsErrors.notFound);
    return row;
  }
  async function purge(tx: Transaction, row: AgentRow): Promise<void> {
    await agentsRepository(tx).remove(row.id);
    await knowledge.removeCollection(tx, row.collectionId);
    await tellAgentChanged(realtime, tx, row);
  }

  return {
    async bin(scope: AccountScope): Promise<BinnedAgent[]> {
      const rows = await scope.run((tx) => agentsRepository(tx).bin());
      return rows
        .filter(({ id }) => scope.reaches(id))
        .map(({ id, name, draft, binnedAt }) => ({
          id,
          name,
          color: draft.appearance.color,
          avatarUrl: avatarUrlOf(draft),
          goneAt: new Date((binnedAt ?? clock.now()).getTime() + binMs).toISOString(),
        }));
    },

    /** Brings an agent back as it was, but closed: whoever wants visitors to meet it opens it. */
    bringBack: (scope: AccountScope, id: string): Promise<Agent> =>
      scope.run(async (tx) => {
        const row = await binned(tx, scope, id);
        await requireWithinLimit(tx, scope.accountId, 'agents');
        await agentsRepository(tx).setBinned(id, null, row.live === null ? 'draft' : 'paused');
        await writeAudit(tx, scope, 'agents.restored', { id, name: row.name });
        await tellAgentChanged(realtime, tx, row);
        return presentAgent(services, scope, await findAgentRow(tx, id));
      }),

    /** Deletes for good what lies in the bin. */
    purge: (scope: AccountScope, id: string): Promise<void> =>
      scope.run(async (tx) => {
        const row = await binned(tx, scope, id);
        await purge(tx, row);
        await writeAudit(tx, scope, 'agents.purged', { id, name: row.name });
      }),

    /** Deletes for good what lay in the bin for seven days, in whatever account. */
    async emptyBin(): Promise<void> {
      const limit = new Date(clock.now().getTime() - binMs);
      for (const { id, accountId } of await agentsRepository(database.direct).binnedBefore(limit))
        await database.account(accountId, async (tx) => {
          const row = await agentsRepository(tx).locked(id);
          if (row?.binnedAt && row.binnedAt < limit) await purge(tx, row);
        });
    },
  };
}

export type AgentsBin = ReturnType<typeof createAgentsBin>;
