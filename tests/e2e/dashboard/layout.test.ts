import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOnce } from '#tests/support/app/built.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';

const assets = path.join(import.meta.dirname, '../../../dist/web/assets');
let browser: Browser;
let page: Page;

/** A page of these boxes with the styles of the dashboard. */
const show = (boxes: string) => page.setContent(`<!doctype html><style>${styles}</style>${boxes}`);
let styles = '';

beforeAll(async () => {
  await buildOnce();
  styles = readdirSync(assets)
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(path.join(assets, name), 'utf8'))
    .join('\n');
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 400, height: 300 } });
}, 240_000);
afterAll(() => browser?.close());

test('a long line in a grid is cut, and widens nothing around it', async () => {
  const long = 'a_heading_without_an_end_'.repeat(20);
  await show(
    `<div class="grid gap-3"><div><p class="flex"><span class="truncate">${long}</span></p></div></div>`,
  );
  expect(await page.locator('.grid > div').evaluate((node) => node.clientWidth)).toBeLessThanOrEqual(400);
});

test('a name without a space breaks in its box', async () => {
  await show(`<aside style="width: 200px"><p class="text-sm">Agent ${'x'.repeat(80)}</p></aside>`);
  expect(await page.locator('aside p').evaluate((node) => node.scrollWidth)).toBeLessThanOrEqual(200);
});

test('what only screen readers find at the end of a list that scrolls makes no page longer', async () => {
  await show(
    `<div class="flex h-dvh flex-col"><div class="min-h-0 grow overflow-y-auto pl-4"><div style="height: 2000px"></div><span class="sr-only">20 conversations</span></div></div>`,
  );
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(300);
});
