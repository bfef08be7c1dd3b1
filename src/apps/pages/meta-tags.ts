import { fallbackLanguage } from '#shared/languages.ts';
import { html, jsonInScript, type Html } from '#shared/text/escape-html.ts';
import type { PageContext, PageMeta } from '#shared/page-contract.ts';

/**
 * The part of a page's head that search engines and shared links read: description, the one address, the same
 * page in other languages, picture, description by schema.org.
 */
export function metaTags(meta: PageMeta, context: PageContext, title: Html): Html[] {
  const own = meta.origin + context.path;
  const inLanguage = (language: string): string =>
    language === fallbackLanguage ? own : `${own}?lang=${language}`;
  const address = meta.languages.includes(context.language) ? inLanguage(context.language) : own;
  const alternates = meta.languages.map(
    (language) => html`<link rel="alternate" hreflang="${language}" href="${inLanguage(language)}">`,
  );
  return [
    html`<meta name="description" content="${meta.description}"><link rel="canonical" href="${address}">`,
    ...alternates,
    ...(alternates.length > 0 ? [html`<link rel="alternate" hreflang="x-default" href="${own}">`] : []),
    html`<meta property="og:type" content="website"><meta property="og:site_name" content="${context.brandName}">`,
    html`<meta property="og:title" content="${title}"><meta property="og:description" content="${meta.description}">`,
    html`<meta property="og:url" content="${address}"><meta property="og:locale" content="${context.language}">`,
    ...(meta.image
      ? [
          html`<meta property="og:image" content="${meta.origin + meta.image}">`,
          html`<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">`,
          html`<meta name="twitter:card" content="summary_large_image">`,
        ]
      : []),
    ...(meta.feeds ?? []).map(
      ({ type, href, title: name }) =>
        html`<link rel="alternate" type="${type}" href="${href}" title="${name}">`,
    ),
    ...(meta.jsonLd ? [html`<script type="application/ld+json">${jsonInScript(meta.jsonLd)}</script>`] : []),
  ];
}
