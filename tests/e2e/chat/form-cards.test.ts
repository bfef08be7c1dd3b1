import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formBlock, formOptions, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { accessibilityFaults, openBrowser } from '#tests/support/visitors/visitor-setup.ts';

/** A folder for pictures of the story; none is taken without it. */
const pictures = process.env['SCREENSHOTS'];
let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  app = await startTestApp();
  browser = await openBrowser();
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const shoot = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) });
};

test('a form is shown by the agent and sent by a member, filled in inside the chat, and both sides see that it was', async () => {
  const owner = await app.register('Mira Linden');
  const blocks = [
    formBlock('intro', 'paragraph', { label: 'Tell us what you need, and we answer within a day.' }),
    formBlock('name', 'short_text', { label: 'Your name', mapTo: 'name' }),
    formBlock('email', 'email', { label: 'Your email address', required: true, mapTo: 'email' }),
    formBlock('bread', 'radio', { label: 'Which bread?', options: formOptions('rye', 'spelt') }),
  ];
  const [quote] = [
    await publishForm(owner, blocks, undefined, 'Request a quote'),
    await publishForm(owner, blocks, undefined, 'Tasting day'),
  ];
  const agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Bakery Linden';
    draft.dynamic.forms = [{ formId: quote.id, when: '' }];
  });

  const visitor = await browser.newContext({
    viewport: { width: 390, height: 640 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const chat = await visitor.newPage();
  await chat.goto(`${app.url}/widgets/${agent.number}`);
  await chat.getByLabel('Your message').fill('Could I request a quote?');
  await chat.keyboard.press('Enter');
  const card = chat.getByRole('region', { name: 'Request a quote' });
  await card.getByText('Tell us what you need').waitFor();
  await shoot(chat, 'chat-card');
  expect(await accessibilityFaults(chat)).toEqual([]);
  await card.getByRole('button', { name: 'Fill in the form' }).click();
  const frame = card.frameLocator('iframe');
  // It is higher than the chat, and read from its beginning.
  const placeOfTop = () =>
    card.evaluate(
      (element) =>
        element.getBoundingClientRect().top -
        (element.closest('[role=log]')?.getBoundingClientRect().top ?? Number.NaN),
    );
  await frame.getByLabel('Your name').waitFor();
  await expect
    .poll(() => card.evaluate((element) => element.getBoundingClientRect().height))
    .toBeGreaterThan(500);
  await expect.poll(placeOfTop).toBeGreaterThanOrEqual(0);
  await frame.getByLabel('Your name').fill('Ada Novak');
  await shoot(chat, 'chat-open');
  // Put aside and taken up again, it has what was typed.
  await card.getByRole('button', { name: 'Not now' }).click();
  await card.getByRole('button', { name: 'Fill in the form' }).click();
  await expect.poll(() => frame.getByLabel('Your name').inputValue()).toBe('Ada Novak');
  await frame.getByLabel('Your email address').fill('ada@example.test');
  await frame.getByRole('button', { name: 'Send' }).click();
  await card.getByText('Sent', { exact: true }).waitFor();
  await shoot(chat, 'chat-sent');
  await chat.reload();
  await card.getByText('Sent', { exact: true }).waitFor();
  await expect.poll(() => card.getByRole('button').count()).toBe(0);
  await shoot(chat, 'chat-reloaded');

  const desk = await signedInContext(browser, app, owner);
  const office = await desk.newPage();
  await office.goto(`${app.url}/dashboard/inbox`);
  await office
    .getByRole('link', { name: /Ada Novak/ })
    .first()
    .click();
  await office.getByText('Filled in', { exact: true }).waitFor();
  await shoot(office, 'inbox-filled');
  // By the keyboard alone.
  await office.getByRole('button', { name: 'Send a form' }).press('Enter');
  await office.getByRole('combobox', { name: 'Search forms' }).pressSequentially('day');
  await office.getByRole('option', { name: /Tasting day/ }).waitFor();
  await shoot(office, 'inbox-picker');
  expect(await accessibilityFaults(office)).toEqual([]);
  await office.keyboard.press('Enter');
  await office.getByText('Goes with your reply').waitFor();
  await expect.poll(() => office.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await office.keyboard.type('We would love to have you.');
  await shoot(office, 'inbox-chosen');
  await office.keyboard.press('Enter');
  await office.getByText('Not sent yet').waitFor();
  await shoot(office, 'inbox-sent');
  await chat.getByText('We would love to have you.', { exact: true }).waitFor();
  await chat
    .getByRole('region', { name: 'Tasting day' })
    .getByRole('button', { name: 'Fill in the form' })
    .waitFor();
  await shoot(chat, 'chat-from-person');

  await office.getByRole('link', { name: 'See the answers' }).click();
  await office.getByRole('dialog').getByText('ada@example.test').waitFor();
});
