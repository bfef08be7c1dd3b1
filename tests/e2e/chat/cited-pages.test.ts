import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent } from '#tests/support/visitors/visitor-chat.ts';

let app: TestApp;
let owner: TestBrowser;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** A handbook of a page for each of these texts. */
async function handbook(pages: readonly string[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A5' });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  for (const [at, text] of pages.entries()) {
    if (at > 0) document.addPage();
    document.fontSize(14).text(text);
  }
  document.end();
  await once(document, 'end');
  return Buffer.concat(parts);
}

test('a citation of a PDF opens the page that it is on, the passage marked, and the text beside it', async () => {
  const agent = await publishAgent(owner, (draft) => void (draft.basic.name = 'Handbook'));
  const base = `/api/knowledge/${agent.collectionId}`;
  const body = new FormData();
  const bytes = await handbook([
    'The oven is cleaned every Monday before the shop opens. Use the soft brush and warm water for it.',
    'Sourdough is kept in the cellar at twelve degrees. It is fed with rye flour each evening at six.',
    'The delivery van is parked behind the bakery. Its keys hang beside the back door in the office.',
  ]);
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'Bakery handbook.pdf');
  expect((await owner.request('POST', `${base}/sources/file`, { raw: body })).status).toBe(200);
  await expect
    .poll(
      async () =>
        (await owner.get<{ sources: { status: string }[] }>(`${base}/sources`)).sources.map(
          ({ status }) => status,
        ),
      { timeout: 60_000 },
    )
    .toEqual(['ready']);
  const { answer } = await (await openChat(app, agent.number)).say('At how many degrees is sourdough kept?');
  const [citation] = answer.citations;
  expect(citation).toMatchObject({ page: 2, quote: expect.stringContaining('twelve degrees') });

  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(new URL(citation?.storedUrl ?? '', app.url).href);
  const view = page.locator('.pdf-view');
  await view.locator('canvas').waitFor({ state: 'visible' });
  await expect.poll(() => view.locator('.pdf-position').innerText()).toMatch(/2.*3/);
  // Where the passage is, something is marked, and it lies on the sheet.
  await expect.poll(() => view.locator('.pdf-marks > *').count()).toBeGreaterThan(0);
  const [sheet, mark] = await Promise.all([
    view.locator('canvas').boundingBox(),
    view.locator('.pdf-marks > *').first().boundingBox(),
  ]);
  if (!sheet || !mark) throw new Error('Nothing is drawn');
  expect(mark.y).toBeGreaterThan(sheet.y);
  expect(mark.y + mark.height).toBeLessThan(sheet.y + sheet.height);
  await expect.poll(() => page.locator('#passage').innerText()).toContain('twelve degrees');
  // On a wide screen the two stand beside each other.
  const text = await page.locator('#passage').boundingBox();
  expect(text && text.x > sheet.x + sheet.width - 1).toBe(true);

  await view.getByRole('button').last().click();
  await expect.poll(() => view.locator('.pdf-position').innerText()).toMatch(/3.*3/);
  await expect.poll(() => view.locator('.pdf-marks > *').count()).toBe(0);
  const folder = process.env['SCREENSHOTS'];
  if (folder) {
    await view.getByRole('button').first().click();
    await page.screenshot({ path: `${folder}/pdf-1440.png` });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await view.locator('canvas').waitFor({ state: 'visible' });
    await page.screenshot({ path: `${folder}/pdf-390.png` });
  }
  expect(errors).toEqual([]);
  await page.context().close();
});
