import type { HtmlImage, HtmlLink, ParsedHtml } from '#platform/documents/document-types.ts';
import type { SafeFetchAnswer, SafeFetchCall } from '#platform/safe-fetch/safe-fetch.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import { brandColours, readColour, saturationOf } from './colours.ts';
import type { CrawlServices } from './crawl-types.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { enteredAddresses } from './page-urls.ts';

export type IconFile = {
  url: string;
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml' | 'image/x-icon' | 'image/gif';
  bytes: Buffer;
};

export type SiteProfile = {
  /** Address of the front page after redirects. */
  url: string;
  title: string;
  siteName: string | null;
  description: string | null;
  /** As the page claims it (`cs`, `en-GB`). */
  language: string | null;
  icon: IconFile | null;
  /** `#rrggbb`, the likeliest brand colour first; may be empty. */
  colours: string[];
  headings: string[];
  mainText: string;
  footerText: string;
  links: HtmlLink[];
  images: HtmlImage[];
};

const largestIcon = 500_000;
const largestStylesheet = 300_000;

/** What an image really is, by its first bytes; null for anything else. */
export function imageTypeOf(bytes: Buffer): IconFile['type'] | null {
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\u0089PNG\r\n')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  if (head.startsWith('GIF8')) return 'image/gif';
  if (head.startsWith('\u0000\u0000\u0001\u0000')) return 'image/x-icon';
  return /^\s*(?:\uFEFF)?(?:<\?xml[^>]*>\s*)?(?:<!--[^]{0,2000}?-->\s*)?(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(
    bytes.toString('utf8', 0, 4_000),
  )
    ? 'image/svg+xml'
    : null;
}

async function fetchManifest(
  address: string,
  safeFetch: SafeFetchCall,
  signal: AbortSignal | undefined,
): Promise<Manifest | null> {
  const answer = await safeFetch(address, { signal, timeoutMs: 8_000, maxBytes: 200_000 }).catch(() => null);
  if (!answer || answer.status !== 200) return null;
  return readManifest(answer.body.toString('utf8'), answer.url);
}

async function fetchIcon(
  candidates: readonly string[],
  safeFetch: SafeFetchCall,
  signal: AbortSignal | undefined,
): Promise<IconFile | null> {
  for (const url of candidates.slice(0, 5)) {
    const answer = await safeFetch(url, { signal, timeoutMs: 6_000, maxBytes: largestIcon }).catch(
      () => null,
    );
    const type = answer && answer.status === 200 ? imageTypeOf(answer.body) : null;
    if (answer && type) return { url: answer.url, type, bytes: answer.body };
  }
  return null;
}

/** Icons about as large as an avatar first; drawn and touch icons before the 16-pixel kind. */
function byFitness(icons: readonly { url: string; size: number }[]): string[] {
  const cost = (size: number) => (size >= 96 ? size - 96 : 10_000 - size);
  return [...new Set([...icons].sort((a, b) => cost(a.size) - cost(b.size)).map((icon) => icon.url))];
}

async function fetchFrontPage(
  address: string,
  safeFetch: SafeFetchCall,
  signal: AbortSignal | undefined,
): Promise<SafeFetchAnswer> {
  const [first, second] = enteredAddresses(address);
  if (!first) throw new SafeFetchError('fetch.bad_url');
  const request = {
    signal,
    timeoutMs: 15_000,
    maxBytes: 3_000_000,
    headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1' },
    acceptTypes: ['text/html', 'application/xhtml+xml', ''],
  };
  try {
    return await safeFetch(first, request);
  } catch (error) {
    if (!second || !(error instanceof SafeFetchError) || error.code !== 'fetch.unreachable') throw error;
    return safeFetch(second, request);
  }
}

/**
 * Reads a site's front page for creating an agent: what it is called and about, its icon and its colours.
 *
 * `address` may lack the scheme, as people type it. Bounds: the page 3 MB and 15 s; beside it the manifest,
 * at most 3 style sheets (300 KB each) and 5 tries for an icon (500 KB); those may fail silently.
 * The icon's bytes are as the site sent them: an SVG must be rasterised or served as an attachment.
 * @throws SafeFetchError (also `fetch.unreachable` for answers other than 2xx), DocumentError, or the
 *   signal's reason
 */
export async function readSiteProfile(
  address: string,
  { safeFetch, parseHtml }: Pick<CrawlServices, 'safeFetch' | 'parseHtml'>,
  options: { signal?: AbortSignal } = {},
): Promise<SiteProfile> {
  const { signal } = options;
  const answer = await fetchFrontPage(address, safeFetch, signal);
  if (answer.status < 200 || answer.status > 299)
    throw new SafeFetchError('fetch.unreachable', new Error(`status ${answer.status}`));
  const page: ParsedHtml = await parseHtml(
    { bytes: answer.body, url: answer.url, contentType: answer.headers.get('content-type') },
    { signal },
  );

  const [manifest, styles] = await Promise.all([
    page.manifestUrl ? fetchManifest(page.manifestUrl, safeFetch, signal) : null,
    Promise.all(
      page.stylesheetUrls.slice(0, 3).map((url) =>
        safeFetch(url, {
          signal,
          timeoutMs: 6_000,
          maxBytes: largestStylesheet,
          acceptTypes: ['text/css'],
        }).then(
          (sheet) => (sheet.status === 200 ? sheet.body.toString('utf8') : ''),
          () => '',
        ),
      ),
    ),
  ]);
  signal?.throwIfAborted();
  const icon = await fetchIcon(
    [...byFitness([...page.icons, ...(manifest?.icons ?? [])]), new URL('/favicon.ico', answer.url).href],
    safeFetch,
    signal,
  );
  signal?.throwIfAborted();

  const declared = [page.themeColor, manifest?.themeColour].flatMap((colour) =>
    colour ? (readColour(colour) ?? []) : [],
  );
  const found = brandColours(`${page.inlineCss}\n${styles.join('\n')}`);
  // A white or black theme colour says what the browser's bar looks like, not the brand.
  const colours = [...new Set([...declared.filter((colour) => saturationOf(colour) >= 0.2), ...found])].slice(
    0,
    6,
  );
  return {
    url: answer.url,
    title: page.title,
    siteName: page.siteName ?? manifest?.name ?? null,
    description: page.description,
    language: page.language,
    icon,
    colours,
    headings: page.headings,
    mainText: page.text,
    footerText: page.footerText,
    links: page.links,
    images: page.images,
  };
}
