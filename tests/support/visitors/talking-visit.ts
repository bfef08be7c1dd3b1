import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestApp } from '../app/test-app.ts';

/** Somebody with a phone opens a page, in which `script` runs before the page's own. */
export async function visitWith(browser: Browser, script: string, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 760 }, locale: 'en-GB' });
  await context.addInitScript(script);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** How loud it is at the ear of `earAt`, from 0 to 1. */
export const loudness = (page: Page): Promise<number> => page.evaluate('window.loudness?.() ?? 0');

/** Two things were said and answered, and the first answer was cut before it had so many letters. */
export async function expectCutAnswer(app: TestApp, letters: number): Promise<void> {
  const { rows } = await app.database.database.pool.query<{
    body: string;
    role: string;
    status: string;
    is_spoken: boolean;
  }>('SELECT body, role, status, is_spoken FROM messages ORDER BY seq');
  expect(rows.map(({ role, is_spoken: isSpoken }) => `${role} ${isSpoken}`)).toEqual([
    'visitor true',
    'assistant false',
    'visitor true',
    'assistant false',
  ]);
  expect(rows[1]).toMatchObject({ status: 'stopped' });
  expect(rows[1]!.body.length).toBeLessThan(letters);
}
