import { AppError } from '#shared/errors.ts';
import type { Transaction } from '#platform/database/database.ts';
import { signBits, vectorToBytes } from '#platform/text-search/dense-vectors.ts';
import { knowledgeErrors, type EmbeddingChoice } from '../../knowledge.contract.ts';
import { knowledgeCollectionsRepository } from '../knowledge-collections.repository.ts';
import { embedJob } from '../knowledge-jobs.models.ts';
import type { KnowledgeServices } from '../knowledge.models.ts';
import { modelName } from '../search/meaning-search.usecases.ts';
import { knowledgeVectorsRepository } from '../search/vectors.repository.ts';

const batchSize = 64;
const longestText = 6_000;
const collectionsAtOnce = 20;

/**
 * Makes chunks known to a collection's embedding model. Its failures are a note on the collection and are
 * tried again; words always work.
 */
export function createEmbeddingUsecases(
  services: Pick<KnowledgeServices, 'database' | 'jobs' | 'embed' | 'log' | 'realtime'>,
) {
  const { database, embed } = services;

  async function note(accountId: string, collectionId: string, code: string | null): Promise<void> {
    await database.account(accountId, async (tx) => {
      await knowledgeCollectionsRepository(tx).setEmbeddingError(collectionId, code);
      await services.realtime.publish(tx, {
        topic: `account:${accountId}`,
        data: { type: 'knowledge.changed', collectionId, sourceId: null },
      });
    });
  }

  /** One batch. False when nothing is left. */
  async function embedSome(
    accountId: string,
    collectionId: string,
    choice: EmbeddingChoice,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!embed) return false;
    const model = modelName(choice);
    const chunks = await database.account(accountId, (tx) =>
      knowledgeVectorsRepository(tx).pending(collectionId, model, batchSize),
    );
    if (chunks.length === 0) return false;
    const vectors = await embed(
      accountId,
      choice,
      chunks.map(({ text }) => text.slice(0, longestText).toWellFormed()),
      'passage',
      signal,
    );
    if (vectors.length !== chunks.length || vectors.some((vector) => vector.length === 0))
      throw new Error('The embedding model gave another number of vectors');
    const rows = chunks.flatMap(({ id }, place) => {
      const vector = vectors[place];
      return vector
        ? [
            {
              chunkId: id,
              model,
              dimensions: vector.length,
              bits: signBits(vector),
              vector: Buffer.from(vectorToBytes(vector)),
            },
          ]
        : [];
    });
    await database.account(accountId, (tx) => knowledgeVectorsRepository(tx).put(rows));
    return true;
  }

  return {
    /** Says which model the chunks should be known to; queues the work when it changed. */
    async setEmbedding(
      tx: Transaction,
      accountId: string,
      collectionId: string,
      choice: EmbeddingChoice | null,
    ): Promise<void> {
      const collections = knowledgeCollectionsRepository(tx);
      const row = await collections.byId(accountId, collectionId);
      if (!row) throw new AppError(knowledgeErrors.collectionNotFound);
      if (
        (row.embeddingProvider ?? '') === (choice?.provider ?? '') &&
        (row.embeddingModel ?? '') === (choice?.model ?? '')
      )
        return;
      await collections.setEmbedding(collectionId, choice);
      if (choice && embed) await services.jobs.send(tx, embedJob, { accountId, collectionId });
    },

    async embedCollection(accountId: string, collectionId: string, signal: AbortSignal): Promise<void> {
      for (;;) {
        signal.throwIfAborted();
        // Looked up before each batch: the model may be changed meanwhile.
        const row = await database.account(accountId, (tx) =>
          knowledgeCollectionsRepository(tx).byId(accountId, collectionId),
        );
        if (!row || row.embeddingProvider === null || row.embeddingModel === null || !embed) return;
        try {
          const isMore = await embedSome(
            accountId,
            collectionId,
            { provider: row.embeddingProvider, model: row.embeddingModel },
            signal,
          );
          if (!isMore || row.embeddingError !== null) await note(accountId, collectionId, null);
          if (!isMore) return;
        } catch (error) {
          if (signal.aborted) throw error;
          services.log.warn({ err: error, collectionId }, 'chunks could not be embedded; tried again later');
          await note(
            accountId,
            collectionId,
            error instanceof AppError && error.status < 500 ? 'embedding.not_connected' : 'embedding.failed',
          );
          return;
        }
      }
    },

    /** Queues the work for collections that are behind, for example after their model failed. */
    async embedWhatIsBehind(): Promise<void> {
      if (!embed) return;
      await database.system(async (tx) => {
        for (const { id, accountId } of await knowledgeVectorsRepository(tx).collectionsBehind(
          collectionsAtOnce,
        ))
          await services.jobs.send(tx, embedJob, { accountId, collectionId: id });
      });
    },
  };
}
