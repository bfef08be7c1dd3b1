import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';

let app: TestApp;
let owner: TestBrowser;
let browser: Browser;
let model: OpenAiStandIn;
beforeAll(async () => {
  model = await startOpenAiStandIn({ reply: 'Rye bread is three euros, and it keeps for a week.' });
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await model.close();
});

test('a model is offered once: the way to connect one, then what one that is there would change', async () => {
  const agent = await owner.post<Agent>('/api/agents', { from: 'blank' });
  const page = await (await signedInContext(browser, app, owner)).newPage();
  await page.goto(`${app.url}/dashboard/agents/edit/${agent.id}`);

  await page.getByText('Answers in a model’s own words').waitFor();
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/offer-none.png` });
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.reload();
  await page.getByRole('heading', { name: 'Basic Information' }).first().waitFor();
  await expect.poll(() => page.getByText('Answers in a model’s own words').count()).toBe(0);

  await owner.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: model.baseUrl } });
  const other = await (await signedInContext(browser, app, owner)).newPage();
  await other.goto(`${app.url}/dashboard/agents/edit/${agent.id}`);
  await other.getByText('A model is ready').waitFor();
  await other.getByRole('button', { name: 'Compare answers' }).click();
  await other.getByRole('textbox', { name: /Question/i }).fill('What does rye bread cost?');
  await other.keyboard.press('Enter');
  await other.getByText('Rye bread is three euros').waitFor();
  if (folder) {
    await other.setViewportSize({ width: 1440, height: 1400 });
    await other.screenshot({ path: `${folder}/offer-compared.png` });
  }
  await other.reload();
  await other.getByRole('heading').first().waitFor();
  await expect.poll(() => other.getByText('A model is ready').count()).toBe(0);
  await page.context().close();
  await other.context().close();
});
