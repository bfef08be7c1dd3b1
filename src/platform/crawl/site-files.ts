import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import robotsModule from 'robots-parser';
import type { SafeFetchCall } from '#platform/safe-fetch/safe-fetch.ts';
import { normalisePageUrl, siteOf } from './page-urls.ts';

// The package's types describe an ES module, the package is a function.
const readRobots = robotsModule as unknown as typeof robotsModule.default;
const unpack = promisify(gunzip);
const mostSitemaps = 50;
const largestSitemap = 10_000_000;
const slowestDelaySeconds = 10;

export type RobotRules = {
  isAllowed(url: URL): boolean;
  crawlDelaySeconds: number | null;
  sitemaps: string[];
};

const everythingAllowed: RobotRules = { isAllowed: () => true, crawlDelaySeconds: null, sitemaps: [] };

type Fetching = {
  safeFetch: SafeFetchCall;
  headers: Record<string, string>;
  signal?: AbortSignal | undefined;
  pass(): Promise<void>;
};

/**
 * Rules are matched against every address in this process: very many, very long or very starry ones would
 * stall it.
 */
function usableRules(text: string): string {
  let starry = 0;
  return text
    .split(/\r?\n|\r/, 3_000)
    .filter(
      (line) =>
        line.length <= 300 && (!line.includes('*') || /^\s*user-agent/i.test(line) || (starry += 1) <= 200),
    )
    .join('\n');
}

/**
 * The site's robots.txt (first 500 KB). A missing or unreadable one allows everything; a delay counts up to
 * 10 s.
 */
export async function fetchRobots(
  origin: string,
  agentName: string,
  { safeFetch, headers, signal, pass }: Fetching,
): Promise<RobotRules> {
  await pass();
  const address = `${origin}/robots.txt`;
  const answer = await safeFetch(address, { headers, signal, timeoutMs: 10_000, maxBytes: 500_000 }).catch(
    () => null,
  );
  signal?.throwIfAborted();
  if (!answer || answer.status !== 200) return everythingAllowed;
  const robots = readRobots(address, usableRules(answer.body.toString('utf8')));
  const delay = robots.getCrawlDelay(agentName);
  return {
    isAllowed: (url) => robots.isAllowed(url.href, agentName) !== false,
    crawlDelaySeconds: typeof delay === 'number' && delay > 0 ? Math.min(delay, slowestDelaySeconds) : null,
    sitemaps: robots.getSitemaps().slice(0, mostSitemaps),
  };
}

/** As many addresses as a sitemap may have by its protocol. */
const mostLocations = 50_000;

function locations(text: string): { pages: string[]; sitemaps: string[] } {
  const found: { pages: string[]; sitemaps: string[] } = { pages: [], sitemaps: [] };
  const isIndex = text.slice(0, 5_000).includes('<sitemapindex');
  for (const match of text.matchAll(/<(?:\w+:)?loc>([^<]{1,4000})</g)) {
    const address = (match[1] ?? '')
      .replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, '')
      .replaceAll('&amp;', '&')
      .trim();
    const list = isIndex ? found.sitemaps : found.pages;
    if (list.push(address) >= mostLocations) break;
  }
  if (found.pages.length + found.sitemaps.length === 0)
    found.pages.push(
      ...text
        .split('\n', mostLocations)
        .map((line) => line.trim())
        .filter((line) => /^https?:\/\//.test(line)),
    );
  return found;
}

/**
 * Page addresses out of the site's sitemaps, nested and compressed ones included, those nearer to the root
 * first.
 * At most 50 sitemap files of 10 MB each and `mostUrls` addresses; other sites' addresses are left out.
 * Missing files are no error.
 */
export async function fetchSitemapUrls(
  origin: string,
  announced: readonly string[],
  mostUrls: number,
  { safeFetch, headers, signal, pass }: Fetching,
): Promise<URL[]> {
  const site = siteOf(new URL(origin));
  const queue = announced.length > 0 ? [...announced] : [`${origin}/sitemap.xml`];
  const seen = new Set<string>();
  const urls = new Map<string, URL>();
  while (queue.length > 0 && seen.size < mostSitemaps && urls.size < mostUrls) {
    const address = normalisePageUrl(queue.shift() ?? '', origin);
    if (!address || seen.has(address.href) || siteOf(address) !== site) continue;
    seen.add(address.href);
    await pass();
    const answer = await safeFetch(address, {
      headers,
      signal,
      timeoutMs: 20_000,
      maxBytes: largestSitemap,
    }).catch(() => null);
    signal?.throwIfAborted();
    if (!answer || answer.status !== 200) continue;
    const body =
      answer.body[0] === 0x1f && answer.body[1] === 0x8b
        ? await unpack(answer.body, { maxOutputLength: largestSitemap }).catch(() => null)
        : answer.body;
    if (!body) continue;
    const { pages, sitemaps } = locations(body.toString('utf8'));
    queue.push(...sitemaps.slice(0, mostSitemaps));
    for (const [at, page] of pages.entries()) {
      // Reading many takes a second or so: others have their turn between.
      if (at % 500 === 499) await setImmediate();
      const url = normalisePageUrl(page, origin);
      if (url && siteOf(url) === site) urls.set(url.href, url);
      if (urls.size >= mostUrls) break;
    }
  }
  const steps = (url: URL) => url.pathname.split('/').filter(Boolean).length;
  return [...urls.values()].sort((a, b) => steps(a) - steps(b));
}
