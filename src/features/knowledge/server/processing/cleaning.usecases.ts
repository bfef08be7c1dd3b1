import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Language } from '#shared/languages.ts';
import type { Database } from '#platform/database/database.ts';
import { knowledgeDocumentsRepository, type DocumentRow } from '../sources/documents.repository.ts';
import type { Boilerplate, RepeatedLine } from './boilerplate.models.ts';
import { prepareDocument, type PreparedDocument, type ReadDocument, type Run } from './indexing.usecases.ts';

type ReadPage = ReadDocument & { url: string };

const pagesAtOnce = 25;
const leastForLanguage = 3;

/**
 * Cleans the pages of one crawl of what repeats across them, before they are cut and indexed. Pages that came
 * first, when little was known, are looked at again at the end.
 */
export function createCleaning(boilerplate: Boilerplate) {
  const written = new Set<string>();
  const languages = new Map<Language, number>();

  function mostCommonLanguage(): Language | null {
    const [first] = [...languages].toSorted((a, b) => b[1] - a[1]);
    return first && first[1] >= leastForLanguage ? first[0] : null;
  }

  async function cleaned(page: ReadPage): Promise<PreparedDocument> {
    const { title, body } = page.content;
    const clean = boilerplate.clean({ url: page.url, title, text: body });
    const document = await prepareDocument({
      ...page,
      content: { ...page.content, title: clean.title, body: clean.text },
      languageOfOthers: mostCommonLanguage(),
    });
    languages.set(document.documentLanguage, (languages.get(document.documentLanguage) ?? 0) + 1);
    return document;
  }

  return {
    learn({ url, content: { title, body } }: ReadPage): void {
      boilerplate.learn({ url, title, text: body });
    },

    /** Takes pages into account that are stored as they were read, so that the second look cleans them. */
    recall(rows: readonly DocumentRow[]): void {
      for (const row of rows) {
        const page = readAgain(row);
        boilerplate.learn({ url: page.url, title: row.title, text: row.body });
        written.add(page.url);
      }
    },

    /** Cleans and cuts pages that were read. */
    async prepare(pages: readonly ReadPage[]): Promise<PreparedDocument[]> {
      const documents: PreparedDocument[] = [];
      for (const page of pages) {
        documents.push(await cleaned(page));
        written.add(page.url);
        await nextTurn();
      }
      return documents;
    },

    /**
     * The pages of this crawl that carry something which only later turned out to repeat, in pieces to be
     * written one after the other.
     */
    async *secondLook(run: Run, database: Database): AsyncGenerator<PreparedDocument[], void, void> {
      const urls = [...written];
      for (let from = 0; from < urls.length; from += pagesAtOnce) {
        const rows = await database.account(run.accountId, (tx) =>
          knowledgeDocumentsRepository(tx).pagesAt(run.sourceId, urls.slice(from, from + pagesAtOnce)),
        );
        const documents: PreparedDocument[] = [];
        for (const row of rows) {
          const page = readAgain(row);
          const { title, text } = boilerplate.clean({ url: page.url, title: row.title, text: row.body });
          if (title !== row.title || text !== row.body) documents.push(await cleaned(page));
          await nextTurn();
        }
        if (documents.length > 0) yield documents;
      }
    },

    lines: (): RepeatedLine[] => boilerplate.lines(),
  };
}

function readAgain(row: DocumentRow): ReadPage {
  const { id, position, depth, questionKey, title, body, headings, etag, lastModified } = row;
  return {
    id,
    position,
    url: row.url ?? '',
    depth,
    questionKey,
    content: {
      title,
      body,
      pages: row.pages ?? null,
      headings,
      contentHash: row.contentHash ?? '',
      etag,
      lastModified,
    },
    language: row.language,
  };
}
