import { readFileSync } from 'node:fs';
import { type Language, languages } from '#shared/languages.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { everydayQuestion } from '#platform/language/everyday-concepts.ts';
import { chunkTerms, queryTerms } from '#platform/text-search/analyze.ts';
import { chunkText } from '#platform/text-search/chunk-text.ts';
import { fuse } from '#platform/text-search/relevance.ts';
import { rescore } from '#platform/text-search/rescore.ts';
import { scoreBm25 } from '#platform/text-search/score-bm25.ts';
import { joinWordCounts } from '#platform/text-search/word-counts.ts';
import { buildSegment } from '#platform/text-search/segments.ts';
import { type BuiltInInput, compose } from '../answer-from-passages.ts';
import type { BuiltInTexts } from '../built-in.texts.ts';
import type { FixtureDocument } from './atelier-velo.ts';

const phrases = new Map<Language, BuiltInTexts>(
  languages.map((language) => [
    language,
    JSON.parse(
      readFileSync(new URL(`../../../../../locales/${language}/built-in.json`, import.meta.url), 'utf8'),
    ) as BuiltInTexts,
  ]),
);

/** The shipped phrases. */
export function phrasesOf(language: Language): BuiltInTexts {
  return phrases.get(language) ?? {};
}

/** An indexed site that can be asked, as the product asks it: search, rescoring, threshold, six passages, and all of
 * a small site. */
export function createSite(
  documents: readonly FixtureDocument[],
  language: Language,
  agentName = 'Atelier Vélo',
) {
  const chunks = documents.flatMap(({ title, text }) =>
    chunkText({ text, language }, {}).map((chunk) => ({ ...chunk, title })),
  );
  const segment = buildSegment(
    chunks.map(({ text, headings, title }) => chunkTerms({ text, headings: [title, ...headings] }, language)),
  );
  const postings = new Map([...segment.terms].map(([term, entry]) => [term, entry.postings]));
  const chunksWith = new Map([...segment.terms].map(([term, entry]) => [term, entry.chunks]));
  const topics = chunks.flatMap(({ title, headings }) => [title, ...headings]);

  function search(query: string, asked: Language): Pick<BuiltInInput, 'passages' | 'counts'> {
    const languages = [...new Set([detectLanguage(query, asked), language])];
    const { text, groups } = everydayQuestion(query, languages[0] ?? asked, languages);
    const terms = queryTerms(text, languages, groups);
    const hits = scoreBm25({
      query: terms,
      segments: [{ chunkCount: segment.chunkCount, postings }],
      statistics: { ...segment, chunksWith },
      limit: 50,
    });
    const scores = rescore(
      terms,
      query,
      hits.map(({ ordinal, score }) => ({
        text: chunks[ordinal]?.text ?? '',
        headings: chunks[ordinal]?.headings,
        score,
      })),
      language,
    );
    const fused = fuse({
      lexical: hits.map(({ ordinal, coverage }, index) => ({
        id: String(ordinal),
        score: scores[index] ?? 0,
        coverage,
      })),
      limit: 6,
    });
    const counts = {
      chunks: segment.chunkCount,
      having: new Map(terms.map(({ term }) => [term, chunksWith.get(term) ?? 0])),
    };
    const passages = fused.flatMap(({ id, relevance }, index) => {
      const chunk = chunks[Number(id)];
      return chunk
        ? [
            {
              number: index + 1,
              title: chunk.title,
              heading: chunk.headings.join(' › '),
              text: chunk.text,
              score: relevance,
            },
          ]
        : [];
    });
    // A small collection is read whole.
    const rest = chunks
      .filter(({ text: body }) => chunks.length <= 24 && !passages.some((one) => one.text === body))
      .map(({ title, headings, text: body }, index) => ({
        number: passages.length + index + 1,
        title,
        heading: headings.join(' › '),
        text: body,
        score: 0,
      }));
    return { passages: [...passages, ...rest], counts };
  }

  return {
    documents,
    search,
    ask(question: string, asked: Language = language, history: BuiltInInput['history'] = []): string {
      const last = history.findLast(({ role }) => role === 'visitor')?.text;
      const isShort = last !== undefined && question.trim().split(/\s+/).length <= 4;
      const searches = [question, ...(isShort ? [`${question} ${last}`] : [])].map((query) =>
        search(query, asked),
      );
      const found = searches.flatMap(({ passages }) => passages);
      const passages = [...new Map(found.toReversed().map((passage) => [passage.text, passage])).values()];
      return compose({
        question,
        history,
        passages: passages.toReversed().map((passage, index) => ({ ...passage, number: index + 1 })),
        counts: joinWordCounts(searches.flatMap(({ counts }) => counts ?? [])),
        topics,
        agentName,
        language: asked,
        texts: phrasesOf,
      });
    },
  };
}
