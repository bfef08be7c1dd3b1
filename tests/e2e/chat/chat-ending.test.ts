import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Contact } from '#features/contacts/contacts.contract.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import {
  makeBakery,
  startLampShop,
  withForm,
  type Change,
  type LampShop,
} from '#tests/support/visitors/lamp-shop.ts';
import { accessibilityFaults, openBrowser } from '#tests/support/visitors/visitor-setup.ts';

let app: TestApp;
let vera: TestBrowser;
let browser: Browser;
/** A customer's page on another origin. */
let shop: LampShop;

beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  browser = await openBrowser();
  shop = await startLampShop();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  shop.close();
});

const makeAgent = (change: Change): Promise<Agent> => makeBakery(vera, change);

async function visit(
  agent: Agent,
  options: { dark?: boolean; context?: BrowserContext } = {},
): Promise<Page> {
  const context =
    options.context ??
    (await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: 'en-US',
      reducedMotion: 'reduce',
      acceptDownloads: true,
    }));
  // An init script is not bound by the page's policy.
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${app.url}/widgets/${agent.number}`);
  if (options.dark) await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  return page;
}
const composer = (page: Page) => page.getByRole('textbox', { name: 'Your message', exact: true });
const form = (page: Page) => page.getByRole('form');
const log = (page: Page) => page.getByRole('log');
async function say(page: Page, text: string) {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}
/** Waits for an answer's end. */
const answered = (page: Page, count = 1) =>
  expect
    .poll(() => page.getByRole('button', { name: 'Copy answer' }).count(), { timeout: 30_000 })
    .toBe(count);
async function menu(page: Page, entry: string) {
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

describe('the chat’s menu', () => {
  test('gives the transcript and deletes what is the visitor’s, by keyboard', async () => {
    const page = await visit(await makeAgent(withForm()));
    await page.getByLabel('Email').fill('gone@example.test');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('region', { name: 'Your details' }).waitFor();
    await say(page, 'My number is 4711');
    await answered(page);
    await page.getByRole('button', { name: 'More options' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // Past the list of conversations.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toMatch(
      /^\ufeffConversation with Linden & Loaf\nSaved on [\s\S]*Your details[\s\S]*Email: gone@example\.test[\s\S]*You · [\s\S]*My number is 4711[\s\S]*Linden & Loaf · /,
    );

    await menu(page, 'About this assistant');
    await page.getByText('Linden & Loaf is an AI assistant, not a person.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('More options');
    await menu(page, 'Delete my data');
    await page.getByRole('heading', { name: 'Delete your data?' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByText('Your data has been deleted.').waitFor();
    await expect.poll(() => page.getByText('4711').count()).toBe(0);
    await page.reload();
    await form(page).waitFor();
    await expect.poll(() => page.getByText('4711').count()).toBe(0);

    const owner = await (await signedInContext(browser, app, vera)).newPage();
    await owner.goto(`${app.url}/dashboard/contacts`);
    await owner.getByText('A visitor deleted their data').first().waitFor();
    await expect.poll(() => owner.getByText('gone@example.test').count()).toBe(0);
    await owner.context().close();
    await page.context().close();
  });
});

describe('the end of a chat', () => {
  const ending: Change = (configuration) => void (configuration.ending.enabled = true);

  test('shows an end screen and begins anew on the agent’s own page, with a rating for the owner', async () => {
    const page = await visit(await makeAgent(ending));
    await say(page, 'A question to end with');
    await answered(page);
    // A button of its own, there once there is something to end; the menu has it, too.
    const end = page.locator('.cw-bottom').getByRole('button', { name: 'End chat' });
    await end.click();
    await page.getByRole('dialog', { name: 'End chat' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await end.evaluate((button) => button === document.activeElement)).toBe(true);
    await menu(page, 'End chat');
    await page.getByRole('radio', { name: '4 of 5' }).check();
    await page.getByLabel('Anything to add? (optional)').fill('Quick and kind');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'End chat' }).click();
    await page.getByRole('heading', { name: 'This chat has ended. Thank you.' }).waitFor();
    await say(page, 'One more thing');
    await answered(page);
    await expect.poll(() => log(page).getByText('A question to end with').count()).toBe(0);

    const [contact] = (await vera.get<{ contacts: Contact[] }>('/api/contacts')).contacts;
    const owner = await (await signedInContext(browser, app, vera)).newPage();
    await owner.goto(`${app.url}/dashboard/contacts/${contact?.id}`);
    await owner.getByRole('img', { name: 'Rated 4 of 5' }).waitFor();
    await owner.getByText('Quick and kind').waitFor();
    await owner.context().close();
    await page.context().close();
  });

  test('closes the chat on the owner’s page and leads to the address that the owner set', async () => {
    const agent = await makeAgent(
      ({ ending: end }) =>
        void Object.assign(end, {
          enabled: true,
          askRating: false,
          redirectUrl: 'https://thanks.example.test/bye',
        }),
    );
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      reducedMotion: 'reduce',
    });
    await context.route('https://thanks.example.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Bye</title>Bye' }),
    );
    const page = await context.newPage();
    shop.body = `<script src="${app.url}/widgets/${agent.number}.js" async></script>`;
    await page.goto(shop.url);
    await page.getByRole('button', { name: 'Open chat with Linden & Loaf' }).click();
    const frame = page.frameLocator('iframe[title="Chat with Linden & Loaf"]');
    await frame.getByRole('textbox', { name: 'Your message' }).fill('Hello?');
    await frame.getByRole('textbox', { name: 'Your message' }).press('Enter');
    await frame.getByRole('button', { name: 'Copy answer' }).waitFor();
    await frame.getByRole('button', { name: 'End chat' }).click();
    await frame.getByRole('dialog', { name: 'End chat' }).getByRole('button', { name: 'End chat' }).click();
    await page.waitForURL('https://thanks.example.test/bye');
    await context.close();
  });
});

describe('what the browser remembers', () => {
  test('is gone with the page when history is off, and with the tab when it is for the session', async () => {
    const off = await visit(await makeAgent(({ access }) => void (access.history = 'off')));
    await say(off, 'Forget me');
    await answered(off);
    await off.reload();
    await composer(off).waitFor();
    await say(off, 'Who am I?');
    await answered(off);
    await expect.poll(() => log(off).getByText('Forget me').count()).toBe(0);
    await off.context().close();

    const agent = await makeAgent(({ access }) => void (access.history = 'session'));
    const tab = await visit(agent);
    await say(tab, 'Remember me for now');
    await answered(tab);
    await tab.reload();
    await log(tab).getByText('Remember me for now').waitFor();
    const other = await visit(agent, { context: tab.context() });
    await say(other, 'Another tab');
    await answered(other);
    await expect.poll(() => log(other).getByText('Remember me for now').count()).toBe(0);
    await tab.context().close();
  });
});
