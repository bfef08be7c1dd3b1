import { createHash } from 'node:crypto';
import type { ParsedHtml } from '#platform/documents/document-types.ts';
import { DocumentError } from '#platform/documents/document-error.ts';
import { isLoopbackHost } from '#platform/safe-fetch/loopback.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import type { SafeFetchAnswer } from '#platform/safe-fetch/safe-fetch.ts';
import type {
  CrawledPage,
  CrawlRequest,
  CrawlResult,
  CrawlServices,
  FrontierEntry,
  SkipReason,
} from './crawl-types.ts';
import {
  createTrapGuard,
  enteredAddresses,
  isWanted,
  linkKind,
  normalisePageUrl,
  pageKey,
  siteOf,
} from './page-urls.ts';
import { createRateGate, systemWait } from './rate-gate.ts';
import { fetchRobots, fetchSitemapUrls } from './site-files.ts';
import type { RobotRules } from './site-files.ts';

const largestPage = 3_000_000;
const pageTimeoutMs = 20_000;
const longestPauseMs = 30_000;
const mostDocuments = 500;
const agentName = 'Chatelier';

/** Pages that are built by scripts alone arrive without a text. */
function hasWords(text: string): boolean {
  let letters = 0;
  for (const _letter of text.matchAll(/[\p{L}\p{N}]/gu)) {
    letters += 1;
    if (letters >= 20) return true;
  }
  return false;
}

type Visit = {
  url: URL;
  depth: number;
  key: string;
};
type Outcome = Pick<CrawlResult, 'status' | 'reason' | 'page'> & {
  url: string;
  links?: ParsedHtml['links'];
  canonical?: URL;
};

const bounded = (value: number | undefined, fallback: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value ?? fallback));

/**
 * Visits the pages of one site, nearest first, and yields each as soon as it is read, so that progress can be
 * shown and saved.
 *
 * Bounds: one site (`www.`, `http` and `https` are the same), pages, depth, 3 MB and 20 s a page, 20
 * addresses known for each page wanted, calendars and parameter traps cut, duplicates by canonical address
 * and by content left out. PDF and office files are reported as `skipped` / `document` and not fetched. A
 * page that fails is a result, not an error.
 * @throws SafeFetchError when the start address is not allowed; the signal's reason when it is aborted.
 */
export async function* crawlSite(
  request: CrawlRequest,
  services: CrawlServices,
): AsyncGenerator<CrawlResult, void, void> {
  const { safeFetch, parseHtml } = services;
  const maxPages = bounded(request.limits?.maxPages, 100, 1, 5_000);
  const maxDepth = bounded(request.limits?.maxDepth, 3, 0, 10);
  const concurrency = bounded(request.concurrency, 4, 1, 8);
  const include = (request.include ?? []).slice(0, 50);
  const exclude = (request.exclude ?? []).slice(0, 50);
  const respectRobots = request.respectRobots ?? true;
  const [entered = '', otherwise] = enteredAddresses(request.startUrl);
  let start = normalisePageUrl(entered);
  if (!start) throw new SafeFetchError('fetch.bad_url');

  const aborter = new AbortController();
  const onAbort = () => aborter.abort(request.signal?.reason);
  request.signal?.addEventListener('abort', onAbort, { once: true });
  if (request.signal?.aborted) onAbort();
  const signal = aborter.signal;

  // The person's own machine needs no sparing.
  const isLocal = isLoopbackHost(start.hostname);
  const gate = createRateGate({
    perSecond: isLocal ? 1_000 : bounded(request.requestsPerSecond, 1, 0.1, 20),
    burst: isLocal ? 1_000 : 10,
    clock: services.clock,
    wait: services.wait ?? systemWait,
  });
  const headers: Record<string, string> = {
    accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
    ...(request.userAgent ? { 'user-agent': request.userAgent } : {}),
  };
  const fetching = { safeFetch, headers, signal, pass: () => gate.pass(signal) };

  let origin = start.origin;
  let robots: RobotRules = { isAllowed: () => true, crawlDelaySeconds: null, sitemaps: [] };
  const seen = new Set<string>();
  const tooDeep = new Set<string>();
  const hashes = new Map<string, string>();
  const mayFollow = createTrapGuard();
  const queues: Visit[][] = Array.from({ length: maxDepth + 1 }, () => []);
  let documents = 0;
  let visited = 0;
  let pages = 0;
  const known = new Map(
    [...(request.conditional ?? [])].flatMap(([address, page]) => {
      const url = normalisePageUrl(address);
      return url ? [[pageKey(url), page] as const] : [];
    }),
  );
  const mostKnown = maxPages * 20;

  /** The same page under the scheme and host that the site prefers. */
  function atHome(url: URL): URL {
    return url.origin === origin ? url : new URL(`${origin}${url.pathname}${url.search}`);
  }

  /** Puts an address on the list once; tells whether it is new. */
  function discover(url: URL, depth: number, isTrusted = false): Visit | null {
    if (siteOf(url) !== siteOf(new URL(origin)) || seen.size >= mostKnown) return null;
    const visit = { url: atHome(url), depth, key: pageKey(url) };
    if (seen.has(visit.key)) return null;
    if (depth > maxDepth) {
      if (tooDeep.size < mostKnown && linkKind(visit.url) === 'page' && isWanted(visit.url, include, exclude))
        tooDeep.add(visit.key);
      return null;
    }
    tooDeep.delete(visit.key);
    if (
      !isTrusted &&
      (linkKind(visit.url) !== 'page' || !isWanted(visit.url, include, exclude) || !mayFollow(visit.url))
    )
      return null;
    seen.add(visit.key);
    queues[depth]?.push(visit);
    return visit;
  }

  async function fetchPage(visit: Visit): Promise<SafeFetchAnswer> {
    const page = known.get(visit.key);
    const conditions: Record<string, string> = {};
    if (page?.etag) conditions['if-none-match'] = page.etag;
    if (page?.lastModified) conditions['if-modified-since'] = page.lastModified;
    for (let attempt = 1; ; attempt += 1) {
      await gate.pass(signal);
      const answer = await safeFetch(visit.url, {
        headers: { ...headers, ...conditions },
        signal,
        timeoutMs: pageTimeoutMs,
        maxBytes: largestPage,
        acceptTypes: ['text/html', 'application/xhtml+xml', ''],
      });
      if ((answer.status !== 429 && answer.status !== 503) || attempt >= 3) return answer;
      const retryAfter = Number(answer.headers.get('retry-after'));
      gate.pause(Math.min(longestPauseMs, retryAfter > 0 ? retryAfter * 1_000 : 2_000 * attempt));
    }
  }

  async function visitPage(visit: Visit, isStart: boolean): Promise<Outcome> {
    const url = visit.url.href;
    const skip = (reason: SkipReason, more: Partial<Outcome> = {}): Outcome => ({
      url,
      status: 'skipped',
      reason,
      ...more,
    });
    try {
      if (respectRobots && !robots.isAllowed(visit.url)) return skip('robots');
      const answer = await fetchPage(visit);
      const finalUrl = normalisePageUrl(answer.url) ?? visit.url;
      if (siteOf(finalUrl) !== siteOf(new URL(origin))) {
        if (!isStart) return skip('other_site');
        // The address that was entered may only be an old name of the site.
        origin = finalUrl.origin;
      }
      if (isStart) origin = finalUrl.origin;
      const key = pageKey(finalUrl);
      if (key !== visit.key) {
        if (seen.has(key) && !isStart) return skip('duplicate');
        seen.add(key);
        if (respectRobots && !robots.isAllowed(finalUrl)) return skip('robots');
      }
      if (answer.status === 304) return { url, status: 'unchanged' };
      if (answer.status >= 400 || answer.status < 200)
        return { url: finalUrl.href, status: 'failed', reason: `http_${answer.status}` };
      return await readPage(visit, finalUrl, answer, isStart);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof SafeFetchError)
        return error.code === 'fetch.bad_type'
          ? skip('content_type')
          : { url, status: 'failed', reason: error.code };
      if (error instanceof DocumentError) return { url, status: 'failed', reason: error.code };
      throw error;
    }
  }

  async function readPage(
    visit: Visit,
    url: URL,
    answer: SafeFetchAnswer,
    isStart: boolean,
  ): Promise<Outcome> {
    const html = await parseHtml(
      { bytes: answer.body, url: url.href, contentType: answer.headers.get('content-type') },
      { signal },
    );
    const instructions = answer.headers.get('x-robots-tag') ?? '';
    const nofollow = respectRobots && (html.robots.nofollow || /\b(nofollow|none)\b/i.test(instructions));
    const links = nofollow ? [] : html.links;
    const skip = (reason: SkipReason): Outcome => ({ url: url.href, status: 'skipped', reason, links });
    if (respectRobots && (html.robots.noindex || /\b(noindex|none)\b/i.test(instructions)))
      return skip('noindex');

    const canonical = html.canonicalUrl ? normalisePageUrl(html.canonicalUrl) : null;
    // Sites that name their front page as the canonical address of every page would lose all others.
    if (
      canonical &&
      !isStart &&
      siteOf(canonical) === siteOf(url) &&
      pageKey(canonical) !== pageKey(url) &&
      canonical.pathname !== '/'
    ) {
      return { ...skip('canonical'), canonical };
    }
    if (isStart && !isWanted(url, include, exclude)) return skip('excluded');
    if (html.isDirectory && !isStart) return skip('directory');
    // The footer stands on every page; its address and opening hours are kept once, with the start page.
    const text = isStart && html.footerText ? `${html.text}\n\n${html.footerText}` : html.text;
    if (!hasWords(text)) return skip('empty');
    const contentHash = createHash('sha256').update(text).digest('hex');
    const twin = hashes.get(contentHash);
    if (twin !== undefined && twin !== pageKey(url)) return skip('duplicate');
    hashes.set(contentHash, pageKey(url));
    const { title, siteName, description, language, headings, truncated } = html;
    const page: CrawledPage = {
      title,
      siteName,
      description,
      language,
      headings,
      text,
      truncated,
      contentHash,
      etag: answer.headers.get('etag'),
      lastModified: answer.headers.get('last-modified'),
    };
    return {
      url: url.href,
      status: known.get(visit.key)?.contentHash === contentHash ? 'unchanged' : 'fetched',
      page,
      links,
    };
  }

  /** Lists what a page links to; documents become results of their own. */
  function follow(outcome: Outcome, depth: number): { links: FrontierEntry[]; files: ParsedHtml['links'] } {
    const links: FrontierEntry[] = [];
    const files: ParsedHtml['links'] = [];
    for (const link of outcome.links ?? []) {
      const url = normalisePageUrl(link.url);
      if (!url || siteOf(url) !== siteOf(new URL(origin))) continue;
      if (linkKind(url) === 'document') {
        if (documents < mostDocuments && !seen.has(pageKey(url)) && isWanted(url, include, exclude)) {
          documents += 1;
          seen.add(pageKey(url));
          files.push({ ...link, url: url.href });
        }
        continue;
      }
      const visit = link.nofollow && respectRobots ? null : discover(url, depth + 1);
      if (visit) links.push({ url: visit.url.href, depth: visit.depth });
    }
    return { links, files };
  }

  const waitingCount = (): number => queues.reduce((sum, queue) => sum + queue.length, 0);

  function* report(visit: Visit, outcome: Outcome): Generator<CrawlResult, void, void> {
    const { links: _found, canonical, ...rest } = outcome;
    const { links, files } = follow(outcome, visit.depth);
    const better = canonical && discover(canonical, visit.depth);
    if (better) links.push({ url: better.url.href, depth: better.depth });
    visited += 1;
    if (outcome.status === 'fetched' || outcome.status === 'unchanged') pages += 1;
    const counts = () => ({ discovered: seen.size, visited, waiting: waitingCount(), tooDeep: tooDeep.size });
    yield { ...rest, depth: visit.depth, links, ...counts() };
    for (const { url, text } of files)
      yield {
        url,
        depth: visit.depth + 1,
        status: 'skipped',
        reason: 'document',
        links: [],
        linkText: text,
        ...counts(),
      };
  }

  try {
    signal.throwIfAborted();
    const done = [...(request.done ?? [])].flatMap((address) => normalisePageUrl(address) ?? []);
    origin = done[0]?.origin ?? origin;
    if (respectRobots) robots = await fetchRobots(origin, agentName, fetching);
    for (const url of done) {
      if (seen.has(pageKey(url))) continue;
      seen.add(pageKey(url));
      pages += 1;
    }
    const first: Visit = { url: start, depth: 0, key: pageKey(start) };
    if (!seen.has(first.key) && pages < maxPages) {
      seen.add(first.key);
      let outcome = await visitPage(first, true);
      const plain = otherwise && outcome.reason === 'fetch.unreachable' ? normalisePageUrl(otherwise) : null;
      if (plain) {
        // Typed without a scheme, and nobody answers on https.
        start = plain;
        origin = plain.origin;
        first.url = plain;
        if (respectRobots) robots = await fetchRobots(origin, agentName, fetching);
        outcome = await visitPage(first, true);
      }
      if (
        outcome.status === 'failed' &&
        (outcome.reason === 'fetch.address_not_allowed' || outcome.reason === 'fetch.bad_url')
      )
        throw new SafeFetchError(outcome.reason as 'fetch.bad_url');
      if (respectRobots && origin !== start.origin) robots = await fetchRobots(origin, agentName, fetching);
      yield* report(first, outcome);
    }
    if (robots.crawlDelaySeconds !== null && !isLocal) gate.slowDown(1 / robots.crawlDelaySeconds);
    for (const entry of request.frontier ?? []) {
      const url = normalisePageUrl(entry.url);
      if (url) discover(url, entry.depth);
    }
    for (const address of request.conditional?.keys() ?? []) {
      const url = normalisePageUrl(address);
      if (url && isWanted(url, include, exclude)) discover(url, Math.min(1, maxDepth), true);
    }
    if ((request.useSitemap ?? true) && maxDepth > 0)
      for (const url of await fetchSitemapUrls(
        origin,
        robots.sitemaps,
        Math.min(10_000, maxPages * 10),
        fetching,
      ))
        discover(url, 1);

    const running = new Map<Visit, Promise<{ visit: Visit; outcome: Outcome }>>();
    // Failing and skipped pages are bounded too, otherwise a site of nothing but dead links would never end.
    const mostVisits = maxPages * 3 + 20;
    for (;;) {
      while (
        running.size < concurrency &&
        pages + running.size < maxPages &&
        visited + running.size < mostVisits
      ) {
        const visit = queues.find((queue) => queue.length > 0)?.shift();
        if (!visit) break;
        const visiting = visitPage(visit, false).then((outcome) => ({ visit, outcome }));
        // When the crawl ends early, the others' ends are of no interest.
        visiting.catch(() => undefined);
        running.set(visit, visiting);
      }
      if (running.size === 0) break;
      const { visit, outcome } = await Promise.race(running.values());
      running.delete(visit);
      yield* report(visit, outcome);
    }
  } finally {
    request.signal?.removeEventListener('abort', onAbort);
    aborter.abort();
  }
}
