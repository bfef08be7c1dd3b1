import { and, asc, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import type { Language } from '#shared/languages.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { KnowledgeStatus, SourceKind } from '../../knowledge.contract.ts';
import { knowledgeChunks, knowledgeDocuments } from '../knowledge.table.ts';

export type DocumentRow = typeof knowledgeDocuments.$inferSelect;
export type ChunkRow = typeof knowledgeChunks.$inferSelect;
export type DocumentInsert = typeof knowledgeDocuments.$inferInsert;

/** What is kept of a page about fetching it again. */
export type KnownPage = {
  id: string;
  url: string;
  depth: number;
  status: KnowledgeStatus;
  etag: string | null;
  lastModified: string | null;
  contentHash: string | null;
  run: number;
  title: string;
};

/** The text of a document after reading it. */
export type DocumentContent = {
  title: string;
  language: Language;
  body: string;
  pages: { page: number; start: number; end: number }[] | null;
  headings: string[];
  contentHash: string;
  etag: string | null;
  lastModified: string | null;
};

type State = 'all' | 'working' | 'ready' | 'failed';
const statesOf: Record<Exclude<State, 'all'>, readonly KnowledgeStatus[]> = {
  working: ['queued', 'fetching', 'parsing', 'indexing'],
  ready: ['ready'],
  failed: ['failed'],
};

/** Everything of a document but its text, which may be megabytes. */
const headColumns = {
  id: knowledgeDocuments.id,
  sourceId: knowledgeDocuments.sourceId,
  collectionId: knowledgeDocuments.collectionId,
  position: knowledgeDocuments.position,
  url: knowledgeDocuments.url,
  title: knowledgeDocuments.title,
  status: knowledgeDocuments.status,
  errorCode: knowledgeDocuments.errorCode,
  language: knowledgeDocuments.language,
  chunkCount: knowledgeDocuments.chunkCount,
  characterCount: knowledgeDocuments.characterCount,
  fetchedAt: knowledgeDocuments.fetchedAt,
};
export type DocumentHead = Pick<DocumentRow, keyof typeof headColumns>;

export function knowledgeDocumentsRepository(tx: Transaction) {
  return {
    async insert(rows: readonly DocumentInsert[]): Promise<void> {
      for (let from = 0; from < rows.length; from += 500)
        await tx.insert(knowledgeDocuments).values(rows.slice(from, from + 500));
    },
    async page(
      sourceId: string,
      query: { page: number; pageSize: number; state: State; search: string },
    ): Promise<{ rows: DocumentHead[]; total: number }> {
      const sought = `%${query.search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
      const where = and(
        eq(knowledgeDocuments.sourceId, sourceId),
        query.state === 'all' ? undefined : inArray(knowledgeDocuments.status, statesOf[query.state]),
        query.search === ''
          ? undefined
          : or(ilike(knowledgeDocuments.title, sought), ilike(knowledgeDocuments.url, sought)),
      );
      const rows = await tx
        .select(headColumns)
        .from(knowledgeDocuments)
        .where(where)
        .orderBy(asc(knowledgeDocuments.position), asc(knowledgeDocuments.id))
        .limit(query.pageSize)
        .offset((query.page - 1) * query.pageSize);
      return { rows, total: await tx.$count(knowledgeDocuments, where) };
    },
    async byId(collectionId: string, id: string): Promise<DocumentRow | null> {
      const [row] = await tx
        .select()
        .from(knowledgeDocuments)
        .where(and(eq(knowledgeDocuments.id, id), eq(knowledgeDocuments.collectionId, collectionId)));
      return row ?? null;
    },
    /** A document that is not in the bin, with the kind of its source. */
    async kept(
      accountId: string,
      id: string,
    ): Promise<
      | (Pick<
          DocumentRow,
          'id' | 'collectionId' | 'sourceId' | 'title' | 'url' | 'body' | 'pages' | 'language' | 'fetchedAt'
        > & { kind: SourceKind; isPdf: boolean })
      | null
    > {
      const { rows } = await tx.execute<{ kind: SourceKind; isPdf: boolean }>(sql`
        SELECT s.kind, s.kind <> 'website' AND EXISTS (SELECT FROM knowledge_originals o
          WHERE o.source_id = s.id AND substr(o.bytes, 1, 5) = '%PDF-'::bytea) AS "isPdf" FROM knowledge_documents d
        JOIN knowledge_sources s ON s.id = d.source_id AND s.deleted_at IS NULL
        WHERE d.id = ${id} AND d.account_id = ${accountId}`);
      const [found] = rows;
      if (!found) return null;
      const [row] = await tx.select().from(knowledgeDocuments).where(eq(knowledgeDocuments.id, id));
      return row ? { ...row, ...found } : null;
    },
    async knownPages(sourceId: string): Promise<KnownPage[]> {
      const rows = await tx
        .select({
          id: knowledgeDocuments.id,
          url: knowledgeDocuments.url,
          depth: knowledgeDocuments.depth,
          status: knowledgeDocuments.status,
          etag: knowledgeDocuments.etag,
          lastModified: knowledgeDocuments.lastModified,
          contentHash: knowledgeDocuments.contentHash,
          run: knowledgeDocuments.run,
          title: knowledgeDocuments.title,
        })
        .from(knowledgeDocuments)
        .where(eq(knowledgeDocuments.sourceId, sourceId))
        .orderBy(asc(knowledgeDocuments.position));
      return rows.flatMap((row) => (row.url === null ? [] : [{ ...row, url: row.url }]));
    },
    /** Lets the pages of a site be fetched whole at its next reading, whether they changed or not. */
    async forgetVersions(sourceId: string): Promise<void> {
      await tx
        .update(knowledgeDocuments)
        .set({ etag: null, lastModified: null })
        .where(eq(knowledgeDocuments.sourceId, sourceId));
    },
    /** Pages of a source with their texts, by address. */
    async pagesAt(sourceId: string, urls: readonly string[]): Promise<DocumentRow[]> {
      if (urls.length === 0) return [];
      return tx
        .select()
        .from(knowledgeDocuments)
        .where(and(eq(knowledgeDocuments.sourceId, sourceId), inArray(knowledgeDocuments.url, [...urls])));
    },
    /** Where the pages within spans of documents begin: for each span, in order. */
    async pagesWithin(
      spans: readonly { documentId: string; start: number; end: number }[],
    ): Promise<{ page: number; start: number }[][]> {
      const { rows } = await tx.execute<{ pages: { page: number; start: number }[] | null }>(sql`
        SELECT (SELECT jsonb_agg(jsonb_build_object('page', p -> 'page', 'start', p -> 'start')
            ORDER BY (p ->> 'start')::int)
          FROM jsonb_array_elements(d.pages) p
          WHERE (p ->> 'start')::int < r."end" AND (p ->> 'end')::int > r.start) AS pages
        FROM json_to_recordset(${JSON.stringify(spans.map((span, at) => ({ ...span, at })))}::json)
          AS r(at int, "documentId" text, start int, "end" int)
        LEFT JOIN knowledge_documents d ON d.id = r."documentId" ORDER BY r.at`);
      return rows.map(({ pages }) => pages ?? []);
    },
    async hashesOfSource(
      sourceId: string,
    ): Promise<Pick<DocumentRow, 'id' | 'title' | 'status' | 'contentHash'>[]> {
      return tx
        .select({
          id: knowledgeDocuments.id,
          title: knowledgeDocuments.title,
          status: knowledgeDocuments.status,
          contentHash: knowledgeDocuments.contentHash,
        })
        .from(knowledgeDocuments)
        .where(eq(knowledgeDocuments.sourceId, sourceId))
        .orderBy(asc(knowledgeDocuments.position));
    },
    async setContent(
      id: string,
      content: DocumentContent,
      chunkCount: number,
      run: number,
      now: Date,
    ): Promise<void> {
      await tx
        .update(knowledgeDocuments)
        .set({
          ...content,
          status: 'ready',
          errorCode: null,
          chunkCount,
          characterCount: content.body.length,
          run,
          fetchedAt: now,
        })
        .where(eq(knowledgeDocuments.id, id));
    },
    async setStatus(
      ids: readonly string[],
      change: {
        status: KnowledgeStatus;
        errorCode?: string | null;
        run?: number;
        etag?: string | null;
        lastModified?: string | null;
        fetchedAt?: Date;
      },
    ): Promise<void> {
      if (ids.length > 0)
        await tx
          .update(knowledgeDocuments)
          .set(change)
          .where(inArray(knowledgeDocuments.id, [...ids]));
    },
    async markFailed(id: string, errorCode: string, run: number): Promise<void> {
      await tx
        .update(knowledgeDocuments)
        .set({
          status: 'failed',
          errorCode,
          run,
          chunkCount: 0,
          characterCount: 0,
          body: '',
          pages: null,
          headings: [],
          contentHash: null,
          etag: null,
          lastModified: null,
        })
        .where(eq(knowledgeDocuments.id, id));
    },
    /** Failed documents of a source wait for another try. Answers how many. */
    async queueFailed(sourceId: string): Promise<number> {
      const rows = await tx
        .update(knowledgeDocuments)
        .set({ status: 'queued' })
        .where(and(eq(knowledgeDocuments.sourceId, sourceId), eq(knowledgeDocuments.status, 'failed')))
        .returning({ id: knowledgeDocuments.id });
      return rows.length;
    },
    /** Documents that were to be tried again and were not reached stay failed. */
    async failWaiting(sourceId: string): Promise<void> {
      await tx
        .update(knowledgeDocuments)
        .set({ status: 'failed' })
        .where(and(eq(knowledgeDocuments.sourceId, sourceId), eq(knowledgeDocuments.status, 'queued')));
    },
    async remove(ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await tx.delete(knowledgeDocuments).where(inArray(knowledgeDocuments.id, [...ids]));
    },
    async chunksOfDocument(documentId: string): Promise<(Omit<ChunkRow, 'body'> & { embedded: boolean })[]> {
      return tx
        .select({
          id: knowledgeChunks.id,
          accountId: knowledgeChunks.accountId,
          collectionId: knowledgeChunks.collectionId,
          sourceId: knowledgeChunks.sourceId,
          documentId: knowledgeChunks.documentId,
          segmentId: knowledgeChunks.segmentId,
          ordinal: knowledgeChunks.ordinal,
          position: knowledgeChunks.position,
          startOffset: knowledgeChunks.startOffset,
          endOffset: knowledgeChunks.endOffset,
          page: knowledgeChunks.page,
          heading: knowledgeChunks.heading,
          language: knowledgeChunks.language,
          enabled: knowledgeChunks.enabled,
          embedded: sql<boolean>`EXISTS (SELECT FROM knowledge_vectors v
            WHERE v.chunk_id = ${knowledgeChunks.id})`,
        })
        .from(knowledgeChunks)
        .where(eq(knowledgeChunks.documentId, documentId))
        .orderBy(asc(knowledgeChunks.position));
    },
    async chunk(collectionId: string, id: string): Promise<ChunkRow | null> {
      const [row] = await tx
        .select()
        .from(knowledgeChunks)
        .where(and(eq(knowledgeChunks.id, id), eq(knowledgeChunks.collectionId, collectionId)));
      return row ?? null;
    },
    async setChunkEnabled(id: string, enabled: boolean): Promise<void> {
      await tx.update(knowledgeChunks).set({ enabled }).where(eq(knowledgeChunks.id, id));
      await tx.execute(sql`UPDATE knowledge_vectors SET enabled = ${enabled} WHERE chunk_id = ${id}`);
    },
    /**
     * Bodies of chunks that were switched off, so that the same text stays off when its document is read
     * anew.
     */
    async switchedOff(documentIds: readonly string[]): Promise<{ documentId: string; body: string }[]> {
      if (documentIds.length === 0) return [];
      return tx
        .select({ documentId: knowledgeChunks.documentId, body: knowledgeChunks.body })
        .from(knowledgeChunks)
        .where(
          and(inArray(knowledgeChunks.documentId, [...documentIds]), eq(knowledgeChunks.enabled, false)),
        );
    },
  };
}
