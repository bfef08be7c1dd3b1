import { createManualClock } from '#platform/clock/clock.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import type { SafeFetchCall } from '#platform/safe-fetch/safe-fetch.ts';
import type { CrawlServices } from '../crawl-types.ts';

/** What a site answers at one address: a page's HTML, or an answer with its parts. */
export type Page = string | { status?: number; headers?: Record<string, string>; body?: string | Buffer };

export type SiteOfPages = CrawlServices & {
  /** The addresses that were asked for, in order. */
  asked: string[];
  /** Moves the clock. */
  advance(milliseconds: number): void;
};

/** A site made of a list of addresses; notes what was asked for. `advance` moves its clock. */
export function siteOfPages(
  parseHtml: CrawlServices['parseHtml'],
  pages: Record<string, Page>,
  fallback?: (url: URL) => Page | undefined,
): SiteOfPages {
  const asked: string[] = [];
  const clock = createManualClock();
  const safeFetch: SafeFetchCall = async (address, request = {}) => {
    let url = new URL(address);
    for (;;) {
      asked.push(url.href);
      const found: Page = pages[url.href] ??
        pages[url.pathname + url.search] ??
        fallback?.(url) ?? { status: 404 };
      const { status = 200, headers = {}, body = '' } = typeof found === 'string' ? { body: found } : found;
      if (headers['location']) {
        url = new URL(headers['location'], url);
        continue;
      }
      const type = headers['content-type'] ?? 'text/html';
      if (headers['etag'] && request.headers?.['if-none-match'] === headers['etag'])
        return { status: 304, headers: new Headers(headers), url: url.href, body: Buffer.alloc(0) };
      if (request.acceptTypes && status < 300 && !request.acceptTypes.includes(type))
        throw new SafeFetchError('fetch.bad_type');
      return {
        status,
        headers: new Headers({ 'content-type': type, ...headers }),
        url: url.href,
        body: Buffer.from(body),
      };
    }
  };
  return {
    asked,
    advance: clock.advance,
    safeFetch,
    parseHtml,
    clock,
    wait: async (milliseconds) => clock.advance(milliseconds),
  };
}

/** A page with a heading, a sentence and links. */
export const page = (title: string, ...links: string[]) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>All about ${title}, with enough words to be kept.</p>${links.map((link) => `<a href="${link}">to ${link}</a>`).join(' ')}</main></body></html>`;
