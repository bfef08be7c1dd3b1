import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { signedInContext } from '../../support/dashboard/signed-in.ts';
import { openBrowser } from '../../support/visitors/visitor-setup.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Vera');
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function openEditor(
  section: string,
  change: (draft: Agent['draft']) => void = () => undefined,
): Promise<Page> {
  const agent = await owner.post<Agent>('/api/agents', {
    from: 'description',
    input: 'A guide called "Nora" for a bakery in Utrecht',
  });
  const { draft, draftRevision } = await owner.get<Agent>(`/api/agents/${agent.id}`);
  draft.basic.name = 'Nora';
  draft.prompt.welcomeMessage = 'Hi, I am Nora.';
  draft.prompt.systemPrompt = 'You are Nora, who helps in a bakery.';
  change(draft);
  await owner.request('PUT', `/api/agents/${agent.id}/draft`, {
    body: { revision: draftRevision, configuration: draft },
  });
  const context = await signedInContext(browser, app, owner);
  const page = await context.newPage();
  await page.goto(`${app.url}/dashboard/agents/edit/${agent.id}?section=${section}`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  return page;
}

test('the free messages of the preview follow their setting once it is saved', async () => {
  const page = await openEditor('payment', ({ payment }) => {
    payment.enabled = true;
    payment.freeMessages = 10;
  });
  const preview = page.frameLocator('iframe');
  await preview.getByText('10 free messages left', { exact: true }).first().waitFor();
  await page.getByLabel('Free messages', { exact: true }).fill('3');
  await preview.getByText('3 free messages left', { exact: true }).first().waitFor();
  // What was said in it stays.
  await preview.getByRole('textbox', { name: 'Your message' }).fill('Hello');
  await page.keyboard.press('Enter');
  await preview.getByText('2 free messages left', { exact: true }).first().waitFor();
  await page.getByLabel('Free messages', { exact: true }).fill('7');
  await preview.getByText('6 free messages left', { exact: true }).first().waitFor();
  await preview.getByText('Hello', { exact: true }).first().waitFor();
});

test('a new name is offered for the texts that say the old one, and an undo is shown where it happens', async () => {
  const page = await openEditor('basic');
  await page.getByLabel('Name', { exact: true }).fill('Mila');
  await page.getByLabel('Name', { exact: true }).blur();
  await page.getByText('“Nora” is still used in other texts').waitFor();
  await page.getByRole('button', { name: 'Change there, too' }).click();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Prompt' }).click();
  await expect.poll(() => page.getByLabel('Welcome message').inputValue()).toBe('Hi, I am Mila.');
  await expect
    .poll(() => page.locator('[data-setting="prompt.systemPrompt"] textarea').inputValue())
    .toContain('You are Mila');
  // Description and title for search engines were changed last, in the section that is not on screen.
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Basic Information' }).waitFor();
  for (let step = 0; step < 4; step++) await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Nora');
  await page.context().close();
});

test('what is put right or not taken over is said', async () => {
  const page = await openEditor('appearance');
  const color = page.locator('[data-setting="appearance.color"] input:not([type="color"])');
  await color.fill('#0af');
  await color.blur();
  await expect.poll(() => color.inputValue()).toBe('#00aaff');
  await color.fill('tea');
  await color.blur();
  await page.getByText('Until then it stays #00aaff').waitFor();

  await page.goto(page.url().replace('section=appearance', 'section=layout'));
  const distance = page.locator('[data-setting="layout.offsetY"] input');
  await distance.fill('99999');
  await page.getByText(/^Possible are \d+ to \d+\. It is \d+ now\.$/).waitFor();
  await distance.fill('96');
  await page.getByText(/^Possible are/).waitFor({ state: 'detached' });
  const launcher = page.locator('[aria-hidden="true"][style*="padding-bottom"]');
  await expect.poll(() => launcher.evaluate((one) => getComputedStyle(one).paddingBottom)).toBe('96px');
  await page.context().close();
});
