import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  countColors,
  longestStyles,
  paletteAround,
  paletteOf,
  readColor,
  type ColorPalette,
} from '#shared/color-palette.ts';
import { addressKey } from '#platform/rate-limit/network.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import type { SafeFetchCall } from '#platform/safe-fetch/safe-fetch.ts';
import type { Services } from '../../services.ts';
import { createSendLab } from './lab-pages.ts';
import type { BuiltPages } from '../pages.ts';

/** How often one network address has a site looked at: each time fetches up to five files. */
const siteRule = { name: 'color-analyzer', limit: 12, windowSeconds: 60 };
/** What all addresses together may have looked at. */
const allSitesRule = { name: 'color-analyzer-all', limit: 120, windowSeconds: 60 };
const exampleColor = '#36d6b5';
const mostSheets = 4;
/** Tags of a page that are looked at for its sheets and its own color. */
const mostTags = 500;
const wholeMs = 9_000;
const longestAddress = 2_000;
/** What a page says of its own color counts like so many mentions. */
const themeColorWeight = 25;
/** Counted colors that the browser read out of a logo; it sends them as `color:amount`. */
const mostLogoColors = 60;

type Look = {
  palette: ColorPalette | null;
  source: string | null;
  problem: string | null;
  /** Seconds until a site is looked at again, where too many were. */
  wait?: number;
};

/** The colors of a site, a logo or one colour, and what can be read on them. */
export function serveColorPages(
  app: FastifyInstance,
  services: Services,
  pages: BuiltPages,
  isSignedIn: (request: FastifyRequest) => Promise<boolean>,
): void {
  const send = createSendLab(services, pages);

  async function lookAtSite(written: string, address: string): Promise<Look> {
    const url = siteAddress(written);
    if (!url) return { palette: null, source: null, problem: 'address' };
    const wait = await services.limiter.takeAll([
      { rule: siteRule, key: addressKey(address) },
      { rule: allSitesRule, key: 'all' },
    ]);
    if (wait !== null) return { palette: null, source: null, problem: 'often', wait };
    try {
      const palette = paletteOf(await colorsOfSite(services.safeFetch, url));
      return { palette, source: url.host, problem: palette ? null : 'none' };
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error;
      return {
        palette: null,
        source: null,
        problem: error.code === 'fetch.address_not_allowed' ? 'private' : 'unreachable',
      };
    }
  }

  app.get<{ Querystring: { url?: unknown; color?: unknown; logo?: unknown } }>(
    '/color-analyzer',
    async (request, reply) => {
      const word = (value: unknown): string =>
        typeof value === 'string' ? value.trim().slice(0, longestAddress) : '';
      const { query } = request;
      const [url, given, logo] = [word(query.url), word(query.color).slice(0, 40), word(query.logo)];
      // Whoever asked nothing yet sees what an answer is like.
      const written = url === '' && logo === '' && given === '' ? exampleColor : given;
      const color = readColor(written);
      const { wait, ...look }: Look =
        url !== ''
          ? await lookAtSite(url, request.ip)
          : logo !== ''
            ? { palette: paletteOf(logoColors(logo)), source: null, problem: null }
            : {
                palette: color ? paletteAround(color) : null,
                source: null,
                problem: color ? null : 'color',
              };
      const mayApply = await isSignedIn(request);
      if (wait !== undefined) void reply.code(429).header('retry-after', String(wait));
      return send(
        request,
        url === '' ? reply : reply.header('x-robots-tag', 'noindex'),
        'color-analyzer',
        {
          asked: { url, color: written },
          ...look,
          mayApply,
          script: pages.landingScript,
          labScript: pages.labScript,
        },
        {
          path: '/color-analyzer',
          query: { ...(url && { url }), ...(given && { color: given }), ...(logo && { logo }) },
          isFound: url === '' && given === '' && logo === '',
          isKept: !mayApply && wait === undefined,
        },
      );
    },
  );
}

/** The web address that somebody wrote, with or without its scheme, or null. */
function siteAddress(written: string): URL | null {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `https://${written}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  return url && /^https?:$/.test(url.protocol) && url.username === '' ? url : null;
}

/** What a site's page and its first style sheets name; a sheet that can't be had is left out. */
async function colorsOfSite(fetchSafely: SafeFetchCall, url: URL): Promise<Map<string, number>> {
  const signal = AbortSignal.timeout(wholeMs);
  const page = await fetchSafely(url, {
    signal,
    timeoutMs: wholeMs,
    maxBytes: 1_500_000,
    acceptTypes: ['text/html', 'application/xhtml+xml'],
  });
  if (page.status >= 400) throw new SafeFetchError('fetch.unreachable');
  const markup = page.body.toString('utf8').slice(0, longestStyles);
  const ofPage = countColors([markup]);
  const { counts } = ofPage;
  for (const tag of tagsOf(markup, /<meta\s[^<>]{0,300}>/gi)) {
    const isTheme = /\bname\s*=\s*["']?theme-color/i.test(tag);
    const color = isTheme ? readColor(/\bcontent\s*=\s*["']?([^"'>]{3,40})/i.exec(tag)?.[1] ?? '') : null;
    if (color) counts.set(color, (counts.get(color) ?? 0) + themeColorWeight);
  }
  const sheets = tagsOf(markup, /<link\s[^<>]{0,600}>/gi)
    .filter((tag) => /\brel\s*=\s*["']?stylesheet/i.test(tag))
    .map((tag) => (/\bhref\s*=\s*["']?([^"'\s>]{1,500})/i.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&'))
    .filter((href) => href !== '' && URL.canParse(href, page.url))
    .slice(0, mostSheets);
  const texts = await Promise.allSettled(
    sheets.map(async (href) => {
      const sheet = await fetchSafely(new URL(href, page.url), {
        signal,
        timeoutMs: wholeMs,
        maxBytes: longestStyles,
        acceptTypes: ['text/css'],
      });
      return sheet.body.toString('utf8');
    }),
  );
  const styles = texts.flatMap((text) => (text.status === 'fulfilled' ? [text.value] : []));
  return countColors(styles, ofPage).counts;
}

/** The first tags of a kind. */
function tagsOf(markup: string, kind: RegExp): string[] {
  const tags: string[] = [];
  for (const [tag] of markup.matchAll(kind)) {
    tags.push(tag);
    if (tags.length >= mostTags) break;
  }
  return tags;
}

function logoColors(written: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const part of written.split(',').slice(0, mostLogoColors)) {
    const [code = '', amount = ''] = part.split(':');
    const color = readColor(code);
    if (color && /^\d{1,7}$/.test(amount)) counts.set(color, Number(amount));
  }
  return counts;
}
