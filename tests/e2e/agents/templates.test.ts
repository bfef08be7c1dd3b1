import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { TemplateDetail, TemplateSummary } from '#features/templates/templates.contract.ts';
import type { KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { accessibilityFaults } from '#tests/support/visitors/visitor-setup.ts';

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

async function open(
  address: string,
  options: { theme?: 'light' | 'dark'; width?: number } = {},
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const { theme = 'light', width = 1440 } = options;
  const context = await signedInContext(browser, app, owner, {
    viewport: { width, height: 900 },
    colorScheme: theme,
  });
  await context.addInitScript((chosen) => localStorage.setItem('ui-theme', chosen), theme);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(app.url + address);
  return { context, page, faults };
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

/** What each template has to say to its own first ice breaker. */
const firstAnswers: Record<string, string> = {
  'website-support': '24 euros per month',
  'faq-documents': 'call 0113 555 0182',
  'lead-qualifier': 'between 9,800 euros and 18,500 euros',
  'appointment-booker': 'Friday: 7:30 to 15:00',
  'store-assistant': 'Night Train',
  'order-status': 'waits to be collected by the carrier',
  'paid-coach': 'start with walking',
  'document-expert': 'the one with the wind on its port side gives way',
  'tutor-packs': 'the same denominator',
  'real-estate-guide': 'Rua das Flores has three bedrooms',
  restaurant: 'Tuesday to Saturday: 18:00 to 22:30',
  'fitness-planner': '12 squats, 8 push-ups',
  'hr-onboarding': 'Come to the reception at 9:00',
  'voice-receptionist': 'Check-in is from 15:00',
  'quiz-lead-magnet': 'six questions',
  'rich-showroom': 'Volta Duo',
};

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

  test('lets one talk to all sixteen: each answers its first ice breaker out of its own knowledge', async () => {
    const { context, page, faults } = await open('/dashboard/templates');
    await page.getByText('16 templates').waitFor(patient);
    const { templates } = await owner.get<{ templates: TemplateSummary[] }>('/api/templates?language=en');
    const answers: [slug: string, answer: string][] = [];
    for (const { slug, title } of templates) {
      const { iceBreakers } = await owner.get<TemplateDetail>(`/api/templates/${slug}?language=en`);
      await openTemplate(page, title);
      const chat = page.frameLocator('iframe').first();
      const question = chat.getByRole('button', { name: iceBreakers[0] ?? '', exact: true });
      const agree = chat.getByRole('button', { name: 'Agree and continue' });
      await question.or(agree).waitFor(patient);
      if (await agree.isVisible()) await agree.click();
      await question.click(patient);
      await chat.getByRole('button', { name: 'Copy answer' }).waitFor(patient);
      answers.push([
        slug,
        (await chat.getByRole('log').locator('.cw-prose').last().innerText()).replaceAll(/\s+/g, ' '),
      ]);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    }
    expect(
      answers.filter(
        ([slug, answer]) => !answer.includes(firstAnswers[slug] ?? 'an answer that is not written down here'),
      ),
    ).toEqual([]);
    expect(answers).toHaveLength(16);
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

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('has no fault of accessibility (%s, %i px)', async (theme, width) => {
    const { context, page } = await open('/dashboard/templates', { theme, width });
    await page.getByText('16 templates').waitFor(patient);
    const found = await accessibilityFaults(page);
    await openTemplate(page, 'Restaurant');
    await page.getByRole('dialog').getByText('Speaks for Osteria Melograno').waitFor(patient);
    await page
      .getByText('Caponata')
      .first()
      .waitFor({ ...patient, state: 'attached' });
    found.push(...(await accessibilityFaults(page)));
    expect(found).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await context.close();
  });
});
