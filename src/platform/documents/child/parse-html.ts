import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { HtmlIcon, HtmlLink, ParsedHtml } from '../document-types.ts';
import { iconSize } from '../icon-size.ts';
import { cleanLine, cleanText, cutText } from './clean-text.ts';
import { decodeText } from './decode-text.ts';
import { depthOf, domToText } from './dom-to-text.ts';
import type { DomNode } from './dom-to-text.ts';
import { removeFurniture, removeHeadingMarks } from './page-furniture.ts';
import { attributeOf, decodeEntities, scanMarkup, textOfMarkup } from './markup-scanner.ts';

const deepestTree = 400;
/** Opening and closing tags; a page with more has no structure worth a tree. */
const mostTags = 100_000;
/**
 * Elements left open at one time, roughly counted before there is a tree: building a very deep tree alone
 * takes long.
 */
const mostOpen = 3_000;
const closedByOthers = new Set([
  'p',
  'li',
  'td',
  'th',
  'tr',
  'dt',
  'dd',
  'option',
  'thead',
  'tbody',
  'tfoot',
  'colgroup',
  'col',
  'br',
  'hr',
  'img',
  'input',
  'meta',
  'link',
  'source',
  'area',
  'base',
  'embed',
  'wbr',
  'track',
  'param',
]);
const mostLinks = 1_500;
const mostImages = 60;
const largestHtml = 6_000_000;
const largestCss = 200_000;
const readabilityFrom = 1_500;

/** Boxes that ask for consent or only lead elsewhere. */
const noiseSelector = [
  'nav',
  '[role=navigation]',
  '[role=search]',
  '[role=banner] ul',
  '[aria-label*=breadcrumb i]',
  '.breadcrumb',
  '.breadcrumbs',
  '.skip-link',
  '.screen-reader-text',
  '.sr-only',
  '[id*=cookie i]',
  '[class*=cookie i]',
  '[id*=consent i]',
  '[class*=consent i]',
  '[id*=onetrust i]',
  '[id*=CybotCookiebot]',
  '[class*=gdpr i]',
  '[id*=gdpr i]',
  '[class*=share-buttons i]',
  '[class*=social-share i]',
  // What a form says only when something went wrong or was sent.
  '.invalid-feedback',
  '.valid-feedback',
  'form .d-none',
].join(',');

function charsetOf(bytes: Uint8Array, contentType: string | null): string | null {
  const fromHeader = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1];
  if (fromHeader) return fromHeader;
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1');
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? null;
}

function absolute(address: string | null | undefined, base: string): string | null {
  const trimmed = address?.trim();
  if (!trimmed || trimmed.length > 4_096 || !URL.canParse(trimmed, base)) return null;
  const url = new URL(trimmed, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}

type Head = Pick<
  ParsedHtml,
  | 'siteName'
  | 'description'
  | 'language'
  | 'canonicalUrl'
  | 'robots'
  | 'icons'
  | 'manifestUrl'
  | 'themeColor'
  | 'imageUrl'
  | 'links'
  | 'stylesheetUrls'
  | 'inlineCss'
  | 'images'
> & { documentTitle: string; base: string; isTreeWorthwhile: boolean };

/**
 * Everything that stands in tags and not in the tree, read in one linear pass that also survives any nesting.
 */
function readTags(html: string, url: string): Head {
  const head: Head = {
    documentTitle: '',
    base: url,
    isTreeWorthwhile: true,
    siteName: null,
    description: null,
    language: null,
    canonicalUrl: null,
    robots: { noindex: false, nofollow: false },
    icons: [],
    manifestUrl: null,
    themeColor: null,
    imageUrl: null,
    links: [],
    stylesheetUrls: [],
    inlineCss: '',
    images: [],
  };
  const links = new Map<string, HtmlLink>();
  let inTitle = false;
  let link: HtmlLink | null = null;
  let tags = 0;
  let open = 0;
  for (const token of scanMarkup(html, { html: true })) {
    if (token.type === 'text') {
      // Each stray bracket becomes a node of its own in the tree.
      if (token.text.length > 100_000 && token.text.split('<', 10_001).length > 10_000)
        head.isTreeWorthwhile = false;
      if (inTitle) head.documentTitle += token.text;
      else if (link && link.text.length < 200) link.text += token.text;
      continue;
    }
    tags += 1;
    if (!closedByOthers.has(token.name)) open = Math.max(0, open + (token.type === 'open' ? 1 : -1));
    if (tags > mostTags || open > mostOpen) head.isTreeWorthwhile = false;
    if (token.type === 'close') {
      if (token.name === 'title') inTitle = false;
      if (token.name === 'a') link = null;
      continue;
    }
    const get = (name: string) => attributeOf(token.attributes, name);
    if (token.name === 'title') inTitle = head.documentTitle === '';
    else if (token.name === 'html') head.language = get('lang') ?? get('xml:lang');
    else if (token.name === 'base') head.base = absolute(get('href'), url) ?? head.base;
    else if (token.name === 'meta')
      readMeta(
        head,
        (get('name') ?? get('property') ?? get('itemprop') ?? '').toLowerCase(),
        get('content') ?? '',
      );
    else if (token.name === 'link') readLink(head, (get('rel') ?? '').toLowerCase(), get);
    else if (token.name === 'a' || token.name === 'area') {
      const target = absolute(get('href'), head.base);
      link = target ? { url: target, text: '', nofollow: /\bnofollow\b/i.test(get('rel') ?? '') } : null;
      if (link && !links.has(link.url) && links.size < mostLinks) links.set(link.url, link);
    } else if (token.name === 'img') readImage(head, get);
    if (head.inlineCss.length < largestCss && token.attributes.includes('style'))
      head.inlineCss += `${get('style') ?? ''}\n`;
  }
  for (const match of html.matchAll(/<style[^>]{0,500}>([^<]*)/gi))
    if (head.inlineCss.length < largestCss) head.inlineCss += `${match[1] ?? ''}\n`;
  head.inlineCss = head.inlineCss.slice(0, largestCss);
  head.links = [...links.values()].map((entry) => ({
    ...entry,
    text: cleanLine(decodeEntities(entry.text), 120),
  }));
  head.documentTitle = cleanLine(decodeEntities(head.documentTitle), 300);
  return head;
}

function readMeta(head: Head, name: string, content: string): void {
  const value = content.trim();
  if (value === '') return;
  if (name === 'robots' || name === 'googlebot') {
    if (/\b(noindex|none)\b/i.test(value)) head.robots.noindex = true;
    if (/\b(nofollow|none)\b/i.test(value)) head.robots.nofollow = true;
  } else if (name === 'description' || (name === 'og:description' && !head.description))
    head.description = cleanLine(value, 1_000);
  else if (name === 'og:site_name' || (name === 'application-name' && !head.siteName))
    head.siteName = cleanLine(value, 120);
  else if (name === 'theme-color') head.themeColor ??= cleanLine(value, 60);
  else if (name === 'og:image' || name === 'og:image:secure_url')
    head.imageUrl ??= absolute(value, head.base);
}

function readLink(head: Head, rel: string, get: (name: string) => string | null): void {
  const url = absolute(get('href'), head.base);
  if (!url) return;
  const rels = rel.split(/\s+/);
  if (rels.includes('canonical')) head.canonicalUrl ??= url;
  else if (rels.includes('manifest')) head.manifestUrl ??= url;
  else if (rels.includes('stylesheet') && head.stylesheetUrls.length < 20) head.stylesheetUrls.push(url);
  else if (rels.some((entry) => entry.includes('icon')) && head.icons.length < 30) {
    const sizes = get('sizes') ?? '';
    const size = iconSize(sizes) ?? (rel.includes('apple') ? 180 : /\bany\b/i.test(sizes) ? 512 : 16);
    head.icons.push({ url, rel: cleanLine(rel, 60), size } satisfies HtmlIcon);
  }
}

/** A picture that is worth keeping: not one that only counts visitors or draws a line. */
function readImage(head: Head, get: (name: string) => string | null): void {
  const url = absolute(get('src') ?? get('data-src'), head.base);
  const isTiny = [get('width'), get('height')].some((size) => size !== null && Number(size) < 48);
  if (!url || isTiny || head.images.length >= mostImages || head.images.some((image) => image.url === url))
    return;
  head.images.push({ url, alt: cleanLine(decodeEntities(get('alt') ?? ''), 200) });
}

function isHidden(node: DomNode, opened: ReadonlySet<string>): boolean {
  if (opened.has(node.getAttribute('id') ?? '')) return false;
  return (
    node.hasAttribute('hidden') ||
    /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(node.getAttribute('style') ?? '') ||
    node.getAttribute('aria-hidden') === 'true'
  );
}

function textLength(node: DomNode): number {
  return (node.textContent ?? '').length;
}

/** Takes navigation, consent boxes and hidden parts out of the tree; returns the text of the footer. */
function removeNoise(body: DomNode): string {
  const total = textLength(body);
  // Answers of a closed accordion are hidden but meant to be read.
  const opened = new Set<string>();
  for (const button of body.querySelectorAll('[aria-controls]'))
    for (const id of (button.getAttribute('aria-controls') ?? '').split(/\s+/)) opened.add(id);
  for (const node of body.querySelectorAll(
    '[hidden],[aria-hidden=true],[style*=display],[style*=visibility]',
  ))
    if (isHidden(node, opened) && textLength(node) < total * 0.7) node.remove();
  for (const node of body.querySelectorAll(noiseSelector))
    if (textLength(node) < Math.max(total * 0.4, 400)) node.remove();
  for (const node of body.querySelectorAll('header'))
    if (!node.querySelector('h1, h2') && textLength(node) < total * 0.3 && !isInside(node, 'article'))
      node.remove();
  const footers: string[] = [];
  for (const node of body.querySelectorAll('footer, [role=contentinfo]')) {
    if (isInside(node, 'article') || isInside(node, 'blockquote') || textLength(node) > total * 0.6) continue;
    footers.push(domToText(node));
    node.remove();
  }
  return cutText(cleanText(footers.join('\n\n')), 3_000).text;
}

function isInside(node: DomNode, name: string): boolean {
  for (let parent = node.parentNode; parent; parent = parent.parentNode)
    if (parent.localName === name) return true;
  return false;
}

function withoutSiteName(title: string, siteName: string | null): string {
  if (!siteName) return title;
  const separators = /(?<!\s)\s+[|–—·:•»-]\s+/;
  const parts = title.split(separators);
  const kept = parts.filter((part) => part.toLowerCase() !== siteName.toLowerCase());
  return kept.length > 0 && kept.length < parts.length ? kept.join(' – ') : title;
}

/**
 * Reads a web page. Never fails on malformed markup: a page nested too deeply, or one that the tree parser
 * stumbles over, gives its bare text. Navigation, consent boxes and hidden parts are dropped, tables and
 * lists kept, the title put in front.
 */
export function parseHtml(
  bytes: Uint8Array,
  options: { url: string; contentType: string | null; maxTextLength: number },
): ParsedHtml {
  const cut = bytes.length > largestHtml;
  const html = decodeText(
    cut ? bytes.subarray(0, largestHtml) : bytes,
    charsetOf(bytes, options.contentType),
  ).replaceAll('\u0000', '');
  const { documentTitle, base: _base, isTreeWorthwhile, ...head } = readTags(html, options.url);
  let text = '';
  let footerText = '';
  let headings: string[] = [];
  let isDirectory = false;
  try {
    if (isTreeWorthwhile) ({ text, footerText, headings, isDirectory } = readTree(html));
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof TypeError)) throw error;
  }
  if (text === '') text = textOfMarkup(html, options.maxTextLength);
  text = cleanText(text);
  const title = withoutSiteName(documentTitle || headings[0] || '', head.siteName);
  const firstHeading = headings[0];
  if (firstHeading && !text.includes(firstHeading)) text = `# ${firstHeading}\n\n${text}`;
  else if (!firstHeading && title !== '' && !text.startsWith(title)) text = `# ${title}\n\n${text}`;
  const bounded = cutText(text.trim(), options.maxTextLength);
  return {
    ...head,
    title: cleanLine(title, 200),
    headings,
    text: bounded.text,
    footerText,
    isDirectory,
    truncated: bounded.truncated || cut,
  };
}

type ReadTree = Pick<ParsedHtml, 'text' | 'footerText' | 'headings' | 'isDirectory'>;

/** With fewer letters than this beside its lists of links, a page is a directory of others. */
const leastOwnLetters = 60;
const leastLetters = 20;

function readTree(html: string): ReadTree {
  const source = /<body\b/i.test(html)
    ? html
    : `<!doctype html><html><head></head><body>${html}</body></html>`;
  const { document } = parseHTML(source);
  const body = document.body as unknown as DomNode;
  if (depthOf(document.documentElement as unknown as DomNode, deepestTree) > deepestTree)
    return { text: '', footerText: '', headings: [], isDirectory: false };
  removeHeadingMarks(body);
  const headings: string[] = [];
  for (const heading of body.querySelectorAll('h1, h2, h3')) {
    const text = cleanLine(heading.textContent ?? '', 200);
    if (text !== '' && headings.length < 40 && !headings.includes(text)) headings.push(text);
  }
  const top = body.querySelector('h1');
  const topText = top ? cleanLine(top.textContent ?? '', 200) : '';
  if (topText !== '') headings.unshift(...headings.splice(headings.indexOf(topText), 1));
  const footerText = removeNoise(body);
  const withFurniture = domToText(body);
  removeFurniture(body);
  if (lettersBesideHeadings(body) < leastOwnLetters && lettersIn(withFurniture) >= leastOwnLetters * 2) {
    const own = domToText(body);
    const text = lettersIn(own) >= leastLetters ? own : withFurniture;
    return { text, footerText, headings, isDirectory: true };
  }
  const everything = domToText(body);
  const mainElement = body.querySelector('main, [role=main]');
  const mainText = mainElement ? domToText(mainElement) : '';
  const whole = mainText.length >= everything.length * 0.5 ? mainText : everything;
  // Readability frees an article of its side boxes. Of other pages it would drop prices, questions and
  // answers, so they keep the whole body.
  const isArticle =
    /<meta[^>]{1,300}content\s*=\s*["']article["']/i.test(html.slice(0, 100_000)) ||
    [...document.querySelectorAll('article')].length === 1;
  if (!isArticle || whole.length < readabilityFrom || html.length > 1_500_000)
    return { text: whole, footerText, headings, isDirectory: false };
  const article = new Readability<DomNode>(document as never, {
    serializer: (node) => node as unknown as DomNode,
    maxElemsToParse: 30_000,
    charThreshold: 200,
  }).parse();
  const main = article?.content ? domToText(article.content) : '';
  return {
    text: main.length >= whole.length * 0.6 ? main : whole,
    footerText,
    headings,
    isDirectory: false,
  };
}

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

const lettersBesideHeadings = (body: DomNode): number => lettersIn(domToText(body).replaceAll(/^#.*$/gm, ''));
