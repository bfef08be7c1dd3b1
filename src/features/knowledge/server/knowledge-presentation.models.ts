import type { Language } from '#shared/languages.ts';
import {
  knowledgeLimits,
  websiteSettings,
  type KnowledgeChunk,
  type KnowledgeDocument,
  type KnowledgeSource,
  type PassageKind,
  type SourceKind,
} from '../knowledge.contract.ts';
import type { ChunkRow, DocumentHead } from './sources/documents.repository.ts';
import type { SourceRow } from './sources/sources.repository.ts';

const dayMs = 86_400_000;
/** Days between two visits. */
const resyncDays = { off: 0, daily: 1, weekly: 7, monthly: 30 } as const;

/** When a source is fetched again, or null. */
export function nextSync(resync: SourceRow['resync'], now: Date): Date | null {
  return resync === 'off' ? null : new Date(now.getTime() + resyncDays[resync] * dayMs);
}

/** When a deleted source goes for good. */
export function binEnd(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + knowledgeLimits.binDays * dayMs);
}

/** Both kinds of web source show as pages in citations. */
export function passageKind(kind: SourceKind): PassageKind {
  return kind === 'website' ? 'page' : kind;
}

export function isWebsite(source: { kind: SourceKind }): boolean {
  return source.kind === 'website' || source.kind === 'page';
}

export function isWorking(source: Pick<SourceRow, 'status'>): boolean {
  return source.status !== 'ready' && source.status !== 'failed';
}

/** Share of the passages below which a language is a quotation, a list of names, or a wrong guess. */
const leastShare = 0.02;

/** The languages that a collection speaks, by their passages, most first. */
export function spokenLanguages(counted: readonly { language: Language; chunks: number }[]): Language[] {
  const all = counted.reduce((sum, { chunks }) => sum + chunks, 0);
  return counted
    .filter(({ chunks }, at) => at === 0 || chunks >= all * leastShare)
    .map(({ language }) => language);
}

/** Pages that were known before a site is read anew, and were not met again so far. */
const leftToFind = ({ knownCount, foundCount }: SourceRow): number => Math.max(0, knownCount - foundCount);

/** A source as the dashboard sees it. */
export function presentSource(row: SourceRow, sameAs: SourceRow | null = null): KnowledgeSource {
  const isIdle = row.deletedAt === null && !isWorking(row);
  return {
    id: row.id,
    collectionId: row.collectionId,
    kind: row.kind,
    title: row.title,
    url: row.url,
    status: row.status,
    errorCode: row.errorCode,
    progress: { found: row.foundCount, done: row.doneCount, failed: row.failedCount },
    leftOut: { limit: isWorking(row) ? leftToFind(row) : row.leftOutCount, depth: row.tooDeepCount },
    sameAs: sameAs && { id: sameAs.id, title: sameAs.title },
    chunkCount: row.chunkCount,
    characterCount: row.characterCount,
    file:
      row.fileName === null
        ? null
        : { name: row.fileName, mimeType: row.mimeType ?? '', byteCount: row.byteCount ?? 0 },
    website: row.kind === 'website' ? (websiteSettings.safeParse(row.settings).data ?? null) : null,
    resync: row.resync,
    nextSyncAt: row.nextSyncAt?.toISOString() ?? null,
    syncedAt: row.syncedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
    goneAt: row.deletedAt ? binEnd(row.deletedAt).toISOString() : null,
    can: {
      sync: isIdle && isWebsite(row),
      retry: isIdle && (row.status === 'failed' || row.failedCount > 0),
      resync: row.deletedAt === null && isWebsite(row),
      editContent: row.deletedAt === null && (row.kind === 'text' || row.kind === 'qa'),
    },
  };
}

export function presentDocument(row: DocumentHead, kind: SourceKind): KnowledgeDocument {
  return {
    id: row.id,
    sourceId: row.sourceId,
    kind: passageKind(kind),
    title: row.title,
    url: row.url,
    status: row.status,
    errorCode: row.errorCode,
    language: row.language,
    chunkCount: row.chunkCount,
    characterCount: row.characterCount,
    fetchedAt: row.fetchedAt?.toISOString() ?? null,
  };
}

export function presentChunk(
  row: Pick<
    ChunkRow,
    'id' | 'position' | 'startOffset' | 'endOffset' | 'page' | 'heading' | 'language' | 'enabled'
  > & { embedded: boolean },
): KnowledgeChunk {
  const { id, position, page, heading, language, enabled, embedded } = row;
  return {
    id,
    position,
    start: row.startOffset,
    end: row.endOffset,
    page,
    heading,
    language,
    enabled,
    embedded,
  };
}
