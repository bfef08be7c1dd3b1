import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Language } from '#shared/languages.ts';
import type { Transaction } from '#platform/database/database.ts';
import { knowledgeCollections } from './knowledge.table.ts';

export type CollectionRow = typeof knowledgeCollections.$inferSelect;

export type CollectionTotals = {
  found: number;
  done: number;
  failed: number;
  chunks: number;
  characters: number;
  working: boolean;
};

/** How many chunks of a collection there are in each language, most first; `id` is an expression. */
export const languagesOf = (id: SQL): SQL => sql`
  SELECT l.key AS language, sum(l.value::int) AS chunks FROM knowledge_segments g
  JOIN knowledge_sources s ON s.id = g.source_id AND s.deleted_at IS NULL,
    jsonb_each_text(g.languages) l
  WHERE g.collection_id = ${id} GROUP BY l.key ORDER BY 2 DESC, 1`;

export function knowledgeCollectionsRepository(tx: Transaction) {
  return {
    async insert(row: {
      id: string;
      accountId: string;
      createdAt: Date;
      embeddingProvider?: string | null;
      embeddingModel?: string | null;
    }): Promise<void> {
      await tx.insert(knowledgeCollections).values(row);
    },
    async byId(accountId: string, id: string): Promise<CollectionRow | null> {
      const [row] = await tx
        .select()
        .from(knowledgeCollections)
        .where(and(eq(knowledgeCollections.id, id), eq(knowledgeCollections.accountId, accountId)));
      return row ?? null;
    },
    /** As `byId`, and lets one transaction at a time add sources, so that limits hold. */
    async lock(accountId: string, id: string): Promise<CollectionRow | null> {
      const [row] = await tx
        .select()
        .from(knowledgeCollections)
        .where(and(eq(knowledgeCollections.id, id), eq(knowledgeCollections.accountId, accountId)))
        .for('update');
      return row ?? null;
    },
    /**
     * Says that what can be found changed. The last write of a transaction, because others wait for the row.
     */
    async bump(id: string): Promise<void> {
      await tx
        .update(knowledgeCollections)
        .set({ revision: sql`${knowledgeCollections.revision} + 1` })
        .where(eq(knowledgeCollections.id, id));
    },
    async remove(id: string): Promise<void> {
      await tx.delete(knowledgeCollections).where(eq(knowledgeCollections.id, id));
    },
    async setEmbedding(id: string, embedding: { provider: string; model: string } | null): Promise<void> {
      await tx
        .update(knowledgeCollections)
        .set({
          embeddingProvider: embedding?.provider ?? null,
          embeddingModel: embedding?.model ?? null,
          embeddingError: null,
        })
        .where(eq(knowledgeCollections.id, id));
    },
    async setEmbeddingError(id: string, code: string | null): Promise<void> {
      await tx
        .update(knowledgeCollections)
        .set({ embeddingError: code })
        .where(eq(knowledgeCollections.id, id));
    },
    async totals(id: string): Promise<CollectionTotals> {
      const { rows } = await tx.execute<{
        found: string;
        done: string;
        failed: string;
        chunks: string;
        characters: string;
        working: boolean | null;
      }>(sql`
        SELECT coalesce(sum(found_count), 0) AS found, coalesce(sum(done_count), 0) AS done,
          coalesce(sum(failed_count), 0) AS failed,
          coalesce(sum(chunk_count), 0) AS chunks, coalesce(sum(character_count), 0) AS characters,
            bool_or(status NOT IN ('ready', 'failed')) AS working
        FROM knowledge_sources WHERE collection_id = ${id} AND deleted_at IS NULL`);
      const [row] = rows;
      return {
        found: Number(row?.found ?? 0),
        done: Number(row?.done ?? 0),
        failed: Number(row?.failed ?? 0),
        chunks: Number(row?.chunks ?? 0),
        characters: Number(row?.characters ?? 0),
        working: row?.working ?? false,
      };
    },
    /** How many chunks there are in each language, most first. */
    async languages(id: string): Promise<{ language: Language; chunks: number }[]> {
      const { rows } = await tx.execute<{ language: Language; chunks: string }>(languagesOf(sql`${id}`));
      return rows.map(({ language, chunks }) => ({ language, chunks: Number(chunks) }));
    },
    /**
     * Copies everything but the bin from one collection into another that is empty. New ids are made of the
     * old ones and a secret salt, so that no table of pairs is needed and nobody can guess them. One
     * statement, so that it sees one moment: what is trained between two would bring chunks whose document is
     * missing.
     */
    async copyContents(fromId: string, toId: string, salt: string, now: Date): Promise<void> {
      const fresh = (column: string) =>
        sql.raw(
          `left(${column}, 14) || substr(encode(sha256((${column} || $salt$${salt}$salt$)::bytea), 'hex'), 1, 20)`,
        );
      await tx.execute(sql`
        WITH kept AS (SELECT id FROM knowledge_sources
          WHERE collection_id = ${fromId} AND deleted_at IS NULL),
        sources AS (
          INSERT INTO knowledge_sources (id, account_id, collection_id, kind, title, url, site_name, settings,
            status, error_code, found_count, done_count, failed_count, chunk_count,
            character_count, left_out_count, too_deep_count, known_count, file_name, mime_type, byte_count, resync,
              next_sync_at, synced_at, run, run_scope, created_at, updated_at)
          SELECT ${fresh('s.id')}, account_id, ${toId}, kind, title, url, site_name, settings,
            CASE WHEN status IN ('ready', 'failed') THEN status ELSE 'queued' END, error_code,
            found_count, done_count, failed_count, chunk_count, character_count, left_out_count,
              too_deep_count, known_count, file_name, mime_type, byte_count, resync, next_sync_at, synced_at, run, run_scope, created_at, ${now.toISOString()}
          FROM knowledge_sources s JOIN kept USING (id)),
        repeated AS (
          INSERT INTO knowledge_repeated_lines (source_id, account_id, lines)
          SELECT ${fresh('r.source_id')}, r.account_id, r.lines FROM knowledge_repeated_lines r
          JOIN kept ON kept.id = r.source_id),
        linked AS (
          INSERT INTO knowledge_linked_files (source_id, account_id, url, title)
          SELECT ${fresh('f.source_id')}, f.account_id, f.url, f.title FROM knowledge_linked_files f
          JOIN kept ON kept.id = f.source_id),
        originals AS (
          INSERT INTO knowledge_originals (source_id, account_id, bytes)
          SELECT ${fresh('o.source_id')}, o.account_id, o.bytes FROM knowledge_originals o
          JOIN kept ON kept.id = o.source_id),
        documents AS (
          INSERT INTO knowledge_documents (id, account_id, source_id, collection_id, position, url, depth,
            title, question_key, status, error_code, language, body, pages, headings, etag,
            last_modified, content_hash, chunk_count, character_count, run, fetched_at, created_at)
          SELECT ${fresh('d.id')}, d.account_id, ${fresh('d.source_id')}, ${toId}, d.position, d.url, d.depth,
            d.title, d.question_key,
            CASE WHEN d.status IN ('ready', 'failed') THEN d.status ELSE 'queued' END, d.error_code,
              d.language, d.body, d.pages, d.headings, d.etag,
            d.last_modified, d.content_hash, d.chunk_count, d.character_count, d.run, d.fetched_at,
              d.created_at
          FROM knowledge_documents d JOIN kept ON kept.id = d.source_id),
        segments AS (
          INSERT INTO knowledge_segments (account_id, collection_id, source_id, chunk_count, total_length,
            languages, skipped, copied_from)
          SELECT g.account_id, ${toId}, ${fresh('g.source_id')}, g.chunk_count, g.total_length, g.languages,
            g.skipped, g.id
          FROM knowledge_segments g JOIN kept ON kept.id = g.source_id RETURNING id, copied_from),
        postings AS (
          INSERT INTO knowledge_postings (segment_id, account_id, chunks, term, postings)
          SELECT n.id, p.account_id, p.chunks, p.term, p.postings FROM knowledge_postings p
          JOIN segments n ON n.copied_from = p.segment_id),
        chunks AS (
          INSERT INTO knowledge_chunks (id, account_id, collection_id, source_id, document_id, segment_id,
            ordinal, position, start_offset, end_offset, page, heading, body, language, enabled)
          SELECT ${fresh('c.id')}, c.account_id, ${toId}, ${fresh('c.source_id')}, ${fresh('c.document_id')},
            n.id, c.ordinal, c.position, c.start_offset, c.end_offset, c.page,
            c.heading, c.body, c.language, c.enabled
          FROM knowledge_chunks c JOIN segments n ON n.copied_from = c.segment_id
          WHERE c.collection_id = ${fromId})
        INSERT INTO knowledge_vectors (chunk_id, account_id, collection_id, source_id, model, dimensions,
          enabled, sign_bits, vector)
        SELECT ${fresh('v.chunk_id')}, v.account_id, ${toId}, ${fresh('v.source_id')}, v.model, v.dimensions,
          v.enabled, v.sign_bits, v.vector
        FROM knowledge_vectors v JOIN kept ON kept.id = v.source_id WHERE v.collection_id = ${fromId}`);
      await tx.execute(sql`UPDATE knowledge_segments SET copied_from = NULL WHERE collection_id = ${toId}`);
    },
  };
}
