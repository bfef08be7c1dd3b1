import { and, eq, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { agents } from '../agents.table.ts';
import { addUsage, agentUsage } from './usage.table.ts';

export type UsageRow = typeof agentUsage.$inferSelect;
export type UsageSum = {
  agentId: string;
  messages: number;
  micros: number;
  held: number;
};
export type UsageNow = {
  agentId: string;
  dayMessages: number;
  monthMicros: number;
};

export function agentsUsageRepository(tx: Transaction) {
  return {
    async of(agentId: string): Promise<UsageRow | null> {
      const [row] = await tx.select().from(agentUsage).where(eq(agentUsage.agentId, agentId));
      return row ?? null;
    },
    /**
     * Adds to many agents at once, in one order, so that two processes never wait for each other. Agents that
     * are gone are passed over.
     */
    async addAll(sums: readonly UsageSum[], day: string, month: string): Promise<UsageNow[]> {
      const { rows } = await tx.execute<{ agent_id: string; day_messages: number; month_micros: string }>(
        addUsage(sql`
          SELECT ${agents.id}, ${agents.accountId}, ${day}::date, sums.messages, ${month}::date,
            sums.messages, sums.micros, sums.held
          FROM unnest(${sql.param(sums.map(({ agentId }) => agentId))}::text[],
            ${sql.param(sums.map(({ messages }) => messages))}::int[],
            ${sql.param(sums.map(({ micros }) => micros))}::bigint[],
            ${sql.param(sums.map(({ held }) => held))}::bigint[]) AS sums (agent_id, messages, micros, held)
          JOIN ${agents} ON ${agents.id} = sums.agent_id ORDER BY ${agents.id}`),
      );
      return rows.map((row) => ({
        agentId: row.agent_id,
        dayMessages: row.day_messages,
        monthMicros: Number(row.month_micros),
      }));
    },
    /** Notes that the owner is told of so many percent; false when they were already. */
    async notice(
      agentId: string,
      of: 'day' | 'month',
      period: string,
      percent: number,
      now: Date,
    ): Promise<boolean> {
      const isDay = of === 'day';
      const rows = await tx
        .update(agentUsage)
        .set(
          isDay ? { dayNotice: percent, dayNoticedAt: now } : { monthNotice: percent, monthNoticedAt: now },
        )
        .where(
          and(
            eq(agentUsage.agentId, agentId),
            eq(isDay ? agentUsage.day : agentUsage.month, period),
            lt(isDay ? agentUsage.dayNotice : agentUsage.monthNotice, percent),
          ),
        )
        .returning({ agentId: agentUsage.agentId });
      return rows.length === 1;
    },
  };
}
