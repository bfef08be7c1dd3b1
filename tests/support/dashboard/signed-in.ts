import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { TestApp, TestBrowser } from '../app/test-app.ts';

/** A real browser in which a person is signed in already. */
export async function signedInContext(
  browser: Browser,
  app: TestApp,
  person: TestBrowser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
  });
  const cookies = person
    .cookie()
    .split('; ')
    .map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url: app.url,
    }));
  await context.addCookies(cookies);
  return context;
}
