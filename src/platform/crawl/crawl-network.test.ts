import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#platform/clock/clock.ts';
import { createDocumentParser, type DocumentParser } from '#platform/documents/document-parser.ts';
import { createSafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { page } from './__fixtures__/site-of-pages.ts';
import { crawlSite } from './crawl-site.ts';
import type { CrawlResult } from './crawl-types.ts';

let parser: DocumentParser;
beforeAll(() => {
  parser = createDocumentParser();
});
afterAll(() => parser.close());

describe('crawling over the network', () => {
  test('a hundred pages are read, several at a time, and an inner address is refused', async () => {
    const hits: string[] = [];
    const second = Promise.withResolvers<void>();
    const server = createServer(async (request, response) => {
      hits.push(request.url ?? '');
      // The first of the inner pages waits for another one, which a crawler that takes one after the other
      // never asks for.
      const inner = hits.filter((url) => url.startsWith('/page')).length;
      if (inner === 1) await second.promise;
      if (inner === 2) second.resolve();
      const number = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0);
      if (request.url !== '/' && !request.url?.startsWith('/page')) return void response.writeHead(404).end();
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          page(
            `Page ${number}`,
            ...Array.from({ length: 15 }, (_, index) => `/page/${number * 10 + index + 1}`),
          ).replace(
            '</main>',
            `${'<p>Text that fills the page with words about bread and ovens.</p>'.repeat(60)}</main>`,
          ),
        );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const safeFetch = createSafeFetch({ allowPrivate: [`127.0.0.1:${port}`] });
    const results: CrawlResult[] = [];
    for await (const result of crawlSite(
      { startUrl: `http://127.0.0.1:${port}/` },
      { safeFetch, parseHtml: parser.parseHtml, clock: systemClock },
    ))
      results.push(result);
    expect(results.filter((result) => result.status === 'fetched')).toHaveLength(100);

    const closed = createSafeFetch();
    await expect(
      crawlSite(
        { startUrl: `http://127.0.0.1:${port}/` },
        { safeFetch: closed, parseHtml: parser.parseHtml, clock: systemClock },
      ).next(),
    ).rejects.toMatchObject({ code: 'fetch.address_not_allowed' });
    const before = hits.length;
    expect(before).toBeLessThan(110);
    await Promise.all([safeFetch.close(), closed.close(), new Promise((resolve) => server.close(resolve))]);
  });
});
