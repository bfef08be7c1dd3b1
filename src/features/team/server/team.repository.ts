import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { accounts, memberships, users } from '#features/accounts/server/accounts.table.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { invitations, ownershipTransfers } from './team.table.ts';

export type InvitationRow = typeof invitations.$inferSelect;
export type MemberRow = typeof memberships.$inferSelect;

/** Members and invitations. People lie outside every account's wall, so every statement names the account. */
export function teamRepository(tx: Transaction) {
  const ofMember = (accountId: string, userId: string) =>
    and(eq(memberships.accountId, accountId), eq(memberships.userId, userId));
  const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));
  return {
    async members(accountId: string) {
      return tx
        .select({
          member: memberships,
          name: users.name,
          email: users.email,
          avatarUrl: users.profileImageUrl,
          twoFactor: sql<boolean>`EXISTS (SELECT FROM two_factors f
            WHERE f.user_id = ${users.id} AND f.confirmed_at IS NOT NULL)`,
        })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(eq(memberships.accountId, accountId))
        .orderBy(
          sql`array_position(ARRAY['owner','admin','editor','support','billing','viewer'],
            ${memberships.role})`,
          asc(memberships.createdAt),
        )
        .limit(500);
    },
    async member(accountId: string, userId: string): Promise<MemberRow | null> {
      const [row] = await tx.select().from(memberships).where(ofMember(accountId, userId));
      return row ?? null;
    },
    async memberByEmail(accountId: string, emailKey: string): Promise<MemberRow | null> {
      const [row] = await tx
        .select({ member: memberships })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(and(eq(memberships.accountId, accountId), eq(users.emailKey, emailKey)));
      return row?.member ?? null;
    },
    async hasOwner(accountId: string): Promise<boolean> {
      return (
        (await tx.$count(
          memberships,
          and(eq(memberships.accountId, accountId), eq(memberships.role, 'owner')),
        )) > 0
      );
    },
    async countMembers(accountId: string): Promise<number> {
      return tx.$count(memberships, eq(memberships.accountId, accountId));
    },
    async changeMember(
      accountId: string,
      userId: string,
      change: Partial<Pick<MemberRow, 'role' | 'agentIds' | 'suspendedAt'>>,
    ): Promise<void> {
      await tx.update(memberships).set(change).where(ofMember(accountId, userId));
    },
    async removeMember(accountId: string, userId: string): Promise<void> {
      await tx.delete(memberships).where(ofMember(accountId, userId));
    },
    async person(
      userId: string,
    ): Promise<{ name: string; email: string; language: (typeof users.$inferSelect)['language'] } | null> {
      const [row] = await tx
        .select({ name: users.name, email: users.email, language: users.language })
        .from(users)
        .where(eq(users.id, userId));
      return row ?? null;
    },
    async accountName(accountId: string): Promise<string> {
      const [row] = await tx.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, accountId));
      return row?.name ?? '';
    },
    async countAgents(accountId: string, ids: readonly string[]): Promise<number> {
      const [row] = await tx
        .select({ found: count() })
        .from(agents)
        .where(and(eq(agents.accountId, accountId), inArray(agents.id, [...ids])));
      return row?.found ?? 0;
    },

    async insertInvitation(row: InvitationRow): Promise<void> {
      await tx.insert(invitations).values(row);
    },
    async openInvitations(accountId: string) {
      return tx
        .select({ invitation: invitations, invitedBy: users.name })
        .from(invitations)
        .leftJoin(users, eq(users.id, invitations.invitedBy))
        .where(and(eq(invitations.accountId, accountId), isOpen))
        .orderBy(desc(invitations.createdAt))
        .limit(200);
    },
    async countPending(accountId: string, now: Date): Promise<number> {
      return tx.$count(
        invitations,
        and(eq(invitations.accountId, accountId), isOpen, gt(invitations.expiresAt, now)),
      );
    },
    /** Makes room for a new invitation of the same address: one that has run out is taken back. */
    async revokeExpired(accountId: string, emailKey: string, now: Date): Promise<void> {
      await tx
        .update(invitations)
        .set({ revokedAt: now })
        .where(
          and(
            eq(invitations.accountId, accountId),
            eq(invitations.emailKey, emailKey),
            isOpen,
            lte(invitations.expiresAt, now),
          ),
        );
    },
    async revokeOfAgency(accountId: string, agencyId: string, now: Date): Promise<void> {
      await tx
        .update(invitations)
        .set({ revokedAt: now })
        .where(and(eq(invitations.accountId, accountId), eq(invitations.agencyId, agencyId), isOpen));
    },
    async openInvitation(accountId: string, id: string): Promise<InvitationRow | null> {
      const [row] = await tx
        .select()
        .from(invitations)
        .where(and(eq(invitations.accountId, accountId), eq(invitations.id, id), isOpen))
        .for('update');
      return row ?? null;
    },
    async renewInvitation(
      id: string,
      change: Pick<InvitationRow, 'tokenHash' | 'sentAt' | 'expiresAt' | 'invitedBy'>,
    ): Promise<void> {
      await tx.update(invitations).set(change).where(eq(invitations.id, id));
    },
    async revokeInvitation(accountId: string, id: string, now: Date): Promise<InvitationRow | null> {
      const [row] = await tx
        .update(invitations)
        .set({ revokedAt: now })
        .where(and(eq(invitations.accountId, accountId), eq(invitations.id, id), isOpen))
        .returning();
      return row ?? null;
    },
    async invitationByToken(tokenHash: string): Promise<InvitationRow | null> {
      const [row] = await tx.select().from(invitations).where(eq(invitations.tokenHash, tokenHash));
      return row ?? null;
    },
    /** Uses an invitation up: true for exactly one caller. */
    async useInvitation(id: string, userId: string, now: Date): Promise<boolean> {
      const used = await tx
        .update(invitations)
        .set({ acceptedAt: now, acceptedBy: userId })
        .where(and(eq(invitations.id, id), isOpen, gt(invitations.expiresAt, now)))
        .returning({ id: invitations.id });
      return used.length > 0;
    },

    async replaceTransfer(row: typeof ownershipTransfers.$inferInsert): Promise<void> {
      await tx.delete(ownershipTransfers).where(eq(ownershipTransfers.accountId, row.accountId));
      await tx.insert(ownershipTransfers).values(row);
    },
    /** Counts a try of the code, and gives the transfer while there are tries and time left. */
    async tryTransfer(accountId: string, fromUser: string, now: Date, mostTries: number) {
      const [row] = await tx
        .update(ownershipTransfers)
        .set({ tries: sql`${ownershipTransfers.tries} + 1` })
        .where(
          and(
            eq(ownershipTransfers.accountId, accountId),
            eq(ownershipTransfers.fromUser, fromUser),
            gt(ownershipTransfers.expiresAt, now),
            lt(ownershipTransfers.tries, mostTries),
          ),
        )
        .returning();
      return row ?? null;
    },
    async endTransfer(accountId: string): Promise<void> {
      await tx.delete(ownershipTransfers).where(eq(ownershipTransfers.accountId, accountId));
    },
  };
}
