import { createHash } from 'node:crypto';
import type { PageData } from '#shared/landing-pages/page-data.ts';
import { headMarkup } from '#shared/landing-pages/head-code.ts';
import { blocksOf } from '#shared/landing-pages/parse-page.ts';
import { html, madeMarkup } from '#shared/text/escape-html.ts';
import type { LandingPageDrawing } from '#shared/page-contract.ts';
import type { ShownVersion } from '#features/landing-pages/server/published/published.usecases.ts';
import type { Services } from '../../services.ts';

/** What is drawn: a version, or a draft that is none yet. */
export type Drawable = Pick<ShownVersion, 'data' | 'settings' | 'facts' | 'origins'> & {
  page: Pick<ShownVersion['page'], 'accountId' | 'title' | 'slug'>;
};

/** Where the players of videos are that a page may show. */
const players = 'https://www.youtube-nocookie.com https://player.vimeo.com https://www.loom.com';

/** Rules of the frame in which an owner's HTML stands: scripts run there, as a stranger, and reach no server. */
export const framePolicy =
  "sandbox allow-scripts allow-forms allow-popups; default-src 'none'; script-src 'unsafe-inline' https:; style-src 'unsafe-inline' https:; img-src https: data:; font-src https: data:; media-src https:; frame-src https:; connect-src 'none'; form-action https:; frame-ancestors 'self'";

/** The HTML of a block; null where it is no such block. */
export function htmlOf(data: PageData, block: string): string | null {
  const found = blocksOf(data.content).find(({ type, props }) => type === 'html' && props.id === block);
  const code = found?.props['code'];
  return typeof code === 'string'
    ? // The owner's own markup: it stands in a frame that is a stranger to everything of ours.
      html`<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">${madeMarkup(code)}`
        .markup
    : null;
}

/** Everything that drawing needs, out of a version or a draft. */
export async function drawingOf(
  services: Pick<Services, 'brands' | 'clock' | 'translator'>,
  { page, data, settings, facts, origins }: Drawable,
  place: { url: string; isListed: boolean; htmlFrames: string | null },
): Promise<LandingPageDrawing> {
  const brand = await services.brands.of(page.accountId);
  const { origin } = new URL(place.url);
  const { language, theme, trackers, favicon, ogImage } = settings;
  const now = services.clock.now();
  now.setSeconds(0, 0);
  const icon =
    favicon !== ''
      ? { href: favicon, type: 'image/webp' }
      : brand.iconUrl !== null
        ? { href: brand.iconUrl, type: 'image/png' }
        : { href: '/favicon.svg', type: 'image/svg+xml' };
  return {
    data,
    theme,
    language,
    facts,
    title: page.title,
    seoTitle: settings.seoTitle || page.title,
    description: settings.seoDescription,
    url: place.url,
    origin,
    isListed: place.isListed,
    imageUrl: ogImage === '' ? `${origins.domain ?? origin}/p/${page.slug}/share.png` : origin + ogImage,
    icon,
    siteName: brand.isWhiteLabel ? brand.name : '',
    headTags: headMarkup(settings.headCode),
    trackers,
    htmlFrames: place.htmlFrames,
    // A countdown that was drawn a moment ago is the same page.
    now,
    text: (key, variables) => services.translator.text(language, key, variables),
  };
}

/** What a landing page may load. Statistics are reached only where the owner named them; they ask first. */
export function policyFor({ trackers }: Pick<LandingPageDrawing, 'trackers'>, css: string): string {
  const hash = createHash('sha256').update(css).digest('base64');
  const google = trackers.googleAnalytics !== '';
  const meta = trackers.metaPixel !== '';
  const scripts = [
    "'self'",
    ...(google ? ['https://www.googletagmanager.com'] : []),
    ...(meta ? ['https://connect.facebook.net'] : []),
  ];
  const connections = [
    "'self'",
    ...(google
      ? [
          'https://*.google-analytics.com',
          'https://*.analytics.google.com',
          'https://www.googletagmanager.com',
        ]
      : []),
    ...(meta ? ['https://www.facebook.com', 'https://connect.facebook.net'] : []),
  ];
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    // The chat draws itself within the page, with rules of its own.
    `style-src 'self' 'sha256-${hash}'`,
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    "font-src 'self'",
    `connect-src ${connections.join(' ')}`,
    `frame-src 'self' ${players}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}
