import { contactFields } from '#shared/contacts/contact-fields.ts';
import { and, asc, eq, gt, lt, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { mostTags } from '../../contacts.contract.ts';
import type { ImportRow } from './rows.models.ts';
import type { ImportProblem } from '../../contacts-import.contract.ts';
import { contactImportRefusals, contactImports } from '../contacts.table.ts';

export type ImportRecord = typeof contactImports.$inferSelect;

/**
 * Whether the contact `c` is of no agent, or of one of these, or wrote to one of them; null is all agents.
 */
function isReached(agentIds: readonly string[] | null): SQL {
  if (agentIds === null) return sql`true`;
  const reach = sql`${sql.param([...agentIds])}::text[]`;
  return sql`(c.source_agent_id IS NULL OR c.source_agent_id = ANY(${reach})
    OR EXISTS (SELECT FROM conversations v WHERE v.contact_id = c.id AND v.agent_id = ANY(${reach})))`;
}

/** Files of contacts, and what is written out of them. */
const fields = Object.entries(contactFields);
/** The fields of a contact as columns, as values of an imported row, and as what is not said stays. */
const columns = sql.raw(fields.map(([, { column }]) => column).join(', '));
const values = sql.raw(
  fields
    .map(([name, { isNeverNull }]) =>
      isNeverNull ? `coalesce(r.fields->>'${name}', '')` : `r.fields->>'${name}'`,
    )
    .join(', '),
);
const updates = sql.raw(
  fields
    // A contact is found by its address, which is the same then.
    .filter(([name]) => name !== 'email')
    .map(([, { column }]) => `${column} = coalesce(nullif(excluded.${column}, ''), c.${column})`)
    .join(', '),
);

export function contactsImportRepository(tx: Transaction) {
  return {
    async insert(row: typeof contactImports.$inferInsert): Promise<void> {
      await tx.insert(contactImports).values(row);
    },
    async byId(id: string): Promise<ImportRecord | null> {
      const [row] = await tx.select().from(contactImports).where(eq(contactImports.id, id));
      return row ?? null;
    },
    /** For whoever changes it; others wait. */
    async hold(id: string): Promise<ImportRecord | null> {
      const [row] = await tx.select().from(contactImports).where(eq(contactImports.id, id)).for('update');
      return row ?? null;
    },
    async update(id: string, change: Partial<ImportRecord>): Promise<void> {
      await tx.update(contactImports).set(change).where(eq(contactImports.id, id));
    },
    /** Keeps rows of which something was refused; a row that is written down already stays as it is. */
    async insertRefusals(
      accountId: string,
      importId: string,
      rows: readonly { row: number; cells: string[]; problems: ImportProblem[] }[],
    ): Promise<void> {
      if (rows.length === 0) return;
      await tx
        .insert(contactImportRefusals)
        .values(
          rows.map(({ row, cells, problems }) => ({ importId, accountId, rowNumber: row, cells, problems })),
        )
        .onConflictDoNothing();
    },
    async forgetRefusals(importId: string): Promise<void> {
      await tx.delete(contactImportRefusals).where(eq(contactImportRefusals.importId, importId));
    },
    /** In the order of the file, after row `after`. */
    async refusals(importId: string, after: number, limit: number) {
      return tx
        .select()
        .from(contactImportRefusals)
        .where(and(eq(contactImportRefusals.importId, importId), gt(contactImportRefusals.rowNumber, after)))
        .orderBy(asc(contactImportRefusals.rowNumber))
        .limit(limit);
    },
    async removeOld(before: Date): Promise<void> {
      await tx.delete(contactImports).where(lt(contactImports.createdAt, before));
    },
    /** Main addresses of contacts by those of these addresses that are further ones. */
    async mainEmails(emails: readonly string[]): Promise<Map<string, string>> {
      const { rows } = await tx.execute<{ other: string; email: string }>(sql`
        SELECT each.other, c.email FROM contacts c, jsonb_array_elements_text(c.other_emails) AS each (other)
        WHERE c.other_emails <> '[]' AND c.email IS NOT NULL
          AND each.other = ANY(${sql.param([...emails])}::text[])`);
      return new Map(rows.map(({ other, email }) => [other, email]));
    },
    /** Which of these addresses contacts have, and whether those contacts are reached by who imports. */
    async knownEmails(
      emails: readonly string[],
      agentIds: readonly string[] | null,
    ): Promise<Map<string, { isReached: boolean }>> {
      const { rows } = await tx.execute<{ email: string; isReached: boolean }>(sql`
        SELECT c.email, ${isReached(agentIds)} AS "isReached" FROM contacts c
        WHERE c.email = ANY(${sql.param([...emails])}::text[])`);
      return new Map(rows.map(({ email, isReached: reached }) => [email, { isReached: reached }]));
    },
    /**
     * Writes rows, each address once. What a row does not say stays as it was, and so does a contact that who
     * imports does not reach.
     */
    async write(
      rows: readonly (Omit<ImportRow, 'tags'> & { id: string; tag_ids: string[] })[],
      options: {
        accountId: string;
        now: Date;
        isUpdating: boolean;
        agentIds: readonly string[] | null;
      },
    ): Promise<{ created: number; updated: number }> {
      const now = options.now.toISOString();
      const consent = sql`CASE WHEN r.consent IS NULL THEN NULL ELSE jsonb_build_object('value', r.consent,
        'at', ${now}::text, 'source', 'import', 'textVersion', NULL) END`;
      const { rows: written } = await tx.execute<{ id: string; created: boolean }>(sql`
        INSERT INTO contacts AS c (id, account_id, ${columns}, lifecycle, lead_score, marketing_consent,
          custom_fields, tag_ids, source, first_seen_at, last_seen_at, created_at, updated_at)
        SELECT r.id, ${options.accountId}, ${values}, coalesce(r.lifecycle, 'new'),
          coalesce(r.lead_score, 0), ${consent}, r.custom_fields,
          (array(SELECT jsonb_array_elements_text(r.tag_ids)))[1:${mostTags}], 'import', ${now},
          ${now}, ${now}, ${now}
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id text, fields jsonb, lifecycle text,
          lead_score smallint, consent boolean, custom_fields jsonb, tag_ids jsonb)
        ON CONFLICT (account_id, email) WHERE email IS NOT NULL ${
          options.isUpdating
            ? sql`DO UPDATE SET
          ${updates},
          lifecycle = CASE WHEN excluded.lifecycle = 'new' THEN c.lifecycle ELSE excluded.lifecycle END, lead_score = CASE WHEN excluded.lead_score = 0 THEN c.lead_score ELSE excluded.lead_score END, marketing_consent = coalesce(excluded.marketing_consent, c.marketing_consent),
          custom_fields = c.custom_fields || excluded.custom_fields,
          tag_ids = (array(SELECT tag FROM unnest(c.tag_ids || excluded.tag_ids) WITH ORDINALITY AS each (tag, at)
            GROUP BY tag ORDER BY min(at)))[1:${mostTags}], updated_at = ${now}
          WHERE ${isReached(options.agentIds)}`
            : sql`DO NOTHING`
        }
        RETURNING c.id, (xmax = 0) AS created`);
      const created = written.filter((row) => row.created).map(({ id }) => id);
      await tx.execute(
        sql`UPDATE contacts SET custom_fields = initials.fields || custom_fields
          FROM (SELECT custom_initials(${options.accountId}, 'contact') AS fields) AS initials
          WHERE initials.fields <> '{}' AND id = ANY(${sql.param(created)}::text[])`,
      );
      return { created: created.length, updated: written.length - created.length };
    },
    /**
     * Has the database count what lists are planned by, and sorts new words into their index; outside of a
     * transaction.
     */
    async updateStatistics(): Promise<void> {
      await tx.execute(sql`SELECT gin_clean_pending_list(to_regclass('contact_words_grams'))`);
      await tx.execute(sql`ANALYZE contacts, contact_words`);
    },
  };
}
