import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';

export type VectorInsert = {
  chunkId: string;
  model: string;
  dimensions: number;
  bits: string;
  vector: Buffer;
};

/** Vectors of chunks. Searched by how many signs differ, then exactly among the nearest. */
export function knowledgeVectorsRepository(tx: Transaction) {
  return {
    /** Chunks that the model has not seen yet, in a steady order. */
    async pending(
      collectionId: string,
      model: string,
      limit: number,
    ): Promise<{ id: string; sourceId: string; text: string }[]> {
      const { rows } = await tx.execute<{ id: string; sourceId: string; text: string }>(sql`
        SELECT c.id, c.source_id AS "sourceId",
          concat_ws(E'\n', nullif(d.title, ''), nullif(c.heading, ''), c.body) AS text
        FROM knowledge_chunks c JOIN knowledge_documents d ON d.id = c.document_id
        JOIN knowledge_sources s ON s.id = c.source_id AND s.deleted_at IS NULL
        LEFT JOIN knowledge_vectors v ON v.chunk_id = c.id AND v.model = ${model}
        WHERE c.collection_id = ${collectionId} AND v.chunk_id IS NULL ORDER BY c.id LIMIT ${limit}`);
      return rows;
    },
    async pendingCount(collectionId: string, model: string): Promise<number> {
      const { rows } = await tx.execute<{ pending: string }>(sql`
        SELECT (SELECT count(*) FROM knowledge_chunks c
          JOIN knowledge_sources s ON s.id = c.source_id AND s.deleted_at IS NULL
          WHERE c.collection_id = ${collectionId})
          - (SELECT count(*) FROM knowledge_vectors v
            JOIN knowledge_sources s ON s.id = v.source_id AND s.deleted_at IS NULL
            WHERE v.collection_id = ${collectionId} AND v.model = ${model}) AS pending`);
      return Math.max(0, Number(rows[0]?.pending ?? 0));
    },
    /** Stores vectors of chunks that still exist. */
    async put(vectors: readonly VectorInsert[]): Promise<void> {
      const rows = vectors.map((vector) => ({ ...vector, vector: vector.vector.toString('hex') }));
      await tx.execute(sql`
        INSERT INTO knowledge_vectors (chunk_id, account_id, collection_id, source_id, model, dimensions,
          enabled, sign_bits, vector)
        SELECT c.id, c.account_id, c.collection_id, c.source_id, r.model, r.dimensions, c.enabled,
          r.bits::bit varying, decode(r.vector, 'hex')
        FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("chunkId" text, model text, dimensions int,
          bits text, vector text)
        JOIN knowledge_chunks c ON c.id = r."chunkId"
        ON CONFLICT (chunk_id) DO UPDATE
        SET model = excluded.model, dimensions = excluded.dimensions, enabled = excluded.enabled,
          sign_bits = excluded.sign_bits, vector = excluded.vector`);
    },
    /** The chunks whose signs are nearest to the question's, with their exact vectors. */
    async nearest(
      collectionId: string,
      model: string,
      dimensions: number,
      bits: string,
      limit: number,
    ): Promise<{ chunkId: string; vector: Buffer }[]> {
      const { rows } = await tx.execute<{ chunkId: string; vector: Buffer }>(sql`
        SELECT n.chunk_id AS "chunkId", v.vector FROM (
          SELECT chunk_id FROM knowledge_vectors
          WHERE collection_id = ${collectionId} AND model = ${model} AND dimensions = ${dimensions}
            AND enabled
            AND source_id NOT IN (SELECT id FROM knowledge_sources
              WHERE collection_id = ${collectionId} AND deleted_at IS NOT NULL)
          ORDER BY bit_count(sign_bits # ${bits}::bit varying) LIMIT ${limit}
        ) n JOIN knowledge_vectors v ON v.chunk_id = n.chunk_id`);
      return rows;
    },
    /**
     * Collections that have an embedding model and chunks that it has not seen, and those whose model failed: the
     * chunks that it failed on may be gone.
     */
    async collectionsBehind(limit: number): Promise<{ id: string; accountId: string }[]> {
      const { rows } = await tx.execute<{ id: string; accountId: string }>(sql`
        SELECT k.id, k.account_id AS "accountId" FROM knowledge_collections k
        WHERE k.embedding_model IS NOT NULL AND (k.embedding_error IS NOT NULL OR EXISTS (
          SELECT FROM knowledge_chunks c JOIN knowledge_sources s ON s.id = c.source_id
            AND s.deleted_at IS NULL
          WHERE c.collection_id = k.id AND NOT EXISTS (SELECT FROM knowledge_vectors v
            WHERE v.chunk_id = c.id AND v.model = k.embedding_provider || '/' || k.embedding_model)))
        LIMIT ${limit}`);
      return rows;
    },
  };
}
