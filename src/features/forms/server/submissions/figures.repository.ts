import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { formSubmissions } from '../forms.table.ts';

/** How often a value was given in a line of a field; `places` sums the ranks of a ranking, from 1. */
export type ValueCount = {
  field: string;
  line: string;
  value: string;
  count: number;
  places: number;
};

/** Sums over the answers of a form; what is not complete and spam are left out. */
export function figuresRepository(tx: Transaction) {
  const answered = (formId: string) => sql`SELECT each.key AS field, each.value AS answer
    FROM ${formSubmissions} s, jsonb_each(s.answers) AS each
    WHERE s.form_id = ${formId} AND s.state = 'complete' AND s.status <> 'spam'`;
  return {
    async total(formId: string): Promise<number> {
      const { rows } = await tx.execute<{ count: number }>(sql`SELECT count(*)::int AS count
        FROM ${formSubmissions} WHERE form_id = ${formId} AND state = 'complete' AND status <> 'spam'`);
      return rows[0]?.count ?? 0;
    },
    /** How many answered each field, and the average of what is a number. */
    async fields(formId: string): Promise<{ field: string; count: number; average: number | null }[]> {
      const { rows } = await tx.execute<{ field: string; count: number; average: number | null }>(sql`
        SELECT field, count(*)::int AS count,
          avg(CASE WHEN jsonb_typeof(answer) = 'number' THEN (answer #>> '{}')::float8 END) AS average
        FROM (${answered(formId)}) a GROUP BY field`);
      return rows;
    },
    /** Of these fields, each of which has few possible values. */
    async values(formId: string, fields: readonly string[]): Promise<ValueCount[]> {
      if (fields.length === 0) return [];
      const { rows } = await tx.execute<ValueCount>(sql`
        WITH a AS MATERIALIZED (SELECT * FROM (${answered(formId)}) all_answers
          WHERE field = ANY(${sql.param([...fields])}::text[]))
        SELECT field, '' AS line, answer #>> '{}' AS value, count(*)::int AS count, 0 AS places
          FROM a WHERE jsonb_typeof(answer) NOT IN ('array', 'object') GROUP BY 1, 3
        UNION ALL
        SELECT field, '', chosen.value, count(*)::int, sum(chosen.place)::int
          FROM a, jsonb_array_elements_text(answer) WITH ORDINALITY AS chosen (value, place)
          WHERE jsonb_typeof(answer) = 'array' GROUP BY 1, 3
        UNION ALL
        SELECT field, part.key, part.value, count(*)::int, 0
          FROM a, jsonb_each_text(answer) AS part WHERE jsonb_typeof(answer) = 'object' GROUP BY 1, 2, 3`);
      return rows;
    },
  };
}
