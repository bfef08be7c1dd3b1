import { AppError } from '#shared/errors.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { documentsQuery } from '../../knowledge-endpoints.contract.ts';
import {
  knowledgeErrors,
  type KnowledgeChunk,
  type KnowledgeCollection,
  type KnowledgeDocument,
  type KnowledgeSource,
  type LinkedFile,
} from '../../knowledge.contract.ts';
import type { z } from 'zod';
import { knowledgeCollectionsRepository, type CollectionRow } from '../knowledge-collections.repository.ts';
import { knowledgeDocumentsRepository } from './documents.repository.ts';
import { knowledgeIndexRepository } from '../search/search-index.repository.ts';
import type { CollectionOverview, KnowledgeServices, StoredCopy } from '../knowledge.models.ts';
import {
  passageKind,
  presentChunk,
  presentDocument,
  presentSource,
  spokenLanguages,
} from '../knowledge-presentation.models.ts';
import type { PublishProgress } from './progress.usecases.ts';
import { modelName } from '../search/meaning-search.usecases.ts';
import { overviewStatement, type OverviewRow } from './overview.repository.ts';
import { websiteKey } from './sources.models.ts';
import { knowledgeSourcesRepository, type SourceRow } from './sources.repository.ts';
import { knowledgeVectorsRepository } from '../search/vectors.repository.ts';

type Scope = Pick<AccountScope, 'accountId' | 'run'>;

/** What the dashboard and other features read of a collection. */
export function createReadingUsecases(services: Pick<KnowledgeServices, 'database'>, tell: PublishProgress) {
  async function find(tx: Transaction, scope: Scope, collectionId: string): Promise<CollectionRow> {
    const row = await knowledgeCollectionsRepository(tx).byId(scope.accountId, collectionId);
    if (!row) throw new AppError(knowledgeErrors.collectionNotFound);
    return row;
  }

  async function present(tx: Transaction, row: CollectionRow): Promise<KnowledgeCollection> {
    const collections = knowledgeCollectionsRepository(tx);
    const totals = await collections.totals(row.id);
    const { embeddingProvider: provider, embeddingModel: model } = row;
    const pending =
      provider !== null && model !== null
        ? await knowledgeVectorsRepository(tx).pendingCount(row.id, modelName({ provider, model }))
        : 0;
    return {
      id: row.id,
      revision: row.revision,
      progress: { found: totals.found, done: totals.done, failed: totals.failed },
      chunkCount: totals.chunks,
      characterCount: totals.characters,
      working: totals.working,
      languages: spokenLanguages(await collections.languages(row.id)),
      embedding:
        provider !== null && model !== null
          ? { provider, model, pending, errorCode: row.embeddingError }
          : null,
    };
  }

  return {
    /** Throws `collectionNotFound` unless the caller sees the collection. */
    async checkCollection(scope: Scope, collectionId: string): Promise<void> {
      await scope.run((tx) => find(tx, scope, collectionId));
    },

    sources(
      scope: Scope,
      collectionId: string,
    ): Promise<{ collection: KnowledgeCollection; sources: KnowledgeSource[] }> {
      return scope.run(async (tx) => {
        const row = await find(tx, scope, collectionId);
        return {
          collection: await present(tx, row),
          sources: presentAll(await knowledgeSourcesRepository(tx).list(collectionId, 'kept')),
        };
      });
    },

    bin(scope: Scope, collectionId: string): Promise<KnowledgeSource[]> {
      return scope.run(async (tx) => {
        await find(tx, scope, collectionId);
        const rows = await knowledgeSourcesRepository(tx).list(collectionId, 'deleted');
        return rows.map((row) => presentSource(row));
      });
    },

    /** Files that the pages of a site link to. */
    linkedFiles(scope: Scope, collectionId: string, sourceId: string): Promise<LinkedFile[]> {
      return scope.run(async (tx) => {
        await find(tx, scope, collectionId);
        const sources = knowledgeSourcesRepository(tx);
        const source = await sources.byId(collectionId, sourceId);
        if (!source) throw new AppError(knowledgeErrors.sourceNotFound);
        const added = new Set((await sources.list(collectionId, 'kept')).map(websiteKey));
        return (await sources.linkedFiles(sourceId)).map((file) => ({
          ...file,
          isAdded: added.has(websiteKey({ kind: 'page', url: file.url })),
        }));
      });
    },

    documents(
      scope: Scope,
      collectionId: string,
      sourceId: string,
      query: z.output<typeof documentsQuery>,
    ): Promise<{ documents: KnowledgeDocument[]; total: number }> {
      return scope.run(async (tx) => {
        await find(tx, scope, collectionId);
        const source = await knowledgeSourcesRepository(tx).byId(collectionId, sourceId);
        if (!source) throw new AppError(knowledgeErrors.sourceNotFound);
        const { rows, total } = await knowledgeDocumentsRepository(tx).page(sourceId, query);
        return { documents: rows.map((row) => presentDocument(row, source.kind)), total };
      });
    },

    document(
      scope: Scope,
      collectionId: string,
      id: string,
    ): Promise<{
      document: KnowledgeDocument;
      text: string;
      pages: StoredCopy['pages'];
      chunks: KnowledgeChunk[];
    }> {
      return scope.run(async (tx) => {
        await find(tx, scope, collectionId);
        const documents = knowledgeDocumentsRepository(tx);
        const row = await documents.byId(collectionId, id);
        const source = row && (await knowledgeSourcesRepository(tx).byId(collectionId, row.sourceId));
        if (!row || !source) throw new AppError(knowledgeErrors.documentNotFound);
        return {
          document: presentDocument(row, source.kind),
          text: row.body,
          pages: row.pages ?? null,
          chunks: (await documents.chunksOfDocument(id)).map(presentChunk),
        };
      });
    },

    /** Switches a chunk on or off; it is found, or not, from the next question on. */
    changeChunk(scope: Scope, collectionId: string, id: string, enabled: boolean): Promise<KnowledgeChunk> {
      return scope.run(async (tx) => {
        await find(tx, scope, collectionId);
        const documents = knowledgeDocumentsRepository(tx);
        const seen = await documents.chunk(collectionId, id);
        const source = seen && (await knowledgeSourcesRepository(tx).lock(scope.accountId, seen.sourceId));
        // Looked at again under the lock: a run may have moved it into another segment.
        const chunk = source && !source.deletedAt ? await documents.chunk(collectionId, id) : null;
        if (!chunk || !source) throw new AppError(knowledgeErrors.chunkNotFound);
        if (chunk.enabled !== enabled) {
          await documents.setChunkEnabled(id, enabled);
          const index = knowledgeIndexRepository(tx);
          if (enabled) await index.unskip(chunk.segmentId, chunk.ordinal);
          else await index.skip(chunk.segmentId, [chunk.ordinal]);
          await tell(tx, source, { always: true });
          await knowledgeCollectionsRepository(tx).bump(collectionId);
        }
        const shown = (await documents.chunksOfDocument(chunk.documentId)).find(
          (candidate) => candidate.id === id,
        );
        if (!shown) throw new AppError(knowledgeErrors.chunkNotFound);
        return presentChunk(shown);
      });
    },

    /** Whether something of the collection is still being read. */
    async isBeingRead(accountId: string, collectionId: string): Promise<boolean> {
      const totals = await services.database.account(accountId, (tx) =>
        knowledgeCollectionsRepository(tx).totals(collectionId),
      );
      return totals.working;
    },

    async collectionOverview(accountId: string, collectionId: string): Promise<CollectionOverview | null> {
      const [row] = await services.database.statement<OverviewRow>(
        accountId,
        overviewStatement(accountId, collectionId),
      );
      if (!row) return null;
      const { outline } = row;
      const site = outline.find(({ kind }) => kind === 'website' || kind === 'page');
      return {
        revision: Number(row.revision),
        chunkCount: row.chunkCount,
        languages: row.languages,
        siteName: outline.find(({ siteName }) => siteName !== null)?.siteName ?? null,
        siteUrl: site?.sourceUrl ?? null,
        documents: outline
          .filter(({ isQuestion }) => !isQuestion)
          .map(({ title, url, kind, headings, language }) => ({
            title,
            url,
            kind: passageKind(kind),
            headings,
            language,
          })),
        questions: outline
          .filter(({ isQuestion }) => isQuestion)
          .map(({ title, language }) => ({ text: title, language })),
      };
    },

    async storedCopy(accountId: string, documentId: string): Promise<StoredCopy | null> {
      const row = await services.database.account(accountId, (tx) =>
        knowledgeDocumentsRepository(tx).kept(accountId, documentId),
      );
      if (!row) return null;
      const { collectionId, title, url, body, pages, language, fetchedAt, kind, isPdf } = row;
      return {
        documentId,
        collectionId,
        kind: passageKind(kind),
        title,
        url,
        text: body,
        pages: pages ?? null,
        language,
        fetchedAt: fetchedAt?.toISOString() ?? null,
        isPdf,
      };
    },

    /** The bytes of a document that is a PDF; null for others, and for what lies in the bin. */
    async storedPdf(accountId: string, documentId: string): Promise<Buffer | null> {
      return services.database.account(accountId, async (tx) => {
        const row = await knowledgeDocumentsRepository(tx).kept(accountId, documentId);
        return row?.isPdf ? knowledgeSourcesRepository(tx).original(row.sourceId) : null;
      });
    },

    async passageAt(
      accountId: string,
      documentId: string,
      start: number,
      end: number,
    ): Promise<{ text: string; start: number; end: number; page: number | null } | null> {
      const copy = await this.storedCopy(accountId, documentId);
      if (
        !copy ||
        !Number.isInteger(start) ||
        !Number.isInteger(end) ||
        start < 0 ||
        end <= start ||
        start >= copy.text.length
      )
        return null;
      const [from, to] = wholeParagraphs(copy.text, start, Math.min(end, copy.text.length));
      const page = copy.pages?.find((range) => start >= range.start && start < range.end)?.page ?? null;
      return { text: copy.text.slice(from, to), start: from, end: to, page };
    },
  };
}

/** Sources as they are listed; each names an older one of the same site or page. */
function presentAll(rows: readonly SourceRow[]): KnowledgeSource[] {
  const first = new Map<string, SourceRow>();
  return rows.map((row) => {
    const key = websiteKey(row);
    const older = key === null ? null : (first.get(key) ?? null);
    if (key !== null && !older) first.set(key, row);
    return presentSource(row, older);
  });
}

const longestWidening = 600;

function wholeParagraphs(text: string, start: number, end: number): [number, number] {
  const before = text.lastIndexOf('\n\n', start);
  const after = text.indexOf('\n\n', end);
  const from =
    before >= 0 && start - before <= longestWidening ? before + 2 : start <= longestWidening ? 0 : start;
  const to =
    after >= 0 && after - end <= longestWidening
      ? after
      : text.length - end <= longestWidening
        ? text.length
        : end;
  return [Math.min(from, start), Math.max(to, end)];
}
