import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import { fallbackLanguage, type Language } from '#shared/languages.ts';
import type { Transaction } from '#platform/database/database.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { everydayQuestion } from '#platform/language/everyday-concepts.ts';
import { queryTerms, type QueryTerm } from '#platform/text-search/analyze.ts';
import { bytesToVector, cosine, signBits } from '#platform/text-search/dense-vectors.ts';
import { fuse, type DenseRanked, type LexicalRanked } from '#platform/text-search/relevance.ts';
import { readCandidate, rescore, type ReadCandidate } from '#platform/text-search/rescore.ts';
import type { LexicalHit } from '#platform/text-search/score-bm25.ts';
import {
  knowledgeErrors,
  type EmbeddingChoice,
  type KnowledgeHit,
  type RetrievalTrace,
  type SearchInput,
} from '../knowledge.contract.ts';
import { knowledgeCollectionsRepository } from './knowledge-collections.repository.ts';
import {
  chunksAtStatement,
  chunksOfQuestionStatement,
  knowledgeIndexRepository,
  postingsStatement,
  readPostings,
  type FoundChunk,
  type PostingsRow,
} from './knowledge-index.repository.ts';
import { joinPassages } from './knowledge-passages.models.ts';
import type { KnowledgeServices, Retrieved, RetrieveInput } from './knowledge.models.ts';
import { passageKind } from './knowledge-presentation.models.ts';
import { questionKey } from './knowledge-text.models.ts';
import { knowledgeVectorsRepository } from './knowledge-vectors.repository.ts';
import { candidateCount, rank, type IndexView } from './knowledge-ranking.models.ts';

const signCandidates = 200;

/** A language that fewer chunks are in is not looked for in every question. */
const mainLanguageShare = 0.1;

const mostLanguages = 3;

/** Tries to see one moment of an index that is being written. */
const mostRounds = 4;

const longestTurnMs = 4;

const keptPostingsBytes = 48_000_000;

const keptChunks = 5_000;

const embedTimeoutMs = 4_000;

type Found = {
  chunk: FoundChunk;
  lexical: number | null;
  dense: number | null;
  fused: number;
  relevance: number;
};

type Lexical = {
  language: Language;
  terms: QueryTerm[];
  hits: { chunk: FoundChunk; score: number; coverage: number }[];
  exact: FoundChunk[];
  chunkCount: number;
};

/** Finds what a collection says about a question. */
export function createRetrieval(services: Pick<KnowledgeServices, 'database' | 'log' | 'embed'>) {
  const { database } = services;
  const views = new LRUCache<string, IndexView>({
    max: 1_000,
    maxSize: 2_000_000,
    sizeCalculation: (view) => 1 + view.segments.length,
  });

  /** A chunk never changes: new text is a new chunk. */
  const readChunks = new LRUCache<string, ReadCandidate>({ max: 2_000 });

  /** Parts of one revision of an index: what a question needed, the next one finds here. */
  const postingsOf = new LRUCache<string, PostingsRow[]>({
    maxSize: keptPostingsBytes,
    sizeCalculation: (rows) => rows.reduce((sum, row) => sum + row.postings.length, 200),
  });
  const chunksOf = new LRUCache<string, FoundChunk>({ max: keptChunks });

  function readChunk(chunk: FoundChunk): ReadCandidate {
    const known = readChunks.get(chunk.id);
    if (known) return known;
    const made = readCandidate(
      { text: chunk.body, headings: [chunk.title, ...chunk.heading.split(' › ')] },
      chunk.language,
    );
    readChunks.set(chunk.id, made);
    return made;
  }

  async function loadView(
    tx: Transaction,
    accountId: string,
    collectionId: string,
  ): Promise<IndexView | null> {
    // The revision first: what is read after it is at least as new, so a stale view is noticed by the next
    // question at the latest.
    const collection = await knowledgeCollectionsRepository(tx).byId(accountId, collectionId);
    if (!collection) return null;
    const segments = await knowledgeIndexRepository(tx).segments(collectionId);
    const perLanguage = new Map<Language, number>();
    let chunkCount = 0;
    let totalLength = 0;
    for (const segment of segments) {
      chunkCount += segment.chunkCount;
      totalLength += segment.totalLength;
      for (const [language, count] of Object.entries(segment.languages) as [Language, number][])
        perLanguage.set(language, (perLanguage.get(language) ?? 0) + count);
    }
    const languages = [...perLanguage]
      .filter(([, count]) => count >= chunkCount * mainLanguageShare)
      .sort((a, b) => b[1] - a[1])
      .map(([language]) => language);
    const hasQuestions = segments.some(({ kind }) => kind === 'qa');
    const view = {
      revision: collection.revision,
      segments,
      chunkCount,
      totalLength,
      hasQuestions,
      languages: languages.slice(0, mostLanguages),
    };
    views.set(collectionId, view);
    return view;
  }

  type Asked = { accountId: string; collectionId: string; query: string; language?: Language };

  async function searchWords(input: Asked): Promise<Lexical | null> {
    for (let round = 1; ; round++) {
      const view =
        views.get(input.collectionId) ??
        (await database.account(input.accountId, (tx) => loadView(tx, input.accountId, input.collectionId)));
      if (!view) return null;
      const answer = await searchView(view, input);
      if (answer.isWhole || (round >= mostRounds && answer.exists)) return rescored(answer, input.query);
      // The index moved on under the question, or the view is not this account's.
      views.delete(input.collectionId);
    }
  }

  /** One look into the index; not whole when the index was changed meanwhile. */
  async function searchView(
    view: IndexView,
    input: Asked,
  ): Promise<Lexical & { isWhole: boolean; exists: boolean }> {
    const language = detectLanguage(input.query, input.language ?? view.languages[0] ?? fallbackLanguage);
    const languages = [...new Set([language, ...view.languages])];
    const everyday = everydayQuestion(input.query, language, languages);
    const terms = queryTerms(everyday.text, languages, everyday.groups);
    const key = view.hasQuestions ? questionKey(input.query) : '';
    const [{ revision, rows }, exact] = await Promise.all([
      loadPostings(view, input, [...new Set(terms.map(({ term }) => term))]),
      key
        ? database
            .earlyStatement<FoundChunk>(input.accountId, chunksOfQuestionStatement(input.collectionId, key))
            .then((found) => found.rows)
        : [],
    ]);
    const places = rank(view, terms, rows);
    const hits = places.length > 0 ? await loadHits(view, input, places) : [];
    return {
      language,
      terms,
      hits,
      exact,
      chunkCount: view.chunkCount,
      isWhole: revision === view.revision && hits.length === places.length,
      exists: revision >= 0,
    };
  }

  /**
   * Looks at the best chunks again, with their texts; chunks that nobody asked for lately take a while, so
   * others get their turn.
   */
  async function rescored(found: Lexical, query: string): Promise<Lexical> {
    const candidates: { text: string; score: number; read: ReadCandidate }[] = [];
    let turn = performance.now();
    for (const { chunk, score } of found.hits) {
      candidates.push({ text: chunk.body, score, read: readChunk(chunk) });
      if (performance.now() - turn < longestTurnMs) continue;
      await nextTurn();
      turn = performance.now();
    }
    const scores = rescore(found.terms, query, candidates, found.language);
    return {
      ...found,
      hits: found.hits.map((hit, place) => ({ ...hit, score: scores[place] ?? hit.score })),
    };
  }

  /**
   * The postings of some terms and the revision of the collection at this moment; terms that were asked for
   * since it rose are not read again.
   */
  async function loadPostings(
    view: IndexView,
    input: Asked,
    terms: readonly string[],
  ): Promise<{ revision: number; rows: PostingsRow[] }> {
    const known = new Map(
      terms.flatMap((term) => {
        const rows = postingsOf.get(`${input.collectionId}:${view.revision}:${term}`);
        return rows ? [[term, rows] as const] : [];
      }),
    );
    const missing = terms.filter((term) => !known.has(term));
    const answer = await database.earlyStatement<Parameters<typeof readPostings>[0][number]>(
      input.accountId,
      postingsStatement({
        accountId: input.accountId,
        collectionId: input.collectionId,
        segmentIds: view.segments.map(({ id }) => id),
        terms: missing,
      }),
    );
    const read = readPostings(answer.rows);
    if (read.revision === view.revision) {
      const byTerm = new Map(missing.map((term): [string, PostingsRow[]] => [term, []]));
      for (const row of read.rows) byTerm.get(row.term)?.push(row);
      for (const [term, rows] of byTerm)
        postingsOf.set(`${input.collectionId}:${view.revision}:${term}`, rows);
    }
    return { revision: read.revision, rows: [...known.values()].flat().concat(read.rows) };
  }

  async function loadHits(
    view: IndexView,
    { accountId, collectionId }: Asked,
    places: readonly LexicalHit[],
  ): Promise<Lexical['hits']> {
    const asked = places.flatMap(({ segment, ordinal }) => {
      const id = view.segments[segment]?.id;
      return id === undefined ? [] : [{ segmentId: id, ordinal }];
    });
    const placeOf = ({ segmentId, ordinal }: { segmentId: string; ordinal: number }): string =>
      `${collectionId}:${view.revision}:${segmentId}:${ordinal}`;
    const missing = asked.filter((place) => !chunksOf.has(placeOf(place)));
    const chunks = new Map(
      asked.flatMap((place) => {
        const chunk = chunksOf.get(placeOf(place));
        return chunk ? [[`${place.segmentId}:${place.ordinal}`, chunk] as const] : [];
      }),
    );
    const read =
      missing.length > 0
        ? (await database.earlyStatement<FoundChunk>(accountId, chunksAtStatement(missing))).rows
        : [];
    for (const chunk of read) {
      chunks.set(`${chunk.segmentId}:${chunk.ordinal}`, chunk);
      chunksOf.set(placeOf(chunk), chunk);
    }
    return places.flatMap(({ segment, ordinal, score, coverage }) => {
      const chunk = chunks.get(`${view.segments[segment]?.id}:${ordinal}`);
      return chunk ? [{ chunk, score, coverage }] : [];
    });
  }

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

  async function find(
    input: Omit<RetrieveInput, 'topK' | 'threshold'>,
  ): Promise<{ found: Found[]; trace: RetrievalTrace }> {
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
    return { found, trace };
  }

  return {
    /**
     * The passages for a question, best first. A stored question that is the same comes first with score 1.
     */
    async retrieve(input: RetrieveInput): Promise<Retrieved> {
      const { found, trace } = await find(input);
      const passing = found.filter(({ relevance }) => relevance >= input.threshold);
      return {
        passages: joinPassages(
          passing.map(({ chunk, relevance }) => ({ chunk, score: relevance })),
          input.topK,
        ),
        trace,
      };
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
      const { found, trace } = await find({ accountId, collectionId, query: input.query, embedding });
      const hits = found.slice(0, input.topK).map(({ chunk, lexical, dense, fused, relevance }) => ({
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
        scores: { lexical, dense, fused, normalised: relevance },
        passes: relevance >= input.threshold,
      }));
      return { hits, trace };
    },
  };
}

/** The name under which vectors of a model are stored. */
export function modelName(choice: EmbeddingChoice): string {
  return `${choice.provider}/${choice.model}`;
}
