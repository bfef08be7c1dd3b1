import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { republish } from '#tests/support/visitors/visitor-chat.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';

let app: TestApp;
let owner: TestBrowser;
let browser: Browser;
let model: OpenAiStandIn;
beforeAll(async () => {
  const inMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  model = await startOpenAiStandIn({
    reply: 'Rye bread is three euros, and it keeps for a week.',
    models: ['stand-in-large', 'gpt-4o'],
    ends: { 'gpt-4o': inMonth },
  });
  app = await startTestApp({ llm: { baseUrls: { openai: model.baseUrl } } });
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

test('a model that ends is told of at the agent and in the editor, and another taken with one press', async () => {
  await owner.request('PUT', '/api/integrations/openai', { body: { apiKey: 'sk-own' } });
  const made = await owner.post<Agent>('/api/agents', { from: 'blank' });
  const agent = await republish(owner, made, (draft) =>
    Object.assign(draft.ai, { provider: 'openai', model: 'gpt-4o' }),
  );
  const folder = process.env['SCREENSHOTS'];
  for (const theme of folder ? ['light', 'dark'] : ['light'])
    for (const width of folder ? [1440, 390] : [1440]) {
      const context = await signedInContext(browser, app, owner);
      await context.addInitScript((value) => localStorage.setItem('ui-theme', value), theme);
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 1_100 });
      await page.goto(`${app.url}/dashboard/agents`);
      await page.getByText(/^GPT-4o ends on /).waitFor();
      if (folder) await page.screenshot({ path: `${folder}/ends-list-${theme}-${width}.png` });
      await page.goto(`${app.url}/dashboard/agents/edit/${agent.id}?section=ai`);
      const take = page.getByRole('button', { name: 'Change to GPT-6 Luna' });
      await take.waitFor();
      if (folder) await page.screenshot({ path: `${folder}/ends-editor-${theme}-${width}.png` });
      await page.getByRole('combobox', { name: 'Model', exact: true }).click();
      await page
        .getByRole('option')
        .filter({ hasText: /^GPT-4o.*Ends on/ })
        .first()
        .waitFor();
      if (folder) await page.screenshot({ path: `${folder}/ends-choice-${theme}-${width}.png` });
      await page.keyboard.press('Escape');
      if (folder) {
        await context.close();
        continue;
      }
      await take.click();
      await expect.poll(() => take.count()).toBe(0);
      await expect
        .poll(async () => (await owner.get<Agent>(`/api/agents/${agent.id}`)).draft.ai.model)
        .toBe('gpt-6-luna');
      await context.close();
    }
});
