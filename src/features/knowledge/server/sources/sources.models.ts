import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#shared/errors.ts';
import { normalisePageUrl, pageKey } from '#platform/crawl/page-urls.ts';
import {
  knowledgeErrors,
  knowledgeLimits,
  websiteSettings,
  type QuestionAnswer,
  type SourceChange,
  type WebsiteSettings,
} from '../../knowledge.contract.ts';
import type { SourceInsert, SourceRow } from './sources.repository.ts';
import { encodePairs, storableText } from './text.models.ts';

/** A text or a list of questions that is stored as it is, or a website that was asked for elsewhere before. */
export type PreparedSource =
  | { kind: 'text'; title: string; body: string }
  | { kind: 'qa'; title: string; pairs: QuestionAnswer[] }
  | {
      kind: 'website';
      url: string;
      mode: 'site' | 'page';
      settings: WebsiteSettings;
      resync: NonNullable<SourceInsert['resync']>;
    };

/** Throws where a collection is full. */
export function checkRoom(kind: SourceInsert['kind'], { all, files }: { all: number; files: number }): void {
  const { sourcesPerCollection, filesPerCollection } = knowledgeLimits;
  if (all >= sourcesPerCollection)
    throw new AppError(knowledgeErrors.tooManySources, { variables: { limit: sourcesPerCollection } });
  if (kind === 'file' && files >= filesPerCollection)
    throw new AppError(knowledgeErrors.tooManyFiles, { variables: { limit: filesPerCollection } });
}

export function websiteTitle(address: string, mode: 'site' | 'page'): string {
  const url = new URL(address);
  return (mode === 'site' ? url.host : url.host + (url.pathname === '/' ? '' : url.pathname)).slice(
    0,
    knowledgeLimits.titleLength,
  );
}

/**
 * What two sources of the same site, or of the same page, have in common; null for other kinds. A site that
 * begins in a folder is another one than the whole.
 */
export function websiteKey(source: Pick<SourceRow, 'kind' | 'url'>): string | null {
  const url = source.url === null ? null : normalisePageUrl(source.url);
  return url && (source.kind === 'website' || source.kind === 'page')
    ? `${source.kind} ${pageKey(url)}`
    : null;
}

/** Settings under which a site is read as widely as under either of two. */
export function widerSettings(one: WebsiteSettings, other: WebsiteSettings): WebsiteSettings {
  return {
    // No pattern lets every page in.
    include:
      one.include.length === 0 || other.include.length === 0
        ? []
        : [...new Set([...one.include, ...other.include])].slice(0, knowledgeLimits.patterns),
    exclude: one.exclude.filter((pattern) => other.exclude.includes(pattern)),
    maxPages: Math.max(one.maxPages, other.maxPages),
    maxDepth: Math.max(one.maxDepth, other.maxDepth),
    useSitemap: one.useSitemap || other.useSitemap,
  };
}

/** How a website is to be crawled from now on; null when that stays as it is. */
export function changedSettings(
  source: SourceRow,
  change: Partial<WebsiteSettings> | undefined,
): WebsiteSettings | null {
  if (change === undefined) return null;
  if (source.kind !== 'website') throw new AppError(knowledgeErrors.notPossible);
  const before = websiteSettings.parse(source.settings);
  const after = { ...before, ...change };
  return isDeepStrictEqual(before, after) ? null : after;
}

/** The bytes that a change brings, or null. */
export function newContent(source: SourceRow, change: SourceChange): Uint8Array | null {
  if (
    (change.body !== undefined && source.kind !== 'text') ||
    (change.pairs !== undefined && source.kind !== 'qa')
  )
    throw new AppError(knowledgeErrors.notPossible);
  if (change.body !== undefined) return new TextEncoder().encode(storableText(change.body));
  return change.pairs === undefined ? null : encodePairs(change.pairs);
}
