import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedInContext } from '#tests/support/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { publishAgent } from '#tests/support/visitor-chat.ts';
import { openBrowser } from '#tests/support/visitor-stage.ts';

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

test('a visitor asks for a person, the owner takes over in the inbox, the reply arrives, and the AI goes on', async () => {
  const owner = await app.register('Mira Linden');
  const agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Bakery Linden';
    draft.people.answerWhileWaiting = false;
  });
  await owner.post('/api/saved-replies', { name: 'hours', body: 'Hello {{contact.first_name}}, we open at 7:30. {{me.first_name}}' });

  const chat = await (await browser.newContext({ viewport: { width: 420, height: 780 }, locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  await chat.goto(`${app.url}/widgets/${agent.number}`);
  await chat.getByLabel('Your message').fill('Hello there');
  await chat.keyboard.press('Enter');
  await chat.getByRole('button', { name: 'Copy answer' }).waitFor();

  const inbox = await (await signedInContext(browser, app, owner)).newPage();
  await inbox.goto(`${app.url}/dashboard/inbox`);
  await inbox.getByRole('link', { name: /Hello there|Visitor/ }).first().waitFor();

  // The visitor asks by the menu; the conversation waits in the inbox, with a number in the sidebar and before the title.
  await chat.getByRole('button', { name: 'More options' }).click();
  await chat.getByRole('menuitem', { name: 'Talk to a person' }).click();
  await chat.getByText('You are in the team’s queue').waitFor();
  await expect.poll(() => inbox.title(), { timeout: 30_000 }).toMatch(/^\(1\) Inbox/);
  await inbox.getByText('1 conversation asks for somebody').waitFor({ state: 'attached' });
  await inbox.getByText('Waiting', { exact: true }).first().waitFor();
  if (pictures) await inbox.screenshot({ path: path.join(pictures, 'inbox-waiting.png') });

  // J opens it; a person takes over and writes, with a saved reply.
  await inbox.keyboard.press('j');
  await inbox.getByRole('button', { name: 'Take over' }).click();
  await chat.getByText('Mira Linden joined').waitFor();
  await chat.getByText('Mira Linden is with you').waitFor();
  await inbox.getByRole('button', { name: 'Return to AI' }).waitFor();
  await inbox.keyboard.press('r');
  const area = inbox.getByRole('textbox', { name: 'Your reply to the visitor' });
  await area.pressSequentially('/hou');
  await inbox.getByRole('option', { name: /hours/ }).waitFor();
  await inbox.keyboard.press('Enter');
  expect(await area.inputValue()).toBe('Hello , we open at 7:30. Mira');
  await area.fill('Hello, this is Mira. We open at 7:30.');
  await chat.locator('.cw-typing').waitFor();
  await inbox.keyboard.press('Enter');
  await chat.getByText('Hello, this is Mira. We open at 7:30.', { exact: true }).waitFor();
  if (pictures) await chat.screenshot({ path: path.join(pictures, 'chat-person.png') });

  // The visitor's answer reaches the open thread; no AI answers it.
  await chat.getByLabel('Your message').pressSequentially('Thank you, Mira');
  await inbox.getByText(/is typing/).waitFor();
  await chat.keyboard.press('Enter');
  await inbox.locator('ol').getByText('Thank you, Mira').waitFor();
  await inbox.getByRole('tab', { name: 'Note' }).click();
  await inbox.getByRole('textbox', { name: 'Note for your team' }).fill('A regular. Knows the rye.');
  await inbox.keyboard.press('Enter');
  await inbox.locator('ol').getByText('A regular. Knows the rye.').waitFor();
  if (pictures) await inbox.screenshot({ path: path.join(pictures, 'inbox-thread.png') });

  // Given back, the AI answers again, and the visitor is told.
  await inbox.getByRole('button', { name: 'Return to AI' }).click();
  await chat.getByText('You are talking with the AI assistant again').waitFor();
  expect(await chat.locator('.cw-assistant-message:visible').count()).toBe(3);
  await chat.getByLabel('Your message').fill('And on Sunday?');
  await chat.keyboard.press('Enter');
  await expect.poll(() => chat.locator('.cw-assistant-message:visible').count(), { timeout: 30_000 }).toBe(4);
  expect(await chat.getByText('A regular. Knows the rye.').count()).toBe(0);

  // A better answer becomes knowledge, and the agent is asked once more.
  await inbox.getByRole('button', { name: 'Improve answer' }).last().click();
  const sheet = inbox.getByRole('dialog', { name: 'Improve this answer' });
  await sheet.getByLabel('Better answer').fill('On Sundays we bake from eight until noon.');
  await sheet.getByRole('button', { name: 'Save and check' }).click();
  await sheet.getByText('Saved. This is what the agent says now').waitFor({ timeout: 60_000 });
  expect(await sheet.getByText(/from eight until noon/).count()).toBeGreaterThan(0);
  await sheet.getByRole('button', { name: 'Done' }).click();

  // The visitor leaves an address and goes; the next word reaches him by mail, and the link in it goes on on another device.
  await chat.getByRole('button', { name: 'More options' }).click();
  await chat.getByRole('menuitem', { name: 'Talk to a person' }).click();
  await inbox.getByText('Waiting', { exact: true }).first().waitFor();
  const session = await chat.evaluate(`localStorage.getItem('chatelier:${agent.number}:token')`);
  const id = new URL(inbox.url()).pathname.split('/').at(-1) ?? '';
  expect((await app.browser().request('POST', `/api/visitor/conversations/${id}/address`, { headers: { authorization: `Bearer ${String(session)}` }, body: { email: 'anna@example.test' } })).status).toBe(200);
  await chat.close();
  await inbox.getByRole('tab', { name: 'Reply' }).click();
  await inbox.getByRole('textbox', { name: 'Your reply to the visitor' }).fill('On Sunday from eight, Anna.');
  await inbox.keyboard.press('Enter');
  await inbox.locator('ol').getByText('On Sunday from eight, Anna.').waitFor();
  const { direct } = app.database.database;
  await expect.poll(async () => (await direct.execute(sql`UPDATE conversations SET mail_due_at = now() WHERE id = ${id} AND mail_due_at IS NOT NULL AND last_message LIKE 'On Sunday%' RETURNING id`)).rows.length, { timeout: 30_000 }).toBe(1);
  await app.server.services.replyMails.sendDue();
  await inbox.getByText('Sent by email').waitFor();
  const mail = (await app.server.services.mail.outbox()).mails.find(({ recipient }) => recipient === 'anna@example.test');
  expect(mail?.text).toContain('On Sunday from eight, Anna.');
  const device = await (await browser.newContext({ viewport: { width: 390, height: 780 }, locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  await device.goto(app.url + (/\/resume\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''));
  await device.getByText('On Sunday from eight, Anna.', { exact: true }).waitFor();
  await inbox.getByText('Seen', { exact: true }).waitFor();
  await device.getByLabel('Your message').fill('Then I will come by.');
  await device.keyboard.press('Enter');
  await inbox.locator('ol').getByText('Then I will come by.').waitFor();
  await device.getByRole('button', { name: 'More options' }).click();
  expect(await device.getByRole('menuitem', { name: 'Delete my data' }).count()).toBe(0);
  if (pictures) await device.screenshot({ path: path.join(pictures, 'resume-chat.png') });
  await device.goto(`${app.url}/resume/forged`);
  await device.getByRole('heading', { name: 'This link does not open a conversation any more' }).waitFor();
  if (pictures) await device.screenshot({ path: path.join(pictures, 'resume-gone.png') });

  // E resolves; on a phone one pane at a time fills the screen.
  await inbox.getByRole('heading', { level: 2 }).first().click();
  await inbox.keyboard.press('e');
  await inbox.getByRole('button', { name: 'Reopen' }).waitFor();
  await inbox.setViewportSize({ width: 390, height: 844 });
  await inbox.getByRole('link', { name: 'Back to the list' }).waitFor();
  if (pictures) await inbox.screenshot({ path: path.join(pictures, 'inbox-phone-thread.png') });
  await inbox.getByRole('link', { name: 'Back to the list' }).click();
  await inbox.getByText('No conversations yet').waitFor();
  expect(await inbox.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  if (pictures) await inbox.screenshot({ path: path.join(pictures, 'inbox-phone-list.png') });
});
