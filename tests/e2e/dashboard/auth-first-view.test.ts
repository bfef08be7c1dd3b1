import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtFileOf } from '#tests/support/app/built.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchChromium();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

/** Where the words of the screen stand. */
const places = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '#root p, #root h1, #root h2, #root li, #root main > span, #root main > div > a',
      ),
    ]
      .filter((node) => node.checkVisibility() && !node.closest('aside'))
      .map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [node.textContent, ...[x, y, width, height].map(Math.round)];
      }),
  );

test.each([
  { path: '/auth', width: 390, height: 844, locale: 'en-US' },
  { path: '/auth?tab=register', width: 1440, height: 900, locale: 'nl-NL' },
  { path: '/forgot-password', width: 390, height: 844, locale: 'fr-FR' },
  { path: '/forgot-password', width: 1440, height: 900, locale: 'en-US' },
  { path: '/reset-password#token=abc', width: 390, height: 844, locale: 'es-ES' },
  { path: '/reset-password#token=abc', width: 1440, height: 900, locale: 'en-US' },
  { path: '/developers', width: 390, height: 844, locale: 'cs-CZ' },
  { path: '/developers', width: 1440, height: 900, locale: 'en-US' },
  { path: '/developers?lang=nl', width: 390, height: 844, locale: 'en-US' },
])(
  'what a screen begins with can be read before the app is there, at the same place: $path at $width',
  async (given) => {
    const { path, width, height, locale } = given;
    const context = await browser.newContext({ viewport: { width, height }, locale });
    const page = await context.newPage();
    const { promise: mayBegin, resolve: begin } = Promise.withResolvers<void>();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.route('**/web/assets/*.js', async (route) => {
      if (!route.request().url().includes('theme-boot')) await mayBegin;
      await route.continue();
    });
    await page.goto(app.url + path, { waitUntil: 'commit' });
    await page.locator('.first-view h1').waitFor();
    await page.evaluate(() => document.fonts.ready);
    const before = await places(page);
    await expect.poll(() => page.locator('input').count()).toBe(0);
    begin();
    await page.locator('input').first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    expect((await places(page)).slice(0, before.length)).toEqual(before);
    expect(before.length).toBeGreaterThanOrEqual(3);
    // Written for nobody who is signed in: that is not asked again.
    expect(asked).not.toContain('/api/user');
    // The language that the link names, else the browser's.
    const language = new URLSearchParams(path.split('?')[1]).get('lang') ?? locale.slice(0, 2);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    await context.close();
  },
);

test.each(['/forgot-password', '/developers', '/accept-invitation?token=abc', '/auth?next=%2Fdashboard'])(
  'nobody is asked who they are who brings no session: %s',
  async (path) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(app.url + path);
    await page.locator('#root h1, #root h2').first().waitFor();
    expect(asked).not.toContain('/api/user');
    await context.close();
  },
);

test.each([
  { path: '/auth', screen: 'auth/web/auth.page.tsx' },
  { path: '/forgot-password', screen: 'auth/web/forgot-password.page.tsx' },
  { path: '/reset-password', screen: 'auth/web/reset-password.page.tsx' },
  { path: '/accept-invitation', screen: 'team/web/accept-invitation.page.tsx' },
])(
  'the scripts of a screen come beside those of the app, not after them: $path',
  async ({ path, screen }) => {
    const { text } = await app.browser().request('GET', path);
    expect(text).toContain(`href="/web/${builtFileOf(`../../features/${screen}`)}" data-screen`);
  },
);

test('the frame of an invitation is there before the app knows whose it is', async () => {
  const { text } = await app
    .browser()
    .request('GET', '/accept-invitation', { headers: { 'accept-language': 'nl' } });
  expect(text).toContain('data-first-view="nl"');
  expect(text).toContain('<title>Uitnodiging');
  expect(text).toContain('We zoeken op wie je heeft uitgenodigd');
  expect(text).toMatch(/<a href="\/terms"[^>]*>/);
});

test('who is signed in, or chose another language, sees no form of somebody else on the way', async () => {
  const vera = await app.register('Vera');
  const signedIn = await vera.request('GET', '/auth');
  expect(signedIn.text).not.toContain('auth-first');
  const answer = await app.browser().request('GET', '/auth', { headers: { 'accept-language': 'cs' } });
  expect(answer.text).toContain('data-first-view="cs"');
  expect(answer.headers.get('vary')).toMatch(/accept-language, cookie/);
  expect(answer.text).toMatch(/<meta name="description" content="[^"]+">/);
  expect(answer.text).not.toContain('noindex');
  const onward = await app.browser().request('GET', '/auth?next=%2Fdashboard%2Fagents');
  expect(onward.text).toContain('<meta name="robots" content="noindex">');
  const context = await browser.newContext({ locale: 'cs-CZ' });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'fr'));
  await page.goto(`${app.url}/auth`, { waitUntil: 'commit' });
  await page.getByRole('textbox').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.classList.contains('other-language'))).toBe(true);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
  await context.close();
});

test('who signs in reads in the language of their profile, whatever the browser asks for', async () => {
  const vera = await app.register('Vera');
  await vera.request('PATCH', '/api/user', { body: { firstName: 'Vera', lastName: '', language: 'cs' } });
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${app.url}/auth`);
  await page.getByLabel('Email').fill(vera.email);
  await page.locator('input[type=password]').fill(vera.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Vítejte, Vera' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('cs');
  await context.close();
});
