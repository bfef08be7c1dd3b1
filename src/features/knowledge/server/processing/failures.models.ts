import { DocumentError } from '#platform/documents/document-error.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import { failureCodes, type FailureCode } from '../../knowledge.contract.ts';

/** A source can't be used, for a reason that its owner can understand. */
export class SourceFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(code);
    this.name = 'SourceFailure';
    this.code = code;
  }
}

/** The run is no longer the newest one of its source, or the source is gone: it stops without a word. */
export class OvertakenError extends Error {
  constructor() {
    super('Another run of this source began');
    this.name = 'OvertakenError';
  }
}

export function isFailureCode(code: string): code is FailureCode {
  return (failureCodes as readonly string[]).includes(code);
}

/** The reason for an error that people can understand; null when the error is ours. */
export function knownFailure(error: unknown): FailureCode | null {
  if (error instanceof SourceFailure) return error.code;
  if (error instanceof DocumentError || error instanceof SafeFetchError)
    return isFailureCode(error.code) ? error.code : 'knowledge.internal';
  return null;
}

const reasons: Record<string, FailureCode> = {
  robots: 'crawl.robots',
  noindex: 'crawl.noindex',
  empty: 'crawl.empty_page',
  other_site: 'crawl.another_site',
  content_type: 'fetch.bad_type',
  document: 'fetch.bad_type',
  directory: 'crawl.empty_page',
  duplicate: 'crawl.duplicate',
  canonical: 'crawl.duplicate',
  excluded: 'crawl.nothing_found',
  http_401: 'crawl.needs_sign_in',
  http_407: 'crawl.needs_sign_in',
  http_404: 'crawl.not_found',
  http_410: 'crawl.not_found',
};

/** The failure code for what the crawler says about a page. */
export function crawlFailure(reason: string | undefined): FailureCode {
  if (!reason) return 'knowledge.internal';
  const known = reasons[reason];
  if (known) return known;
  if (/^http_5\d\d$/.test(reason)) return 'crawl.server_error';
  if (reason.startsWith('http_')) return 'crawl.refused';
  return isFailureCode(reason) ? reason : 'knowledge.internal';
}

/** Pages that are left out without a word, because nobody misses them. */
export function isSilentSkip(reason: string | undefined): boolean {
  return (
    reason !== undefined &&
    ['duplicate', 'canonical', 'excluded', 'content_type', 'document', 'directory', 'other_site'].includes(
      reason,
    )
  );
}

/** The page is gone from the site; a stored copy of it goes too. Other failures may pass. */
export function isVanished(code: FailureCode): boolean {
  return [
    'crawl.not_found',
    'crawl.robots',
    'crawl.noindex',
    'crawl.empty_page',
    'crawl.needs_sign_in',
  ].includes(code);
}
