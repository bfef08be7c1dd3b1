import type pg from 'pg';
import { filesIn, type SourceTree } from '../../tests/architecture/source-tree.ts';
import { page, table } from './markdown.ts';

type Column = {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  default: string | null;
  refers: string | null;
  primary: boolean;
};

/** `database.md`: the tables of a migrated database, with the comments of the migrations. */
export async function databasePage(pool: Pick<pg.Pool, 'query'>, tree: SourceTree): Promise<string> {
  const { rows } = await pool.query<Column>(`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
      NOT a.attnotnull AS nullable, pg_get_expr(d.adbin, d.adrelid) AS default,
      (SELECT r.relname FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum] LIMIT 1) AS refers,
      EXISTS (SELECT FROM pg_constraint p
        WHERE p.conrelid = c.oid AND p.contype = 'p' AND a.attnum = ANY(p.conkey)) AS primary
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped LEFT
    JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY c.relname COLLATE "C", a.attnum`);
  const comments = readComments(tree);
  const tables = [...new Set(rows.map((row) => row.table))];
  return page(
    'Database',
    'PostgreSQL, made by the files in `migrations/`. Tables with `account_id` stand behind row-level security: scoped work sees the rows of its account only. The job queue keeps its own tables in the schema `pgboss`.',
    ...tables.flatMap((name) => {
      const columns = rows.filter((row) => row.table === name);
      const about = comments.get(name);
      return [
        `## ${name}`,
        ...(about ? [about] : []),
        table(
          ['Column', 'Type', 'Null', 'Default', 'Notes'],
          columns.map((column) => [
            `\`${column.name}\``,
            column.type,
            column.nullable ? 'yes' : '',
            column.default ? `\`${column.default}\`` : '',
            notes(column, comments.get(`${name}.${column.name}`)),
          ]),
        ),
      ];
    }),
  );
}

function notes(column: Column, comment: string | undefined): string {
  return [
    ...(column.primary ? ['Primary key.'] : []),
    ...(column.refers ? [`→ [${column.refers}](#${column.refers}).`] : []),
    ...(comment ? [comment] : []),
  ].join(' ');
}

/** Comments above tables and columns in the migrations: `table` or `table.column` → text. */
function readComments(tree: SourceTree): Map<string, string> {
  const comments = new Map<string, string>();
  for (const file of filesIn(tree, ['migrations'], ['.sql'])) {
    let above: string[] = [];
    let current: string | null = null;
    for (const line of (tree.get(file) ?? '').split('\n').map((text) => text.trim())) {
      const made = /^CREATE (?:UNLOGGED )?TABLE (\w+)/.exec(line)?.[1];
      const column = current ? /^([a-z_]+) [a-z]/.exec(line)?.[1] : undefined;
      const name = made ?? (column ? `${current}.${column}` : null);
      if (name && above.length > 0) comments.set(name, above.join(' '));
      if (made) current = made;
      if (line.startsWith(')')) current = null;
      above = line.startsWith('-- ') ? [...above, line.slice(3)] : [];
    }
  }
  return comments;
}
