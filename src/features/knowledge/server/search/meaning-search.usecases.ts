import { bytesToVector, cosine, signBits } from '#platform/text-search/dense-vectors.ts';
import type { DenseRanked } from '#platform/text-search/relevance.ts';
import type { EmbeddingChoice } from '../../knowledge.contract.ts';
import { candidateCount } from './ranking.models.ts';
import { knowledgeVectorsRepository } from './vectors.repository.ts';
import type { KnowledgeServices } from '../knowledge.models.ts';

const signCandidates = 200;

const embedTimeoutMs = 4_000;

/** Finds the chunks of a collection that are nearest to a question in meaning. */
export function createMeaningSearch(services: Pick<KnowledgeServices, 'database' | 'log' | 'embed'>) {
  const { database } = services;

  /** Nearest chunks in meaning, or why there are none. Never throws: words always work. */
  async function searchMeaning(input: {
    accountId: string;
    collectionId: string;
    query: string;
    embedding: EmbeddingChoice;
    signal?: AbortSignal;
  }): Promise<{ hits: DenseRanked[]; error: string | null }> {
    if (!services.embed) return { hits: [], error: 'embedding.not_connected' };
    try {
      const late = AbortSignal.timeout(embedTimeoutMs);
      const [vector] = await services.embed(
        input.accountId,
        input.embedding,
        [input.query],
        'question',
        input.signal ? AbortSignal.any([late, input.signal]) : late,
      );
      if (!vector || vector.length === 0) return { hits: [], error: 'embedding.failed' };
      const model = modelName(input.embedding);
      const rows = await database.account(input.accountId, (tx) =>
        knowledgeVectorsRepository(tx).nearest(
          input.collectionId,
          model,
          vector.length,
          signBits(vector),
          signCandidates,
        ),
      );
      const hits = rows
        .map(({ chunkId, vector: bytes }) => ({ id: chunkId, cosine: cosine(vector, bytesToVector(bytes)) }))
        .map((hit) => ({ ...hit, score: hit.cosine }));
      return { hits: hits.sort((a, b) => b.cosine - a.cosine).slice(0, candidateCount), error: null };
    } catch (error) {
      services.log.warn(
        { err: error, collectionId: input.collectionId },
        'a question was searched without its meaning',
      );
      return { hits: [], error: 'embedding.failed' };
    }
  }

  return searchMeaning;
}

/** The name under which vectors of a model are stored. */
export function modelName(choice: EmbeddingChoice): string {
  return `${choice.provider}/${choice.model}`;
}
