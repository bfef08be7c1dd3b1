import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { fallbackLanguage, type Language } from '#shared/languages.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { everydayQuestion } from '#platform/language/everyday-concepts.ts';
import { questionKinds } from '#platform/language/question-kinds.ts';
import { queryTerms, type QueryTerm } from '#platform/text-search/analyze.ts';
import { explainedBy } from '#platform/text-search/explained.ts';
import { readCandidate, rescore, type ReadCandidate } from '#platform/text-search/rescore.ts';
import type { LexicalHit } from '#platform/text-search/score-bm25.ts';
import { knowledgeCollectionsRepository } from '../knowledge-collections.repository.ts';
import {
  chunksAtStatement,
  chunksOfQuestionStatement,
  knowledgeIndexRepository,
  postingsStatement,
  readPostings,
  type FoundChunk,
  type PostingsRow,
} from './search-index.repository.ts';
import { countChunks, rank, type IndexView } from './ranking.models.ts';
import { questionKey } from '../sources/text.models.ts';

/** A language that fewer chunks are in is not looked for in every question. */
const mainLanguageShare = 0.1;

const mostLanguages = 3;

/** Tries to see one moment of an index that is being written. */
const mostRounds = 4;

const longestTurnMs = 4;

const keptPostingsBytes = 48_000_000;

const keptChunks = 5_000;

/** A question and the collection that it is put to. `language` is what its asker speaks, as far as it is known. */
export type WordQuery = {
  accountId: string;
  collectionId: string;
  query: string;
  language?: Language;
};

type Look = ReturnType<typeof readPostings>;

/** What the words of a question found. Scores are BM25's, looked at again with the texts. */
export type WordMatches = {
  language: Language;
  terms: QueryTerm[];
  hits: { chunk: FoundChunk; score: number; coverage: number }[];
  exact: FoundChunk[];
  /** Of the collection, when it was looked into. */
  revision: number;
  chunkCount: number;
  /** In how many chunks each of the terms stands. */
  having: ReadonlyMap<string, number>;
};

/** How much more a chunk says that explains the very thing. */
const explainedWeight = 0.6;

/** What an index has beside words for a question that asks what something is or does. */
function explanation(question: string, language: Language): QueryTerm[] {
  const kinds = questionKinds(question, language);
  if (!kinds.has('definition') && !kinds.has('purpose')) return [];
  const term = explainedBy(question, language);
  return term === null ? [] : [{ term, group: -1, weight: explainedWeight, isExtra: true }];
}

/** Finds the chunks of a collection in which a question's words stand, best first; null without a collection. */
export function createWordSearch(database: Database) {
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

  /** Looks into an index that are about to be taken, by collection and revision. */
  const coming = new Map<string, { terms: Set<string>; read: Promise<Look> }>();

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

  async function searchWords(input: WordQuery): Promise<WordMatches | null> {
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
    input: WordQuery,
  ): Promise<WordMatches & { isWhole: boolean; exists: boolean }> {
    const language = detectLanguage(input.query, input.language ?? view.languages[0] ?? fallbackLanguage);
    const languages = [...new Set([language, ...view.languages])];
    const everyday = everydayQuestion(input.query, language, languages);
    const terms = [
      ...queryTerms(everyday.text, languages, everyday.groups),
      ...explanation(input.query, language),
    ];
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
      terms: terms.filter(({ isExtra }) => !isExtra),
      hits,
      exact,
      revision,
      chunkCount: view.chunkCount,
      having: countChunks(terms, rows),
      isWhole: revision === view.revision && hits.length === places.length,
      exists: revision >= 0,
    };
  }

  /**
   * Looks at the best chunks again, with their texts; chunks that nobody asked for lately take a while, so
   * others get their turn.
   */
  async function rescored(found: WordMatches, query: string): Promise<WordMatches> {
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
  async function loadPostings(view: IndexView, input: WordQuery, terms: readonly string[]): Promise<Look> {
    const known = new Map(
      terms.flatMap((term) => {
        const rows = postingsOf.get(`${input.collectionId}:${view.revision}:${term}`);
        return rows ? [[term, rows] as const] : [];
      }),
    );
    const missing = terms.filter((term) => !known.has(term));
    const { revision, rows } = await lookTogether(view, input, missing);
    const byTerm = new Map(missing.map((term): [string, PostingsRow[]] => [term, []]));
    for (const row of rows) byTerm.get(row.term)?.push(row);
    if (revision === view.revision)
      for (const [term, found] of byTerm)
        postingsOf.set(`${input.collectionId}:${view.revision}:${term}`, found);
    return { revision, rows: [...known.values(), ...byTerm.values()].flat() };
  }

  /**
   * Reads the postings of some terms. A message is looked for in several ways at once (by itself, with the
   * one before, each of its questions): what they ask of one index in the same moment is one look. It may give
   * rows of other terms, too.
   */
  function lookTogether(
    view: IndexView,
    { accountId, collectionId }: WordQuery,
    terms: readonly string[],
  ): Promise<Look> {
    const key = `${accountId}:${collectionId}:${view.revision}`;
    const begun = coming.get(key);
    if (begun) {
      for (const term of terms) begun.terms.add(term);
      return begun.read;
    }
    const asked = new Set(terms);
    const look = async (): Promise<Look> => {
      // Whoever asks in this very moment has been heard then.
      await Promise.resolve();
      coming.delete(key);
      const { rows } = await database.earlyStatement<Parameters<typeof readPostings>[0][number]>(
        accountId,
        postingsStatement({
          accountId,
          collectionId,
          segmentIds: view.segments.map(({ id }) => id),
          terms: [...asked],
        }),
      );
      return readPostings(rows);
    };
    const read = look();
    coming.set(key, { terms: asked, read });
    return read;
  }

  async function loadHits(
    view: IndexView,
    { accountId, collectionId }: WordQuery,
    places: readonly LexicalHit[],
  ): Promise<WordMatches['hits']> {
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

  return searchWords;
}
