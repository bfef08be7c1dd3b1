import { sql, type SQL } from 'drizzle-orm';
import { bigint, date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { OrSlots } from '#platform/database/statement.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const agentUsage = pgTable('agent_usage', {
  agentId: text('agent_id').primaryKey(),
  accountId: text('account_id').notNull(),
  day: date({ mode: 'string' }).notNull(),
  dayMessages: integer('day_messages').notNull().default(0),
  dayNotice: integer('day_notice').notNull().default(0),
  dayNoticedAt: moment('day_noticed_at'),
  month: date({ mode: 'string' }).notNull(),
  monthMessages: integer('month_messages').notNull().default(0),
  monthMicros: bigint('month_micros', { mode: 'number' }).notNull().default(0),
  monthHeld: bigint('month_held', { mode: 'number' }).notNull().default(0),
  monthNotice: integer('month_notice').notNull().default(0),
  monthNoticedAt: moment('month_noticed_at'),
});

/**
 * What one message takes, and within which limits; 0 is no limit. Without `isHard` it is counted beyond them,
 * too.
 */
export type UsageTerms = {
  agentId: string;
  accountId: string;
  day: string;
  month: string;
  messages: number;
  heldMicros: number;
  messagesCap: number;
  microsCap: number;
  isHard: boolean;
};

/**
 * Adds to the running day and month, which begin again by themselves. `rows` selects agent, account, day,
 * messages, month, messages, micro-dollars spent and held back.
 */
export function addUsage(rows: SQL, unless: SQL = sql``): SQL {
  const inDay = (column: string): SQL =>
    sql.raw(`CASE WHEN known.day = excluded.day THEN known.${column} END`);
  const inMonth = (column: string): SQL =>
    sql.raw(`CASE WHEN known.month = excluded.month THEN known.${column} END`);
  return sql`
    INSERT INTO ${agentUsage} AS known (agent_id, account_id, day, day_messages, month, month_messages,
      month_micros, month_held) ${rows}
    ON CONFLICT (agent_id) DO UPDATE SET
      day = excluded.day, day_messages = coalesce(${inDay('day_messages')}, 0) + excluded.day_messages,
        day_notice = coalesce(${inDay('day_notice')}, 0), day_noticed_at = ${inDay('day_noticed_at')},
      month = excluded.month, month_messages = coalesce(${inMonth('month_messages')},
        0) + excluded.month_messages, month_micros = coalesce(${inMonth('month_micros')},
        0) + excluded.month_micros, month_held = greatest(0,
        coalesce(${inMonth('month_held')}, 0) + excluded.month_held),
      month_notice = coalesce(${inMonth('month_notice')}, 0),
        month_noticed_at = ${inMonth('month_noticed_at')}
    ${unless} RETURNING known.agent_id, known.day_messages, known.month_micros, known.month_held`;
}

/**
 * Takes one message's share, or no row when a limit is reached: for as many rows as `from` gives, which is
 * one or none.
 */
export function takeUsage(
  terms: OrSlots<Omit<UsageTerms, 'isHard'>>,
  isHard: boolean,
  from: SQL = sql``,
): SQL {
  const { messagesCap, microsCap } = terms;
  const room = sql`WHERE (${messagesCap} = 0 OR known.day <> excluded.day
    OR known.day_messages < ${messagesCap})
    AND (${microsCap} = 0 OR known.month <> excluded.month
    OR known.month_micros + known.month_held < ${microsCap})`;
  return addUsage(
    sql`SELECT ${terms.agentId}, ${terms.accountId}, ${terms.day}::date, ${terms.messages}::int,
      ${terms.month}::date, ${terms.messages}::int, 0::bigint, ${terms.heldMicros}::bigint ${from}`,
    isHard ? room : sql``,
  );
}

/**
 * What `used`, the rows of `takeUsage` in the same statement, say of this moment; null where nothing is
 * limited.
 */
export const usageNow = (isLimited: boolean): SQL =>
  isLimited
    ? sql`(SELECT jsonb_build_object('dayMessages', day_messages, 'monthMicros', month_micros, 'monthHeld',
      month_held) FROM used)`
    : sql`NULL::jsonb`;
