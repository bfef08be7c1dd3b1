import { and, asc, desc, eq, inArray, isNull, ne, not, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { preparedOnce } from '#platform/database/prepared.ts';
import type { Role } from '../accounts.contract.ts';
import {
  accountColumns,
  accounts,
  agencyClients,
  memberships,
  users,
  type AccountRow,
  type StoredAccount,
} from './accounts.table.ts';

export type UserRow = typeof users.$inferSelect;
export type MembershipRow = typeof memberships.$inferSelect;

/** Where a membership lets its person work. */
const letsIn = and(
  isNull(memberships.suspendedAt),
  isNull(accounts.suspendedAt),
  or(isNull(accounts.reviewSince), eq(memberships.role, 'owner')),
);
/** Every request of somebody who is signed in asks it. */
const memberOf = preparedOnce((tx) =>
  tx
    .select({ user: users, membership: memberships, account: accountColumns })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(eq(memberships.userId, sql.placeholder('userId')), isNull(users.disabledAt), letsIn))
    .orderBy(
      desc(sql`${memberships.accountId} = ${sql.placeholder('preferred')}`),
      asc(memberships.createdAt),
    )
    .limit(1)
    .prepare('accounts_member_of'),
);

/** People, accounts and who belongs to which. Works over all accounts: signing in comes before any scope. */
export function accountsRepository(tx: Transaction) {
  return {
    async userByEmailKey(emailKey: string): Promise<UserRow | null> {
      const [row] = await tx.select().from(users).where(eq(users.emailKey, emailKey));
      return row ?? null;
    },
    async userById(id: string): Promise<UserRow | null> {
      const [row] = await tx.select().from(users).where(eq(users.id, id));
      return row ?? null;
    },
    /** Names of people, with the address where somebody of one of their accounts has the same one. */
    async names(ids: string[]): Promise<{ id: string; name: string }[]> {
      if (ids.length === 0) return [];
      const { rows } = await tx.execute<{ id: string; name: string }>(sql`
        SELECT u.id, CASE WHEN EXISTS (SELECT FROM memberships own
          JOIN memberships m ON m.account_id = own.account_id AND m.user_id <> own.user_id
          JOIN users other ON other.id = m.user_id
          WHERE own.user_id = u.id AND lower(btrim(other.name)) = lower(btrim(u.name)))
          THEN u.name || ' (' || u.email || ')' ELSE u.name END AS name
        FROM users u WHERE u.id = ANY(${sql.param(ids)}::text[])`);
      return rows;
    },
    async emails(ids: string[]): Promise<{ id: string; email: string }[]> {
      return ids.length === 0
        ? []
        : tx.select({ id: users.id, email: users.email }).from(users).where(inArray(users.id, ids));
    },
    async insertUser(row: typeof users.$inferInsert): Promise<void> {
      await tx.insert(users).values(row);
    },
    async updateUser(
      id: string,
      change: Partial<
        Pick<
          UserRow,
          | 'firstName'
          | 'lastName'
          | 'name'
          | 'language'
          | 'timezone'
          | 'passwordHash'
          | 'isSuperadmin'
          | 'hidePassiveVisitors'
          | 'hideLocationData'
          | 'disabledAt'
        >
      >,
    ): Promise<void> {
      await tx.update(users).set(change).where(eq(users.id, id));
    },
    async proveEmail(id: string, now: Date): Promise<boolean> {
      return (
        (
          await tx
            .update(users)
            .set({ emailProvenAt: now })
            .where(and(eq(users.id, id), isNull(users.emailProvenAt)))
            .returning({ id: users.id })
        ).length > 0
      );
    },
    /** Lets one transaction at a time decide who is superadmin. */
    async lockSuperadmins(): Promise<void> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('superadmin'))`);
    },
    async superadmins(): Promise<UserRow[]> {
      return tx
        .select()
        .from(users)
        .where(and(eq(users.isSuperadmin, true), isNull(users.disabledAt)));
    },
    /** The account other than `except` that a superadmin has belonged to for longest, their own ones first. */
    async accountOfSuperadmin(except: string): Promise<string | null> {
      const [row] = await tx
        .select({ id: memberships.accountId })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(and(eq(users.isSuperadmin, true), ne(memberships.accountId, except)))
        .orderBy(desc(eq(memberships.role, 'owner')), asc(memberships.createdAt))
        .limit(1);
      return row?.id ?? null;
    },
    async superadminCount(): Promise<number> {
      return tx.$count(users, eq(users.isSuperadmin, true));
    },
    async insertAccount(row: StoredAccount, owner: { userId: string }): Promise<void> {
      await tx.insert(accounts).values(row);
      await tx.insert(memberships).values({
        accountId: row.id,
        userId: owner.userId,
        role: 'owner',
        createdAt: row.createdAt,
        // Whoever opens an account works in it.
        lastActiveAt: row.createdAt,
      });
    },
    /** Makes an account that nobody belongs to; nothing happens when it is there. */
    async insertSystemAccount(row: StoredAccount): Promise<void> {
      await tx.insert(accounts).values(row).onConflictDoNothing();
    },
    async account(id: string): Promise<AccountRow | null> {
      const [row] = await tx.select(accountColumns).from(accounts).where(eq(accounts.id, id));
      return row ?? null;
    },
    async setName(
      id: string,
      change: { name: string; replyEmail: string | null; namedAt: Date },
    ): Promise<void> {
      await tx.update(accounts).set(change).where(eq(accounts.id, id));
    },
    async change(
      id: string,
      changes: Partial<
        Pick<StoredAccount, 'suspendedAt' | 'suspendedReason' | 'givenPlan' | 'givenUntil' | 'trialEnd'>
      >,
    ): Promise<void> {
      await tx.update(accounts).set(changes).where(eq(accounts.id, id));
    },
    async beginTrial(id: string, trialEnd: Date): Promise<void> {
      await tx
        .update(accounts)
        .set({ subscriptionStatus: 'trialing', trialEnd, activeUntil: null, incompleteSince: null })
        .where(eq(accounts.id, id));
    },
    async holdUser(id: string): Promise<UserRow | null> {
      const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update');
      return row ?? null;
    },
    /** Holds an account's row until the transaction ends. */
    async hold(id: string): Promise<AccountRow | null> {
      const [row] = await tx.select(accountColumns).from(accounts).where(eq(accounts.id, id)).for('update');
      return row ?? null;
    },
    async setPlan(
      id: string,
      change: Pick<AccountRow, 'subscriptionStatus' | 'hasPaid' | 'plan' | 'incompleteSince' | 'activeUntil'>,
    ): Promise<void> {
      await tx.update(accounts).set(change).where(eq(accounts.id, id));
    },
    /** Somebody who may come in, and where they work: in the preferred account, or in the one that they joined first. */
    async memberOf(
      userId: string,
      preferred: string | null,
    ): Promise<{ user: UserRow; membership: MembershipRow; account: AccountRow } | null> {
      const [row] = await memberOf(tx).execute({ userId, preferred: preferred ?? '' });
      return row ?? null;
    },
    /** Accounts that a person may work in, in the order in which they joined. */
    async membershipsOf(
      userId: string,
      limit: number,
    ): Promise<{ membership: MembershipRow; account: AccountRow }[]> {
      return tx
        .select({ membership: memberships, account: accountColumns })
        .from(memberships)
        .innerJoin(accounts, eq(accounts.id, memberships.accountId))
        .where(and(eq(memberships.userId, userId), letsIn))
        .orderBy(asc(memberships.createdAt))
        .limit(limit);
    },
    /**
     * The account, where somebody may come into it for its agency: they have one of these roles there now, and
     * neither account keeps them out.
     */
    async visited(userId: string, accountId: string, by: readonly Role[]): Promise<AccountRow | null> {
      const [row] = await tx
        .select(accountColumns)
        .from(accounts)
        .innerJoin(agencyClients, eq(agencyClients.accountId, accounts.id))
        .innerJoin(memberships, eq(memberships.accountId, agencyClients.agencyId))
        .where(
          and(
            eq(accounts.id, accountId),
            isNull(accounts.suspendedAt),
            isNull(accounts.reviewSince),
            eq(memberships.userId, userId),
            inArray(memberships.role, [...by]),
            isNull(memberships.suspendedAt),
            sql`EXISTS (SELECT FROM accounts g WHERE g.id = ${agencyClients.agencyId}
              AND g.suspended_at IS NULL AND g.review_since IS NULL)`,
          ),
        );
      return row ?? null;
    },
    /** Whether a person may work in another account than this one, where what is done is not invented. */
    async worksBeside(userId: string, accountId: string): Promise<boolean> {
      const [row] = await tx
        .select({ id: memberships.accountId })
        .from(memberships)
        .innerJoin(accounts, eq(accounts.id, memberships.accountId))
        .where(
          and(
            eq(memberships.userId, userId),
            ne(memberships.accountId, accountId),
            not(accountColumns.isSample),
            letsIn,
          ),
        )
        .limit(1);
      return row !== undefined;
    },
    /** The client of an agency that a person joined first. */
    async firstClient(userId: string, agencyId: string): Promise<string | null> {
      const [row] = await tx
        .select({ id: memberships.accountId })
        .from(memberships)
        .innerJoin(accounts, eq(accounts.id, memberships.accountId))
        .innerJoin(agencyClients, eq(agencyClients.accountId, accounts.id))
        .where(
          and(
            eq(memberships.userId, userId),
            eq(agencyClients.agencyId, agencyId),
            isNull(memberships.suspendedAt),
            isNull(accounts.suspendedAt),
            or(isNull(accounts.reviewSince), eq(memberships.role, 'owner')),
          ),
        )
        .orderBy(asc(memberships.createdAt))
        .limit(1);
      return row?.id ?? null;
    },
    /** Writes since when an agency has no clients; null: it has. Their ids. */
    async noteAgency(agencyId: string, stoppedAt: Date | null): Promise<string[]> {
      const rows = await tx
        .update(agencyClients)
        .set({
          stoppedAt: stoppedAt && sql`coalesce(${agencyClients.stoppedAt}, ${stoppedAt.toISOString()})`,
        })
        .where(eq(agencyClients.agencyId, agencyId))
        .returning({ id: agencyClients.accountId });
      return rows.map(({ id }) => id);
    },
    /** How many accounts a person belongs to, also where they are suspended. */
    async countMemberships(userId: string): Promise<number> {
      return tx.$count(memberships, eq(memberships.userId, userId));
    },
    async markActive(accountId: string, userId: string, lastActiveAt: Date): Promise<void> {
      await tx
        .update(memberships)
        .set({ lastActiveAt })
        .where(and(eq(memberships.accountId, accountId), eq(memberships.userId, userId)));
    },
    async insertMembership(row: typeof memberships.$inferInsert): Promise<void> {
      await tx.insert(memberships).values(row);
    },
    async owners(accountId: string): Promise<UserRow[]> {
      const rows = await tx
        .select({ user: users })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(
          and(
            eq(memberships.accountId, accountId),
            eq(memberships.role, 'owner'),
            isNull(memberships.suspendedAt),
            isNull(users.disabledAt),
          ),
        );
      return rows.map(({ user }) => user);
    },
    async members(accountId: string): Promise<MembershipRow[]> {
      return tx
        .select()
        .from(memberships)
        .where(eq(memberships.accountId, accountId))
        .orderBy(asc(memberships.createdAt), asc(memberships.userId))
        .limit(500);
    },
    /**
     * Those who may sign in and work there now: neither suspended, nor held by a review of the account, nor
     * closed by the superadmin.
     */
    async workingMembers(accountId: string): Promise<MembershipRow[]> {
      const rows = await tx
        .select({ membership: memberships })
        .from(memberships)
        .innerJoin(accounts, eq(accounts.id, memberships.accountId))
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(
          and(
            eq(memberships.accountId, accountId),
            isNull(memberships.suspendedAt),
            isNull(users.disabledAt),
            isNull(accounts.suspendedAt),
            or(isNull(accounts.reviewSince), eq(memberships.role, 'owner')),
          ),
        )
        .orderBy(asc(memberships.createdAt), asc(memberships.userId))
        .limit(500);
      return rows.map(({ membership }) => membership);
    },
    async people(ids: readonly string[]): Promise<{ id: string; name: string; email: string }[]> {
      return ids.length === 0
        ? []
        : tx
            .select({ id: users.id, name: users.name, email: users.email })
            .from(users)
            .where(and(inArray(users.id, [...ids]), isNull(users.disabledAt)));
    },
    async setAgentIds(accountId: string, userId: string, agentIds: string[]): Promise<void> {
      await tx
        .update(memberships)
        .set({ agentIds })
        .where(and(eq(memberships.accountId, accountId), eq(memberships.userId, userId)));
    },
    async membership(accountId: string, userId: string): Promise<MembershipRow | null> {
      const [row] = await tx
        .select()
        .from(memberships)
        .where(and(eq(memberships.accountId, accountId), eq(memberships.userId, userId)));
      return row ?? null;
    },
  };
}
