import { sql } from 'drizzle-orm';
import type { Database, Transaction } from './database.ts';

/** A fact about this instance: written once by whoever comes first, the same for everybody afterwards. */
export async function ensureFact<T extends object>(database: Database, key: string, first: T): Promise<T> {
  await database.direct.execute(
    sql`INSERT INTO instance_facts (key, value) VALUES (${key}, ${JSON.stringify(first)}::jsonb)
      ON CONFLICT DO NOTHING`,
  );
  const { rows } = await database.direct.execute<{ value: T }>(
    sql`SELECT value FROM instance_facts WHERE key = ${key}`,
  );
  return rows[0]?.value ?? first;
}

/** Replaces a fact by another one, unless somebody else did so before. */
export async function replaceFact<T extends object>(
  database: Database,
  key: string,
  before: T,
  next: T,
): Promise<void> {
  await database.direct.execute(
    sql`UPDATE instance_facts SET value = ${JSON.stringify(next)}::jsonb, updated_at = now()
      WHERE key = ${key} AND value = ${JSON.stringify(before)}::jsonb`,
  );
}

/** Says a fact anew, whatever it was before. */
export async function writeFact(tx: Transaction, key: string, value: object): Promise<void> {
  await tx.execute(
    sql`INSERT INTO instance_facts (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
  );
}
