import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { recordedVoice } from '#tests/support/models/voice-recordings.ts';
import { faultsInBothThemes } from '#tests/support/visitors/visitor-setup.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** The page, and the addresses to which it sends anything. */
async function visit(language = 'en'): Promise<{ page: Page; sent: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await page.goto(`${app.url}/voice-clone?lang=${language}`);
  await expect.poll(() => page.locator('[data-act="sample"]').isEnabled()).toBe(true);
  return { page, sent };
}
const textOf = (page: Page, selector: string) => () => page.locator(selector).textContent();

describe('the demo of cloning a voice', () => {
  test.each(languages)('compares the sentence in %s with what was heard', async (language) => {
    const { page } = await visit(language);
    await page.locator('[data-act="sample"]').click();
    const verdict = page.locator('[data-verdict]');
    await expect.poll(() => verdict.getAttribute('data-state')).toBe('good');
    await page.locator('#vc-heard').fill('Good day.');
    await expect.poll(() => verdict.getAttribute('data-state')).toBe('bad');
    // The sample is sound that a browser can open.
    await page.locator('[data-act="check-sample"]').click();
    await expect.poll(() => page.locator('[data-result] [data-state]').count()).toBe(1);
    await page.context().close();
  });

  test('names what is refused, and checks a recording that never leaves the device', async () => {
    const { page, sent } = await visit();
    await page.locator('#vc-name').fill('Bert Bakker');
    await expect
      .poll(textOf(page, '[data-sentence]'))
      .toContain('I, Bert Bakker, agree that Bakery Van Dijk');
    const sentence = (await page.locator('[data-sentence]').textContent()) ?? '';
    for (const [heard, verdict] of [
      [sentence, 'This is consent'],
      [sentence.replace('agree', 'do not agree'), 'takes the consent back'],
      [sentence.replace('Bert Bakker', 'Vera'), 'The name was not heard'],
    ] as const) {
      await page.locator('#vc-heard').fill(heard);
      await expect.poll(textOf(page, '[data-verdict]')).toContain(verdict);
    }
    const choose = (bytes: Uint8Array) =>
      page
        .locator('#vc-file')
        .setInputFiles({ name: 'v.wav', mimeType: 'audio/wav', buffer: Buffer.from(bytes) });
    await choose(recordedVoice(61));
    await expect.poll(textOf(page, '[data-result]')).toContain('The recording is good.');
    await choose(recordedVoice(20));
    await expect.poll(textOf(page, '[data-result]')).toContain('at least one minute');
    await choose(Buffer.from('PK no sound'));
    await expect.poll(textOf(page, '[data-result]')).toContain('can’t play the file');
    expect(sent).toEqual([]);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.context().close();
  });
});
