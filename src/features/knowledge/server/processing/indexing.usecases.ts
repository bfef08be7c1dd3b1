import { setImmediate as nextTurn } from 'node:timers/promises';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Transaction } from '#platform/database/database.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { chunkTerms, type ChunkTerms } from '#platform/text-search/analyze.ts';
import { explainedIn } from '#platform/text-search/explained.ts';
import { buildSegment, mergeSegments, type Segment } from '#platform/text-search/segments.ts';
import type { FailureCode } from '../../knowledge.contract.ts';
import { chunkLanguage, cutIntoChunks, headingPath, type CutChunk } from './chunking.models.ts';
import { knowledgeCollectionsRepository } from '../knowledge-collections.repository.ts';
import { knowledgeDocumentsRepository, type DocumentContent } from '../sources/documents.repository.ts';
import { OvertakenError } from './failures.models.ts';
import { proseOf } from './prose.models.ts';
import { knowledgeIndexRepository, type ChunkInsert } from '../search/search-index.repository.ts';
import type { KnowledgeServices } from '../knowledge.models.ts';
import type { PublishProgress } from '../sources/progress.usecases.ts';
import {
  knowledgeSourcesRepository,
  type SourceRow,
  type SourceUpdate,
} from '../sources/sources.repository.ts';

/** One run over one source. */
export type Run = {
  accountId: string;
  collectionId: string;
  sourceId: string;
  run: number;
};

/** A document that was read and waits to be written. `id` is null when it is new. */
export type ReadDocument = {
  id: string | null;
  position: number;
  url: string | null;
  depth: number;
  questionKey: string | null;
  content: Omit<DocumentContent, 'language'>;
  /** What the document says of itself; the chunks are looked at one by one. */
  language: Language | null;
  /** What most documents of the source are written in, for one that doesn't tell. */
  languageOfOthers?: Language | null;
  /** Kept in one piece, like an answer. */
  isWhole?: boolean;
};

/** A document cut and analysed: all that costs time is done before the database is asked. */
export type PreparedDocument = ReadDocument & {
  documentLanguage: Language;
  chunks: (CutChunk & { language: Language; terms: ChunkTerms })[];
};

/** What one step of a run changes. */
export type IndexChange = {
  documents?: readonly PreparedDocument[];
  /** Ids of documents that were looked at again and have nothing new. */
  unchanged?: readonly string[];
  /** Documents that could not be fetched again; the stored copy stays. */
  stale?: readonly { id: string; code: FailureCode }[];
  /** Documents without a usable text; `id` is null when they are new. */
  failed?: readonly {
    id: string | null;
    url: string | null;
    title: string;
    depth: number;
    position: number;
    code: FailureCode;
  }[];
  removed?: readonly string[];
  frontier?: { found: readonly { url: string; depth: number }[]; visited: readonly string[] };
  source?: SourceUpdate;
  /** The most documents that the source may get; waiting addresses count as found up to here. */
  mostDocuments?: number;
};

/** Chunks of one segment. Bigger ones make questions cheaper and changes dearer. */
export const segmentSize = 2_000;
const longestTurnMs = 8;
/** Characters of running text from which on a language is told by them alone. */
const leastProse = 40;

/** Cuts and analyses a document, in short turns so that others get theirs. */
export async function prepareDocument(document: ReadDocument): Promise<PreparedDocument> {
  const { body, title } = document.content;
  const sample = `${title}\n${body.slice(0, 8_000)}`;
  const prose = proseOf(sample);
  const hint = document.language ?? document.languageOfOthers;
  const documentLanguage =
    prose.length < leastProse && hint
      ? hint
      : detectLanguage(prose.length >= leastProse ? prose : sample, hint ?? 'en');
  const cuts = document.isWhole
    ? [{ start: 0, end: body.length, text: body, headings: [], page: null }]
    : cutIntoChunks(body, documentLanguage, document.content.pages);
  const chunks: PreparedDocument['chunks'] = [];
  let turn = performance.now();
  for (const cut of cuts) {
    const language = chunkLanguage(cut.text, documentLanguage);
    const headings = [title, ...cut.headings];
    const terms = chunkTerms({ text: cut.text, headings }, language);
    for (const term of explainedIn({ text: cut.text, headings }, language)) terms.terms.set(term, 1);
    chunks.push({ ...cut, language, terms });
    if (performance.now() - turn < longestTurnMs) continue;
    await nextTurn();
    turn = performance.now();
  }
  return { ...document, documentLanguage, chunks };
}

/** Writes documents into the index, and keeps the index in few and tidy pieces. */
export function createIndexing(
  services: Pick<KnowledgeServices, 'database' | 'clock'>,
  tell: PublishProgress,
) {
  const { database, clock } = services;

  /** One transaction of a run: takes the source's lock and stops when another run began. */
  async function write<T>(run: Run, work: (tx: Transaction, source: SourceRow) => Promise<T>): Promise<T> {
    return database.account(run.accountId, async (tx) => {
      const source = await knowledgeSourcesRepository(tx).lock(run.accountId, run.sourceId);
      if (
        !source ||
        source.run !== run.run ||
        source.deletedAt ||
        source.status === 'ready' ||
        source.status === 'failed'
      )
        throw new OvertakenError();
      return work(tx, source);
    });
  }

  /**
   * Texts of chunks that were switched off, by document: the same text stays off when its document is read
   * again.
   */
  async function switchedOff(
    tx: Transaction,
    documentIds: readonly string[],
  ): Promise<Map<string, Set<string>>> {
    const off = new Map<string, Set<string>>();
    for (const { documentId, body } of await knowledgeDocumentsRepository(tx).switchedOff(documentIds))
      off.set(documentId, (off.get(documentId) ?? new Set()).add(body));
    return off;
  }

  return {
    write,

    /**
     * Writes what a run found out, in one transaction. Documents take the place of what was there before:
     * texts, chunks and postings become visible together.
     */
    async store(run: Run, change: IndexChange): Promise<void> {
      await write(run, async (tx, source) => {
        const now = clock.now();
        const { documents = [], removed = [], failed = [] } = change;
        const repository = knowledgeDocumentsRepository(tx);
        const index = knowledgeIndexRepository(tx);
        const sources = knowledgeSourcesRepository(tx);
        const known = documents.flatMap(({ id }) => id ?? []);
        const off = await switchedOff(tx, known);
        await index.removeDocuments(run.sourceId, [
          ...known,
          ...removed,
          ...failed.flatMap(({ id }) => id ?? []),
        ]);
        await repository.remove(removed);
        await repository.setStatus(change.unchanged ?? [], {
          status: 'ready',
          errorCode: null,
          run: run.run,
          fetchedAt: now,
        });
        for (const { id, code } of change.stale ?? [])
          await repository.setStatus([id], { status: 'ready', errorCode: code, run: run.run });
        for (const { id, code } of failed) if (id !== null) await repository.markFailed(id, code, run.run);

        const owner = {
          accountId: run.accountId,
          sourceId: run.sourceId,
          collectionId: run.collectionId,
          run: run.run,
          createdAt: now,
        };
        const failedRows = failed.flatMap(({ id, url, title, depth, position, code }) =>
          id === null
            ? [
                {
                  ...owner,
                  id: newId('doc'),
                  url,
                  title,
                  depth,
                  position,
                  status: 'failed' as const,
                  errorCode: code,
                },
              ]
            : [],
        );
        const places = documents.map((document) => ({ document, id: document.id ?? newId('doc') }));
        const newRows = places.flatMap(
          ({ document: { id: knownId, position, url, depth, questionKey, content }, id }) =>
            knownId === null
              ? [
                  {
                    ...owner,
                    id,
                    position,
                    url,
                    depth,
                    questionKey,
                    title: content.title,
                    status: 'indexing' as const,
                  },
                ]
              : [],
        );
        await repository.insert([...failedRows, ...newRows]);
        for (const { document, id } of places)
          await repository.setContent(
            id,
            { ...document.content, language: document.documentLanguage },
            document.chunks.length,
            run.run,
            now,
          );

        const chunks = places.flatMap(({ document, id }) =>
          document.chunks.map((chunk, position) => ({ chunk, position, documentId: id })),
        );
        for (let from = 0; from < chunks.length; from += segmentSize) {
          const part = chunks.slice(from, from + segmentSize);
          const rows = part.map(
            ({
              chunk: { start, end, page, headings, text, language },
              position,
              documentId,
            }): ChunkInsert => {
              return {
                id: newId('chk'),
                documentId,
                position,
                start,
                end,
                page,
                heading: headingPath(headings),
                body: text,
                language,
                enabled: !off.get(documentId)?.has(text),
              };
            },
          );
          await index.insert(run, buildSegment(part.map(({ chunk }) => chunk.terms)), rows);
        }
        if (change.frontier) await sources.moveFrontier(run, change.frontier.found, change.frontier.visited);
        await sources.update(run.sourceId, { cutOffCount: 0, updatedAt: now, ...change.source });
        await sources.recount(run.sourceId, change.mostDocuments ?? 0);
        await tell(tx, source, { always: change.source?.status !== undefined });
        await knowledgeCollectionsRepository(tx).bump(run.collectionId);
      });
    },

    /** Merges small and worn segments of a source, so that a question has few to look into. */
    async tidy(run: Run): Promise<void> {
      for (;;) {
        const merged = await write(run, async (tx) => {
          const index = knowledgeIndexRepository(tx);
          const parts: Awaited<ReturnType<typeof index.segmentsOfSource>> = [];
          let kept = 0;
          for (const segment of await index.segmentsOfSource(run.sourceId)) {
            if (segment.kept > segmentSize * 0.6 && segment.kept > segment.chunkCount * 0.7) continue;
            if (kept + segment.kept > segmentSize) break;
            parts.push(segment);
            kept += segment.kept;
          }
          const isWorn = parts.some((segment) => segment.kept < segment.chunkCount * 0.7);
          if (parts.length < 2 && !isWorn) return false;
          const loaded: {
            segment: Segment;
            skip: Set<number>;
            byOrdinal: Map<number, { id: string; enabled: boolean; language: Language }>;
          }[] = [];
          for (const { id, chunkCount, totalLength } of parts) {
            const byOrdinal = new Map((await index.chunkPlaces(id)).map((chunk) => [chunk.ordinal, chunk]));
            const skip = new Set(
              Array.from({ length: chunkCount }, (_, ordinal) => ordinal).filter(
                (ordinal) => !byOrdinal.has(ordinal),
              ),
            );
            loaded.push({ segment: await index.segment(id, chunkCount, totalLength), skip, byOrdinal });
          }
          const { segment, origins } = mergeSegments(loaded);
          const chunks = origins.flatMap(({ part, ordinal }) => loaded[part]?.byOrdinal.get(ordinal) ?? []);
          if (chunks.length !== segment.chunkCount)
            throw new Error('A merged segment does not fit its chunks');
          await index.replace(
            run,
            parts.map(({ id }) => id),
            segment,
            chunks,
          );
          await knowledgeCollectionsRepository(tx).bump(run.collectionId);
          return true;
        });
        if (!merged) return;
        await nextTurn();
      }
    },
  };
}

export type Indexing = ReturnType<typeof createIndexing>;
