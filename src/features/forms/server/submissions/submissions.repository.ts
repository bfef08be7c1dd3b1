import { and, desc, eq, inArray, isNotNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { SubmissionStatus, SubmissionView } from '../../forms-submissions.contract.ts';
import type { FormOrigin } from '../page/tokens.models.ts';
import { formFiles, formSubmissions } from '../forms.table.ts';

export type SubmissionRow = typeof formSubmissions.$inferSelect;
export type FileRow = typeof formFiles.$inferSelect;
export type FileFacts = Pick<FileRow, 'id' | 'submissionId' | 'field' | 'name' | 'kind' | 'byteCount'>;
/** What the list is narrowed to; days are those of UTC. */
export type SubmissionFilter = {
  view: SubmissionView;
  search?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
};
export type SubmissionPosition = {
  micros: number;
  id: string;
};

const fileFacts = {
  id: formFiles.id,
  submissionId: formFiles.submissionId,
  field: formFiles.field,
  name: formFiles.name,
  kind: formFiles.kind,
  byteCount: formFiles.byteCount,
};
const micros = sql<string>`(extract(epoch FROM ${formSubmissions.updatedAt}) * 1000000)::bigint`;

function inView(view: SubmissionView): SQL | undefined {
  if (view === 'partial') return inArray(formSubmissions.state, ['partial', 'unpaid']);
  if (view === 'unconfirmed') return eq(formSubmissions.state, view);
  if (view === 'confirmed')
    return and(
      eq(formSubmissions.state, 'complete'),
      inArray(formSubmissions.status, ['new', 'read', 'archived']),
      isNotNull(formSubmissions.confirmedAt),
    );
  if (view === 'all')
    return and(
      eq(formSubmissions.state, 'complete'),
      inArray(formSubmissions.status, ['new', 'read', 'archived']),
    );
  return and(eq(formSubmissions.state, 'complete'), eq(formSubmissions.status, view));
}

function matching(formId: string, { view, search, from, until }: SubmissionFilter): SQL | undefined {
  const pattern = search
    ? `%${search.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`
    : null;
  return and(
    eq(formSubmissions.formId, formId),
    inView(view),
    pattern === null ? undefined : sql`${formSubmissions.searchText} LIKE ${pattern}`,
    from ? sql`${formSubmissions.updatedAt} >= ${from}::date` : undefined,
    until ? sql`${formSubmissions.updatedAt} < ${until}::date + 1` : undefined,
  );
}

export function submissionsRepository(tx: Transaction) {
  return {
    async find(formId: string, id: string): Promise<SubmissionRow | null> {
      const [row] = await tx
        .select()
        .from(formSubmissions)
        .where(and(eq(formSubmissions.id, id), eq(formSubmissions.formId, formId)));
      return row ?? null;
    },
    /** Complete ones among these, oldest first; spam is left out. */
    async byIds(ids: readonly string[]): Promise<SubmissionRow[]> {
      if (ids.length === 0) return [];
      return tx
        .select()
        .from(formSubmissions)
        .where(
          and(
            inArray(formSubmissions.id, [...ids]),
            eq(formSubmissions.state, 'complete'),
            ne(formSubmissions.status, 'spam'),
          ),
        )
        .orderBy(formSubmissions.submittedAt, formSubmissions.id);
    },
    /** How a visitor of a chat came to it. */
    async originOf(visitorId: string): Promise<FormOrigin | null> {
      const { rows } = await tx.execute<FormOrigin>(sql`
        SELECT landing_url AS "landingUrl", referrer, landing_page_id AS "landingPageId",
          landing_page_version AS "landingPageVersion",
          (SELECT coalesce(jsonb_object_agg('utm_' || name, value), '{}') FROM jsonb_each(utm) AS said(name, value)) AS utm
        FROM visitors WHERE id = ${visitorId}`);
      return rows[0] ?? null;
    },
    async lock(id: string): Promise<SubmissionRow | null> {
      const [row] = await tx.select().from(formSubmissions).where(eq(formSubmissions.id, id)).for('update');
      return row ?? null;
    },
    /**
     * Writes a submission, or what is new about it; one that is complete stays as it is, and false says so.
     */
    async write(row: typeof formSubmissions.$inferInsert): Promise<boolean> {
      // A visitor may have deleted themselves and the conversation in which the form stood.
      const still = (table: string, key: string | null | undefined): SQL<string | null> | null =>
        key ? sql`(SELECT id FROM ${sql.identifier(table)} WHERE id = ${key})` : null;
      const values = {
        ...row,
        conversationId: still('conversations', row.conversationId),
        visitorId: still('visitors', row.visitorId),
        agentId: still('agents', row.agentId),
      };
      const {
        id,
        accountId: _account,
        formId,
        startedAt: _started,
        confirmMails: _mails,
        confirmMailedAt: _mailed,
        ...change
      } = values;
      const rows = await tx
        .insert(formSubmissions)
        .values(values)
        .onConflictDoUpdate({
          target: formSubmissions.id,
          set: { ...change, page: sql`greatest(${formSubmissions.page}, excluded.page)` },
          setWhere: and(
            eq(formSubmissions.id, id),
            eq(formSubmissions.formId, formId),
            ne(formSubmissions.state, 'complete'),
          ),
        })
        .returning({ id: formSubmissions.id });
      return rows.length > 0;
    },
    async set(id: string, change: Partial<SubmissionRow>): Promise<void> {
      await tx.update(formSubmissions).set(change).where(eq(formSubmissions.id, id));
    },
    async hasSent(formId: string, onceKey: string): Promise<boolean> {
      return (
        (await tx.$count(
          formSubmissions,
          and(
            eq(formSubmissions.formId, formId),
            eq(formSubmissions.onceKey, onceKey),
            eq(formSubmissions.state, 'complete'),
          ),
        )) > 0
      );
    },
    /**
     * Takes one of the mails that a submission has to be confirmed by; false when they are used up, or when
     * the last was written after `pausedUntil`.
     */
    async takeMail(id: string, most: number, pausedUntil: Date, now: Date): Promise<boolean> {
      const isRested = sql`(${formSubmissions.confirmMailedAt} IS NULL
        OR ${formSubmissions.confirmMailedAt} <= ${pausedUntil.toISOString()}::timestamptz)`;
      const rows = await tx
        .update(formSubmissions)
        .set({ confirmMails: sql`${formSubmissions.confirmMails} + 1`, confirmMailedAt: now })
        .where(
          and(
            eq(formSubmissions.id, id),
            eq(formSubmissions.state, 'unconfirmed'),
            lt(formSubmissions.confirmMails, most),
            isRested,
          ),
        )
        .returning({ id: formSubmissions.id });
      return rows.length > 0;
    },
    /** A page of the list, newest first, after `position`. */
    async page(
      formId: string,
      filter: SubmissionFilter,
      after: SubmissionPosition | undefined,
      limit: number,
    ): Promise<{ row: SubmissionRow; micros: string }[]> {
      const later = after
        ? sql`(${formSubmissions.updatedAt},
          ${formSubmissions.id}) < (timestamptz 'epoch' + ${after.micros}::float8 * interval '1 microsecond',
          ${after.id})`
        : undefined;
      return tx
        .select({ row: formSubmissions, micros })
        .from(formSubmissions)
        .where(and(matching(formId, filter), later))
        .orderBy(desc(formSubmissions.updatedAt), desc(formSubmissions.id))
        .limit(limit);
    },
    total: (formId: string, filter: SubmissionFilter): Promise<number> =>
      tx.$count(formSubmissions, matching(formId, filter)),
    async counts(
      formId: string,
    ): Promise<
      { state: SubmissionRow['state']; status: SubmissionStatus; isConfirmed: boolean; count: number }[]
    > {
      const isConfirmed = sql<boolean>`${formSubmissions.confirmedAt} IS NOT NULL`;
      return tx
        .select({
          state: formSubmissions.state,
          status: formSubmissions.status,
          isConfirmed,
          count: sql<number>`count(*)::int`,
        })
        .from(formSubmissions)
        .where(eq(formSubmissions.formId, formId))
        .groupBy(formSubmissions.state, formSubmissions.status, isConfirmed);
    },
    async mark(formId: string, ids: readonly string[], status: SubmissionStatus): Promise<number> {
      return (
        await tx
          .update(formSubmissions)
          .set({ status })
          .where(and(eq(formSubmissions.formId, formId), inArray(formSubmissions.id, [...ids])))
          .returning({ id: formSubmissions.id })
      ).length;
    },
    async remove(formId: string, ids: readonly string[]): Promise<number> {
      const gone = await tx
        .delete(formSubmissions)
        .where(and(eq(formSubmissions.formId, formId), inArray(formSubmissions.id, [...ids])))
        .returning({ id: formSubmissions.id });
      if (gone.length > 0)
        await tx.delete(formFiles).where(
          inArray(
            formFiles.submissionId,
            gone.map(({ id }) => id),
          ),
        );
      return gone.length;
    },
    /** How far those came who began. */
    async reached(
      formId: string,
    ): Promise<{ page: number; isComplete: boolean; lastField: string; count: number }[]> {
      const isComplete = sql<boolean>`${formSubmissions.state} IN ('complete', 'unconfirmed')`;
      return tx
        .select({
          page: formSubmissions.page,
          isComplete,
          lastField: formSubmissions.lastField,
          count: sql<number>`count(*)::int`,
        })
        .from(formSubmissions)
        .where(and(eq(formSubmissions.formId, formId), ne(formSubmissions.status, 'spam')))
        .groupBy(formSubmissions.page, isComplete, formSubmissions.lastField);
    },
    async medianSeconds(formId: string): Promise<number | null> {
      const [row] = await tx
        .select({
          seconds: sql<number | null>`percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch
            FROM ${formSubmissions.submittedAt} - ${formSubmissions.startedAt}))::float8`,
        })
        .from(formSubmissions)
        .where(and(eq(formSubmissions.formId, formId), eq(formSubmissions.state, 'complete')));
      return row?.seconds ?? null;
    },
    /** One at a time adds a file to a submission, so that none is counted twice or not at all. */
    async lockFiles(submissionId: string): Promise<void> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`files of ${submissionId}`}, 0))`);
    },
    async insertFile(row: FileRow): Promise<void> {
      await tx.insert(formFiles).values(row);
    },
    async filesOf(submissionIds: readonly string[]): Promise<FileFacts[]> {
      return submissionIds.length === 0
        ? []
        : tx
            .select(fileFacts)
            .from(formFiles)
            .where(inArray(formFiles.submissionId, [...submissionIds]))
            .orderBy(formFiles.createdAt, formFiles.id);
    },
    async keepFiles(submissionId: string, ids: readonly string[]): Promise<void> {
      if (ids.length > 0)
        await tx
          .update(formFiles)
          .set({ isSent: true })
          .where(and(eq(formFiles.submissionId, submissionId), inArray(formFiles.id, [...ids])));
    },
    async file(formId: string, id: string): Promise<FileRow | null> {
      const [row] = await tx
        .select()
        .from(formFiles)
        .where(and(eq(formFiles.id, id), eq(formFiles.formId, formId), eq(formFiles.isSent, true)));
      return row ?? null;
    },
    /** Forgets files that were never sent, what was begun long ago, and what nobody confirmed. */
    async sweep(filesBefore: Date, partialsBefore: Date, unconfirmedBefore: Date): Promise<void> {
      const unconfirmed = sql`SELECT id FROM form_submissions
        WHERE state = 'unconfirmed' AND updated_at < ${unconfirmedBefore.toISOString()}`;
      await tx.execute(sql`DELETE FROM form_files WHERE submission_id IN (${unconfirmed})`);
      await tx.execute(sql`DELETE FROM form_submissions WHERE id IN (${unconfirmed})`);
      await tx.execute(
        sql`DELETE FROM form_files WHERE NOT is_sent AND created_at < ${filesBefore.toISOString()}`,
      );
      await tx.execute(
        sql`DELETE FROM form_submissions
          WHERE state = 'partial' AND updated_at < ${partialsBefore.toISOString()}`,
      );
    },
  };
}
