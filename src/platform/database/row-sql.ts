import { getTableColumns, is, Placeholder, sql, SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Columns and what they get: places of values, expressions, or what is the same each time. */
type RowOfSql = Readonly<Record<string, unknown>>;

/** What is the same each time stands in the text itself. */
function constant(value: unknown): SQL {
  if (value === null) return sql.raw('NULL');
  if (typeof value === 'number' || typeof value === 'boolean') return sql.raw(String(value));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return sql.raw(`'${text.replaceAll("'", "''")}'`);
}

function partsOf(table: PgTable, row: RowOfSql): { name: SQL; value: SQL }[] {
  const columns = getTableColumns(table);
  return Object.entries(row).map(([key, value]) => {
    const column = columns[key];
    if (!column) throw new Error(`The table has no column ${key}`);
    const given = is(value, SQL) || is(value, Placeholder) ? sql`(${value})` : constant(value);
    // With the column's type, because PostgreSQL takes a place for text where nothing says what it is.
    return {
      name: sql`${sql.identifier(column.name)}`,
      value: sql`${given}::${sql.raw(column.getSQLType())}`,
    };
  });
}

const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);

/** A row's columns and their values, as `INSERT INTO … (names) SELECT values` has them. */
export function insertParts(table: PgTable, row: RowOfSql): { names: SQL; values: SQL } {
  const parts = partsOf(table, row);
  return { names: list(parts.map(({ name }) => name)), values: list(parts.map(({ value }) => value)) };
}

/** Two rows of the same columns in the same order, as `VALUES` has them. */
export function insertPairParts(
  table: PgTable,
  first: RowOfSql,
  second: RowOfSql,
): { names: SQL; rows: SQL } {
  const [one, two] = [insertParts(table, first), partsOf(table, second)];
  if (Object.keys(first).join() !== Object.keys(second).join())
    throw new Error('Rows that are written together have the same columns in the same order');
  return { names: one.names, rows: sql`(${one.values}), (${list(two.map(({ value }) => value))})` };
}

/** A row's columns and values as `UPDATE … SET` has them. */
export const assignments = (table: PgTable, row: RowOfSql): SQL =>
  list(partsOf(table, row).map(({ name, value }) => sql`${name} = ${value}`));
