import { html, type Html } from '#shared/text/escape-html.ts';
import { letterOf, markPath } from '#shared/mark.ts';
import { brandVariables } from '#shared/brand-ramp.ts';
import { paths } from '#shared/paths.ts';
import type { Opening } from '#shared/sign-up.ts';
import { withFirstView } from './first-view.ts';
import type { Brand } from '#features/white-label/server/white-label-brands.usecases.ts';

type Tab = 'login' | 'register';

const classes = {
  link: 'text-ink underline decoration-edge underline-offset-2 hover:decoration-current',
  logo: 'inline-flex shrink-0 items-center justify-center rounded-[28%] bg-accent text-on-accent',
  box: 'w-full min-w-0 rounded-control border border-edge bg-surface h-11 md:h-9',
  tab: [
    'relative inline-flex items-center justify-center min-h-11 px-2.5 font-medium md:px-3',
    'whitespace-nowrap text-muted',
    'after:absolute after:bottom-0 after:h-0.5 after:rounded-full',
    'data-[state=active]:text-ink data-[state=active]:after:bg-accent-strong',
    'md:min-h-10 grow basis-0 after:inset-x-0',
  ].join(' '),
  submit: [
    'inline-flex items-center justify-center gap-2 rounded-control py-1 text-center whitespace-nowrap',
    'bg-accent text-on-accent font-semibold min-h-12 px-5 text-md md:min-h-11 mt-1 w-full',
  ].join(' '),
  screen: 'auth-first first-view min-h-dvh lg:grid lg:grid-cols-[minmax(28rem,1fr)_minmax(0,1.1fr)]',
  back: [
    'mt-6 inline-flex min-h-11 items-center gap-2 font-medium text-accent-ink',
    'underline-offset-4 hover:underline',
  ].join(' '),
  waiting: 'skeleton h-64 w-full rounded-control bg-line',
  note: 'mt-6 text-sm text-pretty text-muted',
  told: 'mt-6 text-sm text-pretty break-words whitespace-pre-line text-muted',
  main: 'flex min-h-dvh flex-col bg-surface px-5 py-6 sm:px-10',
  aside: [
    'relative hidden overflow-hidden border-l border-line bg-page',
    'lg:flex lg:flex-col lg:justify-center lg:px-14 xl:px-20',
  ].join(' '),
};

type FirstOpening = Pick<Opening, 'signUp' | 'signUpNote'>;
type Heading = {
  title: string;
  subtitle: string;
};
type Text = (key: string, values?: Record<string, string>) => string;

/** A field with its label, as a box: what was typed before the app is there would be lost. */
function field(label: string, aside?: Html, help?: string): Html {
  const head = html`<div class="flex min-w-0 items-baseline justify-between gap-3"
    ><span class="text-base font-medium">${label}</span>${aside}</div>`;
  const below = help !== undefined && html`<p class="-mt-1 text-sm text-muted">${help}</p>`;
  return html`<div class="grid min-w-0 gap-1.5">${head}${below}<span class="${classes.box}"></span></div>`;
}

function fieldsOf(tab: Tab, text: Text): Html[] {
  if (tab === 'register')
    return [
      field(text('name')),
      field(text('email')),
      field(text('password'), undefined, text('passwordHelp')),
      field(text('confirmPassword')),
    ];
  const forgot = html`<span class="shrink-0 text-sm text-muted"
    ><span class="font-medium text-accent-ink">${text('forgot.link')}</span></span>`;
  return [field(text('email')), field(text('password'), forgot)];
}

/** What a screen is for, above its form. */
function headingOf({ title, subtitle }: Heading): Html {
  return html`<header class="mb-6"
    ><h1 class="text-xl font-semibold tracking-tight text-balance">${title}</h1
    ><p class="mt-1 text-pretty text-muted">${subtitle}</p></header>`;
}

/** The sentence under the form, whose links are marked as in the screen's texts. */
function consentOf(text: Text): Html[] {
  return text('consent')
    .split(/<(terms|privacy)>(.*?)<\/\1>/)
    .flatMap((part, at, parts) => {
      if (at % 3 === 1) return [];
      if (at % 3 === 0) return [html`${part}`];
      const address = parts[at - 1] === 'terms' ? paths.terms : paths.privacy;
      return [
        html`<a href="${address}" target="_blank" rel="noopener noreferrer"
          class="${classes.link}">${part}</a>`,
      ];
    });
}

/** What whoever comes in agrees to, at the foot of the screen. */
function consentOfFrame(text: Text): Html {
  return html`<p class="mx-auto max-w-sm text-center text-sm text-pretty text-muted">${consentOf(text)}</p>`;
}

function logo({ name, logoUrl }: Brand): Html {
  if (logoUrl !== null)
    return html`<span class="inline-flex min-w-0 items-center gap-2.5"
    ><img src="${logoUrl}" alt="" class="max-w-28 shrink-0 rounded-control object-contain object-left" style="height:32px"
    ><span class="truncate text-lg font-semibold tracking-tight">${name}</span></span>`;
  const letter = letterOf(name);
  const picture =
    letter === null
      ? html`<svg width="21" height="21" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor"
    ><path d="${markPath}"/></svg>`
      : html`<span aria-hidden="true" class="font-semibold">${letter}</span>`;
  return html`<span class="inline-flex min-w-0 items-center gap-2.5"
    ><span class="${classes.logo}" style="width:32px;height:32px">${picture}</span
    ><span class="truncate text-lg font-semibold tracking-tight">${name}</span></span>`;
}

/**
 * Signing in as it will look, in the HTML of the page: on a slow line it can be read seconds before the app's
 * script is there, which then draws the same in its place. The classes are those of the screen
 * (`features/auth/web/auth.page.tsx`); a browser test holds that nothing moves. Fields are drawn, not there:
 * what was typed would be lost.
 */
function firstView(text: Text, brand: Brand, tab: Tab, { signUp, signUpNote }: FirstOpening): Html {
  const trigger = (name: Tab) =>
    html`<span data-state="${name === tab ? 'active' : 'inactive'}"
      class="${classes.tab}">${text(`${name}.tab`)}</span>`;
  const tabs = html`<div class="scroll-row relative flex border-b border-line"
    >${trigger('login')}${trigger('register')}</div>`;
  const header = headingOf({ title: text(`${tab}.title`), subtitle: text(`${tab}.subtitle`) });
  const form = html`<div class="grid gap-4" aria-hidden="true"
    >${fieldsOf(tab, text)}<span class="${classes.submit}">${text(`${tab}.submit`)}</span></div>`;
  const note = signUp !== 'open' && html`<p class="${classes.note}">${text(`newcomers.${signUp}`)}</p>`;
  const told =
    signUpNote !== '' &&
    (signUp !== 'open' || tab === 'register') &&
    html`<p class="${classes.told}">${signUpNote}</p>`;
  const panel = html`<p class="mb-6 font-display text-2xl font-medium text-balance">${text('headline', { brand: brand.name })}</p
    >${signUp === 'open' ? html`<div>${tabs}<div class="pt-6">${header}${form}${told}</div></div>` : html`${header}${form}${note}${told}`}`;
  return frame(brand, panel, consentOfFrame(text));
}

/** Asking for a link to choose a new password, likewise (`features/auth/web/forgot-password.page.tsx`). */
function forgotFirstView(text: Text, brand: Brand, shown: Heading): Html {
  const heading = html`<div class="-mb-2">${headingOf(shown)}</div>`;
  const email = html`<div aria-hidden="true">${field(text('email'))}</div>`;
  const submit = html`<span aria-hidden="true" class="${classes.submit}">${text('forgot.submit')}</span>`;
  return frame(
    brand,
    html`<div class="grid gap-4">${heading}${email}${submit}</div
    ><a href="${paths.auth}" class="${classes.back}"><span class="shrink-0" style="width:16px"></span>${text('forgot.backToLogin')}</a>`,
  );
}

/** Choosing a new password with a mailed link, likewise (`features/auth/web/reset-password.page.tsx`). */
function resetFirstView(text: Text, brand: Brand, heading: Heading): Html {
  const fields = [
    field(text('reset.newPassword'), undefined, text('passwordHelp')),
    field(text('confirmPassword')),
  ];
  const submit = html`<span class="${classes.submit}">${text('reset.submit')}</span>`;
  return frame(
    brand,
    html`${headingOf(heading)}<div class="grid gap-4" aria-hidden="true">${fields}${submit}</div>`,
  );
}

/** The link of an invitation, likewise (`features/team/web/accept-invitation.page.tsx`): only the browser knows whose it is. */
function invitationFirstView(text: Text, brand: Brand, heading: Heading): Html {
  const waiting = html`<div aria-hidden="true" class="${classes.waiting}"></div>`;
  return frame(brand, html`${headingOf(heading)}${waiting}`, consentOfFrame(text));
}

/** What all screens of who is not signed in stand in. */
function frame(brand: Brand, panel: Html, consent?: Html): Html {
  return html`<div class="${classes.screen}"
    ><main class="${classes.main}">${logo(brand)}<div class="m-auto w-full max-w-sm py-10" aria-busy="true">${panel}</div
    >${consent}</main><aside class="${classes.aside}"></aside></div>`;
}

/** Turns under a brand while the app loads, where the product's mark does else: three quarters of a ring. */
const turning = 'M12 3a9 9 0 1 0 9 9h-3a6 6 0 1 1-6-6Z';

/**
 * The app's page under a brand: its name in place of the product's, and its colours from the first moment on.
 * `isOfSession`: it is the brand of whoever is signed in, which the app takes away when they go.
 */
export function underBrand(page: string, brand: Brand, { isOfSession = false } = {}): string {
  if (!brand.isWhiteLabel) return page;
  const rules = Object.entries(brandVariables(brand))
    .flatMap(([name, value]) => (value === null ? [] : [`${name}:${value}`]))
    .join(';');
  const style = isOfSession ? html`<style id="session-brand">` : html`<style>`;
  const told = html`data-brand="${brand.name}" data-brand-logo="${brand.logoUrl ?? ''}" `;
  return page
    .replace('<html ', () => html`<html ${told}`.markup)
    .replace('<title>Chatelier</title>', () => html`<title>${brand.name}</title>`.markup)
    .replace('<noscript>Chatelier', () => html`<noscript>${brand.name}`.markup)
    .replace(markPath, turning)
    .replace('</head>', () => html`${style}:root{${rules}}</style></head>`.markup);
}

/** The app's page, told who may come in here before it can ask. */
export function withOpening(page: string, { signUp, signUpNote }: Opening): string {
  const told = [
    ...(signUp === 'open' ? [] : [html`data-sign-up="${signUp}" `]),
    ...(signUpNote === '' ? [] : [html`data-sign-up-note="${signUpNote}" `]),
  ];
  return page.replace('<html ', () => html`<html ${told}`.markup);
}

/** The app's page for a request without a session: it need not ask who is signed in. */
export const forNobody = (page: string): string => page.replace('<html ', '<html data-for-nobody ');

/** The app's page under another title. */
const withTitle = (page: string, title: string): string =>
  page.replace(/<title>.*?<\/title>/, () => html`<title>${title}</title>`.markup);

/** The app's page of a screen that search engines list: with a title and a description. */
export function listed(page: string, told: { title: string; description: string }): string {
  const head = html`<meta name="description" content="${told.description}">`;
  return withTitle(page, `${told.title} · Chatelier`).replace(/<meta name="robots"[^>]*>/, () => head.markup);
}

/**
 * The app's page with the screen for signing in already in it. Search engines list it (`isListed`) where it leads
 * nowhere else.
 */
export function withAuthFirstView(
  page: string,
  language: string,
  brand: Brand,
  { asked, opening, isListed }: { asked: Tab; opening: FirstOpening; isListed: boolean },
  text: Text,
): string {
  const shown = opening.signUp === 'open' ? asked : 'login';
  const view = firstView(text, brand, shown, opening);
  const robots = isListed ? '' : html`\n    <meta name="robots" content="noindex">`;
  const head = html`<meta name="description" content="${text(`${shown}.subtitle`)}">${robots}`;
  const drawn = withFirstView(forNobody(page), language, view);
  return withTitle(drawn, `${text(`${shown}.title`)} · ${brand.name}`).replace(
    /<meta name="robots"[^>]*>/,
    () => head.markup,
  );
}

/** Screens of who is not signed in, beside signing in itself; search engines leave them out. */
type SignedOutScreen = 'forgot' | 'reset' | 'invitation';

const signedOutViews: Readonly<
  Record<SignedOutScreen, (text: Text, brand: Brand, heading: Heading) => Html>
> = {
  forgot: forgotFirstView,
  reset: resetFirstView,
  invitation: invitationFirstView,
};

/**
 * The app's page with one of these screens already in it. Only the browser knows whether a link for a new password has
 * its token: one without is told so by the app.
 */
export function withSignedOutFirstView(
  page: string,
  language: string,
  brand: Brand,
  { screen, heading }: { screen: SignedOutScreen; heading: Heading },
  text: Text,
): string {
  const view = signedOutViews[screen](text, brand, heading);
  return withTitle(withFirstView(page, language, view), `${heading.title} · ${brand.name}`);
}
