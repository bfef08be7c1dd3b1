import type { Clock } from '#platform/clock/clock.ts';
import type { ParsedHtml } from '#platform/documents/document-types.ts';
import type { SafeFetchCall } from '#platform/safe-fetch/safe-fetch.ts';
import type { Wait } from './rate-gate.ts';

/** What is known of a page from an earlier crawl; lets the site answer "not modified". */
export type KnownPage = {
  etag?: string | null;
  lastModified?: string | null;
  contentHash?: string | null;
};

export type FrontierEntry = {
  url: string;
  depth: number;
};

export type CrawlRequest = {
  startUrl: string;
  limits?: {
    /** Pages with content, unchanged ones included. Default 100 (1–5,000). */
    maxPages?: number;
    /** Links away from the start page. Default 3 (0–10). */
    maxDepth?: number;
  };
  /** Path globs, see `matchesGlob`. At most 50 each. */
  include?: readonly string[];
  exclude?: readonly string[];
  /** Default true. */
  useSitemap?: boolean;
  /** Default true. */
  respectRobots?: boolean;
  /**
   * Default 1 after a burst of 10 (0.1–20); a Crawl-delay slows it down; loopback hosts are not throttled.
   */
  requestsPerSecond?: number;
  /** Default 4 (1–8). */
  concurrency?: number;
  userAgent?: string;
  /**
   * By page address, as earlier results gave it. These pages are visited too, so that vanished ones are
   * noticed.
   */
  conditional?: ReadonlyMap<string, KnownPage>;
  /** Pages that an interrupted crawl has finished: not visited again, counted as pages. */
  done?: Iterable<string>;
  /** Addresses that an interrupted crawl had found and not visited (`links` of its results). */
  frontier?: Iterable<FrontierEntry>;
  signal?: AbortSignal;
};

export type CrawledPage = Pick<
  ParsedHtml,
  'title' | 'siteName' | 'description' | 'language' | 'headings' | 'text' | 'truncated'
> & {
  /** SHA-256 of the text, in hex. */
  contentHash: string;
  etag: string | null;
  lastModified: string | null;
};

/** Why a page was left out, besides the codes of `SafeFetchError` and `DocumentError` and `http_<status>`. */
export type SkipReason =
  | 'robots'
  | 'noindex'
  | 'duplicate'
  | 'canonical'
  | 'excluded'
  | 'content_type'
  | 'document'
  | 'directory'
  | 'other_site'
  | 'empty';

export type CrawlResult = {
  /** After redirects, when the page was fetched. */
  url: string;
  depth: number;
  status: 'fetched' | 'unchanged' | 'skipped' | 'failed';
  reason?: SkipReason | (string & {});
  /** With `fetched`, and with `unchanged` when the site sent the page again. */
  page?: CrawledPage;
  /**
   * Addresses found here for the first time that are going to be visited. Store them to be able to resume.
   */
  links: FrontierEntry[];
  /** Pages known so far, visited or waiting. */
  discovered: number;
  /** Pages visited so far. */
  visited: number;
  /** Pages that wait at this moment; after the last result: those that the page limit left out. */
  waiting: number;
  /** Pages found so far that lie deeper than `maxDepth`. */
  tooDeep: number;
  /** With `document`: the words of the link. */
  linkText?: string;
};

export type CrawlServices = {
  safeFetch: SafeFetchCall;
  /** `parseHtml` of the document parser. */
  parseHtml(
    page: { bytes: Uint8Array; url: string; contentType?: string | null },
    options?: { signal?: AbortSignal },
  ): Promise<ParsedHtml>;
  clock: Clock;
  wait?: Wait;
};
