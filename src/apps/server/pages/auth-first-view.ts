import { html, madeMarkup, type Html } from '#shared/text/escape-html.ts';
import { paths } from '#shared/paths.ts';

type Tab = 'login' | 'register';

/** What the app's page says until its script has come; a mark that turns is in it, too. */
const root = /<div id="root">[^]*<\/div>(?=\s*<\/body>)/;
const mark =
  'M12.2 2.5a9.3 9.3 0 0 1 7.9 4.3 1.9 1.9 0 0 1-.6 2.6 1.9 1.9 0 0 1-2.6-.6 5.5 5.5 0 1 0-.1 6.1 1.9 1.9 0 0 1 2.6-.5 1.9 1.9 0 0 1 .6 2.6 9.3 9.3 0 0 1-11.3 3.4l-4 1.5a1 1 0 0 1-1.3-1.3l1.2-3.8A9.3 9.3 0 0 1 12.2 2.5Z';
const link = 'text-ink underline decoration-edge underline-offset-2 hover:decoration-current';

/**
 * Signing in as it will look, in the HTML of the page: on a slow line it can be read seconds before the app's
 * script is there, which then draws the same in its place. The classes are those of the screen
 * (`features/auth/web/auth.page.tsx`); a browser test holds that nothing moves. Fields are drawn, not there:
 * what was typed would be lost.
 */
function firstView(
  text: (key: string, values?: Record<string, string>) => string,
  brand: string,
  tab: Tab,
): Html {
  const field = (label: string, aside?: Html, help?: string) =>
    html`<div class="grid min-w-0 gap-1.5"><div class="flex min-w-0 items-baseline justify-between gap-3"><span class="text-base font-medium">${label}</span>${aside}</div>${help !== undefined && html`<p class="-mt-1 text-sm text-muted">${help}</p>`}<span class="w-full min-w-0 rounded-control border border-edge bg-surface h-11 md:h-9"></span></div>`;
  const trigger = (name: Tab) =>
    html`<span data-state="${name === tab ? 'active' : 'inactive'}" class="relative inline-flex items-center justify-center min-h-11 px-2.5 font-medium md:px-3 whitespace-nowrap text-muted after:absolute after:-bottom-px after:h-0.5 after:rounded-full data-[state=active]:text-ink data-[state=active]:after:bg-accent-strong md:min-h-10 grow basis-0 after:inset-x-0">${text(`${name}.tab`)}</span>`;
  const forgot = html`<span class="shrink-0 text-sm text-muted"><span class="font-medium text-accent-ink">${text('forgot.link')}</span></span>`;
  const fields =
    tab === 'login'
      ? [field(text('email')), field(text('password'), forgot)]
      : [
          field(text('name')),
          field(text('email')),
          field(text('password'), undefined, text('passwordHelp')),
          field(text('confirmPassword')),
        ];
  /* The sentence has its links marked as the screen's texts have them. */
  const consent = text('consent')
    .split(/<(terms|privacy)>(.*?)<\/\1>/)
    .flatMap((part, at, parts) => {
      if (at % 3 === 1) return [];
      if (at % 3 === 0) return [html`${part}`];
      return [
        html`<a href="${parts[at - 1] === 'terms' ? paths.terms : paths.privacy}" target="_blank" rel="noopener noreferrer" class="${link}">${part}</a>`,
      ];
    });
  const logo = html`<span class="inline-flex shrink-0 items-center justify-center rounded-[28%] bg-accent text-on-accent" style="width:32px;height:32px"><svg width="21" height="21" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor"><path d="${mark}"/></svg></span>`;
  return html`<div class="auth-first min-h-dvh lg:grid lg:grid-cols-[minmax(28rem,1fr)_minmax(0,1.1fr)]"><main class="flex min-h-dvh flex-col bg-surface px-5 py-6 sm:px-10"><span class="inline-flex min-w-0 items-center gap-2.5">${logo}<span class="truncate text-lg font-semibold tracking-tight">${brand}</span></span><div class="m-auto w-full max-w-sm py-10" aria-busy="true"><p class="mb-6 font-display text-2xl font-medium text-balance">${text('headline', { brand })}</p><div><div class="relative flex overflow-x-auto border-b border-line">${trigger('login')}${trigger('register')}</div><div class="pt-6"><header class="mb-6"><h1 class="text-xl font-semibold tracking-tight text-balance">${text(`${tab}.title`)}</h1><p class="mt-1 text-pretty text-muted">${text(`${tab}.subtitle`)}</p></header><div class="grid gap-4" aria-hidden="true">${fields}<span class="inline-flex items-center justify-center gap-2 rounded-control py-1 text-center whitespace-nowrap bg-accent text-on-accent font-semibold min-h-12 px-5 text-md md:min-h-11 mt-1 w-full">${text(`${tab}.submit`)}</span></div></div></div></div><p class="mx-auto max-w-sm text-center text-sm text-pretty text-muted">${consent}</p></main><aside class="relative hidden overflow-hidden border-l border-line bg-page lg:flex lg:flex-col lg:justify-center lg:px-14 xl:px-20"></aside></div>`;
}

/** The app's page with the screen for signing in already in it. */
export function withAuthFirstView(
  page: string,
  language: string,
  brand: string,
  tab: Tab,
  text: (key: string, values?: Record<string, string>) => string,
): string {
  const view = firstView(text, brand, tab);
  const title = html`<title>${text(`${tab}.title`)} · ${brand}</title>`;
  return (
    page
      .replace('<html lang="en"', html`<html lang="${language}" data-first-view="${language}"`.markup)
      .replace(/<title>.*?<\/title>/, () => title.markup)
      /* The app's script is fetched after what there is to see, and begun when that is drawn (`theme-boot.js`). */
      .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
      .replace(
        /<script type="module" crossorigin src="([^"]+)"><\/script>/,
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="$1" data-app>',
      )
      .replace(root, () => html`<div id="root">${madeMarkup(view.markup)}</div>`.markup)
  );
}
