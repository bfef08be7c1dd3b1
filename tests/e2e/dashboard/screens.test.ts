import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { paths, webAppRoutes } from '#shared/paths.ts';
import { launchForLongPage } from '#tests/support/app/chromium.ts';
import { listScreens, openShop, type Screen } from '#tests/support/dashboard/every-screen.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import {
  accessibilityFaults,
  colorRules,
  resizeTo,
  shellParts,
} from '#tests/support/visitors/visitor-setup.ts';

/** A folder for a picture of every screen, to look at; none is taken without it. */
const pictures = process.env['SCREENSHOTS'];
const [wide, narrow] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let browser: Browser;
let agent: Agent;
let screens: Screen[] = [];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  await owner.post('/api/superadmin/claim', { token: app.server.superadminLink?.split('#')[1] });
  agent = await openShop(owner);
  screens = await listScreens(app, owner, agent);
  browser = await launchForLongPage();
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function openContext(isSignedOut: boolean, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = isSignedOut
    ? await browser.newContext({ reducedMotion: 'reduce', ...options })
    : await signedInContext(browser, app, owner, options);
  await context.addInitScript(
    (theme) => window === top && localStorage.setItem('ui-theme', theme),
    options.colorScheme ?? 'light',
  );
  return context;
}

/**
 * Goes to another screen of the dashboard as a link does, without loading the app anew. That it is there is
 * told by another text: in the list no two neighbours differ by a dialog alone.
 */
async function follow(page: Page, address: string): Promise<void> {
  const before = await page.locator('main').innerText();
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page.waitForFunction(
    (text) =>
      document.querySelector('main')?.innerText !== text &&
      !document.querySelector('[data-testid="navigation-veil"]'),
    before,
    { timeout: 30_000 },
  );
}

/**
 * Opens a screen and waits until nothing of it is missing; what goes wrong meanwhile is put into `faults`.
 */
async function openScreen(page: Page, screen: Screen, faults: string[], isLinked = false): Promise<void> {
  const say = (text: string): void => void faults.push(`${screen.address}: ${text}`);
  page.removeAllListeners();
  // What a refused answer prints is judged by its status below.
  page.on(
    'console',
    (message) =>
      (message.type() === 'error' || message.type() === 'warning') &&
      !message.text().startsWith('Failed to load resource') &&
      say(message.text()),
  );
  page.on('pageerror', (error) => say(String(error)));
  page.on(
    'requestfailed',
    (request) =>
      request.failure()?.errorText !== 'net::ERR_ABORTED' &&
      say(`${request.url()} ${request.failure()?.errorText}`),
  );
  page.on(
    'response',
    (response) =>
      response.status() >= 400 &&
      !screen.refusals?.includes(response.status()) &&
      say(`${response.url()} answered ${response.status()}`),
  );
  try {
    if (isLinked) await follow(page, screen.address);
    else await page.goto(app.url + screen.address);
    const ready = page.locator(screen.ready ?? 'h1').first();
    await ready.waitFor({ timeout: 30_000 });
    await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy="true"]'), undefined, {
      timeout: 30_000,
    });
    // What was in the page before the app came was ready, too, and is gone.
    await ready.waitFor({ timeout: 30_000 });
  } catch {
    say('is never ready');
  }
  // The texts of a screen are there with its code; a key on screen is a missing one.
  const keys = await page.evaluate(() =>
    (document.body.innerText.match(/\b(?:[a-z-]+:)?[a-z]+(?:\.[a-z]+[A-Z]\w*)+\b/g) ?? []).filter(
      (key) => !/^(document|value)\./.test(key),
    ),
  );
  if (keys.length > 0) say(`shows ${keys.join(' ')}`);
}

async function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const culprits = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1,
    );
    return culprits
      .slice(-2)
      .map((element) => `scrolls sideways at ${innerWidth} px by ${element.outerHTML.slice(0, 160)}`);
  });
}

/** Boxes that scroll by a hair: where scrollbars take room, each shows one for nothing. */
async function needlessScrollbars(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const scrolls = (value: string) => value === 'auto' || value === 'scroll';
        const down = scrolls(overflowY) ? element.scrollHeight - element.clientHeight : 0;
        const across = scrolls(overflowX) ? element.scrollWidth - element.clientWidth : 0;
        return (down > 0 && down < 4) || (across > 0 && across < 4);
      })
      .map((element) => `has a scrollbar for nothing: ${element.outerHTML.slice(0, 160)}`),
  );
}

/** What stays at the bottom of the window and lies behind the phone's menu bar. */
async function hiddenBehindMenu(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bar = document.querySelector('.menu-bar')?.getBoundingClientRect();
    if (!bar || bar.height === 0) return [];
    return [...document.querySelectorAll('#content *')]
      .filter((element) => {
        const { position, bottom } = getComputedStyle(element);
        if (!['fixed', 'sticky'].includes(position) || bottom === 'auto') return false;
        const box = element.getBoundingClientRect();
        if (box.height === 0 || box.bottom <= bar.top || box.top >= bar.bottom) return false;
        const [x, y] = [box.left + box.width / 2, Math.max(box.top, bar.top) + 1];
        return document.elementFromPoint(x, y)?.closest('.menu-bar') !== null;
      })
      .map((element) => `lies behind the menu bar: ${element.outerHTML.slice(0, 160)}`);
  });
}

async function takePicture(page: Page, screen: Screen, name: string): Promise<void> {
  if (pictures)
    await page.screenshot({
      path: path.join(
        pictures,
        `${screen.address
          .replace(/agt_\w+|con_\w+|ticket=.*|sources\/.*/, 'x')
          .replaceAll(/\W+/g, '-')
          .slice(0, 100)}${name}.png`,
      ),
    });
}

/**
 * Looks at every screen that a person of this kind can open, one after the other in one tab; each is loaded
 * anew, or reached by links from the first.
 */
async function lookAt(
  isSignedOut: boolean,
  { isLinked = false, ...options }: BrowserContextOptions & { isLinked?: boolean },
  look: (
    page: Page,
    screen: Screen,
    say: (faults: string[]) => void,
    judge: (runOnly?: string[]) => Promise<string[]>,
  ) => Promise<void>,
): Promise<string[]> {
  const faults: string[] = [];
  const context = await openContext(isSignedOut, options);
  const page = await context.newPage();
  for (const [at, screen] of screens.filter((one) => (one.isSignedOut ?? false) === isSignedOut).entries()) {
    await openScreen(page, screen, faults, isLinked && at > 0);
    await look(
      page,
      screen,
      (found) => void faults.push(...found.map((fault) => `${screen.address}: ${fault}`)),
      // The menu around them is judged with the first.
      (runOnly) =>
        accessibilityFaults(page, {
          iframes: false,
          without: at > 0 ? shellParts : [],
          ...(runOnly && { runOnly }),
        }),
    );
  }
  await context.close();
  return faults;
}

describe('every screen', () => {
  test('is readable, whole and quiet in English, light, at 1440 and 390 pixels', async () => {
    const look = (isSignedOut: boolean) =>
      lookAt(
        isSignedOut,
        { colorScheme: 'light', viewport: wide, locale: 'en-US' },
        async (page, screen, say, judge) => {
          const title = await page.title();
          if (
            typeof screen.title === 'string'
              ? !title.includes(screen.title)
              : !screen.title.test(title) || title === 'Chatelier'
          )
            say([`has the title "${title}"`]);
          for (const size of [wide, narrow]) {
            await resizeTo(page, size);
            say(await overflowOf(page));
            say(await needlessScrollbars(page));
            say(await hiddenBehindMenu(page));
            await takePicture(page, screen, `-light-${size.width}`);
            say((await judge()).map((fault) => `${size.width} px: ${fault}`));
          }
          await resizeTo(page, wide);
        },
      );
    const faults = await Promise.all([look(false), look(true)]);
    expect(faults.flat()).toEqual([]);
  }, 600_000);

  test('is readable, whole and quiet in Czech, dark, at 390 and 1440 pixels', async () => {
    const look = (isSignedOut: boolean) =>
      lookAt(
        isSignedOut,
        { colorScheme: 'dark', viewport: narrow, locale: 'cs-CZ', isLinked: !isSignedOut },
        async (page, screen, say, judge) => {
          if ((await page.locator('html').getAttribute('lang')) !== (screen.language ?? 'cs'))
            say(['is not in its language']);
          for (const size of [narrow, wide]) {
            await resizeTo(page, size);
            say(await overflowOf(page));
            say(await needlessScrollbars(page));
            await takePicture(page, screen, `-dark-${size.width}`);
          }
          // Of what axe looks at, the colors are all that differs from the light screens.
          say(await judge(colorRules));
          await resizeTo(page, narrow);
        },
      );
    const faults = await Promise.all([look(false), look(true)]);
    expect(faults.flat()).toEqual([]);
  }, 600_000);
});

/** Addresses to which other programs lead with what they say; without it they are refused, and tell so. */
const refusalsOf: Record<string, number[]> = { [paths.mcpSignedIn]: [422], [paths.connectApp]: [400] };

test('every address of the app leads to a screen with a heading, never to an empty page', async () => {
  const known = new Set(screens.map(({ address }) => address.split('?')[0]));
  const faults: string[] = [];
  const context = await openContext(false, { viewport: wide, locale: 'en-US' });
  const page = await context.newPage();
  const routes = webAppRoutes.map((one) => one.replace('$id', agent.id)).filter((one) => !known.has(one));
  for (const route of routes) {
    await openScreen(page, { address: route, title: /./, refusals: refusalsOf[route] ?? [404] }, faults);
    const title = await page.title();
    if (title === 'Chatelier' || title === '') faults.push(`${route}: has no title`);
  }
  await context.close();
  expect(faults).toEqual([]);
});
