import { html, madeMarkup, type Html } from '#shared/text/escape-html.ts';

/** What the app's page says until its script has come; a mark that turns is in it, too. */
const root = /<div id="root">[^]*<\/div>(?=\s*<\/body>)/;

/**
 * The app's page with what its screen begins with already in it, in this language: on a slow line it can be read seconds before the
 * app's script is there, which then draws the same in its place. The script is fetched after what there is to see, and begun when
 * that is drawn (`theme-boot.js`).
 */
export function withFirstView(page: string, language: string, view: Html): string {
  return page
    .replace(/ lang="[^"]{0,20}"/, () => html` lang="${language}" data-first-view="${language}"`.markup)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace(
      /<script type="module" crossorigin src="([^"]+)"><\/script>/,
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="$1" data-app>',
    )
    .replace(root, () => html`<div id="root">${madeMarkup(view.markup)}</div>`.markup);
}
