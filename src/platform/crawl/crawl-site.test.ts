import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { createDocumentParser, type DocumentParser } from '#platform/documents/document-parser.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import type { SafeFetchCall } from '#platform/safe-fetch/safe-fetch.ts';
import { page, siteOfPages, type Page } from './__fixtures__/site-of-pages.ts';
import { crawlSite } from './crawl-site.ts';
import type { CrawlRequest, CrawlResult, CrawlServices } from './crawl-types.ts';

let parser: DocumentParser;
beforeAll(() => {
  parser = createDocumentParser();
});
afterAll(() => parser.close());

const site = (pages: Record<string, Page>, fallback?: (url: URL) => Page | undefined) =>
  siteOfPages(parser.parseHtml, pages, fallback);

async function crawl(services: CrawlServices, request: Partial<CrawlRequest> = {}): Promise<CrawlResult[]> {
  const results: CrawlResult[] = [];
  for await (const result of crawlSite({ startUrl: 'https://shop.test/', ...request }, services))
    results.push(result);
  return results;
}
const short = (results: CrawlResult[]) =>
  results
    .map(
      (result) =>
        `${new URL(result.url).pathname}${new URL(result.url).search} ${result.status}${result.reason ? ` ${result.reason}` : ''}`,
    )
    .sort();

describe('crawling a site', () => {
  test('follows links of the site only, nearest pages first, to the wanted depth', async () => {
    const services = site({
      '/': page('Home', '/a', '/b', 'https://other.test/', 'mailto:x@y.z', '/logo.png', '/wp-admin/'),
      '/a': page('A', '/c'),
      '/b': page('B'),
      '/c': page('C', '/d'),
      '/d': page('D'),
    });
    const results = await crawl(services, { limits: { maxDepth: 2 } });
    expect(short(results)).toEqual(['/ fetched', '/a fetched', '/b fetched', '/c fetched']);
    expect(results[0]).toMatchObject({
      depth: 0,
      page: { title: 'Home', language: 'en', text: expect.stringContaining('# Home') },
    });
    expect(results.at(-1)).toMatchObject({ visited: 4, discovered: 4 });
    expect(services.asked.filter((url) => !url.startsWith('https://shop.test/'))).toEqual([]);
  });

  test('spellings of one address are one page', async () => {
    const services = site({
      '/': page(
        'Home',
        '/a',
        '/a/',
        '/a#part',
        '/a?utm_source=x&fbclid=1',
        'http://www.shop.test/a',
        '/index.html',
        '/list?b=2&a=1',
        '/list?a=1&b=2',
      ),
      '/a': page('A'),
      '/list?a=1&b=2': page('List'),
    });
    expect(short(await crawl(services))).toEqual(['/ fetched', '/a fetched', '/list?a=1&b=2 fetched']);
  });

  test('stops at the page limit and reports what it knows', async () => {
    const links = Array.from({ length: 60 }, (_, index) => `/p${index}`);
    const services = site({ '/': page('Home', ...links) }, (url) =>
      url.pathname.startsWith('/p') ? page(url.pathname.slice(1)) : undefined,
    );
    const results = await crawl(services, { limits: { maxPages: 12 } });
    expect(results.filter((result) => result.status === 'fetched')).toHaveLength(12);
    expect(results.at(-1)?.discovered).toBe(61);
  });

  test('include and exclude decide by path', async () => {
    const services = site({
      '/': page('Home', '/docs/a', '/docs/private/x', '/blog/a'),
      '/docs/a': page('Docs A', '/docs/b'),
      '/docs/b': page('Docs B'),
    });
    expect(short(await crawl(services, { include: ['/docs'], exclude: ['*/private/*'] }))).toEqual([
      '/ skipped excluded',
      '/docs/a fetched',
      '/docs/b fetched',
    ]);
  });

  test('robots.txt, noindex, nofollow and canonical addresses are respected, and can be overruled by the owner', async () => {
    const pages: Record<string, Page> = {
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: *\nDisallow: /private\n',
      },
      '/': page('Home', '/private/a', '/hidden', '/header', '/copy'),
      '/private/a': page('Private'),
      '/hidden': page('Hidden', '/behind').replace('<head>', '<head><meta name="robots" content="noindex">'),
      '/behind': page('Behind'),
      '/header': { headers: { 'x-robots-tag': 'none' }, body: page('Header', '/never') },
      '/never': page('Never'),
      '/copy': page('Copy').replace(
        '<head>',
        '<head><link rel="canonical" href="https://www.shop.test/original">',
      ),
      '/original': page('Original'),
    };
    expect(short(await crawl(site(pages)))).toEqual([
      '/ fetched',
      '/behind fetched',
      '/copy skipped canonical',
      '/header skipped noindex',
      '/hidden skipped noindex',
      '/original fetched',
      '/private/a skipped robots',
    ]);
    expect(short(await crawl(site(pages), { respectRobots: false }))).toContain('/private/a fetched');
  });

  test('finds pages through nested and compressed sitemaps that robots.txt names', async () => {
    const services = site({
      '/robots.txt': 'Sitemap: https://shop.test/index.xml\nSitemap: http://169.254.169.254/sitemap.xml',
      '/index.xml':
        '<sitemapindex><sitemap><loc>https://shop.test/one.xml.gz</loc></sitemap><sitemap><loc>https://shop.test/index.xml</loc></sitemap></sitemapindex>',
      '/one.xml.gz': {
        body: gzipSync(
          '<urlset><url><loc>https://shop.test/deep/page?a=1&amp;b=2</loc></url><url><loc>http://127.0.0.1/</loc></url><url><loc>https://shop.test/near</loc></url></urlset>',
        ),
      },
      '/': page('Home'),
      '/near': page('Near'),
      '/deep/page?a=1&b=2': page('Deep'),
    });
    expect(short(await crawl(services))).toEqual([
      '/ fetched',
      '/deep/page?a=1&b=2 fetched',
      '/near fetched',
    ]);
    expect(services.asked.some((url) => /169\.254|127\.0/.test(url))).toBe(false);
  });

  test('an unpacking bomb as a sitemap, and a sitemap that is no XML, do no harm', async () => {
    const services = site({
      '/robots.txt': 'Sitemap: https://shop.test/bomb.gz\nSitemap: https://shop.test/x',
      '/bomb.gz': { body: gzipSync(Buffer.alloc(50_000_000)) },
      '/x': '<loc><loc>',
      '/': page('Home'),
    });
    expect(short(await crawl(services))).toEqual(['/ fetched']);
  });

  test('moves with a redirect to the site’s real address, but not away from it later', async () => {
    const services = site({
      'http://old.test/': { status: 301, headers: { location: 'https://www.shop.test/' } },
      'https://www.shop.test/': page('Home', '/a', 'http://shop.test/b', '/away'),
      'https://www.shop.test/a': page('A'),
      'https://www.shop.test/b': page('B'),
      'https://www.shop.test/away': { status: 302, headers: { location: 'https://elsewhere.test/' } },
      'https://elsewhere.test/': page('Elsewhere'),
    });
    expect(
      (await crawl(services, { startUrl: 'http://old.test/' }))
        .map((result) => `${result.url} ${result.status}`)
        .sort(),
    ).toEqual([
      'https://www.shop.test/ fetched',
      'https://www.shop.test/a fetched',
      'https://www.shop.test/away skipped',
      'https://www.shop.test/b fetched',
    ]);
  });

  test('an address without a scheme is tried on https and then on http', async () => {
    const services = site({ 'http://shop.test/': page('Home', '/a'), 'http://shop.test/a': page('A') });
    const reachable: SafeFetchCall = (address, request) =>
      String(address).startsWith('https:')
        ? Promise.reject(new SafeFetchError('fetch.unreachable'))
        : services.safeFetch(address, request);
    expect(
      (await crawl({ ...services, safeFetch: reachable }, { startUrl: 'shop.test' })).map(
        (result) => result.url,
      ),
    ).toEqual(['http://shop.test/', 'http://shop.test/a']);
  });

  test('documents are reported and not fetched; other files and failing pages have their reason', async () => {
    const services = site({
      '/': page('Home', '/price.pdf', '/feed', '/gone', '/broken', '/thin', '/twin'),
      '/feed': { headers: { 'content-type': 'application/pdf' } },
      '/gone': { status: 410 },
      '/broken': { status: 500 },
      '/thin': '<p>x',
      '/twin': page('Home', '/price.pdf', '/feed', '/gone', '/broken', '/thin', '/twin'),
    });
    expect(short(await crawl(services))).toEqual([
      '/ fetched',
      '/broken failed http_500',
      '/feed skipped content_type',
      '/gone failed http_410',
      '/price.pdf skipped document',
      '/thin skipped empty',
      '/twin skipped duplicate',
    ]);
    expect(services.asked.some((url) => url.endsWith('.pdf'))).toBe(false);
  });

  test('calendars, parameter mazes and growing paths come to an end', async () => {
    const services = site({}, (url) => {
      const step = Number(/\d+$/.exec(url.href)?.[0] ?? 0) + 1;
      if (/\.(txt|xml)$/.test(url.pathname)) return undefined;
      return page(
        `Page ${url.pathname}${url.search}`,
        `/calendar/2026/${step}`,
        `/search?page=${step}`,
        `${url.pathname}/x/x`,
        `/a${'/b'.repeat(step)}`,
      );
    });
    const results = await crawl(services, { limits: { maxPages: 500, maxDepth: 10 } });
    expect(results.length).toBeLessThan(150);
  });

  test('a second crawl reads changed pages only and notices vanished ones', async () => {
    const pages: Record<string, Page> = {
      '/': { headers: { etag: '"1"' }, body: page('Home', '/a', '/b') },
      '/a': page('A'),
      '/b': page('B'),
    };
    const first = await crawl(site(pages));
    const conditional = new Map(
      first.map((result) => [result.url, { etag: result.page?.etag, contentHash: result.page?.contentHash }]),
    );
    delete pages['/b'];
    const second = await crawl(site(pages), { conditional });
    expect(short(second)).toEqual(['/ unchanged', '/a unchanged', '/b failed http_404']);
    pages['/a'] = page('A new');
    expect(short(await crawl(site(pages), { conditional }))).toContain('/a fetched');
  });

  test('an interrupted crawl goes on where it stopped', async () => {
    const pages = { '/': page('Home', '/a', '/b'), '/a': page('A', '/c'), '/b': page('B'), '/c': page('C') };
    const done: string[] = [];
    const frontier: CrawlResult['links'] = [];
    for await (const result of crawlSite({ startUrl: 'https://shop.test/', concurrency: 1 }, site(pages))) {
      done.push(result.url);
      frontier.push(...result.links);
      if (done.length === 2) break;
    }
    const rest = site(pages);
    expect(short(await crawl(rest, { done, frontier }))).toEqual(['/b fetched', '/c fetched']);
    expect(rest.asked).not.toContain('https://shop.test/a');
  });

  test('asks ten pages at once and then one a second; a Crawl-delay and "too many requests" slow it down', async () => {
    const links = Array.from({ length: 30 }, (_, index) => `/p${index}`);
    const fallback = (url: URL) => (url.pathname.startsWith('/p') ? page(url.pathname) : undefined);
    const timed = async (services: ReturnType<typeof site>) => {
      const started = services.clock.now().getTime();
      await crawl(services, { useSitemap: false });
      return (services.clock.now().getTime() - started) / 1_000;
    };
    const normal = await timed(site({ '/': page('Home', ...links) }, fallback));
    expect(normal).toBeGreaterThanOrEqual(21);
    expect(normal).toBeLessThan(30);
    expect(
      await timed(
        site(
          { '/robots.txt': 'User-agent: *\nCrawl-delay: 3600', '/': page('Home', '/p1', '/p2') },
          fallback,
        ),
      ),
    ).toBeGreaterThanOrEqual(20);
    let refusals = 2;
    const busy = site({ '/': page('Home', '/p1') }, (url) =>
      url.pathname === '/p1' && refusals-- > 0
        ? { status: 429, headers: { 'retry-after': '5' } }
        : fallback(url),
    );
    expect(await timed(busy)).toBeGreaterThanOrEqual(10);
  });

  test('stops at once with the reason of the signal', async () => {
    const aborter = new AbortController();
    const running = crawl(site({ '/': page('Home', '/a') }), { signal: aborter.signal });
    aborter.abort(new Error('the source was removed'));
    await expect(running).rejects.toThrow('the source was removed');
  });
});
