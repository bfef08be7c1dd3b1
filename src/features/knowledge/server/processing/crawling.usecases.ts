import { setTimeout as delay } from 'node:timers/promises';
import { toLanguage } from '#shared/languages.ts';
import { crawlSite } from '#platform/crawl/crawl-site.ts';
import type { CrawlResult } from '#platform/crawl/crawl-types.ts';
import { normalisePageUrl, pageKey } from '#platform/crawl/page-urls.ts';
import { roomWithinLimit } from '#features/account-limits/server/account-limits.usecases.ts';
import {
  knowledgeLimits,
  websiteSettings,
  type FailureCode,
  type WebsiteSettings,
} from '../../knowledge.contract.ts';
import { knowledgeDocumentsRepository, type KnownPage } from '../sources/documents.repository.ts';
import { createBoilerplate } from './boilerplate.models.ts';
import { createCleaning } from './cleaning.usecases.ts';
import { decoded, fileTitles } from './file-titles.models.ts';
import { crawlFailure, isSilentSkip, isVanished, SourceFailure } from './failures.models.ts';
import {
  prepareDocument,
  type IndexChange,
  type Indexing,
  type PreparedDocument,
  type ReadDocument,
  type Run,
} from './indexing.usecases.ts';
import type { KnowledgeServices } from '../knowledge.models.ts';
import { knowledgeSourcesRepository, type SourceRow } from '../sources/sources.repository.ts';
import { contentHash, storableText } from '../sources/text.models.ts';

/**
 * A batch is written when it has this much text or is this old: few segments, and little lost in a crash.
 */
const batchCharacters = 250_000;
const batchMs = 1_000;
const storedAtOnce = 25;

type Batch = {
  /** Read and not yet cleaned of what repeats. */
  read: (ReadDocument & { url: string })[];
  documents: PreparedDocument[];
  unchanged: string[];
  stale: { id: string; code: FailureCode }[];
  failed: NonNullable<IndexChange['failed']>[number][];
  removed: string[];
  found: { url: string; depth: number }[];
  visited: string[];
};
const emptyBatch = (): Batch => ({
  read: [],
  documents: [],
  unchanged: [],
  stale: [],
  failed: [],
  removed: [],
  found: [],
  visited: [],
});

/** Two spellings of a page's address have the same key. */
function keyOf(url: string): string {
  const normal = normalisePageUrl(url);
  return normal ? pageKey(normal) : url;
}

/** Fetches a website into the index, page by page. A run that was cut off goes on where it stopped. */
export function createCrawling(
  services: Pick<
    KnowledgeServices,
    'database' | 'clock' | 'safeFetch' | 'documents' | 'maxUploadBytes' | 'crawlRequestsPerSecond'
  >,
  indexing: Indexing,
) {
  const { database, clock } = services;

  /** A file at the address of a single page, like a price list as PDF. */
  async function readFileAt(
    key: string,
    url: string,
    known: KnownPage | undefined,
    signal: AbortSignal,
  ): Promise<{ document: ReadDocument; bytes: Buffer }> {
    const answer = await services.safeFetch(url, {
      signal,
      maxBytes: services.maxUploadBytes,
      timeoutMs: 60_000,
    });
    if (answer.status !== 200) throw new SourceFailure(crawlFailure(`http_${answer.status}`));
    const name = decoded(new URL(answer.url).pathname.split('/').at(-1) ?? '') || 'file';
    const source = { fileName: name, mimeType: answer.headers.get('content-type'), bytes: answer.body };
    const parsed = await services.documents.parse(source, { key, signal });
    const body = storableText(parsed.text);
    const content = {
      title: pageTitle(parsed.title, url),
      body,
      pages: parsed.pages,
      headings: [],
      contentHash: contentHash(body),
      etag: null,
      lastModified: null,
    };
    const document: ReadDocument = {
      id: known?.id ?? null,
      position: 0,
      url,
      depth: 0,
      questionKey: null,
      content,
      language: toLanguage(parsed.language),
    };
    return { document, bytes: answer.body };
  }

  /**
   * Cleans the stored copies of a site of what repeats on them, without asking the site: it was read before
   * pages were compared with each other.
   */
  async function cleanStored(run: Run, known: readonly KnownPage[]): Promise<void> {
    const cleaning = createCleaning(
      createBoilerplate({ lines: [], titles: known.map(({ title }) => title) }),
    );
    for (let from = 0; from < known.length; from += storedAtOnce) {
      const urls = known.slice(from, from + storedAtOnce).map(({ url }) => url);
      cleaning.recall(
        await database.account(run.accountId, (tx) =>
          knowledgeDocumentsRepository(tx).pagesAt(run.sourceId, urls),
        ),
      );
    }
    for await (const documents of cleaning.secondLook(run, database))
      await indexing.store(run, { documents });
    await indexing.write(run, (tx) => knowledgeSourcesRepository(tx).setRepeatedLines(run, cleaning.lines()));
  }

  return async function crawl(run: Run, source: SourceRow, signal: AbortSignal): Promise<void> {
    const startUrl = source.url;
    if (!startUrl) throw new SourceFailure('fetch.bad_url');
    const wanted: WebsiteSettings = websiteSettings.parse(
      source.kind === 'website' ? source.settings : { maxPages: 1, maxDepth: 0, useSitemap: false },
    );
    const isOnlyQueued = source.runScope === 'queued';
    const { known, waiting, repeated, room } = await database.account(run.accountId, async (tx) => ({
      room: await roomWithinLimit(tx, run.accountId, 'pages'),
      known: await knowledgeDocumentsRepository(tx).knownPages(run.sourceId),
      waiting: await knowledgeSourcesRepository(tx).frontier(run.sourceId),
      repeated: await knowledgeSourcesRepository(tx).repeatedLines(run.sourceId),
    }));
    if (source.runScope === 'stored')
      return cleanStored(
        run,
        known.filter(({ status }) => status === 'ready'),
      );
    // What the account has no more room for is left out, and said to be. What is known is read again.
    const maxPages =
      room === null ? wanted.maxPages : Math.min(wanted.maxPages, Math.max(1, known.length + room));
    const settings = { ...wanted, maxPages };
    const byKey = new Map(known.map((page) => [keyOf(page.url), page]));
    const isDone = (page: KnownPage): boolean =>
      isOnlyQueued
        ? page.status !== 'queued'
        : page.run === run.run && (page.status === 'ready' || page.status === 'failed');
    const isFromStart = !isOnlyQueued && waiting.length === 0 && !known.some(isDone);
    const handled = new Set(known.filter(isDone).map(({ id }) => id));

    let batch = emptyBatch();
    let batchSince = clock.now().getTime();
    let position = known.length;
    let siteName = source.siteName;
    let usable = known.filter((page) => isDone(page) && page.status === 'ready').length;
    const failures = new Set<FailureCode>();
    /** Words of the links to them, by address. */
    const files = new Map<string, string>();
    let leftOut = { leftOutCount: 0, tooDeepCount: 0 };
    const cleaning = createCleaning(
      createBoilerplate({ lines: repeated, titles: known.map(({ title }) => title) }),
    );

    async function flush(more: Partial<IndexChange> = {}): Promise<void> {
      const { found, visited, read, ...change } = batch;
      batch = emptyBatch();
      batchSince = clock.now().getTime();
      await indexing.store(run, {
        ...change,
        ...more,
        documents: [...change.documents, ...(await cleaning.prepare(read)), ...(more.documents ?? [])],
        removed: [...change.removed, ...(more.removed ?? [])],
        frontier: { found, visited },
        source: siteName ? { siteName } : {},
        mostDocuments: settings.maxPages,
      });
    }

    async function take(result: CrawlResult): Promise<void> {
      const page = byKey.get(keyOf(result.url));
      if (page) handled.add(page.id);
      leftOut = { leftOutCount: result.waiting, tooDeepCount: result.tooDeep };
      if (result.reason === 'document') files.set(result.url, result.linkText ?? '');
      batch.found.push(...result.links);
      batch.visited.push(result.url);
      if (result.status === 'unchanged' && page && page.contentHash !== null) {
        usable += 1;
        batch.unchanged.push(page.id);
      } else if (result.page) {
        usable += 1;
        siteName ??= result.page.siteName;
        const read = readPage(result.url, result.depth, result.page, page, position++);
        cleaning.learn(read);
        batch.read.push(read);
      } else {
        const code = crawlFailure(result.reason);
        failures.add(code);
        const isStored = page !== undefined && page.contentHash !== null;
        if (page && isStored && code === 'crawl.not_found') batch.removed.push(page.id);
        else if (page && isStored && !isVanished(code) && !isSilentSkip(result.reason))
          batch.stale.push({ id: page.id, code });
        else if (page && isSilentSkip(result.reason)) batch.removed.push(page.id);
        else if (page || !isSilentSkip(result.reason))
          batch.failed.push({
            id: page?.id ?? null,
            url: result.url,
            title: pageTitle('', result.url),
            depth: result.depth,
            position: position++,
            code,
          });
      }
    }

    const results = crawlSite(
      {
        startUrl,
        limits: { maxPages: settings.maxPages, maxDepth: settings.maxDepth },
        include: settings.include,
        exclude: settings.exclude,
        useSitemap: settings.useSitemap && !isOnlyQueued,
        requestsPerSecond: services.crawlRequestsPerSecond,
        // A page that is as it was comes without its links: those lead to what was left out.
        conditional: new Map(
          isOnlyQueued || source.leftOutCount + source.tooDeepCount > 0
            ? []
            : known
                .filter((page) => !isDone(page) && page.contentHash !== null)
                .map((page) => [page.url, page]),
        ),
        done: known.filter(isDone).map(({ url }) => url),
        frontier: [...waiting, ...known.filter((page) => !isDone(page) && page.status === 'queued')],
        signal,
      },
      {
        safeFetch: services.safeFetch,
        parseHtml: (page, options) => services.documents.parseHtml(page, { key: run.accountId, ...options }),
        clock,
      },
    );
    // What was read is written also while the next page lets us wait: one slow page holds up no others.
    for await (const result of orPauses(results, batchMs)) {
      if (result === null) {
        if (batch.read.length > 0 || batch.failed.length > 0) await flush();
        continue;
      }
      await take(result);
      const characters = batch.read.reduce((sum, { content }) => sum + content.body.length, 0);
      if (characters >= batchCharacters || clock.now().getTime() - batchSince >= batchMs) await flush();
    }

    if (usable === 0 && source.kind === 'page' && failures.has('fetch.bad_type')) {
      const { document, bytes } = await readFileAt(
        run.accountId,
        startUrl,
        byKey.get(keyOf(startUrl)),
        signal,
      );
      if (document.content.body.trim() === '') throw new SourceFailure('document.empty');
      batch = { ...emptyBatch(), documents: [await prepareDocument(document)] };
      usable = 1;
      // Kept, so that a citation can open the page of the PDF itself.
      if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
        await indexing.write(run, (tx) => knowledgeSourcesRepository(tx).putOriginal(run, bytes));
    }
    // A site that does not answer at all keeps the copies of its pages; otherwise what was not met again is
    // gone from it.
    const vanished =
      usable === 0 || isOnlyQueued ? [] : known.filter(({ id }) => !handled.has(id)).map(({ id }) => id);
    await flush({ removed: vanished });
    for await (const documents of cleaning.secondLook(run, database))
      await indexing.store(run, { documents });
    await indexing.write(run, async (tx) => {
      const sources = knowledgeSourcesRepository(tx);
      await sources.clearFrontier(run.sourceId);
      await sources.setRepeatedLines(run, cleaning.lines());
      if (!isOnlyQueued) await sources.update(run.sourceId, leftOut);
      await sources.setLinkedFiles(run, fileTitles(files), isFromStart && usable > 0);
      await knowledgeDocumentsRepository(tx).failWaiting(run.sourceId);
      await knowledgeSourcesRepository(tx).recount(run.sourceId);
    });
    const [onlyFailure] = failures;
    if (usable === 0)
      throw new SourceFailure(
        onlyFailure === undefined
          ? 'crawl.nothing_found'
          : failures.size === 1
            ? onlyFailure
            : 'crawl.all_pages_failed',
      );
  };
}

/** What a sequence gives, and null whenever it lets us wait for longer than `pauseMs`. */
async function* orPauses<T>(
  sequence: AsyncGenerator<T, void, void>,
  pauseMs: number,
): AsyncGenerator<T | null, void, void> {
  try {
    for (;;) {
      const next = sequence.next();
      // Whoever stops listening hears of its failure no more.
      next.catch(() => undefined);
      for (;;) {
        const timer = new AbortController();
        const pause = delay(pauseMs, null, { signal: timer.signal }).catch(() => null);
        const first = await Promise.race([next, pause]);
        timer.abort();
        if (first === null) yield null;
        else if (first.done) return;
        else {
          yield first.value;
          break;
        }
      }
    }
  } finally {
    await sequence.return();
  }
}

function readPage(
  url: string,
  depth: number,
  page: NonNullable<CrawlResult['page']>,
  known: KnownPage | undefined,
  position: number,
): ReadDocument & { url: string } {
  const content = {
    title: pageTitle(page.title, url),
    body: storableText(page.text),
    pages: null,
    headings: page.headings.slice(0, 30).map((heading) => storableText(heading).slice(0, 200)),
    contentHash: page.contentHash,
    etag: shortHeader(page.etag),
    lastModified: shortHeader(page.lastModified),
  };
  return {
    id: known?.id ?? null,
    position,
    url,
    depth,
    questionKey: null,
    content,
    language: toLanguage(page.language),
  };
}

function shortHeader(value: string | null): string | null {
  return value !== null && value.length <= 300 ? value : null;
}

function pageTitle(title: string, url: string): string {
  const clean = storableText(title).replace(/\s+/g, ' ').trim();
  return (clean || storableText(decoded(new URL(url).pathname)) || url)
    .slice(0, knowledgeLimits.titleLength)
    .toWellFormed();
}
