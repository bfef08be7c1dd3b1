import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import { cosineRelevance, fuse, type LexicalRanked } from '#platform/text-search/relevance.ts';
import type { WordCounts } from '#platform/text-search/word-counts.ts';
import {
  knowledgeErrors,
  type KnowledgeHit,
  type RetrievalTrace,
  type SearchInput,
} from '../../knowledge.contract.ts';
import { knowledgeCollectionsRepository } from '../knowledge-collections.repository.ts';
import { knowledgeIndexRepository, type FoundChunk } from './search-index.repository.ts';
import { createMeaningSearch } from './meaning-search.usecases.ts';
import { joinPassages } from './passages.models.ts';
import { passageKind } from '../knowledge-presentation.models.ts';
import { candidateCount } from './ranking.models.ts';
import { createWordSearch } from './word-search.usecases.ts';
import type { KnowledgeServices, Passage, Retrieved, RetrieveInput } from '../knowledge.models.ts';

type Found = {
  chunk: FoundChunk;
  lexical: number | null;
  dense: number | null;
  fused: number;
  relevance: number;
};

/** Who reads all of a small collection reads so many passages of any. */
const fewestRead = 12;
/** So many chunks are read in a moment. */
const smallCollection = 24;
/** Small collections that are remembered whole. */
const keptCollections = 200;

/** Finds what a collection says about a question. */
export function createRetrieval(
  services: Pick<KnowledgeServices, 'database' | 'log' | 'embed' | 'rateAnswers'>,
) {
  const { database } = services;
  const searchWords = createWordSearch(database);
  const searchMeaning = createMeaningSearch(services);
  /** All chunks of small collections, each as it was at a revision. */
  const wholeOf = new LRUCache<string, FoundChunk[]>({ max: keptCollections });

  async function find(
    input: Omit<RetrieveInput, 'topK' | 'threshold'>,
  ): Promise<{ found: Found[]; trace: RetrievalTrace; counts: WordCounts; revision: number }> {
    const started = performance.now();
    const { embedding } = input;
    const [lexical, meaning] = await Promise.all([
      searchWords(input),
      embedding ? searchMeaning({ ...input, embedding }) : null,
    ]);
    if (!lexical) throw new AppError(knowledgeErrors.collectionNotFound);
    const chunks = new Map(
      [...lexical.exact, ...lexical.hits.map(({ chunk }) => chunk)].map((chunk) => [chunk.id, chunk]),
    );
    const missing = (meaning?.hits ?? []).filter(({ id }) => !chunks.has(id)).map(({ id }) => id);
    if (missing.length > 0)
      for (const chunk of await database.account(input.accountId, (tx) =>
        knowledgeIndexRepository(tx).chunksById(missing),
      ))
        chunks.set(chunk.id, chunk);

    const words = new Map<string, LexicalRanked>(
      lexical.hits.map(({ chunk, score, coverage }) => [chunk.id, { id: chunk.id, score, coverage }]),
    );
    const near = new Map((meaning?.hits ?? []).map((hit) => [hit.id, hit]));
    const fused = fuse({
      lexical: [...words.values()],
      dense: [...near.values()],
      limit: candidateCount * 2,
      threshold: 0,
    });
    const exactIds = new Set(lexical.exact.map(({ id }) => id));
    const found = [
      ...lexical.exact.map((chunk) => ({
        chunk,
        lexical: words.get(chunk.id)?.score ?? null,
        dense: near.get(chunk.id)?.cosine ?? null,
        fused: 1,
        relevance: 1,
      })),
      ...fused.flatMap(({ id, rank: fusedRank, relevance }) => {
        const chunk = chunks.get(id);
        return chunk && !exactIds.has(id)
          ? [
              {
                chunk,
                lexical: words.get(id)?.score ?? null,
                dense: near.get(id)?.cosine ?? null,
                fused: fusedRank,
                relevance,
              },
            ]
          : [];
      }),
    ];
    const trace = {
      milliseconds: Math.round((performance.now() - started) * 100) / 100,
      language: lexical.language,
      mode: embedding ? ('hybrid' as const) : ('lexical' as const),
      terms: lexical.terms.map(({ term }) => term),
      searched: lexical.chunkCount,
      matched: found.length,
      embeddingError: meaning?.error ?? null,
    };
    const counts = { chunks: lexical.chunkCount, having: lexical.having };
    return { found, trace, counts, revision: lexical.revision };
  }

  /** All of a small collection as it is at a revision, which rises with whatever can be found. */
  async function allOf(
    { accountId, collectionId }: Pick<RetrieveInput, 'accountId' | 'collectionId'>,
    revision: number,
  ): Promise<FoundChunk[]> {
    const key = `${accountId}:${collectionId}:${revision}`;
    const known = wholeOf.get(key);
    if (known) return known;
    const chunks = await database.account(accountId, (tx) =>
      knowledgeIndexRepository(tx).allChunks(collectionId, smallCollection),
    );
    wholeOf.set(key, chunks);
    return chunks;
  }

  /** What a small collection has beside some passages. */
  async function restOf(
    input: Pick<RetrieveInput, 'accountId' | 'collectionId'>,
    revision: number,
    known: readonly Passage[],
  ): Promise<Passage[]> {
    const rest = (await allOf(input, revision)).filter(
      ({ documentId, start, end }) =>
        !known.some((one) => one.documentId === documentId && one.start <= start && end <= one.end),
    );
    return joinPassages(
      rest.map((chunk) => ({ chunk, score: 0 })),
      smallCollection,
    );
  }

  return {
    /**
     * The passages for a question, best first. A stored question that is the same comes first with score 1.
     */
    async retrieve(input: RetrieveInput): Promise<Retrieved> {
      const { found, trace, counts, revision } = await find(input);
      const passing = found.filter(({ relevance }) => relevance >= input.threshold);
      const passages = joinPassages(
        passing.map(({ chunk, relevance }) => ({ chunk, score: relevance })),
        input.whole ? Math.max(input.topK, fewestRead) : input.topK,
      );
      const rest =
        input.whole && counts.chunks > 0 && counts.chunks <= smallCollection
          ? await restOf(input, revision, passages)
          : [];
      return { passages: [...passages, ...rest], trace, counts };
    },

    /** The retrieval test of the editor: single chunks with their scores. */
    async search(
      accountId: string,
      collectionId: string,
      input: SearchInput,
    ): Promise<{ hits: KnowledgeHit[]; trace: RetrievalTrace }> {
      const collection = await database.account(accountId, (tx) =>
        knowledgeCollectionsRepository(tx).byId(accountId, collectionId),
      );
      if (!collection) throw new AppError(knowledgeErrors.collectionNotFound);
      const { embeddingProvider: provider, embeddingModel: model } = collection;
      const embedding =
        input.mode === 'hybrid' && provider !== null && model !== null ? { provider, model } : null;
      const { found, trace, counts } = await find({
        accountId,
        collectionId,
        query: input.query,
        embedding,
      });
      const best = found.slice(0, input.topK);
      const answers = services.rateAnswers({
        question: input.query,
        passages: best.map(({ chunk: { title, heading, body, language }, relevance }) => ({
          title,
          heading,
          text: body,
          score: relevance,
          language,
        })),
        counts,
        language: trace.language,
      });
      const most = Math.max(...best.map(({ relevance }) => relevance));
      const hits = best.map(({ chunk, lexical, dense, fused, relevance }, index) => ({
        chunkId: chunk.id,
        documentId: chunk.documentId,
        sourceId: chunk.sourceId,
        kind: passageKind(chunk.kind),
        title: chunk.title,
        heading: chunk.heading,
        text: chunk.body,
        url: chunk.url,
        page: chunk.page,
        start: chunk.start,
        end: chunk.end,
        language: chunk.language,
        scores: {
          lexical,
          dense,
          fused,
          normalised: relevance,
          // Who wrote an answer to this very question, or means the same in other words, need not share its words.
          answer: Math.max(
            // What covers less of the question than another passage answers it less, however well it reads by itself.
            most > 0 ? ((answers[index] ?? 0) * relevance) / most : 0,
            fused === 1 ? 1 : 0,
            dense === null ? 0 : cosineRelevance(dense),
          ),
        },
        passes: relevance >= input.threshold,
      }));
      return { hits, trace };
    },
  };
}
