import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { accessibilityFaults, colorRules, resizeTo } from '#tests/support/visitors/visitor-setup.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp({ environment: { PLANS: 'paid' } });
  browser = await launchChromium();
}, 240_000);
afterEach(async () => browser.close());
afterAll(async () => app?.close());

async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  // The agent of the first screen is an agent like any other; what these tests look at is the page.
  await page.route(/\/widgets\/\d+\.js/, async (route) => {
    const hero = await page.locator('[data-live]').getAttribute('data-live');
    return hero && route.request().url().endsWith(hero) ? route.abort() : route.continue();
  });
  return page;
}

const theme = (page: Page) => page.locator('html').getAttribute('data-theme');

test('is dark as the system is, also when that changes, and can be turned round', async () => {
  const page = await open({ colorScheme: 'dark' });
  await page.goto(app.url);
  expect(await theme(page)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => theme(page)).toBe('light');
  const toggle = page.getByRole('button', { name: 'Dark theme' });
  await toggle.click();
  expect(await theme(page)).toBe('dark');
  await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true');
});

test('has nothing that axe minds, wide and narrow, light and dark, and nothing beside the screen', async () => {
  const page = await open();
  await page.goto(`${app.url}/`);
  const found = await accessibilityFaults(page, { iframes: false });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => theme(page)).toBe('dark');
  found.push(...(await accessibilityFaults(page, { iframes: false, runOnly: colorRules })));
  await resizeTo(page, { width: 390, height: 844 });
  found.push(...(await accessibilityFaults(page, { iframes: false })));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(found).toEqual([]);
});

test('on a phone the menu closes when a link is chosen, and by Escape', async () => {
  const page = await open({ viewport: { width: 390, height: 844 } });
  await page.goto(app.url);
  const menu = page.locator('.site-menu summary');
  const pricing = page.getByRole('link', { name: 'Pricing', exact: true });
  await menu.click();
  await page.keyboard.press('Escape');
  await expect.poll(() => pricing.isVisible()).toBe(false);
  await menu.click();
  // The page stays: only the menu is looked at.
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
  await pricing.click();
  await expect.poll(() => pricing.isVisible()).toBe(false);
});

test.each([
  { name: 'Sign in', leadsTo: '/auth?' },
  { name: 'Get started', leadsTo: '/auth?tab=register' },
])('"$name" says that it loads and can’t be pressed twice', async ({ name, leadsTo }) => {
  const page = await open();
  await page.goto(app.url);
  const button = page.getByRole('button', { name, exact: true });
  await button.evaluate((shown: HTMLButtonElement) =>
    new MutationObserver(() =>
      sessionStorage.setItem('shown', `${shown.textContent} ${shown.disabled}`),
    ).observe(shown, { attributes: true, childList: true }),
  );
  await button.click();
  await page.waitForURL(app.url + leadsTo);
  expect(await page.evaluate(() => sessionStorage.getItem('shown'))).toBe('Loading... true');
});

test('yearly prices are shown on request, without a script too', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await open({ javaScriptEnabled });
    await page.goto(app.url);
    const pricing = page.locator('#pricing');
    await expect.poll(() => pricing.getByText('$29', { exact: true }).isVisible()).toBe(true);
    await expect.poll(() => pricing.getByText('$299').isVisible()).toBe(false);
    await pricing.getByText('Yearly').click();
    await expect.poll(() => pricing.getByText('$299').isVisible()).toBe(true);
    await expect.poll(() => pricing.getByText('$348/year').isVisible()).toBe(true);
    await expect.poll(() => pricing.getByText('$29', { exact: true }).isVisible()).toBe(false);
  }
});

/** Counts listeners of window and document and timers that are still to come. */
const countHolds = `(() => {
  const holds = (window.holds = { listeners: 0, timers: new Set() });
  for (const target of [window, document]) {
    const known = new Map();
    const keyOf = (type, listener, options) => type + '|' + !!(options?.capture ?? options === true);
    const { addEventListener, removeEventListener } = target;
    target.addEventListener = function (type, listener, options) {
      const listeners = known.get(keyOf(type, listener, options)) ?? new Set();
      known.set(keyOf(type, listener, options), listeners.add(listener));
      const forget = () => listeners.delete(listener);
      if (options?.once) addEventListener.call(target, type, forget, { once: true });
      options?.signal?.addEventListener('abort', forget);
      return addEventListener.call(target, type, listener, options);
    };
    target.removeEventListener = function (type, listener, options) {
      known.get(keyOf(type, listener, options))?.delete(listener);
      return removeEventListener.call(target, type, listener, options);
    };
    const before = Object.getOwnPropertyDescriptor(holds, 'listeners').get ?? (() => 0);
    Object.defineProperty(holds, 'listeners', {
      configurable: true,
      get: () => before() + [...known.values()].reduce((sum, each) => sum + each.size, 0),
    });
  }
  for (const [begin, end] of [['setTimeout', 'clearTimeout'], ['setInterval', 'clearInterval']]) {
    const [first, last] = [window[begin], window[end]];
    window[begin] = (work, ms, ...rest) => {
      const id = first(() => {
        if (begin === 'setTimeout') holds.timers.delete(id);
        work(...rest);
      }, ms);
      holds.timers.add(id);
      return id;
    };
    window[end] = (id) => {
      holds.timers.delete(id);
      last(id);
    };
  }
})()`;

test('the product’s own agent comes after the page, and leaves nothing behind', async () => {
  const page = await open();
  const { promise: mayCome, resolve: come } = Promise.withResolvers<void>();
  const guide = /\/widgets\/\d+\.js\?tag=chatelier$/;
  await page.addInitScript(countHolds);
  const asked = page.waitForRequest(guide);
  await page.route(guide, async (route) => {
    await mayCome;
    await route.fallback();
  });
  // Where it comes before the page is whole, the page waits for it.
  await page.goto(app.url, { waitUntil: 'domcontentloaded' });
  await asked;
  const state = () =>
    page.evaluate(() => {
      const { holds, Chatelier } = window as unknown as {
        holds: { listeners: number; timers: Set<unknown> };
        Chatelier?: { agents: object; all: unknown[] };
      };
      return {
        elements: [...document.querySelectorAll('body > *, html > :not(head, body)')]
          .filter(({ localName }) => localName !== 'script')
          .map(({ localName, className }) => `${localName}.${className}`),
        listeners: holds.listeners,
        timers: holds.timers.size,
        agents: Object.keys(Chatelier?.agents ?? {}),
        all: Chatelier?.all.length ?? 0,
      };
    });
  const before = await state();
  come();
  const launcher = page.getByRole('button', { name: /chat/i }).last();
  await launcher.click();
  await page.locator('iframe').first().waitFor();
  expect((await state()).agents).toHaveLength(1);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await expect.poll(state).toEqual(before);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await launcher.waitFor();
});
