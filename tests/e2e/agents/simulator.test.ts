import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { faultsInBothThemes, resizeTo } from '#tests/support/visitors/visitor-setup.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';

const patient = { timeout: 30_000 };

let app: TestApp;
let browser: Browser;
let context: BrowserContext;
let owner: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  agent = await publishAgent(owner, (draft) => (draft.basic.name = 'Linden Bells'));
  const base = `/api/knowledge/${agent.collectionId}`;
  await owner.post(`${base}/sources/text`, { title: 'Prices', body: 'A brass bell costs 24 euros.' });
  await vi.waitUntil(
    async () => {
      const { sources } = await owner.get<{ sources: KnowledgeSource[] }>(`${base}/sources`);
      return sources.length === 1 && sources[0]?.status === 'ready';
    },
    { ...patient, interval: 100 },
  );
  browser = await launchChromium();
  context = await signedInContext(browser, app, owner, { colorScheme: 'light' });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** What is wrong with what is drawn now, in each theme and width. */
async function faultsInEveryLook(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [390, 1440]) {
    await resizeTo(page, { width, height: 900 });
    const found = await faultsInBothThemes(page);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      found.push('scrolls sideways');
    faults.push(...found.map((fault) => `${width} px: ${fault}`));
  }
  return faults;
}

test('a red suite stops publishing until it is mended', async () => {
  const page = await context.newPage();
  await page.goto(`${app.url}/dashboard/tools/agent-simulator?agent=${agent.id}`);
  await page.getByRole('button', { name: 'New suite' }).first().click(patient);
  await page.getByRole('textbox', { name: 'Name of the suite' }).fill('Before we open');
  await page.getByRole('switch', { name: 'Required before publishing' }).click();
  await page.getByRole('textbox', { name: 'Message 1' }).fill('How much is a brass bell?');
  await page.getByRole('button', { name: 'Add a check' }).first().click();
  await page.getByRole('textbox', { name: 'Words', exact: true }).fill('25 euros');
  expect(await faultsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save suite' }).click();
  await page.getByText('The suite was saved').first().waitFor(patient);

  // Something to publish.
  const { draft, draftRevision } = await owner.get<Agent>(`/api/agents/${agent.id}`);
  draft.footer.text = 'Made by Linden';
  await owner.request('PUT', `/api/agents/${agent.id}/draft`, {
    body: { revision: draftRevision, configuration: draft },
  });
  await page.goto(`${app.url}/dashboard/agents/edit/${agent.id}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click(patient);
  const dialog = page.getByRole('dialog');
  const publish = dialog.getByRole('button', { name: /^Publish/ });
  await dialog.getByText('not run on this draft').waitFor(patient);
  expect(await publish.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Run the tests' }).click();
  await dialog.getByText('failed', { exact: true }).waitFor(patient);
  expect(await publish.isDisabled()).toBe(true);
  expect(await faultsInEveryLook(page)).toEqual([]);
  // Neither does the server let it out.
  const now = await owner.get<Agent>(`/api/agents/${agent.id}`);
  expect(
    await owner.request('POST', `/api/agents/${agent.id}/publish`, { body: { revision: now.draftRevision } }),
  ).toMatchObject({ status: 409, body: { code: 'agents.tests_not_passed' } });

  await dialog.getByRole('link', { name: 'See why' }).click();
  await page.getByText('0 of 1 passed').waitFor(patient);
  await page.getByRole('button', { name: 'Scenario 1' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Says “25 euros”').waitFor(patient);
  await sheet.getByText(/Instead: .*24 euros/).waitFor(patient);
  expect(await faultsInEveryLook(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await faultsInEveryLook(page)).toEqual([]);

  await page.getByRole('button', { name: 'All suites' }).click();
  await page.getByRole('button', { name: 'Before we open' }).first().click(patient);
  await page.getByRole('button', { name: /^Scenario 1/ }).click(patient);
  await page.getByRole('textbox', { name: 'Words', exact: true }).fill('24 euros');
  await page.getByRole('button', { name: 'Save suite' }).click();
  await page.getByText('The suite was saved').first().waitFor(patient);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('1 of 1 passed').waitFor(patient);
  await page.getByText('1 scenario came out differently').waitFor(patient);

  await page.goto(`${app.url}/dashboard/agents/edit/${agent.id}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click(patient);
  await dialog.getByText('All required tests passed on this draft.').waitFor(patient);
  await publish.click();
  await dialog.waitFor({ state: 'detached', ...patient });
  expect((await owner.get<Agent>(`/api/agents/${agent.id}`)).liveVersion).toBe(2);
});
