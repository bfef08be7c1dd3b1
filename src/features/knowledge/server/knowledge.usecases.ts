import { newToken } from '#platform/crypto/secret-box.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { requireWithinLimit } from '#features/account-limits/server/account-limits.usecases.ts';
import { knowledgeErrors } from '../knowledge.contract.ts';
import { knowledgeCollectionsRepository } from './knowledge-collections.repository.ts';
import { createEmbeddingUsecases } from './processing/embedding.usecases.ts';
import { createIndexing } from './processing/indexing.usecases.ts';
import { embedJob } from './knowledge-jobs.models.ts';
import type { KnowledgeServices, Retrieved, RetrieveInput } from './knowledge.models.ts';
import { isWorking } from './knowledge-presentation.models.ts';
import { createProcessing } from './processing/processing.usecases.ts';
import { createProgressPublisher } from './sources/progress.usecases.ts';
import { createReadingUsecases } from './sources/reading.usecases.ts';
import { createRetrieval } from './search/retrieval.usecases.ts';
import { knowledgeSourcesRepository } from './sources/sources.repository.ts';
import { knowledgeDocumentsRepository } from './sources/documents.repository.ts';
import { createStates } from './sources/states.usecases.ts';
import { createSourceUsecases } from './sources/sources.usecases.ts';
import { createWebsiteUsecases } from './sources/websites.usecases.ts';
import { createSourceWriting } from './sources/writing.usecases.ts';
import { createUpkeep } from './sources/upkeep.usecases.ts';

export type { EmbedTexts, KnowledgeServices, Passage, Retrieved } from './knowledge.models.ts';
export type { PreparedSource } from './sources/sources.models.ts';

/**
 * Changes with everything that can be found in a collection, by the transaction of whoever asks; null where it
 * sees no such collection.
 */
export async function knowledgeRevision(
  tx: Transaction,
  accountId: string,
  collectionId: string,
): Promise<number | null> {
  return (await knowledgeCollectionsRepository(tx).byId(accountId, collectionId))?.revision ?? null;
}

/** Everything that is done with knowledge. Agents own collections; this feature knows no agents. */
export function createKnowledgeUsecases(services: KnowledgeServices) {
  const tell = createProgressPublisher(services);
  const indexing = createIndexing(services, tell);
  const processing = createProcessing(services, indexing, tell);
  const writing = createSourceWriting(services, tell);
  const retrieval = createRetrieval(services);
  const embedding = createEmbeddingUsecases(services);
  const { recover, ...upkeep } = createUpkeep(services, processing, writing, tell);
  const { activeIds: _activeIds, ...running } = processing;
  const sources = createSourceUsecases(services, writing, tell);

  return {
    ...createReadingUsecases(services, tell),
    ...sources,
    ...createStates(sources),
    ...createWebsiteUsecases(services, writing, tell),
    ...retrieval,
    /** As the search finds them; passages of files with pages say where those begin. */
    async retrieve(input: RetrieveInput): Promise<Retrieved> {
      const found = await retrieval.retrieve(input);
      const { passages } = found;
      const paged = passages.filter(({ page }) => page !== null);
      if (paged.length === 0) return found;
      const pages = await services.database.account(input.accountId, (tx) =>
        knowledgeDocumentsRepository(tx).pagesWithin(
          paged.map(({ documentId, start, end }) => ({ documentId, start, end })),
        ),
      );
      return {
        ...found,
        passages: passages.map((passage) => {
          const at = paged.indexOf(passage);
          return at < 0 ? passage : { ...passage, pages: pages[at] ?? [] };
        }),
      };
    },
    ...embedding,
    ...upkeep,
    ...running,

    /** At the start of the server: sends the jobs of everything that waits. */
    recoverAtStart: () => recover(0),
    recover: () => recover(),

    /** Makes an empty collection in the caller's transaction and answers its id. */
    async createCollection(tx: Transaction, accountId: string): Promise<string> {
      const id = newId('col');
      await knowledgeCollectionsRepository(tx).insert({ id, accountId, createdAt: services.clock.now() });
      return id;
    },

    /**
     * Copies sources, documents and index into a new collection, without the bin. What is being worked on
     * starts anew in the copy.
     */
    async copyCollection(tx: Transaction, accountId: string, collectionId: string): Promise<string> {
      const collections = knowledgeCollectionsRepository(tx);
      const original = await collections.byId(accountId, collectionId);
      if (!original) throw new AppError(knowledgeErrors.collectionNotFound);
      const id = newId('col');
      const { embeddingProvider, embeddingModel } = original;
      await collections.insert({
        id,
        accountId,
        createdAt: services.clock.now(),
        embeddingProvider,
        embeddingModel,
      });
      await collections.copyContents(collectionId, id, newToken(), services.clock.now());
      await requireWithinLimit(tx, accountId, 'pages', 0);
      await requireWithinLimit(tx, accountId, 'storage', 0);
      for (const source of await knowledgeSourcesRepository(tx).list(id, 'kept'))
        if (isWorking(source)) await writing.startRun(tx, source, source.runScope);
      if (embeddingModel !== null && services.embed)
        await services.jobs.send(tx, embedJob, { accountId, collectionId: id });
      return id;
    },

    /** Removes a collection with all that belongs to it; the agent's row goes first. */
    async removeCollection(tx: Transaction, collectionId: string): Promise<void> {
      await knowledgeCollectionsRepository(tx).remove(collectionId);
    },
  };
}

export type KnowledgeUsecases = ReturnType<typeof createKnowledgeUsecases>;
