import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';

export type ColumnFacts = {
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
};
export type TableFacts = {
  name: string;
  columns: Map<string, ColumnFacts>;
  hasWall: boolean;
  isOpenToApp: boolean;
};

/** What the migrated database says about its tables. */
export async function readTables(pool: pg.Pool): Promise<TableFacts[]> {
  const { rows } = await pool.query<{
    table: string;
    column: string;
    type: string;
    nullable: boolean;
    default: boolean;
    wall: boolean;
    open: boolean;
  }>(`
    SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
      NOT a.attnotnull AS nullable,
      a.atthasdef OR a.attidentity <> '' AS default,
      c.relrowsecurity AND EXISTS (
        SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polpermissive
          AND 'chatelier_app'::regrole = ANY(p.polroles)
          AND pg_get_expr(p.polqual, p.polrelid) LIKE '(account_id = %current_setting(''app.account_id''%'
            AND pg_get_expr(p.polwithcheck, p.polrelid) = pg_get_expr(p.polqual, p.polrelid)
      ) AND NOT EXISTS (SELECT FROM pg_policy p
      WHERE p.polrelid = c.oid AND p.polpermissive
        AND pg_get_expr(p.polqual, p.polrelid) NOT LIKE '(account_id = %') AS wall,
      has_table_privilege('chatelier_app', c.oid, 'SELECT') AS open
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      -- A partition that scoped work may not name is reached through its table alone, behind the wall of that one.
      AND NOT (c.relispartition AND NOT has_table_privilege('chatelier_app', c.oid, 'SELECT'))
    ORDER BY c.relname, a.attnum`);
  const tables = new Map<string, TableFacts>();
  for (const row of rows) {
    const table = tables.get(row.table) ?? {
      name: row.table,
      columns: new Map(),
      hasWall: row.wall,
      isOpenToApp: row.open,
    };
    table.columns.set(row.column, { type: row.type, isNullable: row.nullable, hasDefault: row.default });
    tables.set(row.table, table);
  }
  return [...tables.values()];
}

/**
 * Tables that hold rows of accounts and are not behind the wall, and tables without accounts that the walled
 * role may read.
 */
export function brokenWalls(
  tables: readonly TableFacts[],
  exempt: Readonly<Record<string, string>> = {},
): string[] {
  return tables.flatMap((table) => {
    if (table.name in exempt)
      return table.hasWall ? [`${table.name} is behind the wall and needs no exemption`] : [];
    if (table.columns.has('account_id') && !table.hasWall)
      return [
        `${table.name} has account_id and is not behind the wall: SELECT chatelier_wall('${table.name}')`,
      ];
    if (!table.columns.has('account_id') && table.isOpenToApp)
      return [`${table.name} has no account_id and is open to ${'chatelier_app'}`];
    return [];
  });
}

/** Where the tables in the code and the tables in the database differ. */
export function drift(modules: Readonly<Record<string, unknown>>, tables: readonly TableFacts[]): string[] {
  return Object.values(modules).flatMap((value) => {
    if (!is(value, PgTable)) return [];
    const { name, columns } = getTableConfig(value);
    const facts = tables.find((table) => table.name === name);
    if (!facts) return [`${name} is in no migration`];
    const problems = columns.flatMap((column) => {
      const fact = facts.columns.get(column.name);
      const label = `${name}.${column.name}`;
      if (!fact) return [`${label} is in no migration`];
      return [
        ...(plain(column.getSQLType()) === plain(fact.type)
          ? []
          : [`${label} is ${column.getSQLType()} in the code and ${fact.type} in the database`]),
        ...(column.notNull === !fact.isNullable
          ? []
          : [
              `${label} ${column.notNull ? 'may not' : 'may'} be null in the code and ${fact.isNullable ? 'may' : 'may not'} in the database`,
            ]),
        ...(column.hasDefault && column.default !== undefined && !fact.hasDefault
          ? [`${label} has a default in the code only`]
          : []),
      ];
    });
    const known = new Set(columns.map((column) => column.name));
    return [
      ...problems,
      ...[...facts.columns.keys()]
        .filter((column) => !known.has(column))
        .map((column) => `${name}.${column} is missing in the code`),
    ];
  });
}

function plain(type: string): string {
  return type
    .replace('varbit', 'bit varying')
    .replace(/\(\d+\)/, '')
    .toLowerCase();
}
