import { and, asc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { accounts } from '#features/accounts/server/accounts.table.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import type { ServiceFacts } from './pauses.models.ts';
import { purchases } from '../payments.table.ts';

/** Whose subscriptions are meant. */
type Whose = { agentId: string } | { contactId: string };

/** Whoever bought is a contact, or wrote as one. */
const isOf = (contactId: string): SQL =>
  sql`(${purchases.contactId} = ${contactId} OR ${purchases.visitorId} IN
    (SELECT v.id FROM visitors v WHERE v.contact_id = ${contactId}))`;
const ofWhom = (whose: Whose): SQL =>
  'agentId' in whose ? eq(purchases.agentId, whose.agentId) : isOf(whose.contactId);
/** The account takes no more messages from whoever bought. */
const isBlocked = sql<boolean>`EXISTS (SELECT FROM contacts c WHERE c.is_blocked AND c.id IN
  (${purchases.contactId}, (SELECT v.contact_id FROM visitors v WHERE v.id = ${purchases.visitorId})))`;

const running = inArray(purchases.subscriptionStatus, ['trialing', 'active', 'past_due']);
/** What visitors of an agent get now asks for no money. */
const isFree = sql<boolean>`coalesce(${agents.live}->'payment'->>'enabled' = 'false', false)`;

/** Subscriptions that run, with what tells whether they are served. */
export function serviceRepository(tx: Transaction) {
  return {
    /** Running subscriptions of agents, or of all that the transaction sees; those that end soonest first. */
    async running(agentIds: readonly string[] | null): Promise<PurchaseRow[]> {
      const ofAgents = agentIds === null ? undefined : inArray(purchases.agentId, [...agentIds]);
      return tx
        .select()
        .from(purchases)
        .where(and(running, ofAgents))
        .orderBy(asc(purchases.periodEnd), asc(purchases.id))
        .limit(10_000);
    },
    /** Running subscriptions that a contact pays, to whatever agent. */
    async runningOf(contactId: string): Promise<PurchaseRow[]> {
      return tx
        .select()
        .from(purchases)
        .where(and(running, isOf(contactId)))
        .orderBy(asc(purchases.periodEnd), asc(purchases.id))
        .limit(100);
    },
    /** How many people have something left of packs and one-time payments for agents. */
    async holders(agentIds: readonly string[] | null, now: Date): Promise<number> {
      const ofAgents =
        agentIds === null ? sql`` : sql`AND p.agent_id = ANY(${sql.param([...agentIds])}::text[])`;
      const { rows } = await tx.execute<{ count: number }>(sql`
        SELECT count(DISTINCT (p.agent_id, p.email))::int AS count
        FROM purchases p JOIN paywall_lots l ON l.purchase_id = p.id
        WHERE p.kind IN ('pack', 'once') AND p.status = 'paid' AND p.agent_id IS NOT NULL ${ofAgents}
          AND l.revoked_at IS NULL AND (l.granted IS NULL OR l.remaining > 0)
          AND (l.expires_at IS NULL OR l.expires_at > ${now.toISOString()}::timestamptz)`);
      return rows[0]?.count ?? 0;
    },
    /** How many subscriptions of an account a vendor goes on charging. */
    async charging(vendor: PurchaseRow['vendor'], isTest: boolean): Promise<number> {
      const isCharged = and(running, eq(purchases.isEnding, false), eq(purchases.isPaused, false));
      return tx.$count(purchases, and(isCharged, eq(purchases.vendor, vendor), eq(purchases.isTest, isTest)));
    },
    /** Writes down what is to become of subscriptions, and that they are to be looked at now. */
    async stop(
      whose: Whose,
      closing: 'refund' | 'period' | 'pause',
      at: Date,
      isServed: boolean,
    ): Promise<number> {
      const kept = sql`least(coalesce(${purchases.stoppedAt}, ${at.toISOString()}::timestamptz),
        ${at.toISOString()}::timestamptz)`;
      const unserved = sql`least(coalesce(${purchases.unservedAt}, ${at.toISOString()}::timestamptz),
        ${at.toISOString()}::timestamptz)`;
      const changed = { closing, stoppedAt: kept, unservedAt: isServed ? null : unserved, careDueAt: null };
      const rows = await tx
        .update(purchases)
        .set(changed)
        .where(and(running, ofWhom(whose)))
        .returning({ id: purchases.id });
      return rows.length;
    },
    async lookAgain(whose: Whose): Promise<void> {
      await tx
        .update(purchases)
        .set({ careDueAt: null })
        .where(and(running, ofWhom(whose)));
    },
    /** Whether the account takes no more messages from whoever made a purchase. */
    async isBlocked(id: string): Promise<boolean> {
      return (await tx.$count(purchases, and(eq(purchases.id, id), isBlocked))) > 0;
    },
    /** The agent of a purchase, as far as it says whether buyers are served; null when it is gone. */
    async agentOf(id: string): Promise<ServiceFacts['agent']> {
      const [row] = await tx
        .select({ status: agents.status, servesPaid: agents.servesPaid, isFree })
        .from(agents)
        .where(eq(agents.id, id));
      return row ?? null;
    },
    /** Whether an agent is deleted, or in the bin. */
    async isGone(id: string): Promise<boolean> {
      return (await tx.$count(agents, and(eq(agents.id, id), isNull(agents.binnedAt)))) === 0;
    },
    async change(id: string, values: Partial<typeof purchases.$inferInsert>): Promise<void> {
      await tx.update(purchases).set(values).where(eq(purchases.id, id));
    },
    /**
     * Takes subscriptions that may not be served, or were not until now; whoever else looks meanwhile does
     * not get them.
     * It is a wider set than that: what has to be done about each is decided by its facts.
     */
    async takeDue(given: {
      now: Date;
      again: Date;
      plansEndBefore: Date;
      limit: number;
      accountId?: string;
    }): Promise<{ id: string; accountId: string }[]> {
      const now = given.now.toISOString();
      const due = tx
        .select({ id: purchases.id })
        .from(purchases)
        .innerJoin(accounts, eq(accounts.id, purchases.accountId))
        .leftJoin(agents, eq(agents.id, purchases.agentId))
        .where(
          and(
            running,
            isNotNull(purchases.subscriptionRef),
            given.accountId === undefined ? undefined : eq(purchases.accountId, given.accountId),
            sql`(${purchases.careDueAt} IS NULL OR ${purchases.careDueAt} <= ${now}::timestamptz)`,
            sql`(${agents.id} IS NULL OR ${agents.status} <> 'live' OR ${isFree} OR ${purchases.closing} <> '' OR ${isBlocked}
              OR (NOT ${accounts.isSystem} AND
              (${accounts.subscriptionStatus} <> 'active'
                OR ${accounts.activeUntil} < ${given.plansEndBefore.toISOString()}::timestamptz)))`,
          ),
        )
        .orderBy(sql`${purchases.careDueAt} NULLS FIRST`, asc(purchases.periodEnd))
        .limit(given.limit)
        .for('update', { of: purchases, skipLocked: true });
      return tx
        .update(purchases)
        .set({ careDueAt: given.again })
        .where(inArray(purchases.id, due))
        .returning({ id: purchases.id, accountId: purchases.accountId });
    },
  };
}
