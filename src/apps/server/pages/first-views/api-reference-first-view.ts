import { apiReferenceBeginnings, publicApiDocumentPath } from '#shared/public-api.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { html, type Html } from '#shared/text/escape-html.ts';
import { factGap } from '#shared/text/fact-gap.ts';

/** Summaries are written by developers for developers. */
const languageOfSummaries = 'en';
const classOfSummaries = 'text-pretty text-muted';

type Text = (key: string) => string;

/** Every operation in a line, for whoever reads without scripts; browsers that run them take no notice. */
function withoutScript(endpoints: readonly Endpoint[]): Html {
  const operations = endpoints
    .filter(({ name }) => name !== undefined)
    .toSorted((a, b) => a.path.localeCompare(b.path))
    .map(({ name, method, path, summary }) => {
      const call = html`<code class="font-mono text-sm break-all">${method} ${path}</code>`;
      const said = html`<p lang="${languageOfSummaries}" class="${classOfSummaries}">${summary.replaceAll('`', '')}</p>`;
      return html`<li id="${name}" class="px-4 py-2.5">${call}${said}</li>`;
    });
  return html`<noscript
    ><ul class="min-w-0 divide-y divide-line rounded-card border border-line bg-surface">${operations}</ul></noscript>`;
}

/**
 * How the reference begins, for whoever reads it before the app is there. The classes are those of the screen
 * (`features/public-api/web/api-reference.page.tsx`); a browser test holds that nothing moves. Its controls are room only.
 */
export function apiReferenceFirstView(text: Text, endpoints: readonly Endpoint[]): Html {
  const beginnings = apiReferenceBeginnings.map(
    (key) => html`<li class="max-w-prose text-pretty">${text(`begin.${key}`)}</li>`,
  );
  const more = html`<p class="max-w-prose text-pretty text-muted"
    ><a href="${publicApiDocumentPath}" target="_blank" rel="noopener" class="text-accent-ink underline underline-offset-4"
    >${text('document')}</a>${factGap}${text('client')}</p>`;
  const heading = html`<div class="grid gap-3"
    ><h1 class="text-2xl font-semibold tracking-tight text-balance">${text('title')}</h1
    ><p class="max-w-prose text-pretty">${text('intro')}</p>${more}</div>`;
  const begin = html`<section class="grid gap-3"><h2 class="text-lg font-semibold">${text('begin.title')}</h2
    ><ul class="grid list-disc gap-2 pl-5">${beginnings}</ul></section>`;
  return html`<div class="first-view min-h-dvh bg-page"
    ><header class="sticky top-0 z-10 border-b border-line bg-surface"
    ><div class="mx-auto flex max-w-5xl items-center gap-3 px-4 py-3 sm:px-6"><span class="h-11 md:h-9"></span></div></header
    ><main class="mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-8 px-4 py-8 sm:px-6" aria-busy="true"
    >${heading}${begin}${withoutScript(endpoints)}</main></div>`;
}
