import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent } from '#tests/support/visitors/visitor-chat.ts';

const pictures = process.env['SCREENSHOTS'];
let app: TestApp;
let owner: TestBrowser;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  browser = await launchChromium();
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) });
};
/** The words that are marked in the open conversation, and whether the first of them is in sight. */
const markedIn = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get('found') ?? [])].map((range) => {
      const { top, bottom } = (range as Range).getBoundingClientRect();
      return [range.toString(), top > 0 && bottom < innerHeight];
    }),
  );

test('a hit of the search shows its sentence with the words marked, and opens there', async () => {
  const agent = await publishAgent(owner, (draft) => void (draft.dynamic.followUps = 0));
  const visitor = await openChat(app, agent.number);
  await visitor.say('Hello, my marimba has a crack. What would a repair cost?');
  for (let at = 0; at < 14; at++) await visitor.say(`And what about number ${at}?`);
  for (const theme of ['light', 'dark'] as const) {
    const context = await signedInContext(browser, app, owner);
    await context.addInitScript(`localStorage.setItem('ui-theme', '${theme}')`);
    const page = await context.newPage();
    await page.goto(`${app.url}/dashboard/inbox?search=marimba`);
    const mark = page.locator('mark', { hasText: 'marimba' });
    await mark.waitFor();
    await expect.poll(() => page.getByRole('link', { name: /my marimba has a crack/ }).count()).toBe(1);
    await mark.click();
    await page.getByRole('heading', { level: 2 }).waitFor();
    await expect.poll(() => markedIn(page)).toEqual([['marimba', true]]);
    await picture(page, `inbox-found-${theme}`);
    await page.reload();
    await expect.poll(() => markedIn(page)).toEqual([['marimba', true]]);
    // Without the search the conversation is as ever: at its end, nothing marked.
    await page.getByRole('searchbox').fill('');
    await page.locator('a[href*="/dashboard/inbox/cnv_"]').click();
    await expect.poll(() => markedIn(page)).toEqual([]);
    await context.close();
  }
});

test('T takes a conversation over and S puts it off, each undone by one press and told by the list of keys', async () => {
  const agent = await publishAgent(owner, (draft) => void (draft.dynamic.followUps = 0));
  const visitor = await openChat(app, agent.number);
  await visitor.say('I would like to talk to a human');
  const { conversationId } = await visitor.say('It is about my parcel');
  const context = await signedInContext(browser, app, owner);
  const page = await context.newPage();
  await page.goto(`${app.url}/dashboard/inbox`);
  const row = page.getByRole('link', { name: /It is about my parcel/ });
  await row.waitFor();
  await expect.poll(() => row.innerText()).toMatch(/Waiting\s+1 min/);
  await picture(page, 'inbox-waits');
  await page.goto(`${app.url}/dashboard/inbox/${conversationId}`);
  await page.getByRole('button', { name: 'Take over' }).waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog');
  for (const name of ['Take over', 'Snooze']) await keys.getByText(name, { exact: true }).waitFor();
  await picture(page, 'inbox-keys');
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('t');
  await page.getByText('You have this conversation now', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Take over' }).waitFor();
  await page.keyboard.press('s');
  await page.getByRole('heading', { name: 'When should it come back?' }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
    .toBe('datetime-local');
  await page.keyboard.press('Enter');
  await page.getByText('Conversation snoozed', { exact: true }).waitFor();
  const status = async () =>
    (
      await owner.get<{ item: { status: string; handler: string } }>(
        `/api/inbox/conversations/${conversationId}`,
      )
    ).item;
  expect((await status()).status).toBe('snoozed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(status).toMatchObject({ status: 'open', handler: 'waiting' });
  // Whoever types on right after R loses no letter, and the notice lies on no button.
  await page.keyboard.press('t');
  const notice = page.getByText('You have this conversation now', { exact: true });
  await notice.waitFor();
  const send = await page.getByRole('button', { name: 'Send', exact: true }).boundingBox();
  const told = await page.locator('li', { has: notice }).boundingBox();
  expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThanOrEqual(send?.y ?? 0);
  await page.keyboard.press('r');
  await page.keyboard.type('Hello there');
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Your reply to the visitor' }).inputValue())
    .toBe('Hello there');
  await context.close();
});
