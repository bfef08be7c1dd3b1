import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let browser: Browser;
let context: BrowserContext;
const pages: Page[] = [];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  browser = await launchChromium();
  context = await signedInContext(browser, app, owner);
  context.setDefaultTimeout(30_000);
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function newAgent(name = 'Bakery Linden'): Promise<Agent> {
  return owner.post<Agent>('/api/agents', {
    from: 'description',
    input: `A guide called "${name}" for a bakery in Utrecht`,
  });
}

async function openPage(address: string): Promise<Page> {
  const page = await context.newPage();
  pages.push(page);
  await page.goto(app.url + address);
  await page.locator('h1').first().waitFor();
  return page;
}

/** Waits for what arrives by the server's news or by a save. */
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000 });
const openEditor = (agent: Agent, section = 'basic'): Promise<Page> =>
  openPage(`/dashboard/agents/edit/${agent.id}?section=${section}`);
const stored = (agent: Agent): Promise<Agent> => owner.get<Agent>(`/api/agents/${agent.id}`);
const preview = (page: Page): FrameLocator => page.frameLocator('iframe');
const nameField = (page: Page): Locator => page.getByLabel('Name', { exact: true });
const waitUntilSaved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();
const publishButton = (page: Page): Locator => page.getByRole('button', { name: 'Publish', exact: true });
const section = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name });

describe('editing an agent', () => {
  test('typing shows in the preview before it is saved, is saved by itself, and can be taken back', async () => {
    const agent = await newAgent();
    const page = await openEditor(agent);
    await preview(page).getByText('Bakery Linden').first().waitFor();
    // The server gets nothing yet: what the preview shows comes from the typing alone.
    let letThrough: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/draft', async (route) => {
      await held;
      await route.continue();
    });
    await nameField(page).fill('Linden & Daughters');
    await preview(page).getByText('Linden & Daughters').first().waitFor();
    expect((await stored(agent)).draft.basic.name).toBe('Bakery Linden');
    letThrough?.();
    await waitUntilSaved(page);
    expect((await stored(agent)).draft.basic.name).toBe('Linden & Daughters');
    expect(await page.title()).toContain('Linden & Daughters');

    await nameField(page).press('Control+z');
    await expect.poll(() => nameField(page).inputValue()).toBe('Bakery Linden');
    await preview(page).getByText('Bakery Linden').first().waitFor();
    await nameField(page).press('Control+Shift+z');
    await expect.poll(() => nameField(page).inputValue()).toBe('Linden & Daughters');
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => (await stored(agent)).draft.basic.name).toBe('Bakery Linden');
  });

  test('an error stays on its field, nothing is thrown away, and all of it is saved once it is put right', async () => {
    const agent = await newAgent();
    const page = await openEditor(agent);
    await page.getByLabel('Tracking tag').fill('embed');
    await page.getByText('This word already leads to another page.').waitFor();
    await expect.poll(() => page.getByLabel('Tracking tag').getAttribute('aria-invalid')).toBe('true');
    await nameField(page).fill('Linden and friends');
    await page.getByText('Fix 1 field to save').waitFor();
    await section(page, 'Prompt Engineering').click();
    await page.getByLabel('Welcome message').fill('Good morning!');
    await preview(page).getByText('Good morning!').first().waitFor();
    // What is right is saved all the same; the wrong field stays as it was there.
    await eventually(async () => {
      const { basic, prompt } = (await stored(agent)).draft;
      return [basic.name, basic.tag, prompt.welcomeMessage];
    }).toEqual(['Linden and friends', agent.draft.basic.tag, 'Good morning!']);
    await expect
      .poll(() => section(page, 'Basic Information').textContent())
      .toContain('A field needs attention');

    await publishButton(page).click();
    await page.getByText('A field needs attention before this can be published.').waitFor();
    await page.keyboard.press('Escape');
    await section(page, 'Basic Information').click();
    await expect.poll(() => nameField(page).inputValue()).toBe('Linden and friends');
    await page.getByLabel('Tracking tag').fill('spring');
    await waitUntilSaved(page);
    const { draft } = await stored(agent);
    expect([draft.basic.name, draft.basic.tag, draft.prompt.welcomeMessage]).toEqual([
      'Linden and friends',
      'spring',
      'Good morning!',
    ]);
  });

  test('publishing shows what changes for visitors, and an older version can be taken back', async () => {
    const agent = await newAgent();
    const page = await openEditor(agent, 'appearance');
    await publishButton(page).click();
    await page.getByRole('heading', { name: 'Publish for the first time' }).waitFor();
    await page.getByRole('button', { name: 'Publish agent' }).click();
    await page.getByRole('heading', { name: 'Put it on your site' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Live', { exact: true }).first().waitFor();

    await page.getByRole('radio', { name: 'Dark' }).check();
    await section(page, 'Basic Information').click();
    await nameField(page).fill('Linden at night');
    await publishButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Publish changes' });
    await dialog.getByText('Linden at night').waitFor();
    await expect.poll(() => dialog.locator('dt').allTextContents()).toEqual(['Name', 'Theme at the start']);
    await expect.poll(() => dialog.locator('dd').first().textContent()).toContain('Bakery Linden');
    await dialog.getByLabel('Name of this version').fill('Night shift');
    await dialog.getByRole('button', { name: 'Publish agent' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stored(agent)).toMatchObject({ liveVersion: 2, hasUnpublishedChanges: false });
    await publishButton(page).click();
    await page.getByText('Everything in the draft is already live.').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByText('Night shift').waitFor();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    const restore = page.getByRole('dialog', { name: 'Restore version 1?' });
    await restore.getByText('Linden at night').waitFor();
    await restore.getByRole('button', { name: 'Restore', exact: true }).click();
    await eventually(() => nameField(page).inputValue()).toBe('Bakery Linden');
    // Visitors keep what is live until it is published again.
    expect(await stored(agent)).toMatchObject({
      liveVersion: 2,
      name: 'Bakery Linden',
      hasUnpublishedChanges: true,
    });
  });

  test('of two editors at once the second is told, and both changes are kept', async () => {
    const agent = await newAgent();
    const [anna, ben] = [await openEditor(agent), await openEditor(agent)];
    await nameField(anna).fill('Anna’s bakery');
    await eventually(() => nameField(ben).inputValue()).toBe('Anna’s bakery');

    // Ben's save is on its way when Anna's arrives first.
    let wasFirst = true;
    await ben.route('**/draft', async (route) => {
      if (!wasFirst) return route.continue();
      wasFirst = false;
      const { draft, draftRevision } = await stored(agent);
      const saved = await owner.request('PUT', `/api/agents/${agent.id}/draft`, {
        body: {
          revision: draftRevision,
          configuration: { ...draft, basic: { ...draft.basic, name: 'Anna’s bread' } },
        },
      });
      expect(saved.status).toBe(200);
      await route.continue();
    });
    await ben.getByLabel('Title').fill('Bread of Utrecht');
    await ben.getByText('Somebody else changed this agent').waitFor();
    await expect.poll(() => ben.getByLabel('Title').inputValue()).toBe('Bread of Utrecht');
    await ben.getByLabel('Description').fill('Every morning');
    await ben.getByRole('button', { name: 'Keep mine on top' }).click();
    await ben.getByText('Somebody else changed this agent').waitFor({ state: 'detached' });
    await eventually(async () => (await stored(agent)).draft.basic).toMatchObject({
      name: 'Anna’s bread',
      seoTitle: 'Bread of Utrecht',
      seoDescription: 'Every morning',
    });
    await eventually(() => anna.getByLabel('Title').inputValue()).toBe('Bread of Utrecht');
  });

  test('a lost connection loses nothing: it says so, warns before leaving, and saves on the next try', async () => {
    const agent = await newAgent();
    const page = await openEditor(agent);
    await page.route('**/draft', (route) => route.abort());
    await nameField(page).fill('Typed in a tunnel');
    await page.getByText('Not saved', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'All agents' }).click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect.poll(() => nameField(page).inputValue()).toBe('Typed in a tunnel');
    await page.unroute('**/draft');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await waitUntilSaved(page);
    expect((await stored(agent)).name).toBe('Typed in a tunnel');
  });

  test('a setting is found by its name, and its section has an address', async () => {
    const agent = await newAgent();
    const page = await openEditor(agent, 'appearance');
    await page.getByLabel('Text in the empty message box').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('temperature');
    const found = page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('button')
      .filter({ visible: true });
    expect((await found.allTextContents()).filter(Boolean)).toEqual(['AI Settings', 'Temperature']);
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: /^Built-in/ }).waitFor();
    expect(page.url()).toContain('section=ai');
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('zebra');
    await page.getByText('No setting goes by that name.').waitFor();
    await page.goBack();
    await page.getByLabel('Text in the empty message box').waitFor();

    // By keyboard one goes on in the section, not through the rest of the list.
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('');
    await section(page, 'Footer Customization').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Footer text').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Footer Customization');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('nav'))).toBeNull();
  });

  test('the AI settings say what the built-in engine is and is not', async () => {
    const agent = await newAgent();
    const page = await openEditor(agent, 'ai');
    await expect.poll(() => page.getByRole('radio', { name: /^Built-in/ }).isChecked()).toBe(true);
    await page.getByText('Answers from your documents, no language model.').waitFor();
    await page.getByText('It doesn’t think along, write freely or follow the system prompt').waitFor();
    // Nothing to set that would have no effect, and no model that nobody connected.
    await expect.poll(() => page.getByRole('slider').count()).toBe(0);
    await expect.poll(() => page.getByRole('radio').count()).toBe(1);
    await expect
      .poll(() => page.getByRole('link', { name: 'Open integrations' }).getAttribute('href'))
      .toBe('/dashboard/settings?tab=integrations');
  });
});

describe('teaching an agent', () => {
  test('a pasted text is read, found by a test question, removed and put back', async () => {
    const agent = await newAgent();
    const page = await openEditor(agent, 'knowledge');
    await page.getByText('Your agent knows nothing yet').waitFor();
    await page.getByRole('button', { name: /^Text/ }).click();
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByText('Paste or write some text.').waitFor();
    await page.getByRole('dialog').getByLabel('Name').fill('Delivery');
    await page
      .getByRole('dialog')
      .getByLabel('Text', { exact: true })
      .fill(
        'We deliver bread by cargo bike for 4 euros. Orders before six in the evening arrive the next morning.',
      );
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByRole('button', { name: 'Delivery', exact: true }).waitFor();
    await page.getByText('Ready', { exact: true }).filter({ visible: true }).waitFor();

    await page.getByLabel('Test question').fill('What does delivery by bike cost?');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('1 passage would be used').waitFor();
    await expect.poll(() => page.locator('mark').allTextContents()).toContain('bike');
    await page.getByLabel('Test question').fill('Do you sell umbrellas?');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Nothing in your sources speaks of this.').waitFor();

    await page.getByRole('button', { name: 'Actions for Delivery' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByText('Your agent knows nothing yet').waitFor();
    await page.getByText('Bin (1)').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByRole('button', { name: 'Delivery', exact: true }).waitFor();
    await page.getByText('Bin (1)').waitFor({ state: 'detached' });
  });
});

describe('making an agent', () => {
  const field = (page: Page): Locator => page.getByLabel('Your website or what you do');

  test('out of a description', async () => {
    const page = await openPage('/dashboard/agents/new');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByText('Enter a website or a sentence, or start empty.').waitFor();
    await field(page).fill('We repair bicycles in Ghent and rent cargo bikes for the weekend.');
    await page.getByText('We draft the agent from your words.').waitFor();
    await field(page).press('Enter');
    await page.waitForURL('**/edit/**');
    await page.getByRole('heading', { name: /is ready to talk/ }).waitFor();
    await page.getByText('So far it knows only what you wrote.').waitFor();
    // A section opens below all that: it is brought into sight.
    const opened = page.getByRole('heading', { level: 2, name: 'Footer Customization' });
    await section(page, 'Footer Customization').click();
    await opened.waitFor();
    const { y = 0 } = (await opened.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(50);
    expect(y).toBeLessThan(300);
    const { agents } = await owner.get<{ agents: { id: string }[] }>('/api/agents');
    const made = await owner.get<Agent>(`/api/agents/${page.url().match(/agt_\w+/)?.[0]}`);
    expect(agents.map(({ id }) => id)).toContain(made.id);
    expect(made.draft.prompt.systemPrompt).toContain('bicycles');
    expect(made.draft.prompt.welcomeMessage).not.toBe('');
  });

  test('empty', async () => {
    const page = await openPage('/dashboard/agents/new');
    await page.getByRole('button', { name: 'Start empty' }).click();
    await page.waitForURL('**/edit/**');
    await nameField(page).waitFor();
    await expect.poll(() => nameField(page).inputValue()).toBe('New agent');
  });

  test('a site that cannot be read leaves what was typed, and can count as a description', async () => {
    const page = await openPage('/dashboard/agents/new');
    await field(page).fill('http://127.0.0.1:9/');
    await field(page).press('Enter');
    await page.getByRole('button', { name: 'Use it as a description' }).click();
    await expect.poll(() => field(page).inputValue()).toBe('http://127.0.0.1:9/');
    await field(page).fill('http://127.0.0.1:9/ is our bicycle shop');
    await field(page).press('Enter');
    await page.waitForURL('**/edit/**');
  });
});
