import { sql } from 'drizzle-orm';
import type { Language } from '#shared/languages.ts';
import type { Transaction } from '#platform/database/database.ts';
import { writtenOnce, type Statement } from '#platform/database/statement.ts';
import type { Segment } from '#platform/text-search/segments.ts';
import type { SourceKind } from '../../knowledge.contract.ts';

/** A chunk on its way into the index. */
export type ChunkInsert = {
  id: string;
  documentId: string;
  position: number;
  start: number;
  end: number;
  page: number | null;
  heading: string;
  body: string;
  language: Language;
  enabled: boolean;
};

export type SegmentInfo = {
  id: string;
  kind: SourceKind;
  chunkCount: number;
  totalLength: number;
  languages: Partial<Record<Language, number>>;
  skipped: Set<number>;
};
export type PostingsRow = {
  segmentId: string;
  term: string;
  chunks: number;
  postings: Buffer;
};

/** A chunk with what an answer wants to know about its document. */
export type FoundChunk = {
  id: string;
  documentId: string;
  sourceId: string;
  segmentId: string;
  ordinal: number;
  position: number;
  start: number;
  end: number;
  page: number | null;
  heading: string;
  body: string;
  language: Language;
  title: string;
  url: string | null;
  kind: SourceKind;
};

type Owner = {
  accountId: string;
  collectionId: string;
  sourceId: string;
};

const foundColumns =
  sql.raw(`c.id, c.document_id AS "documentId", c.source_id AS "sourceId", c.segment_id AS "segmentId", c.ordinal, c.position, c.start_offset AS start, c.end_offset AS end,
  c.page, c.heading, c.body, c.language, d.title, d.url, s.kind`);
const foundTables = sql.raw(
  `JOIN knowledge_documents d ON d.id = c.document_id JOIN knowledge_sources s ON s.id = c.source_id AND s.deleted_at IS NULL`,
);

/** A row of `postingsStatement`; a collection without any of the terms gives one row without a segment. */
type PostingsAnswer = {
  revision: string;
  segmentId: string | null;
  term: string;
  chunks: number;
  postings: Buffer;
};

type PostingsAsked = {
  accountId: string;
  collectionId: string;
  segmentIds: readonly string[];
  terms: readonly string[];
};

const writePostings = writtenOnce<PostingsAsked, { hasTerms: boolean }>((asked, { hasTerms }) => {
  const postings = hasTerms
    ? sql`p.segment_id AS "segmentId", p.term, p.chunks, p.postings FROM knowledge_collections k
    LEFT JOIN knowledge_postings p ON p.segment_id = ANY(${asked.segmentIds}::bigint[])
      AND p.term = ANY(${asked.terms}::text[])`
    : sql`NULL AS "segmentId" FROM knowledge_collections k`;
  return sql`SELECT k.revision, ${postings}
    WHERE k.id = ${asked.collectionId} AND k.account_id = ${asked.accountId}`;
});

/**
 * Postings of some terms, and the revision of the collection at the same moment. What every question asks is
 * a single statement: each round trip is paid by a visitor who waits.
 */
export const postingsStatement = (asked: PostingsAsked): Statement =>
  writePostings(asked, { hasTerms: asked.terms.length > 0 });

/** What `postingsStatement` found; the revision is -1 when there is no such collection. */
export function readPostings(rows: readonly PostingsAnswer[]): { revision: number; rows: PostingsRow[] } {
  return {
    revision: rows[0] ? Number(rows[0].revision) : -1,
    rows: rows.flatMap(({ segmentId, term, chunks, postings }) =>
      segmentId === null ? [] : [{ segmentId, term, chunks, postings }],
    ),
  };
}

const writeChunksAt = writtenOnce<{ segmentIds: readonly string[]; ordinals: readonly number[] }>(
  ({ segmentIds, ordinals }) => sql`
    SELECT ${foundColumns} FROM unnest(${segmentIds}::bigint[], ${ordinals}::int[]) AS p(segment_id, ordinal)
    JOIN knowledge_chunks c ON c.segment_id = p.segment_id AND c.ordinal = p.ordinal
      AND c.enabled ${foundTables}`,
);

/** Chunks by their places in segments; those that are switched off or in the bin are left out. */
export const chunksAtStatement = (places: readonly { segmentId: string; ordinal: number }[]): Statement =>
  writeChunksAt(
    { segmentIds: places.map(({ segmentId }) => segmentId), ordinals: places.map(({ ordinal }) => ordinal) },
    {},
  );

const writeChunksOfQuestion = writtenOnce<{ collectionId: string; questionKey: string }>(
  ({ collectionId, questionKey }) => sql`
    SELECT ${foundColumns} FROM knowledge_chunks c ${foundTables}
    WHERE d.collection_id = ${collectionId} AND md5(d.question_key) = md5(${questionKey})
      AND d.question_key = ${questionKey} AND c.enabled
    ORDER BY d.created_at DESC, c.position LIMIT 10`,
);

/** The chunks of answers to exactly this question (as compared), newest source first. */
export const chunksOfQuestionStatement = (collectionId: string, questionKey: string): Statement =>
  writeChunksOfQuestion({ collectionId, questionKey }, {});

/**
 * The lexical index: segments, postings and the chunks that they speak of. Writers hold the lock on their
 * source.
 */
export function knowledgeIndexRepository(tx: Transaction) {
  /** Rows go as one JSON text: far fewer bytes and calls than a parameter for each value. */
  async function insertPostings(accountId: string, segmentId: string, segment: Segment): Promise<void> {
    const rows = [...segment.terms].map(([term, { chunks, postings }]) => [
      term,
      chunks,
      Buffer.from(postings.buffer, postings.byteOffset, postings.byteLength).toString('hex'),
    ]);
    if (rows.length === 0) return;
    await tx.execute(sql`
      INSERT INTO knowledge_postings (segment_id, account_id, chunks, term, postings)
      SELECT ${segmentId}::bigint, ${accountId}, (r->>1)::int, r->>0, decode(r->>2, 'hex')
      FROM json_array_elements(${JSON.stringify(rows)}::json) r`);
  }

  async function insertSegment(
    owner: Owner,
    segment: Segment,
    languages: Partial<Record<Language, number>>,
    skipped: number[],
  ): Promise<string> {
    const { rows } = await tx.execute<{ id: string }>(sql`
      INSERT INTO knowledge_segments (account_id, collection_id, source_id, chunk_count, total_length,
        languages, skipped)
      VALUES (${owner.accountId}, ${owner.collectionId}, ${owner.sourceId}, ${segment.chunkCount},
        ${Math.round(segment.totalLength)}, ${JSON.stringify(languages)}::jsonb, ${sql.param(skipped)}::int[])
      RETURNING id`);
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('The segment was not stored');
    await insertPostings(owner.accountId, id, segment);
    return id;
  }

  return {
    /** Stores a segment with its chunks; a chunk's ordinal is its place in the list. */
    async insert(owner: Owner, segment: Segment, chunks: readonly ChunkInsert[]): Promise<void> {
      const languages: Partial<Record<Language, number>> = {};
      for (const { language } of chunks) languages[language] = (languages[language] ?? 0) + 1;
      const skipped = chunks.flatMap(({ enabled }, ordinal) => (enabled ? [] : [ordinal]));
      const segmentId = await insertSegment(owner, segment, languages, skipped);
      await tx.execute(sql`
        INSERT INTO knowledge_chunks (id, account_id, collection_id, source_id, segment_id, ordinal,
          document_id, position, start_offset, end_offset, page, heading, body, language, enabled)
        SELECT r.id, ${owner.accountId}, ${owner.collectionId}, ${owner.sourceId}, ${segmentId}::bigint,
          r.ordinal, r."documentId", r.position, r.start, r."end", r.page, r.heading, r.body, r.language,
          r.enabled
        FROM
          json_to_recordset(${JSON.stringify(chunks.map((chunk, ordinal) => ({ ...chunk, ordinal })))}::json)
          AS r(id text, ordinal int, "documentId" text, position int, start int, "end" int, page int,
            heading text, body text, language text, enabled boolean)`);
    },

    /** Takes the chunks of some documents out of the index. Segments without any chunk left go too. */
    async removeDocuments(sourceId: string, documentIds: readonly string[]): Promise<number> {
      if (documentIds.length === 0) return 0;
      const { rows } = await tx.execute<{ segment_id: string; ordinals: number[] }>(sql`
        WITH gone AS (DELETE FROM knowledge_chunks
          WHERE source_id = ${sourceId} AND document_id = ANY(${sql.param(documentIds)}::text[])
          RETURNING segment_id, ordinal)
        SELECT segment_id, array_agg(ordinal) AS ordinals FROM gone GROUP BY segment_id`);
      for (const { segment_id: segmentId, ordinals } of rows) await this.skip(segmentId, ordinals);
      await tx.execute(sql`
        DELETE FROM knowledge_segments g
        WHERE g.source_id = ${sourceId}
          AND NOT EXISTS (SELECT FROM knowledge_chunks c WHERE c.segment_id = g.id)`);
      return rows.reduce((sum, { ordinals }) => sum + ordinals.length, 0);
    },

    async skip(segmentId: string | number, ordinals: number[]): Promise<void> {
      await tx.execute(sql`
        UPDATE knowledge_segments SET skipped =
          ARRAY(SELECT DISTINCT unnest(skipped || ${sql.param(ordinals)}::int[]) ORDER BY 1)
        WHERE id = ${segmentId}::bigint`);
    },

    async unskip(segmentId: string | number, ordinal: number): Promise<void> {
      await tx.execute(
        sql`UPDATE knowledge_segments SET skipped = array_remove(skipped, ${ordinal}::int)
          WHERE id = ${segmentId}::bigint`,
      );
    },

    /** Segments of one source with how many of their chunks still stand, smallest first. */
    async segmentsOfSource(
      sourceId: string,
    ): Promise<{ id: string; chunkCount: number; totalLength: number; kept: number }[]> {
      const { rows } = await tx.execute<{
        id: string;
        chunk_count: number;
        total_length: string;
        kept: number;
      }>(sql`
        SELECT g.id, g.chunk_count, g.total_length,
          (SELECT count(*)::int FROM knowledge_chunks c WHERE c.segment_id = g.id) AS kept
        FROM knowledge_segments g WHERE g.source_id = ${sourceId} ORDER BY kept, g.id`);
      return rows.map((row) => ({
        id: row.id,
        chunkCount: row.chunk_count,
        totalLength: Number(row.total_length),
        kept: row.kept,
      }));
    },

    /** A whole segment, for merging. */
    async segment(id: string, chunkCount: number, totalLength: number): Promise<Segment> {
      const { rows } = await tx.execute<{ term: string; chunks: number; postings: Buffer }>(
        sql`SELECT term, chunks, postings FROM knowledge_postings WHERE segment_id = ${id}::bigint`,
      );
      return {
        chunkCount,
        totalLength,
        terms: new Map(rows.map(({ term, chunks, postings }) => [term, { chunks, postings }])),
      };
    },

    async chunkPlaces(
      segmentId: string,
    ): Promise<{ id: string; ordinal: number; enabled: boolean; language: Language }[]> {
      const { rows } = await tx.execute<{
        id: string;
        ordinal: number;
        enabled: boolean;
        language: Language;
      }>(sql`
        SELECT id, ordinal, enabled, language FROM knowledge_chunks WHERE segment_id = ${segmentId}::bigint
        ORDER BY ordinal`);
      return rows;
    },

    /** Puts one segment in the place of several; `chunks` in the order of their new ordinals. */
    async replace(
      owner: Owner,
      oldIds: readonly string[],
      segment: Segment,
      chunks: readonly { id: string; enabled: boolean; language: Language }[],
    ): Promise<void> {
      const languages: Partial<Record<Language, number>> = {};
      for (const { language } of chunks) languages[language] = (languages[language] ?? 0) + 1;
      const segmentId = await insertSegment(
        owner,
        segment,
        languages,
        chunks.flatMap(({ enabled }, ordinal) => (enabled ? [] : [ordinal])),
      );
      await tx.execute(sql`
        UPDATE knowledge_chunks c SET segment_id = ${segmentId}::bigint, ordinal = r.place::int - 1
        FROM unnest(${sql.param(chunks.map(({ id }) => id))}::text[]) WITH ORDINALITY AS r(id, place)
        WHERE c.id = r.id`);
      await tx.execute(sql`DELETE FROM knowledge_segments WHERE id = ANY(${sql.param(oldIds)}::bigint[])`);
    },

    async segments(collectionId: string): Promise<SegmentInfo[]> {
      const { rows } = await tx.execute<{
        id: string;
        kind: SourceKind;
        chunk_count: number;
        total_length: string;
        languages: Partial<Record<Language, number>>;
        skipped: number[];
      }>(sql`
        SELECT g.id, s.kind, g.chunk_count, g.total_length, g.languages, g.skipped
        FROM knowledge_segments g JOIN knowledge_sources s ON s.id = g.source_id AND s.deleted_at IS NULL
        WHERE g.collection_id = ${collectionId} ORDER BY g.id`);
      return rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        chunkCount: row.chunk_count,
        totalLength: Number(row.total_length),
        languages: row.languages,
        skipped: new Set(row.skipped),
      }));
    },

    /** All that can be found, in the order of the documents. */
    async allChunks(collectionId: string, limit: number): Promise<FoundChunk[]> {
      const { rows } = await tx.execute<FoundChunk>(sql`
        SELECT ${foundColumns} FROM knowledge_chunks c ${foundTables}
        WHERE c.collection_id = ${collectionId} AND c.enabled
        ORDER BY d.created_at, d.id, c.position LIMIT ${limit}`);
      return rows;
    },

    async chunksById(ids: readonly string[]): Promise<FoundChunk[]> {
      if (ids.length === 0) return [];
      const { rows } = await tx.execute<FoundChunk>(sql`
        SELECT ${foundColumns} FROM knowledge_chunks c ${foundTables}
        WHERE c.id = ANY(${sql.param(ids)}::text[]) AND c.enabled`);
      return rows;
    },
  };
}
