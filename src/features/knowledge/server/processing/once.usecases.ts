import type { DocumentParser } from '#platform/documents/document-parser.ts';
import type { DocumentKind } from '#platform/documents/document-types.ts';
import type { Language } from '#shared/languages.ts';
import { queryTerms } from '#platform/text-search/analyze.ts';
import { scoreBm25 } from '#platform/text-search/score-bm25.ts';
import { buildSegment } from '#platform/text-search/segments.ts';
import { headingPath } from './chunking.models.ts';
import { prepareDocument } from './indexing.usecases.ts';

/** A file that was read to be looked at: nothing of it is stored. */
export type ReadOnce = {
  title: string;
  pages: number;
  /** Of the whole file; passages are cut out of the first `mostCharacters`. */
  characters: number;
  isCut: boolean;
  chunks: { page: number | null; headings: string; text: string }[];
  /** Places in `chunks` of the passages that a question finds by its words, the best first. */
  found: number[];
};

const mostFound = 5;
/** What of a file is cut into passages: whoever looks at one sees by then how it goes. */
export const mostCharacters = 300_000;

/**
 * Reads a file as a source is read, cuts it into the same passages, and looks for a question in them by its
 * words, without an account and without storing anything. `sender` takes turns with others. Throws
 * `DocumentError` where the file can't be read.
 */
export async function readOnce(
  documents: Pick<DocumentParser, 'parse'>,
  file: { fileName: string; bytes: Uint8Array; kind: DocumentKind; sender: string },
  { question, language }: { question: string; language: Language },
): Promise<ReadOnce> {
  const { sender, ...source } = file;
  const parsed = await documents.parse(source, { key: 'looked-at-once', sender });
  const { chunks, documentLanguage } = await prepareDocument({
    id: null,
    position: 0,
    url: null,
    depth: 0,
    questionKey: null,
    language: null,
    content: {
      title: parsed.title,
      body: parsed.text.slice(0, mostCharacters),
      pages: parsed.pages?.filter(({ start }) => start < mostCharacters) ?? null,
      headings: [],
      contentHash: '',
      etag: null,
      lastModified: null,
    },
  });
  return {
    title: parsed.title,
    pages: parsed.pages?.length ?? 0,
    characters: parsed.text.length,
    isCut: parsed.text.length > mostCharacters,
    chunks: chunks.map(({ page, headings, text }) => ({
      page,
      headings: headingPath(headings),
      text,
    })),
    found: question === '' ? [] : search(),
  };

  function search(): number[] {
    const segment = buildSegment(chunks.map(({ terms }) => terms));
    const query = queryTerms(question, [...new Set([documentLanguage, language])]);
    const having = (term: string) => segment.terms.get(term);
    return scoreBm25({
      query,
      segments: [
        {
          chunkCount: segment.chunkCount,
          postings: new Map(
            query.flatMap(({ term }) => {
              const list = having(term);
              return list ? [[term, list.postings] as const] : [];
            }),
          ),
        },
      ],
      statistics: {
        chunkCount: segment.chunkCount,
        totalLength: segment.totalLength,
        chunksWith: new Map(query.map(({ term }) => [term, having(term)?.chunks ?? 0])),
      },
      limit: mostFound,
    }).map(({ ordinal }) => ordinal);
  }
}
