import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { holdAgent } from '#features/agents/server/agents-held.usecases.ts';
import type { AuditAction } from '#features/audit/audit.contract.ts';
import {
  superadminActor,
  superadminIn,
  type Superadmin,
} from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { FlaggedAgent, ReportKind } from '../../abuse.contract.ts';
import { abuseRepository } from '../abuse.repository.ts';

const mostReportsShown = 20;

/** Agents that visitors reported or that stand out, and what superadmins do about them. */
export function createFlaggedAgents(services: { database: Database; clock: Clock; realtime: Realtime }) {
  const { database, clock, realtime } = services;

  async function hold(
    superadmin: Superadmin,
    id: string,
    reason: string | null,
    words: { own: AuditAction; account: AuditAction },
  ): Promise<void> {
    const actor = await superadminActor(database, superadmin);
    await database.system(async (tx) => {
      const agent = await holdAgent(tx, realtime, id, reason === null ? null : { at: clock.now(), reason });
      if (!agent) throw new AppError(commonErrors.notFound);
      const about = { id, name: agent.name, details: { reason: reason ?? '' } };
      await writeAudit(tx, actor, words.own, about);
      await writeAudit(tx, superadminIn(agent.accountId), words.account, about);
    });
  }

  return {
    async list(): Promise<FlaggedAgent[]> {
      const now = clock.now().getTime();
      const repository = abuseRepository(database.direct);
      const rows = await repository.flagged(new Date(now - 3_600_000), new Date(now - 86_400_000));
      const reports = await repository.openReports(rows.map(({ id }) => id));
      return rows.map((row) => ({
        id: row.id,
        number: row.number,
        name: row.name,
        account: { id: row.account_id, name: row.account_name },
        held:
          row.held_at === null ? null : { at: new Date(row.held_at).toISOString(), reason: row.held_reason },
        reportCount: row.reports,
        reports: reports
          .filter(({ agentId }) => agentId === row.id)
          .slice(0, mostReportsShown)
          .map(({ id, kind, body, createdAt }) => ({ id, kind, body, createdAt: createdAt.toISOString() })),
        conversations: row.conversations,
        failedPayments: row.failed_payments,
        blockedPeople: row.blocked_people,
      }));
    },

    /** @throws `common.not_found` */
    hold: (superadmin: Superadmin, id: string, reason: string): Promise<void> =>
      hold(superadmin, id, reason, { own: 'operator.agent_held', account: 'account.agent_held' }),

    /** @throws `common.not_found` */
    release: (superadmin: Superadmin, id: string): Promise<void> =>
      hold(superadmin, id, null, { own: 'operator.agent_released', account: 'account.agent_released' }),

    /** @throws `common.not_found` */
    async resolve(superadmin: Superadmin, id: string): Promise<void> {
      const actor = await superadminActor(database, superadmin);
      await database.system(async (tx) => {
        if ((await abuseRepository(tx).openReports([id])).length === 0)
          throw new AppError(commonErrors.notFound);
        await abuseRepository(tx).resolve(id, clock.now());
        await writeAudit(tx, actor, 'operator.reports_resolved', { id });
      });
    },

    /** Keeps what a visitor says about an agent, for whoever runs the server alone. */
    report: (
      agent: { id: string; accountId: string },
      input: { kind: ReportKind; body: string },
    ): Promise<void> =>
      database.system((tx: Transaction) =>
        abuseRepository(tx).addReport({
          id: newId('rpt'),
          accountId: agent.accountId,
          agentId: agent.id,
          ...input,
          createdAt: clock.now(),
        }),
      ),
  };
}

export type FlaggedAgents = ReturnType<typeof createFlaggedAgents>;
