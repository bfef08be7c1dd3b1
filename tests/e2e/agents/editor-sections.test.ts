import { factGap } from '#shared/text/fact-gap.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { accessibilityFaults, resizeTo, shellParts } from '#tests/support/visitors/visitor-setup.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let browser: Browser;
let agent: Agent;
let page: Page;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  agent = await owner.post<Agent>('/api/agents', {
    from: 'description',
    input: 'A guide called "Bakery Linden" for a bakery in Utrecht',
  });
  const museum = await owner.post<Agent>('/api/agents', { from: 'blank' });
  await save(museum, { ...museum.draft, basic: { ...museum.draft.basic, name: 'Museum guide' } });
  agent = await owner.post<Agent>(`/api/agents/${agent.id}/publish`, { revision: agent.draftRevision });
  browser = await launchChromium();
  const context = await signedInContext(browser, app, owner);
  context.setDefaultTimeout(30_000);
  page = await context.newPage();
  await page.goto(`${app.url}/dashboard/agents/edit/${agent.id}`);
  await page.getByLabel('Tracking tag').waitFor();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function save(one: Agent, configuration: AgentConfiguration): Promise<void> {
  expect(
    (
      await owner.request('PUT', `/api/agents/${one.id}/draft`, {
        body: { revision: one.draftRevision, configuration },
      })
    ).status,
  ).toBe(200);
}

/** Finds a setting by its name, as a person without a mouse does; the focus is then on it. */
async function find(setting: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('/');
  await page.keyboard.type(setting);
  await page.keyboard.press('Enter');
  await page.locator('[data-found]').waitFor();
}
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
async function write(setting: string, text: string): Promise<void> {
  await find(setting);
  await press('Control+a');
  await page.keyboard.type(text);
}
async function turnOn(setting: string): Promise<void> {
  await find(setting);
  await press('Space');
  await page.getByRole('switch', { name: setting, checked: true }).waitFor();
}
const section = (title: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: title });
const valueOf = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
const isOn = (label: string) => page.getByRole('switch', { name: label }).isChecked();

/** For every section: what is changed in it by keyboard, and what it shows after a reload. */
const walk: { title: string; change?: () => Promise<void>; shows: () => Promise<unknown>; value: unknown }[] =
  [
    {
      title: 'Basic Information',
      change: () => write('Title', 'Bread of Utrecht'),
      shows: () => valueOf('Title'),
      value: 'Bread of Utrecht',
    },
    {
      title: 'Prompt Engineering',
      change: () => write('Welcome message', 'Good morning'),
      shows: () => valueOf('Welcome message'),
      value: 'Good morning',
    },
    {
      title: 'Knowledge',
      shows: () => page.getByText('Your agent knows nothing yet').isVisible(),
      value: true,
    },
    {
      title: 'Dynamic Content',
      async change() {
        await turnOn('Answers with pictures, cards and buttons');
        await write(
          'When to show what',
          'When asked about prices: card "Basic" | €20\nWhen asked about maps: map',
        );
        await page.getByText('1 rule understood').waitFor();
        await page.getByText('Line 2: Begin what is shown with').waitFor();
      },
      shows: () => valueOf('When to show what'),
      value: 'When asked about prices: card "Basic" | €20\nWhen asked about maps: map',
    },
    {
      title: 'AI Settings',
      change: () => turnOn('Visitors may use their own OpenAI key'),
      shows: () => isOn('Visitors may use their own OpenAI key'),
      value: true,
    },
    {
      title: 'Appearance',
      change: () => write('Text in the empty message box', 'Ask the baker'),
      shows: () => valueOf('Text in the empty message box'),
      value: 'Ask the baker',
    },
    {
      title: 'Position and Layout',
      async change() {
        await find('Position');
        await press('ArrowRight');
        await write('Words on the button', 'Questions?');
        await write('Popup message', 'Fresh at seven');
      },
      shows: async () => [
        await page.getByRole('radio', { name: 'Left' }).isChecked(),
        await valueOf('Words on the button'),
        await valueOf('Popup message'),
      ],
      value: [true, 'Questions?', 'Fresh at seven'],
    },
    {
      title: 'Footer Customization',
      change: () => write('Footer text', 'Baked with care'),
      shows: () => valueOf('Footer text'),
      value: 'Baked with care',
    },
    {
      title: 'Visitor texts',
      async change() {
        await section('Visitor texts').press('Enter');
        await page.getByLabel('Find a text').focus();
        await page.keyboard.type('new chat');
        await page.getByLabel('Start a new chat', { exact: true }).focus();
        await page.keyboard.type('Begin again');
        await page.getByText(/^1 of \d+ changed$/).waitFor();
      },
      async shows() {
        await page.getByRole('checkbox', { name: 'Only changed ones' }).check();
        return valueOf('Start a new chat');
      },
      value: 'Begin again',
    },
    {
      title: 'Contact Form Collection',
      async change() {
        await turnOn('Ask visitors who they are');
        await find('Fields');
        // The email address moves above the name, and the focus with it.
        await page.getByRole('button', { name: /^Email address/ }).focus();
        await press('Alt+ArrowUp');
        await page.getByRole('combobox', { name: 'Add a field' }).focus();
        await press('Enter');
        await page.getByRole('option', { name: 'Choice from a list' }).focus();
        await press('Enter');
        // The new field is open, with the focus in its label.
        await page.getByLabel('Label', { exact: true }).and(page.locator(':focus')).waitFor();
        await page.keyboard.type('Preferred day');
        await page.getByLabel('Options').focus();
        await page.keyboard.type('Friday');
        await press('Enter');
        await page.keyboard.type('Saturday');
        await press('Enter');
        await write('Title of the form', 'Who are you?');
      },
      shows: async () => [
        await page.locator('[data-setting="contactForm.fields"] li button[aria-expanded]').allInnerTexts(),
        await valueOf('Title of the form'),
      ],
      value: [
        [
          `Email address\nEmail address${factGap}required`,
          `Name\nName${factGap}optional`,
          `Preferred day\nChoice from a list${factGap}optional`,
        ],
        'Who are you?',
      ],
    },
    {
      title: 'Agent Switching',
      async change() {
        await turnOn('Visitors may switch to another agent');
        await find('Agents to choose from');
        await press('Enter');
        await page.getByRole('option', { name: 'Museum guide' }).focus();
        await press('Enter');
        await page.getByText('Not shown until it is live').waitFor();
      },
      shows: () => page.locator('[data-setting="switching.agents"] li p').first().innerText(),
      value: 'Museum guide',
    },
    {
      title: 'End of Chat Options',
      async change() {
        await turnOn('“End chat” button');
        await write('Page to open afterwards', 'http://example.com/thanks');
        await page.getByText('The address must begin with https://').waitFor();
        // The header leads to the field from anywhere.
        await page.getByRole('button', { name: 'Fix 1 field to save' }).press('Enter');
        await press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
        await page.keyboard.type('s');
        await page.getByText('The address must begin with https://').waitFor({ state: 'detached' });
      },
      shows: () => valueOf('Page to open afterwards'),
      value: 'https://example.com/thanks',
    },
    {
      title: 'Conversation Summary',
      async change() {
        await turnOn('Send a summary by email');
        await page.getByText('Nobody gets the summary yet.').waitFor();
        await write('Who gets it', 'ben@, anna@example.com,');
        await page.getByText('ben@: This is not an email address.').waitFor();
      },
      shows: () => page.locator('[data-setting="summary.recipients"] li').allInnerTexts(),
      value: ['anna@example.com'],
    },
    {
      title: 'Security and Access Control',
      async change() {
        await turnOn('Only on my own sites');
        await write('Allowed sites', 'https://Shop.Example.com/cart ');
        await write('AI spending per month', '12,5');
      },
      shows: async () => [
        await page.locator('[data-setting="access.allowedDomains"] li').allInnerTexts(),
        await valueOf('AI spending per month'),
      ],
      value: [['shop.example.com'], '12.50'],
    },
  ];

test('every section is changed by keyboard, saved, there again after a reload, and readable for everybody in light and dark', async () => {
  const faults: string[] = [];
  // The menu around the editor is judged with its first section.
  const judge = async (title: string, without: readonly string[], runOnly?: string[]): Promise<void> =>
    void faults.push(
      ...(await accessibilityFaults(page, { iframes: false, without, ...(runOnly ? { runOnly } : {}) })).map(
        (fault) => `${title}: ${fault}`,
      ),
    );
  for (const [at, { title, change }] of walk.entries()) {
    if (change) await change();
    else await section(title).press('Enter');
    await page.getByRole('heading', { level: 2, name: title }).waitFor();
    await judge(`${title}, light`, at > 0 ? shellParts : []);
  }
  await page.getByText('Saved', { exact: true }).waitFor();

  await page.evaluate(() => localStorage.setItem('ui-theme', 'dark'));
  await page.goto(`${app.url}/dashboard/agents/edit/${agent.id}`);
  for (const [at, { title, shows, value }] of walk.entries()) {
    await section(title).press('Enter');
    await page.getByRole('heading', { level: 2, name: title }).waitFor();
    await expect.poll(shows, { timeout: 30_000, message: title }).toEqual(value);
    // Of what axe looks at, the colors are all that differs.
    await judge(`${title}, dark`, at > 0 ? shellParts : [], ['color-contrast']);
    await resizeTo(page, { width: 390, height: 844 });
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      faults.push(`${title}: scrolls sideways on a phone`);
    await resizeTo(page, { width: 1440, height: 900 });
  }
  expect(faults).toEqual([]);
}, 240_000);

test('publishing names each of these changes in words, with no key and no raw data', async () => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish changes' });
  await dialog.getByText('Museum guide').waitFor();
  await dialog.getByText('English: “Start a new chat”').waitFor();
  const said = await dialog.innerText();
  for (const text of [
    'Preferred day (Choice from a list, Friday / Saturday, saved as preferred_day)',
    'shop.example.com',
    '$12.50',
    'No cap',
    'Visitors may use their own OpenAI key',
    'Bottom left',
    'anna@example.com',
    'the usual words',
  ])
    expect(said).toContain(text);
  expect(said).not.toMatch(
    /[{}]|agents:|\[object|\b(contactForm|layout|switching|access|texts)\.|bottom-left|agt_/,
  );
});
