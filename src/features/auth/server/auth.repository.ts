import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { preparedOnce } from '#platform/database/prepared.ts';
import { passwordResets, sessions } from './auth.table.ts';

export type SessionRow = typeof sessions.$inferSelect;

/** Every request with a session's cookie asks it. */
const sessionById = preparedOnce((tx) =>
  tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder('id')), isNull(sessions.accessEndedAt)))
    .prepare('auth_session_by_id'),
);
/** Sessions in clients of an agency, which somebody had come into by its right alone. */
const inVisited = (userId: string, agencyId: string) => sql`${sessions.worksIn} IN (
  SELECT c.account_id FROM agency_clients c WHERE c.agency_id = ${agencyId}
    AND NOT EXISTS (SELECT FROM memberships m WHERE m.account_id = c.account_id AND m.user_id = ${userId}))`;

export function authRepository(tx: Transaction) {
  return {
    async insertSession(row: SessionRow): Promise<void> {
      await tx.insert(sessions).values(row);
    },
    async session(id: string): Promise<SessionRow | null> {
      const [row] = await sessionById(tx).execute({ id });
      return row ?? null;
    },
    /** Whether the person of this session lost their access while it ran. */
    async hasLostAccess(id: string): Promise<boolean> {
      const of = and(eq(sessions.id, id), isNotNull(sessions.accessEndedAt));
      return (await tx.$count(sessions, of)) > 0;
    },
    async touchSession(id: string, lastSeenAt: Date, expiresAt: Date): Promise<void> {
      await tx.update(sessions).set({ lastSeenAt, expiresAt }).where(eq(sessions.id, id));
    },
    async passSecondFactor(id: string, at: Date): Promise<void> {
      await tx.update(sessions).set({ secondFactorAt: at }).where(eq(sessions.id, id));
    },
    async deleteSession(id: string): Promise<void> {
      await tx.delete(sessions).where(eq(sessions.id, id));
    },
    async sessionsOf(userId: string): Promise<SessionRow[]> {
      return tx
        .select()
        .from(sessions)
        .where(
          and(eq(sessions.userId, userId), isNull(sessions.accessEndedAt), isNull(sessions.impersonatedBy)),
        )
        .orderBy(desc(sessions.lastSeenAt));
    },
    /** Ends all sessions of a person, or all but one; their ids. */
    async deleteSessionsOf(userId: string, but = ''): Promise<string[]> {
      const gone = await tx
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), ne(sessions.id, but)))
        .returning({ id: sessions.id });
      return gone.map(({ id }) => id);
    },
    /** Ends a person's sessions in one account, to which they lost their access; their ids. */
    async endSessionsIn(userId: string, accountId: string): Promise<string[]> {
      const gone = await tx
        .update(sessions)
        .set({ accessEndedAt: sql`now()` })
        .where(
          and(
            eq(sessions.userId, userId),
            or(eq(sessions.worksIn, accountId), isNull(sessions.worksIn), inVisited(userId, accountId)),
            isNull(sessions.accessEndedAt),
          ),
        )
        .returning({ id: sessions.id });
      return gone.map(({ id }) => id);
    },
    /** Ends sessions in an account of whoever does not belong to it; their ids. */
    async endVisitsIn(accountId: string): Promise<string[]> {
      const gone = await tx
        .update(sessions)
        .set({ accessEndedAt: sql`now()` })
        .where(
          and(
            eq(sessions.worksIn, accountId),
            isNull(sessions.accessEndedAt),
            sql`NOT EXISTS (SELECT FROM memberships m
              WHERE m.account_id = ${sessions.worksIn} AND m.user_id = ${sessions.userId})`,
          ),
        )
        .returning({ id: sessions.id });
      return gone.map(({ id }) => id);
    },
    /** Ends what somebody has open in clients of an agency by its right; their ids. */
    async endVisitsOf(userId: string, agencyId: string): Promise<string[]> {
      const gone = await tx
        .update(sessions)
        .set({ accessEndedAt: sql`now()` })
        .where(and(eq(sessions.userId, userId), inVisited(userId, agencyId), isNull(sessions.accessEndedAt)))
        .returning({ id: sessions.id });
      return gone.map(({ id }) => id);
    },
    async deleteOldSessions(now: Date, idleBefore: Date): Promise<void> {
      await tx.delete(sessions).where(or(lt(sessions.expiresAt, now), lt(sessions.lastSeenAt, idleBefore)));
    },
    /** Keeps one more link, and none whose time is over. */
    async addReset(row: typeof passwordResets.$inferInsert): Promise<void> {
      const { userId, createdAt } = row;
      await tx
        .delete(passwordResets)
        .where(and(eq(passwordResets.userId, userId), lte(passwordResets.expiresAt, createdAt)));
      await tx.insert(passwordResets).values(row);
    },
    /**
     * Uses a link up, and with it all others of that person: the user's id for exactly one caller, null for
     * every other.
     */
    async useReset(id: string, now: Date): Promise<string | null> {
      const open = and(isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now));
      const owner = tx
        .select({ userId: passwordResets.userId })
        .from(passwordResets)
        .where(and(eq(passwordResets.id, id), open));
      const rows = await tx
        .update(passwordResets)
        .set({ usedAt: now })
        .where(and(inArray(passwordResets.userId, owner), isNull(passwordResets.usedAt)))
        .returning({ id: passwordResets.id, userId: passwordResets.userId });
      return rows.find((row) => row.id === id)?.userId ?? null;
    },
  };
}
