import { leadsToLoopback } from '#platform/safe-fetch/loopback.ts';

const trackingParameter =
  /^(utm_.*|fbclid|gclid|gbraid|wbraid|dclid|msclkid|yclid|twclid|ttclid|igshid|mc_cid|mc_eid|_ga|_gl|_hsenc|_hsmi|hsctatracking|mkt_tok|vero_id|oly_enc_id|phpsessid|jsessionid|sessionid|sid|s_cid|ref_src|replytocom|share)$/i;
const longestUrl = 2_048;
const fileExtension = /\.([a-z0-9]{1,8})$/i;
const documentExtension = /^(pdf|docx|pptx|xlsx|csv|txt|md|srt|vtt)$/;
const pageExtension = /^(html?|xhtml|php\d?|aspx?|jsp|do|cgi|cfm|shtml)$/;
const otherFile =
  /^(png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|map|json|xml|rss|atom|zip|gz|tgz|rar|7z|dmg|exe|msi|apk|mp[34]|m4[av]|wav|ogg|webm|mov|avi|mkv|woff2?|ttf|otf|eot|ics|vcf|doc|xls|ppt|odt|ods|psd|ai|eps|epub)$/;
/** Places behind which there is nothing to read, or where a visit does something. */
const actionPath =
  /\/(?:wp-admin|wp-login\.php|wp-json|xmlrpc\.php|cdn-cgi|log-?out|sign-?out|log-?in|sign-?in|cart|checkout|basket|my-account)(?:\/|$)/i;
const actionParameter = /^(add-to-cart|add_to_cart|action|logout|delete|remove|print|download)$/i;

/**
 * A host without `www.`, with its port when it is an unusual one: `http`, `https` and `www.` of a site are
 * one site.
 */
export function siteOf(url: URL): string {
  return url.hostname.replace(/^www\./, '').replace(/\.$/, '') + (url.port ? `:${url.port}` : '');
}

/**
 * Addresses to try for what a person typed: `example.com` means `https://example.com`, else
 * `http://example.com`. Empty when it is none.
 */
export function enteredAddresses(text: string): string[] {
  const typed = text.trim();
  if (typed === '' || typed.length > longestUrl || /\s/.test(typed)) return [];
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed))
    return /^https?:\/\//i.test(typed) && URL.canParse(typed) ? [typed] : [];
  return (leadsToLoopback(typed) ? ['http'] : ['https', 'http'])
    .map((scheme) => `${scheme}://${typed}`)
    .filter((address) => URL.canParse(address));
}

/**
 * The address as it is requested and stored: without fragment, tracking and session parameters, parameters in
 * order; null when it is no page address.
 */
export function normalisePageUrl(address: string | URL, base?: string | URL): URL | null {
  if (!URL.canParse(String(address), base === undefined ? undefined : String(base))) return null;
  const url = new URL(String(address), base === undefined ? undefined : String(base));
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username || url.password) return null;
  url.hash = '';
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/gi, '').replace(/\/{2,}/g, '/');
  if (url.search) {
    // On a copy: each change of the address's own parameters writes the whole address anew.
    const kept = new URLSearchParams([...url.searchParams].filter(([name]) => !trackingParameter.test(name)));
    kept.sort();
    url.search = kept.toString();
  }
  return url.href.length > longestUrl ? null : url;
}

/**
 * What two spellings of one page have in common: site, path without a slash or index file at the end,
 * parameters in order.
 */
export function pageKey(url: URL): string {
  const path = url.pathname
    .replace(/\/index\.(?:html?|php)$/i, '/')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
  return `${siteOf(url)}${path}${url.search}`;
}

/** What a link leads to, judged by its address. */
export function linkKind(url: URL): 'page' | 'document' | 'other' {
  const extension = fileExtension.exec(url.pathname)?.[1]?.toLowerCase();
  if (extension && !pageExtension.test(extension)) {
    if (documentExtension.test(extension)) return 'document';
    if (otherFile.test(extension)) return 'other';
  }
  if (actionPath.test(url.pathname)) return 'other';
  for (const name of url.searchParams.keys()) if (actionParameter.test(name)) return 'other';
  return 'page';
}

/**
 * Matches a path against a glob in linear time: `*` (or `**`) stands for anything, `?` for one character;
 * without either, a glob covers the path itself and everything below it. For example `/blog`, `/blog/*` or
 * `*.html`.
 */
export function matchesGlob(path: string, glob: string): boolean {
  const pattern = glob.startsWith('/') || glob.startsWith('*') ? glob : `/${glob}`;
  if (!/[*?]/.test(pattern)) {
    const bare = pattern.replace(/(?<!\/)\/+$/, '');
    return path === bare || path.startsWith(`${bare}/`);
  }
  let at = 0;
  let next = 0;
  let star = -1;
  let mark = 0;
  while (at < path.length) {
    if (next < pattern.length && pattern[next] === '*') {
      star = next;
      mark = at;
      next += 1;
    } else if (next < pattern.length && (pattern[next] === '?' || pattern[next] === path[at])) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      next = star + 1;
      mark += 1;
      at = mark;
    } else return false;
  }
  while (pattern[next] === '*') next += 1;
  return next === pattern.length;
}

/** Whether the owner's globs let a page in: one of `include` (if there are any), none of `exclude`. */
export function isWanted(url: URL, include: readonly string[], exclude: readonly string[]): boolean {
  let path = url.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {
    // A path with broken escapes is matched as it is written.
  }
  return (
    (include.length === 0 || include.some((glob) => matchesGlob(path, glob))) &&
    !exclude.some((glob) => matchesGlob(path, glob))
  );
}

const mostVariants = 25;
const mostDatePages = 36;

/**
 * Notices addresses that a site could go on inventing: many parameter variants of one path, calendars, paths
 * that repeat themselves.
 * Returns a function that says whether one more address may be followed, and counts it.
 */
export function createTrapGuard(): (url: URL) => boolean {
  const counts = new Map<string, number>();
  const allow = (key: string, most: number) => {
    const count = counts.get(key) ?? 0;
    if (count >= most) return false;
    counts.set(key, count + 1);
    return true;
  };
  return (url) => {
    const segments = url.pathname.split('/').filter(Boolean);
    if (segments.length > 15 || url.searchParams.size > 6) return false;
    const repeats = new Map<string, number>();
    for (const segment of segments) repeats.set(segment, (repeats.get(segment) ?? 0) + 1);
    if (Math.max(0, ...repeats.values()) > 2) return false;
    const isDate =
      /\/\d{4}[/-]\d{1,2}(?:[/-]\d{1,2})?(?:\/|$)/.test(url.pathname) &&
      /calend|event|archive|termin|agenda|kalend|eventos|evenement|udalost/i.test(url.pathname);
    if (isDate && !allow(`date ${url.pathname.replace(/\d+/g, '#')}`, mostDatePages)) return false;
    return url.search === '' || allow(`query ${url.pathname}`, mostVariants);
  };
}
