import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { TemplateDetail, TemplateSummary } from '#features/templates/templates.contract.ts';
import type { KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { faultsInBothThemes, resizeTo } from '#tests/support/visitors/visitor-setup.ts';

const patient = { timeout: 30_000 };

let app: TestApp;
let browser: Browser;
let owner: Awaited<ReturnType<TestApp['register']>>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function open(address: string): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await signedInContext(browser, app, owner, { colorScheme: 'light' });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(app.url + address);
  return { context, page, faults };
}

/** What is wrong with a screen as it is drawn now, in each theme and width. */
async function faultsInEveryLook(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1440, 390]) {
    await resizeTo(page, { width, height: 900 });
    const found = await faultsInBothThemes(page);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      found.push('scrolls sideways');
    faults.push(...found.map((fault) => `${width} px: ${fault}`));
  }
  return faults;
}

/** Asks in the chat of the frame and waits until the answer is whole. */
async function ask(page: Page, question: string, expected: string): Promise<void> {
  const chat = page.frameLocator('iframe').first();
  await chat.getByRole('textbox').waitFor(patient);
  await chat.getByRole('textbox').fill(question);
  await chat.getByRole('textbox').press('Enter');
  await chat.getByText(expected).first().waitFor(patient);
}

async function knowledgeIsRead(agentId: string): Promise<void> {
  const { collectionId } = await owner.get<Agent>(`/api/agents/${agentId}`);
  await vi.waitFor(
    async () => {
      const { sources } = await owner.get<{ sources: KnowledgeSource[] }>(
        `/api/knowledge/${collectionId}/sources`,
      );
      expect(sources.filter(({ status }) => status !== 'ready')).toEqual([]);
    },
    { ...patient, interval: 100 },
  );
}

/**
 * What some templates say to their first ice breaker: one that answers at once, one that asks for consent before, one that
 * answers with pictures. templates.http.test.ts asks all of them.
 */
const firstAnswers: [slug: string, answer: string][] = [
  ['website-support', '24 euros per month'],
  ['fitness-planner', '12 squats, 8 push-ups'],
  ['rich-showroom', 'Volta Duo'],
];

const openTemplate = (page: Page, title: string) =>
  page.getByRole('button', { name: title, exact: true }).click();

describe('the template gallery', () => {
  test('is found by words of any language and by kind; two templates answer in their preview; one becomes an agent that answers too', async () => {
    const { context, page, faults } = await open('/dashboard/tools');
    await page.getByRole('link', { name: 'Browse templates' }).click();
    await page.getByText('16 templates').waitFor(patient);

    await page.getByRole('searchbox', { name: 'Search templates' }).fill('kniha');
    await page.getByText('1 template', { exact: true }).waitFor(patient);
    await openTemplate(page, 'Paid document expert');
    await page.getByRole('dialog').getByText('The Coastal Skipper’s Companion').first().waitFor(patient);
    await ask(page, 'How do I send a mayday?', 'channel 16');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await page.getByRole('searchbox', { name: 'Search templates' }).fill('');
    await page.getByRole('button', { name: 'Support', exact: true }).click();
    await page.getByText('3 templates').waitFor(patient);
    await openTemplate(page, 'Website support');
    await ask(page, 'How much does the Team plan cost?', '24 euros per month');
    expect(new URL(page.url()).search).toBe('?category=support&template=website-support');
    // What one tries here is in nobody's figures.
    expect((await owner.get<{ contacts: unknown[] }>('/api/contacts')).contacts).toEqual([]);

    await page.getByRole('button', { name: 'Use this template' }).click();
    await page.waitForURL('**/dashboard/agents/edit/**', patient);
    await knowledgeIsRead(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    await ask(page, 'Can I get a refund?', 'within 30 days');
    expect(
      (await owner.get<{ agents: { name: string; status: string; form: string }[] }>('/api/agents')).agents,
    ).toMatchObject([{ name: 'Kestrel Help', status: 'draft', form: 'intent' }]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('lets one talk to a template by its first ice breaker, after agreeing where consent is asked for', async () => {
    const { context, page, faults } = await open('/dashboard/templates');
    await page.getByText('16 templates').waitFor(patient);
    const { templates } = await owner.get<{ templates: TemplateSummary[] }>('/api/templates?language=en');
    const wrong: string[] = [];
    const agreed: string[] = [];
    for (const [slug, expected] of firstAnswers) {
      const { iceBreakers } = await owner.get<TemplateDetail>(`/api/templates/${slug}?language=en`);
      await openTemplate(page, templates.find((one) => one.slug === slug)?.title ?? '');
      const chat = page.frameLocator('iframe').first();
      const question = chat.getByRole('button', { name: iceBreakers[0] ?? '', exact: true });
      const agree = chat.getByRole('button', { name: 'Agree and continue' });
      await question.or(agree).waitFor(patient);
      if (await agree.isVisible()) {
        await agree.click();
        agreed.push(slug);
      }
      await question.click(patient);
      await chat.getByRole('button', { name: 'Copy answer' }).waitFor(patient);
      const said = (await chat.getByRole('log').locator('.cw-prose').last().innerText()).replaceAll(
        /\s+/g,
        ' ',
      );
      if (!said.includes(expected)) wrong.push(`${slug}: ${said}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    }
    expect(wrong).toEqual([]);
    expect(agreed).toEqual(['fitness-planner']);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('stands beside the agents and their forms, with its place in the address', async () => {
    const { context, page } = await open('/dashboard/agents?tab=templates');
    await page.getByText('16 templates').waitFor(patient);
    await page.getByRole('tab', { name: 'Forms' }).click();
    await page.getByRole('link', { name: 'Edit form: Kestrel Help' }).waitFor(patient);
    expect(new URL(page.url()).search).toBe('?tab=forms');
    await page.goBack();
    await page.getByText('16 templates').waitFor(patient);
    await context.close();
  });

  test('has no fault of accessibility and never scrolls sideways, in both themes and widths', async () => {
    const { context, page } = await open('/dashboard/templates');
    await page.getByText('16 templates').waitFor(patient);
    const found = await faultsInEveryLook(page);
    await openTemplate(page, 'Restaurant');
    await page.getByRole('dialog').getByText('Speaks for Osteria Melograno').waitFor(patient);
    await page
      .getByText('Caponata')
      .first()
      .waitFor({ ...patient, state: 'attached' });
    found.push(...(await faultsInEveryLook(page)));
    expect(found).toEqual([]);
    await context.close();
  });
});
