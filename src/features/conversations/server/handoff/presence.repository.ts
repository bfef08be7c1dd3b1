import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { memberships } from '#features/accounts/server/accounts.table.ts';
import { teamPresence } from '../conversations.table.ts';

/** Who of an account's team is there. */
export function presenceRepository(tx: Transaction) {
  return {
    async setPresence(row: typeof teamPresence.$inferInsert): Promise<void> {
      await tx
        .insert(teamPresence)
        .values(row)
        .onConflictDoUpdate({
          target: [teamPresence.accountId, teamPresence.userId],
          set: { seenAt: row.seenAt, isAway: row.isAway ?? false },
        });
    },
    async isAway(accountId: string, userId: string): Promise<boolean> {
      return (
        (await tx.$count(
          teamPresence,
          and(
            eq(teamPresence.accountId, accountId),
            eq(teamPresence.userId, userId),
            eq(teamPresence.isAway, true),
          ),
        )) > 0
      );
    },
    /** When members were there last, with what they may do. */
    async seen(accountId: string) {
      return tx
        .select({
          userId: memberships.userId,
          role: memberships.role,
          agentIds: memberships.agentIds,
          seenAt: teamPresence.seenAt,
          isAway: teamPresence.isAway,
        })
        .from(teamPresence)
        .innerJoin(
          memberships,
          and(eq(memberships.accountId, teamPresence.accountId), eq(memberships.userId, teamPresence.userId)),
        )
        .where(and(eq(teamPresence.accountId, accountId), isNull(memberships.suspendedAt)));
    },
  };
}
