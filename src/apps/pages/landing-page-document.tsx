import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { themeCss } from '#shared/landing-pages/theme-css.ts';
import type { LandingPageDrawing, LandingPageFiles } from '#shared/page-contract.ts';
import { html, madeMarkup, type Html } from '#shared/text/escape-html.ts';
import { PageView } from '#features/landing-pages/pages/blocks/page-view.tsx';

/** What search engines and other sites read of a page. */
function headOf(page: LandingPageDrawing): (Html | false)[] {
  const { seoTitle, description, url, imageUrl, icon, siteName, isListed, language } = page;
  return [
    html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    html`<title>${seoTitle}</title>`,
    description !== '' && html`<meta name="description" content="${description}">`,
    isListed ? html`<link rel="canonical" href="${url}">` : html`<meta name="robots" content="noindex">`,
    html`<link rel="icon" type="${icon.type}" href="${icon.href}">`,
    html`<meta property="og:type" content="website"><meta property="og:title" content="${seoTitle}">`,
    description !== '' && html`<meta property="og:description" content="${description}">`,
    html`<meta property="og:url" content="${url}"><meta property="og:locale" content="${language}">`,
    siteName !== '' && html`<meta property="og:site_name" content="${siteName}">`,
    imageUrl !== null &&
      html`<meta property="og:image" content="${imageUrl}"><meta name="twitter:card" content="summary_large_image">`,
    ...page.headTags,
  ];
}

/** Asks before anything that tracks is loaded; without a script nothing is, so that nothing is asked. */
function consentOf({ trackers, text }: LandingPageDrawing): Html | null {
  if (trackers.googleAnalytics === '' && trackers.metaPixel === '') return null;
  return html`<section class="lp-consent" hidden aria-label="${text('page-visit:consent.label')}" data-google="${trackers.googleAnalytics}" data-meta="${trackers.metaPixel}"><p>${text('page-visit:consent.text')}</p><div><button type="button" data-consent="no">${text('page-visit:consent.decline')}</button><button type="button" data-consent="yes">${text('page-visit:consent.accept')}</button></div></section><button type="button" class="lp-consent-again" hidden>${text('page-visit:consent.again')}</button>`;
}

/** A landing page as a whole document. It works without its scripts. */
export function renderLandingPage(
  page: LandingPageDrawing,
  files: LandingPageFiles,
): { document: string; css: string } {
  const { data, theme, language, facts, title, url, htmlFrames, now, text } = page;
  const body = renderToStaticMarkup(
    createElement(PageView, {
      data,
      scene: {
        language,
        title,
        text: (key: string, variables?: Record<string, string | number>) =>
          text(`landing-page:${key}`, variables),
        facts,
        url,
        now,
        mode: theme.mode,
        htmlFrame: (block: string) => htmlFrames && htmlFrames + encodeURIComponent(block),
        isEditing: page.isSample === true,
      },
    }),
  );
  const css = themeCss(theme);
  const consent = consentOf(page);
  const styles =
    typeof files.styles === 'string'
      ? html`<link rel="stylesheet" href="${files.styles}">`
      : html`<style>${madeMarkup(files.styles.css)}</style>`;
  const consentStyle = consent && html`<link rel="stylesheet" href="${files.consent.style}">`;
  const scripts = [files.script, consent && files.consent.script].flatMap((src) =>
    src === null ? [] : [html`<script type="module" fetchpriority="low" src="${src}"></script>`],
  );
  const head = headOf(page).filter((tag) => tag !== false);
  const document = html`<!doctype html><html lang="${language}"><head>${head}${styles}${consentStyle}<style>${madeMarkup(css)}</style></head><body>${madeMarkup(body)}${consent}${scripts}</body></html>`;
  return { document: document.markup, css };
}
