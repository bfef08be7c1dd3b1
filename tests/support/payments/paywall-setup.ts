import { sql } from 'drizzle-orm';
import { newId } from '#shared/ids.ts';
import type { Database } from '#platform/database/database.ts';
import type { Entitlement } from '#features/paywall/server/paywall.usecases.ts';
import { reserveMessage, endReservation } from '#features/paywall/server/paywall.table.ts';
import type { PaywallTerms, ReservationEnd } from '#features/paywall/server/paywall.models.ts';

/** An account with an agent, for tests of the ledger below the conversations. */
export type PaywallWorld = {
  accountId: string;
  agentId: string;
};

export async function makePaywallWorld(database: Database): Promise<PaywallWorld> {
  const [accountId, agentId, collectionId] = [newId('acc'), newId('agt'), newId('col')];
  await database.system(async (tx) => {
    await tx.execute(sql`INSERT INTO accounts (id, name, trial_end) VALUES (${accountId}, 'Hotel', now())`);
    await tx.execute(
      sql`INSERT INTO knowledge_collections (id, account_id) VALUES (${collectionId}, ${accountId})`,
    );
    await tx.execute(
      sql`INSERT INTO agents (id, account_id, number, collection_id, name, draft)
        VALUES (${agentId}, ${accountId}, ${Math.floor(Math.random() * 1e9)}, ${collectionId}, 'Hotel',
        '{}')`,
    );
  });
  return { accountId, agentId };
}

export const threeFree: PaywallTerms = { free: 3, period: '', isTest: false, fairUse: 500 };

/** Takes a message for an answer; says how it was refused where there was none. */
export async function reserve(
  database: Database,
  world: PaywallWorld,
  visitorId: string,
  answerId: string,
  terms: PaywallTerms,
  now: Date,
): Promise<string> {
  return database
    .account(world.accountId, async (tx) => {
      const { rows } = await tx.execute<{ lot: string }>(
        sql`SELECT ${reserveMessage({ ...world, visitorId, answerId, terms, now })} AS lot`,
      );
      return rows[0]?.lot ?? '';
    })
    .catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      if (cause instanceof Error && 'code' in cause && (cause.code === 'PW402' || cause.code === 'PW429'))
        return String(cause.code);
      throw error;
    });
}

export async function endMessage(
  database: Database,
  world: PaywallWorld,
  answerId: string,
  reservationEnd: ReservationEnd,
  now: Date,
): Promise<void> {
  await database.account(world.accountId, (tx) =>
    tx.execute(sql`SELECT ${endReservation(answerId, reservationEnd, now)}`),
  );
}

export function packOf(world: PaywallWorld, walletId: string, given: Partial<Entitlement> = {}): Entitlement {
  return {
    ...world,
    purchaseId: newId('pur'),
    walletId,
    kind: 'pack',
    isTest: false,
    messages: 10,
    until: null,
    isEnding: false,
    isFrozen: false,
    isRevoked: false,
    takenBack: 0,
    ...given,
  };
}

/** Lots whose entries do not sum up to what remains of them; there must never be one. */
export async function brokenLots(database: Database): Promise<string[]> {
  const { rows } = await database.direct.execute<{ id: string }>(sql`
    SELECT l.id FROM paywall_lots l LEFT JOIN paywall_entries e ON e.lot_id = l.id
    GROUP BY l.id HAVING coalesce(sum(e.amount), 0) <> coalesce(l.remaining, 0)
      OR l.held <> count(*) FILTER (WHERE e.kind = 'reserve') - count(*) FILTER (WHERE e.kind IN ('commit',
      'release'))`);
  return rows.map(({ id }) => id);
}
