import { sql } from 'drizzle-orm';
import type { Language } from '#shared/languages.ts';
import { writtenOnce, type Statement } from '#platform/database/statement.ts';
import type { SourceKind } from '../../knowledge.contract.ts';
import { languagesOf } from '../knowledge-collections.repository.ts';

/** Documents that an overview names. */
const overviewDocuments = 60;

/** The one row of `overviewStatement`; no row when there is no such collection. */
export type OverviewRow = {
  revision: string;
  chunkCount: number;
  /** The one of most chunks first. */
  languages: Language[];
  /** The first documents, in the order in which they were added. */
  outline: {
    title: string;
    url: string | null;
    kind: SourceKind;
    headings: string[];
    language: Language;
    siteName: string | null;
    sourceUrl: string | null;
    isQuestion: boolean;
  }[];
};

const writeOverview = writtenOnce<{ accountId: string; collectionId: string }>(
  ({ accountId, collectionId }) => sql`
    SELECT k.revision,
      (SELECT coalesce(sum(s.chunk_count), 0)::int FROM knowledge_sources s
        WHERE s.collection_id = k.id AND s.deleted_at IS NULL) AS "chunkCount",
      array(SELECT language FROM (${languagesOf(sql`k.id`)}) AS spoken) AS languages,
      (SELECT coalesce(jsonb_agg(document), '[]') FROM (
        SELECT d.title, d.url, s.kind, d.headings, d.language, s.site_name AS "siteName",
          s.url AS "sourceUrl", d.question_key IS NOT NULL AS "isQuestion"
        FROM knowledge_documents d JOIN knowledge_sources s ON s.id = d.source_id AND s.deleted_at IS NULL
        WHERE d.collection_id = k.id AND d.status = 'ready'
        ORDER BY s.created_at, d.depth, d.position LIMIT ${sql.raw(String(overviewDocuments))}
      ) AS document) AS outline
    FROM knowledge_collections k WHERE k.id = ${collectionId} AND k.account_id = ${accountId}`,
);

/** What a collection is about, in one look: each answer without a model asks for it. */
export const overviewStatement = (accountId: string, collectionId: string): Statement =>
  writeOverview({ accountId, collectionId }, {});
