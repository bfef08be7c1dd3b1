import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Contact } from '#features/contacts/contacts.contract.ts';
import { formBlock, formOptions, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import {
  makeBakery,
  startLampShop,
  withForm,
  type Change,
  type LampShop,
} from '#tests/support/visitors/lamp-shop.ts';
import { republish } from '#tests/support/visitors/visitor-chat.ts';
import { accessibilityFaults, colorRules, openBrowser } from '#tests/support/visitors/visitor-setup.ts';

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
const field = (
  key: string,
  type: AgentConfiguration['contactForm']['fields'][number]['type'],
  about: object = {},
) => ({ key, type, label: '', required: false, options: [], ...about });

async function visit(agent: Agent, options: { context?: BrowserContext } = {}): Promise<Page> {
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
  return page;
}

/** What is drawn can be read by everybody, in both themes; the focus stays where it is. */
async function isReadable(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  const switchTo = (theme: string) =>
    page.getByRole('button', { name: `Switch to ${theme} mode` }).evaluate((one: HTMLElement) => one.click());
  await switchTo('dark');
  expect(await accessibilityFaults(page, { runOnly: colorRules })).toEqual([]);
  await switchTo('light');
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

describe('the contact form in the chat', () => {
  test('asks at the start, keeps question and answers while it is wrong, and sends the question after it', async () => {
    const agent = await makeAgent(
      withForm({
        text: 'So that we can come back to you.',
        fields: [
          field('name', 'name'),
          field('email', 'email', { required: true }),
          field('phone', 'phone'),
          field('topic', 'select', {
            label: 'What is it about?',
            required: true,
            options: ['Bread', 'Cakes'],
          }),
          field('news', 'checkbox', { label: 'Send me news' }),
        ],
      }),
    );
    const page = await visit(agent);
    await form(page).waitFor();
    // By keyboard only, from the composer on.
    await composer(page).focus();
    await page.keyboard.type('Do you have rye bread?');
    await page.keyboard.press('Enter');
    await page.getByText('Your message goes out right after this:').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('cw-form-name');
    await page.keyboard.type('Anna Novak');
    await page.keyboard.press('Tab');
    await page.keyboard.type('anna at example');
    await page.keyboard.press('Enter');
    await page.getByText('This doesn’t look like an email address').waitFor();
    await page.getByText('Please fill this in.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('cw-form-email');
    await isReadable(page);
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Anna Novak');
    await expect.poll(() => page.getByText('Do you have rye bread?').count()).toBe(1);

    const email = 'anna@example.test';
    await page.keyboard.press('Control+A');
    await page.keyboard.type(email);
    for (let tabs = 0; tabs < 2; tabs++) await page.keyboard.press('Tab');
    await page.keyboard.type('Bread');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    for (let tabs = 0; tabs < 2; tabs++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await answered(page);
    const given = page.getByRole('region', { name: 'Your details' });
    await expect.poll(() => given.innerText()).toMatch(/Anna Novak[\s\S]*anna@[\s\S]*Bread[\s\S]*Yes/);
    await isReadable(page);
    await page.reload();
    await given.waitFor();
    await expect.poll(() => log(page).getByText('Do you have rye bread?').count()).toBe(1);
    await expect.poll(() => form(page).count()).toBe(0);

    const [contact] = (await vera.get<{ contacts: Contact[] }>(`/api/contacts?search=${email}`)).contacts;
    const owner = await (await signedInContext(browser, app, vera)).newPage();
    await owner.goto(`${app.url}/dashboard/contacts/${contact?.id}`);
    await owner.getByText('Filled in the contact form').waitFor();
    const facts = owner.getByRole('complementary', { name: 'About this contact' });
    await expect.poll(() => facts.innerText()).toMatch(/What is it about\?\s+Bread[\s\S]*Send me news\s+Yes/);
    // What was said is one step away, with all that the team can do there.
    await owner.getByRole('link', { name: 'Open in the inbox' }).click();
    await owner.waitForURL(/\/dashboard\/inbox\/cnv_\w+/);
    await owner.getByRole('main').getByText('Do you have rye bread?').first().waitFor();
    await owner.context().close();
    await page.context().close();
  });

  test('comes after so many messages, and can be passed by with the owner’s words for it', async () => {
    const agent = await makeAgent(
      withForm({ moment: 'after', afterMessages: 1, title: 'Before you go on', skipText: 'Rather not' }),
    );
    const page = await visit(agent);
    await say(page, 'First question');
    await answered(page);
    await page.getByRole('heading', { name: 'Before you go on' }).waitFor();
    await say(page, 'Second question');
    await page.getByRole('button', { name: 'Rather not' }).click();
    await answered(page, 2);
    await expect.poll(() => log(page).getByText('Second question').count()).toBe(1);
    await page.reload();
    await log(page).getByText('Second question').waitFor();
    await expect.poll(() => form(page).count()).toBe(0);
    await page.context().close();
  });

  test('comes when the visitor wants an offer, and is still there after a reload', async () => {
    const page = await visit(await makeAgent(withForm({ moment: 'intent' })));
    await say(page, 'When do you open?');
    await answered(page);
    await expect.poll(() => form(page).count()).toBe(0);
    await say(page, 'I would like an offer for a cake');
    await page.getByRole('heading', { name: 'Leave your details and we’ll get in touch' }).waitFor();
    await page.reload();
    await form(page).waitFor();
    await page.getByLabel('Email').fill('intent@example.test');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('region', { name: 'Your details' }).waitFor();
    await expect.poll(() => form(page).count()).toBe(0);
    await page.context().close();
  });

  test('comes with the person who is called, while nobody knows how to reach the visitor', async () => {
    const page = await visit(await makeAgent(withForm({ moment: 'intent' })));
    await say(page, 'Please call me back');
    await page
      .getByText(/in (their|its|the team’s) queue/)
      .first()
      .waitFor();
    await page.getByRole('heading', { name: 'Leave your details and we’ll get in touch' }).waitFor();
    // One place asks for the address, and not two.
    await expect.poll(() => page.getByLabel(/email/i).count()).toBe(1);
    await page.getByLabel('Email').fill('callback@example.test');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('region', { name: 'Your details' }).waitFor();
    await page.getByText('You sent “your contact details”').waitFor();
    await page.context().close();
  });
});

test('a person who joins is not kept from the visitor by a form that may be skipped', async () => {
  const agent = await makeAgent((configuration) => {
    withForm({ moment: 'after', afterMessages: 1, skipAllowed: true })(configuration);
    Object.assign(configuration.people, { enabled: true });
  });
  const page = await visit(agent);
  await say(page, 'Do you have rye bread?');
  await form(page).waitFor();
  await say(page, 'And spelt?');
  await page.getByText('Your message goes out right after this:').waitFor();
  const listed = await vera.get<{ conversations: { id: string }[] }>(
    `/api/inbox/conversations?agent=${agent.id}`,
  );
  await vera.post(`/api/inbox/conversations/${listed.conversations[0]!.id}/handler`, { to: 'me' });
  await log(page).getByText('Vera joined').waitFor();
  // What waited for the form has gone out, and the next message does at once.
  await expect.poll(() => form(page).count()).toBe(0);
  await expect.poll(() => page.getByText('Your message goes out right after this:').count()).toBe(0);
  await log(page).getByText('And spelt?').waitFor();
  await page.context().close();
});

describe('a form of the owner’s own in the chat', () => {
  test('is filled in where the chat is, page by page, and then the waiting question goes out', async () => {
    const saved = await publishForm(vera, [
      formBlock('name', 'short_text', { label: 'Your name', mapTo: 'name' }),
      formBlock('next', 'page_break'),
      formBlock('email', 'email', { label: 'Your email address', required: true, mapTo: 'email' }),
      formBlock('bread', 'radio', { label: 'Which bread?', options: formOptions('rye', 'spelt') }),
    ]);
    const page = await visit(
      await makeAgent(withForm({ formId: saved.id, title: 'Your order', skipAllowed: false })),
    );
    const inside = page.frameLocator('iframe[title="Your order"]');
    await inside.getByLabel('Your name').waitFor();
    await say(page, 'Do you have rye bread?');
    await page.getByText('Your message goes out right after this:').waitFor();
    await inside.getByLabel('Your name').fill('Ada Novak');
    await inside.getByRole('button', { name: 'Next' }).click();
    await inside.getByLabel('Your email address').fill('ada at example');
    await inside.getByRole('button', { name: 'Send' }).click();
    await inside.getByText('Enter an address like').waitFor();
    const frame = page.locator('iframe[title="Your order"]');
    // The frame is as tall as what is in it: nothing scrolls inside of it.
    await expect
      .poll(async () => (await frame.boundingBox())?.height)
      .toBe(await inside.locator('html').evaluate((root) => root.scrollHeight));
    expect(await accessibilityFaults(page)).toEqual([]);
    await inside.getByLabel('Your email address').fill('ada.frame@example.test');
    await inside.getByText('SPELT').click();
    await inside.getByRole('button', { name: 'Send' }).click();
    await answered(page);
    await expect
      .poll(() => page.getByRole('region', { name: 'Your details' }).innerText())
      .toMatch(/Ada Novak[\s\S]*ada.frame[\s\S]*Which bread\?[\s\S]*SPELT/);
    await expect.poll(() => frame.count()).toBe(0);
    await page.context().close();
  });

  test('shows in the editor’s preview as soon as it is chosen', async () => {
    for (const name of ['Bread order', 'Cake order'])
      await publishForm(
        vera,
        [formBlock('wish', 'short_text', { label: `Your ${name.toLowerCase()}` })],
        undefined,
        name,
      );
    const agent = await makeAgent(withForm());
    const owner = await (await signedInContext(browser, app, vera)).newPage();
    await owner.goto(`${app.url}/dashboard/agents/edit/${agent.id}?section=contactForm`);
    for (const name of ['Bread order', 'Cake order']) {
      await owner.getByLabel('Which form').click();
      await owner.getByRole('option', { name }).click();
      await owner
        .frameLocator('iframe')
        .first()
        .frameLocator('iframe')
        .getByLabel(`Your ${name.toLowerCase()}`)
        .waitFor();
    }
    await owner.context().close();
  });
});

describe('consent', () => {
  test('is asked for before the first message; who declines goes on reading; a changed text asks again', async () => {
    const agent = await makeAgent(
      ({ access }) =>
        void Object.assign(access, {
          consentEnabled: true,
          consentText: 'We keep what you write for **90 days**. <img src=x onerror=alert(1)>',
        }),
    );
    const page = await visit(agent);
    const card = page.getByRole('region', { name: 'Before you write' });
    await card.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await expect.poll(() => card.locator('strong').innerText()).toBe('90 days');
    await expect.poll(() => card.locator('img').count()).toBe(0);
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByText('You can read everything here.').waitFor();
    await page.getByText('Good morning. What would you like to know?').waitFor();
    await say(page, 'May I ask?');
    // Enter agrees once the card has taken the keyboard.
    await card.locator('button:focus').waitFor();
    await page.keyboard.press('Enter');
    await answered(page);
    await page.reload();
    await log(page).getByText('May I ask?').waitFor();
    await expect.poll(() => card.count()).toBe(0);
    await republish(vera, agent, ({ access }) => void (access.consentText = 'We keep it for a year.'));
    await page.reload();
    await card.getByText('We keep it for a year.').waitFor();
    await page.context().close();
  });
});

describe('the owner’s own words', () => {
  test('stand in chat and launcher in their language, as text', async () => {
    const agent = await makeAgent(({ texts }) => {
      texts.en = {
        'launcher.open': 'Ask {{name}}',
        'composer.placeholder': '<b>Ask away</b>',
        'menu.open': 'What else?',
      };
      texts.cs = { 'composer.placeholder': 'Ptejte se' };
    });
    const page = await visit(agent);
    await page.getByPlaceholder('<b>Ask away</b>').waitFor();
    await page.getByRole('button', { name: 'What else?' }).waitFor();
    await page.context().close();
    const czech = await visit(agent, { context: await browser.newContext({ locale: 'cs-CZ' }) });
    await czech.getByPlaceholder('Ptejte se').waitFor();
    await czech.context().close();
    const context = await browser.newContext({ locale: 'en-US' });
    const host = await context.newPage();
    shop.body = `<script src="${app.url}/widgets/${agent.number}.js" async></script>`;
    await host.goto(shop.url);
    await host.getByRole('button', { name: 'Ask Linden & Loaf' }).waitFor();
    await context.close();
  });
});
