/**
 * Retrieval quality on a collection in BEIR form: `node bench/retrieval-quality.ts <folder> [language]`,
 * where the folder holds corpus.jsonl, queries.jsonl and qrels/test.tsv. Prints nDCG@10 and recall@10 for a
 * plain stemmed BM25 and for ours.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newStemmer } from 'snowball-stemmers';
import { everydayQuestion } from '#platform/language/everyday-concepts.ts';
import { chunkTerms, queryTerms, type ChunkTerms, type QueryTerm } from '#platform/text-search/analyze.ts';
import { rescore } from '#platform/text-search/rescore.ts';
import { type Bm25Settings, scoreBm25 } from '#platform/text-search/score-bm25.ts';
import { buildSegment } from '#platform/text-search/segments.ts';
import { fallbackLanguage, toLanguage } from '#shared/languages.ts';

type Row = {
  _id: string;
  title?: string;
  text: string;
};
type Ranker = (question: string) => string[];

const [folder, code] = process.argv.slice(2);
if (!folder) {
  console.error(
    'Usage: node bench/retrieval-quality.ts <folder with corpus.jsonl, queries.jsonl, qrels/test.tsv> [language]',
  );
  process.exit(1);
}
const language = toLanguage(code) ?? fallbackLanguage;
const corpus = rows('corpus.jsonl');
const relevant = judgements();
const queries = rows('queries.jsonl').filter(({ _id }) => relevant.has(_id));

const plain = searcher(corpus.map(plainTerms));
const ours = searcher(
  corpus.map((row) => chunkTerms({ text: row.text, headings: [row.title ?? ''] }, language)),
);
console.log(`${folder}: ${corpus.length} documents, ${queries.length} questions\n`);
console.log('variant                            nDCG@10  recall@10  ms/question');
report('plain stemmed BM25 (1.2, 0.75)', (question) =>
  names(plain(plainQuery(question), 10, { k1: 1.2, b: 0.75 })),
);
report('plain stemmed BM25 (0.9, 0.4)', (question) =>
  names(plain(plainQuery(question), 10, { k1: 0.9, b: 0.4 })),
);
report('ours, first pass', (question) => names(ours(asked(question), 10)));
report('ours, rescored', (question) => {
  const query = asked(question);
  const hits = ours(query, 50);
  const candidates = hits.map(({ ordinal, score }) => ({
    text: corpus[ordinal]?.text ?? '',
    headings: [corpus[ordinal]?.title ?? ''],
    score,
  }));
  const scores = rescore(query, question, candidates, language);
  return names(
    hits
      .map((hit, index) => ({ ...hit, score: scores[index] ?? 0 }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 10),
  );
});

function asked(question: string): QueryTerm[] {
  const { text, groups } = everydayQuestion(question, language, [language]);
  return queryTerms(text, [language], groups);
}

function report(name: string, rank: Ranker): void {
  let gain = 0;
  let recall = 0;
  const start = performance.now();
  for (const { _id, text } of queries) {
    const grades = relevant.get(_id) ?? new Map<string, number>();
    const ranked = rank(text);
    gain +=
      discounted(ranked.map((id) => grades.get(id) ?? 0)) /
      (discounted([...grades.values()].sort((a, b) => b - a).slice(0, 10)) || 1);
    const positive = [...grades.values()].filter((grade) => grade > 0).length;
    recall += ranked.filter((id) => (grades.get(id) ?? 0) > 0).length / (positive || 1);
  }
  const cells = [
    (gain / queries.length).toFixed(4),
    (recall / queries.length).toFixed(4),
    ((performance.now() - start) / queries.length).toFixed(2),
  ];
  console.log(`${name.padEnd(34)} ${cells.map((cell) => cell.padStart(8)).join('  ')}`);
}

function discounted(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

function searcher(chunks: readonly ChunkTerms[]) {
  const segment = buildSegment(chunks);
  const postings = new Map([...segment.terms].map(([term, entry]) => [term, entry.postings]));
  const statistics = {
    ...segment,
    chunksWith: new Map([...segment.terms].map(([term, entry]) => [term, entry.chunks])),
  };
  return (query: readonly QueryTerm[], limit: number, settings?: Bm25Settings) =>
    scoreBm25({
      query,
      segments: [{ chunkCount: segment.chunkCount, postings }],
      statistics,
      limit,
      settings,
    });
}

function names(hits: readonly { ordinal: number }[]): string[] {
  return hits.map(({ ordinal }) => corpus[ordinal]?._id ?? '');
}

function plainWords(text: string): string[] {
  const dull = new Set(
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
      ' ',
    ),
  );
  const stemmer = newStemmer(
    { en: 'english', nl: 'dutch', es: 'spanish', pt: 'portuguese', fr: 'french', cs: 'czech' }[language],
  );
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !dull.has(word))
    .map((word) => stemmer.stem(word));
}

function plainTerms(row: Row): ChunkTerms {
  const terms = new Map<string, number>();
  const words = plainWords(`${row.title ?? ''} ${row.text}`);
  for (const word of words) terms.set(word, (terms.get(word) ?? 0) + 1);
  return { terms, length: words.length };
}

function plainQuery(question: string): QueryTerm[] {
  const counts = new Map<string, number>();
  for (const word of plainWords(question)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([term, weight], group) => ({ term, weight, group }));
}

function rows(name: string): Row[] {
  return readFileSync(join(folder ?? '', name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}

function judgements(): Map<string, Map<string, number>> {
  const all = new Map<string, Map<string, number>>();
  for (const line of readFileSync(join(folder ?? '', 'qrels/test.tsv'), 'utf8')
    .split('\n')
    .slice(1)) {
    const [query, document, grade] = line.split('\t');
    if (!query || !document) continue;
    const known = all.get(query) ?? new Map<string, number>();
    known.set(document, Number(grade));
    all.set(query, known);
  }
  return all;
}
