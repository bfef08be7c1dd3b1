import { and, eq, inArray, sql } from 'drizzle-orm';
import { newId } from '#shared/ids.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { EntryKind, UsageLine } from '../paywall.contract.ts';
import {
  endReservation,
  paywallEntries,
  paywallHolders,
  paywallLots,
  reserveMessage,
} from './paywall.table.ts';
import type { Holding, ReservationEnd } from './paywall.models.ts';

export type LotRow = typeof paywallLots.$inferSelect;
export type LotState = Pick<
  LotRow,
  'granted' | 'expiresAt' | 'isEnding' | 'frozenAt' | 'revokedAt' | 'expiredAt'
>;
export type Entry = {
  kind: EntryKind;
  amount: number;
  reason: string;
  key: string;
  actorId?: string | null;
  note?: string;
};

export function paywallRepository(tx: Transaction) {
  return {
    async walletOf(visitorId: string): Promise<string> {
      const { rows } = await tx.execute<{ wallet: string }>(
        sql`SELECT paywall_wallet(${visitorId}) AS wallet`,
      );
      return rows[0]?.wallet ?? visitorId;
    },
    async holdings(walletId: string, agentId: string): Promise<Holding[]> {
      const { rows } = await tx.execute<{ holdings: Holding[] }>(
        sql`SELECT paywall_holdings(${walletId}, ${agentId}) AS holdings`,
      );
      return rows[0]?.holdings ?? [];
    },
    async holdingsOfVisitor(visitorId: string, agentId: string): Promise<Holding[]> {
      const { rows } = await tx.execute<{ holdings: Holding[] }>(
        sql`SELECT paywall_holdings(paywall_wallet(${visitorId}), ${agentId}) AS holdings`,
      );
      return rows[0]?.holdings ?? [];
    },
    async holdersAmong(visitorIds: readonly string[]): Promise<Set<string>> {
      if (visitorIds.length === 0) return new Set();
      const ids = sql.param([...visitorIds]);
      const { rows } = await tx.execute<{ id: string }>(
        sql`SELECT wallet_id AS id FROM ${paywallLots} WHERE wallet_id = ANY(${ids}::text[])
          UNION SELECT visitor_id FROM ${paywallHolders} WHERE visitor_id = ANY(${ids}::text[])
          UNION SELECT wallet_id FROM ${paywallHolders} WHERE wallet_id = ANY(${ids}::text[])`,
      );
      return new Set(rows.map(({ id }) => id));
    },
    /** Messages that were charged to the lots of a wallet; one of unlimited access is one as well. */
    async charged(walletId: string): Promise<number> {
      const { rows } = await tx.execute<{ charged: string }>(sql`
        SELECT coalesce(sum(greatest(1, -e.amount - coalesce(r.amount, 0))), 0) AS charged
        FROM ${paywallLots} l JOIN ${paywallEntries} e ON e.lot_id = l.id AND e.kind = 'commit'
        LEFT JOIN ${paywallEntries} r ON r.lot_id = e.lot_id AND 'settle:' || r.key = e.key
        WHERE l.wallet_id = ${walletId}`);
      return Number(rows[0]?.charged ?? 0);
    },
    async removeWallets(walletIds: readonly string[]): Promise<void> {
      if (walletIds.length > 0)
        await tx.delete(paywallLots).where(inArray(paywallLots.walletId, [...walletIds]));
    },
    async hasFreeLot(visitorId: string): Promise<boolean> {
      return (
        (await tx.$count(
          paywallLots,
          sql`${paywallLots.walletId} = paywall_wallet(${visitorId}) AND ${paywallLots.kind} = 'free'`,
        )) > 0
      );
    },
    /** Lets one transaction at a time change a wallet beyond taking messages out of it. */
    async lockWallet(walletId: string): Promise<void> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`paywall ${walletId}`}, 0))`);
    },
    /**
     * Gives all that was bought or given to another wallet, with everybody who holds it; the free messages
     * stay behind.
     */
    async join(accountId: string, from: string, to: string, now: Date): Promise<void> {
      await tx.execute(
        sql`UPDATE ${paywallLots} SET wallet_id = ${to} WHERE wallet_id = ${from} AND kind <> 'free'`,
      );
      await tx
        .update(paywallHolders)
        .set({ walletId: to, joinedAt: now })
        .where(eq(paywallHolders.walletId, from));
      await tx
        .insert(paywallHolders)
        .values({ visitorId: from, accountId, walletId: to, joinedAt: now })
        .onConflictDoUpdate({ target: paywallHolders.visitorId, set: { walletId: to, joinedAt: now } });
    },
    async moveLots(purchaseIds: readonly string[], to: string): Promise<void> {
      if (purchaseIds.length > 0)
        await tx.execute(
          sql`UPDATE ${paywallLots} SET wallet_id = ${to}
            WHERE purchase_id = ANY(${sql.param([...purchaseIds])}::text[])`,
        );
    },
    /** Makes the empty lot of a purchase, unless it is there or its agent is gone. */
    async openLot(
      lot: {
        accountId: string;
        agentId: string;
        walletId: string;
        kind: LotRow['kind'];
        isTest: boolean;
        purchaseId: string | null;
        granted: number | null;
      },
      now: Date,
    ): Promise<string | null> {
      const { rows } = await tx.execute<{ id: string }>(sql`
        INSERT INTO ${paywallLots} (id, account_id, agent_id, wallet_id, kind, is_test, purchase_id, granted,
          created_at)
        SELECT ${newId('lot')}, ${lot.accountId}, id, paywall_wallet(${lot.walletId}), ${lot.kind},
          ${lot.isTest}, ${lot.purchaseId}, ${lot.granted}::int, ${now.toISOString()}::timestamptz FROM agents
        WHERE id = ${lot.agentId}
        ON CONFLICT DO NOTHING RETURNING id`);
      return rows[0]?.id ?? null;
    },
    async lockLotOf(purchaseId: string): Promise<LotRow | null> {
      const [row] = await tx
        .select()
        .from(paywallLots)
        .where(eq(paywallLots.purchaseId, purchaseId))
        .for('update');
      return row ?? null;
    },
    async lotsOf(purchaseIds: readonly string[]): Promise<LotRow[]> {
      return purchaseIds.length === 0
        ? []
        : tx
            .select()
            .from(paywallLots)
            .where(inArray(paywallLots.purchaseId, [...purchaseIds]));
    },
    async changeLot(id: string, state: LotState): Promise<number | null> {
      const [row] = await tx
        .update(paywallLots)
        .set(state)
        .where(eq(paywallLots.id, id))
        .returning({ remaining: paywallLots.remaining });
      return row?.remaining ?? null;
    },
    /**
     * Uses up to so many messages of what is left in a wallet: free ones, then given ones, then the oldest
     * bought ones.
     */
    async useUp(
      walletId: string,
      agentId: string,
      isTest: boolean,
      messages: number,
    ): Promise<{ id: string; accountId: string; taken: number }[]> {
      const { rows } = await tx.execute<{ id: string; accountId: string; remaining: number }>(sql`
        SELECT id, account_id AS "accountId", remaining FROM ${paywallLots}
        WHERE wallet_id = ${walletId} AND agent_id = ${agentId} AND remaining > 0
          AND (is_test = ${isTest} OR kind IN ('free', 'goodwill'))
        ORDER BY kind = 'free' DESC, kind = 'goodwill' DESC, created_at, id FOR UPDATE`);
      let rest = messages;
      const used = rows
        .map(({ id, accountId, remaining }) => {
          const taken = Math.min(rest, remaining);
          rest -= taken;
          return { id, accountId, taken };
        })
        .filter(({ taken }) => taken > 0);
      for (const { id, taken } of used)
        await tx.execute(sql`UPDATE ${paywallLots} SET used = used + ${taken} WHERE id = ${id}`);
      return used;
    },
    async addEntry(accountId: string, lotId: string, entry: Entry, now: Date): Promise<void> {
      await tx.insert(paywallEntries).values({ accountId, lotId, createdAt: now, ...entry });
    },
    /** How many changes of a lot were noted under keys that begin so. */
    async countEntries(lotId: string, prefix: string): Promise<number> {
      return tx.$count(
        paywallEntries,
        and(eq(paywallEntries.lotId, lotId), sql`starts_with(${paywallEntries.key}, ${prefix})`),
      );
    },
    async hasKey(walletId: string, key: string): Promise<boolean> {
      const { rows } = await tx.execute(
        sql`SELECT FROM ${paywallEntries} e JOIN ${paywallLots} l ON l.id = e.lot_id
          WHERE l.wallet_id = ${walletId} AND e.key = ${key} LIMIT 1`,
      );
      return rows.length > 0;
    },
    /**
     * What happened, newest first; `before` is the id of a line. A message that was taken and then charged or
     * given back is one line.
     * The words of the visitor are read from where they are, so that they are gone when they delete them.
     */
    async lines(
      of: { walletId: string } | { purchaseId: string },
      before: string | null,
      limit: number,
    ): Promise<UsageLine[]> {
      const chosen =
        'walletId' in of ? sql`l.wallet_id = ${of.walletId}` : sql`l.purchase_id = ${of.purchaseId}`;
      const { rows } = await tx.execute<Omit<UsageLine, 'createdAt'> & { createdAt: Date }>(sql`
        SELECT e.id::text AS id, e.kind, l.kind AS lot, e.amount + coalesce(r.amount, 0) AS amount, e.reason,
          e.note, left(q.body, 120) AS excerpt, l.is_test AS "isTest", to_json(e.created_at) AS "createdAt"
        FROM ${paywallLots} l JOIN ${paywallEntries} e ON e.lot_id = l.id
        LEFT JOIN ${paywallEntries} r ON r.lot_id = e.lot_id AND 'settle:' || r.key = e.key
        LEFT JOIN messages a ON a.id = e.message_id LEFT JOIN messages q ON q.id = a.answers_id
        WHERE ${chosen} ${before === null ? sql`` : sql`AND e.id < ${before}::bigint`}
          AND (e.kind <> 'reserve' OR NOT EXISTS (SELECT FROM ${paywallEntries} s
            WHERE s.lot_id = e.lot_id AND s.key = 'settle:' || e.key))
        ORDER BY e.id DESC LIMIT ${limit}`);
      return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
    },
    /** Ends up to `limit` lots whose time is over; gives how many. */
    async expire(now: Date, limit: number): Promise<number> {
      const { rows } = await tx.execute(sql`
        WITH due AS (
          SELECT id, account_id, remaining FROM ${paywallLots}
          WHERE expires_at <= ${now.toISOString()}::timestamptz AND expired_at IS NULL ORDER BY id
          LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ), ended AS (
          UPDATE ${paywallLots} SET expired_at = ${now.toISOString()}::timestamptz FROM due
          WHERE ${paywallLots.id} = due.id
        )
        INSERT INTO ${paywallEntries} (account_id, lot_id, kind, amount, reason, key, created_at)
        SELECT account_id, id, 'expire', -coalesce(remaining, 0), 'expired',
          'expire:' || (SELECT count(*) FROM ${paywallEntries} e
          WHERE e.lot_id = due.id AND e.kind = 'expire'), ${now.toISOString()}::timestamptz FROM due
        RETURNING 1`);
      return rows.length;
    },
    /**
     * Ends reservations from before `since` whose answer is no longer written: no answer may hold a message
     * for ever.
     */
    /** Takes one message; ends in the SQLSTATE `PW402` or `PW429` where there is none. */
    async reserve(input: Parameters<typeof reserveMessage>[0]): Promise<void> {
      await tx.execute(sql`SELECT ${reserveMessage(input)}`);
    },
    /** Ends what was reserved; the second time does nothing. */
    async endReservation(answerId: string, end: ReservationEnd, now: Date): Promise<void> {
      await tx.execute(sql`SELECT ${endReservation(answerId, end, now)}`);
    },
    async endLeftOver(since: Date, now: Date): Promise<number> {
      const { rows } = await tx.execute(sql`
        SELECT paywall_settle(left_over.message_id,
          CASE WHEN left_over.is_delivered THEN 'commit' ELSE 'release' END,
          CASE WHEN left_over.is_delivered THEN 'answered' ELSE 'interrupted' END,
          ${now.toISOString()}::timestamptz)
        FROM (
          SELECT e.message_id, coalesce(m.status IN ('complete', 'stopped'), false) AS is_delivered
          FROM ${paywallLots} l JOIN ${paywallEntries} e ON e.lot_id = l.id AND e.kind = 'reserve' LEFT
          JOIN messages m ON m.id = e.message_id
          WHERE l.held > 0 AND e.created_at < ${since.toISOString()}::timestamptz AND m.status IS DISTINCT
          FROM 'streaming'
            AND NOT EXISTS (SELECT FROM ${paywallEntries} s
              WHERE s.lot_id = e.lot_id AND s.key = 'settle:' || e.key)
          ORDER BY l.id LIMIT 500
        ) AS left_over`);
      return rows.length;
    },
  };
}
