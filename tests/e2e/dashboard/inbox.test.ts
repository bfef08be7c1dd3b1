import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decryptPush, makeBrowserKeys, startPushService } from '#tests/support/dashboard/push-stand-in.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { openBrowser } from '#tests/support/visitors/visitor-setup.ts';

/** A folder for pictures of the story; none is taken without it. */
const pictures = process.env['SCREENSHOTS'];

let app: TestApp;
let browser: Browser;
let pushes: Awaited<ReturnType<typeof startPushService>>;
const keys = makeBrowserKeys();

beforeAll(async () => {
  pushes = await startPushService();
  app = await startTestApp({ safeFetch: pushes.safeFetch });
  browser = await openBrowser();
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await pushes.close();
});

test('a visitor asks for a person, the owner takes over in the inbox, the reply arrives, and the AI goes on', async () => {
  const owner = await app.register('Mira Linden');
  const agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Bakery Linden';
    draft.people.answerWhileWaiting = false;
  });
  await owner.post('/api/saved-replies', {
    name: 'hours',
    body: 'Hello {{contact.first_name}}, we open at 7:30. {{me.first_name}}',
  });

  const chat = await (
    await browser.newContext({
      viewport: { width: 420, height: 780 },
      locale: 'en-US',
      reducedMotion: 'reduce',
    })
  ).newPage();
  await chat.goto(`${app.url}/widgets/${agent.number}`);
  await chat.getByLabel('Your message').fill('Hello there');
  await chat.keyboard.press('Enter');
  await chat.getByRole('button', { name: 'Copy answer' }).waitFor();

  const context = await signedInContext(browser, app, owner);
  // A browser without windows shows no notifications, and no push service reaches it: permission, address and
  // keys are ours, and what comes there is handed to its worker.
  await context.addInitScript(
    `Object.defineProperty(Notification, 'permission', { get: () => 'granted' }); PushManager.prototype.subscribe = async () => ({ endpoint: 'https://push.test/send/1', toJSON: () => (${JSON.stringify({ endpoint: 'https://push.test/send/1', keys: { p256dh: keys.p256dh, auth: keys.auth } })}), unsubscribe: async () => true })`,
  );
  const inbox = await context.newPage();
  await inbox.goto(`${app.url}/dashboard/inbox?notices=open`);
  await inbox.getByRole('switch', { name: 'Notify me in this browser' }).click();
  await inbox.getByText('On, also while no tab of the dashboard is open.').waitFor();
  await inbox.getByRole('dialog').getByRole('listitem').waitFor();
  if (pictures) await inbox.screenshot({ path: path.join(pictures, 'inbox-notices.png') });
  await inbox.keyboard.press('Escape');
  await inbox
    .getByRole('link', { name: /Hello there|Visitor/ })
    .first()
    .waitFor();

  // The visitor asks by the button, which is gone then; the conversation waits in the inbox, with a number in
  // the sidebar and before the title.
  if (pictures) await chat.screenshot({ path: path.join(pictures, 'chat-ask.png') });
  await chat.getByRole('button', { name: 'Talk to a person' }).click();
  await chat.getByText('You’re in the team’s queue').waitFor();
  await expect.poll(() => chat.getByRole('button', { name: 'Talk to a person' }).count()).toBe(0);
  await expect.poll(() => inbox.title(), { timeout: 30_000 }).toMatch(/^\(1\) Inbox/);
  await inbox.getByText('1 conversation asks for somebody').waitFor({ state: 'attached' });
  await inbox.getByText('Waiting', { exact: true }).first().waitFor();
  if (pictures) await inbox.screenshot({ path: path.join(pictures, 'inbox-waiting.png') });
  await expect.poll(() => pushes.received.length, { timeout: 30_000 }).toBe(1);
  const told = decryptPush(pushes.received[0]?.body ?? Buffer.alloc(0), keys);

  // J opens it; a person takes over and writes, with a saved reply.
  await inbox.keyboard.press('j');
  await inbox.getByRole('button', { name: 'Take over' }).waitFor();
  await expect
    .poll(() => inbox.evaluate(() => document.activeElement?.getAttribute('aria-current')))
    .toBe('page');
  await inbox.getByRole('button', { name: 'Take over' }).click();
  await chat.getByText('Mira Linden joined').waitFor();
  await chat.getByText('Mira Linden is with you').waitFor();
  await inbox.getByRole('button', { name: 'Return to AI' }).waitFor();
  // R goes to the text, also after a click into the conversation.
  await inbox.keyboard.press('r');
  const area = inbox.getByRole('textbox', { name: 'Your reply to the visitor' });
  await expect.poll(() => area.evaluate((node) => node === document.activeElement)).toBe(true);
  await inbox.keyboard.type('/hou');
  await inbox.getByRole('option', { name: /hours/ }).waitFor();
  await inbox.keyboard.press('Enter');
  await expect.poll(() => area.inputValue()).toBe('Hello, we open at 7:30. Mira');
  // Why a file can't go is said once for each, and closed; one writes on then.
  await inbox.locator('input[type="file"]').setInputFiles(
    ['song.mp3', 'song.mp3', 'film.mkv'].map((name) => ({
      name,
      mimeType: 'video/x',
      buffer: Buffer.from('x'),
    })),
  );
  const refusals = inbox.getByText(/pictures \(PNG, JPG, WebP, GIF\), PDF, TXT and DOCX files can be sent/);
  await expect
    .poll(() => refusals.allTextContents())
    .toEqual([expect.stringMatching(/^song/) as string, expect.stringMatching(/^film/) as string]);
  for (const left of [1, 0]) {
    await refusals.first().getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => refusals.count()).toBe(left);
    expect(await area.evaluate((node) => node === document.activeElement)).toBe(true);
  }
  // They go on typing until the visitor sees it, as people do: one sign lasts for seconds.
  await expect
    .poll(
      async () => (
        await area.press('End'),
        await area.press('x'),
        await area.press('Backspace'),
        chat.locator('.cw-typing').isVisible()
      ),
      { timeout: 30_000 },
    )
    .toBe(true);
  await area.fill('Hello, this is Mira. We open at 7:30.');
  await inbox.keyboard.press('Enter');
  await chat.getByText('Hello, this is Mira. We open at 7:30.', { exact: true }).waitFor();
  if (pictures) await chat.screenshot({ path: path.join(pictures, 'chat-person.png') });

  // The visitor's answer reaches the open thread; no AI answers it.
  await chat.getByLabel('Your message').pressSequentially('Thank you, Mira');
  await inbox.getByText(/is typing/).waitFor();
  const wrote = inbox.getByRole('complementary', { name: 'About this contact' }).getByText(/^\d+$/).last();
  const before = Number(await wrote.textContent());
  await chat.keyboard.press('Enter');
  await inbox.locator('ol').getByText('Thank you, Mira').waitFor();
  await expect
    .poll(async () => Number(await wrote.textContent()), { timeout: 30_000 })
    .toBeGreaterThan(before);
  await inbox.getByRole('tab', { name: 'Note' }).click();
  await inbox.getByRole('textbox', { name: 'Note for your team' }).fill('A regular. Knows the rye.');
  await inbox.keyboard.press('Enter');
  await inbox.locator('ol').getByText('A regular. Knows the rye.').waitFor();
  if (pictures) await inbox.screenshot({ path: path.join(pictures, 'inbox-thread.png') });
  // What a menu puts into the text is gone on with at once: these letters are no shortcuts.
  await inbox.getByRole('tab', { name: 'Reply' }).click();
  await inbox.getByRole('button', { name: 'Saved replies' }).click();
  await inbox.getByRole('menuitem', { name: 'hours' }).click();
  await inbox.getByRole('menu').waitFor({ state: 'detached' });
  await inbox.keyboard.type('See you');
  await expect.poll(() => area.inputValue()).toBe('Hello, we open at 7:30. MiraSee you');
  // A text that another one replaces comes back by one press.
  await inbox.getByRole('button', { name: 'Saved replies' }).click();
  await inbox.getByRole('menuitem', { name: 'hours' }).click();
  await expect.poll(() => area.inputValue(), { timeout: 30_000 }).toBe('Hello, we open at 7:30. Mira');
  await inbox.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => area.inputValue()).toBe('Hello, we open at 7:30. MiraSee you');
  // It is there again after a reload.
  await inbox.reload();
  await expect.poll(() => area.inputValue(), { timeout: 30_000 }).toBe('Hello, we open at 7:30. MiraSee you');
  await area.fill('');

  // Given back, the AI answers again, and the visitor is told.
  await inbox.getByRole('button', { name: 'Return to AI' }).click();
  await chat.getByText('You are talking with the AI assistant again').waitFor();
  await expect.poll(() => chat.locator('.cw-assistant-message:visible').count()).toBe(3);
  await chat.getByLabel('Your message').fill('And on Sunday?');
  await chat.keyboard.press('Enter');
  await expect.poll(() => chat.locator('.cw-assistant-message:visible').count(), { timeout: 30_000 }).toBe(4);
  await expect.poll(() => chat.getByText('A regular. Knows the rye.').count()).toBe(0);

  // A better answer becomes knowledge, and the agent is asked once more.
  await inbox.getByRole('button', { name: 'Improve answer' }).last().click();
  const sheet = inbox.getByRole('dialog', { name: 'Improve this answer' });
  await sheet.getByLabel('Better answer').fill('On Sundays we bake from eight until noon.');
  await sheet.getByRole('button', { name: 'Save and check' }).click();
  await sheet.getByText('Saved. This is what the agent says now').waitFor({ timeout: 60_000 });
  await expect.poll(() => sheet.getByText(/from eight until noon/).count()).toBeGreaterThan(0);
  await sheet.getByRole('button', { name: 'Done' }).click();

  // The visitor leaves an address and goes; the next word reaches them by mail, and the link in it goes on on
  // another device.
  await chat.getByRole('button', { name: 'More options' }).click();
  await chat.getByRole('menuitem', { name: 'Talk to a person' }).click();
  await inbox.getByText('Waiting', { exact: true }).first().waitFor();
  const session = await chat.evaluate(`localStorage.getItem('chatelier:${agent.number}:token')`);
  const id = new URL(inbox.url()).pathname.split('/').at(-1) ?? '';
  expect(
    (
      await app.browser().request('POST', `/api/visitor/conversations/${id}/address`, {
        headers: { authorization: `Bearer ${String(session)}` },
        body: { email: 'anna@example.test' },
      })
    ).status,
  ).toBe(200);
  await chat.close();
  await inbox.getByRole('tab', { name: 'Reply' }).click();
  await inbox.getByRole('textbox', { name: 'Your reply to the visitor' }).fill('On Sunday from eight, Anna.');
  await inbox.keyboard.press('Enter');
  await inbox.locator('ol').getByText('On Sunday from eight, Anna.').waitFor();
  const { direct } = app.database.database;
  await expect
    .poll(
      async () =>
        (
          await direct.execute(
            sql`UPDATE conversations SET mail_due_at = now()
              WHERE id = ${id} AND mail_due_at IS NOT NULL AND last_message LIKE 'On Sunday%' RETURNING id`,
          )
        ).rows.length,
      { timeout: 30_000 },
    )
    .toBe(1);
  await app.server.services.replyMails.sendDue();
  await inbox.getByText('Waits in the outbox: this server has no mail server').waitFor();
  const mail = (await app.server.services.mail.outbox()).mails.find(
    ({ recipient }) => recipient === 'anna@example.test',
  );
  expect(mail?.text).toContain('On Sunday from eight, Anna.');
  const device = await (
    await browser.newContext({
      viewport: { width: 390, height: 780 },
      locale: 'en-US',
      reducedMotion: 'reduce',
    })
  ).newPage();
  await device.goto(app.url + (/\/resume\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''));
  await device.getByText('On Sunday from eight, Anna.', { exact: true }).waitFor();
  await inbox.getByText('Seen', { exact: true }).waitFor();
  // What only the team reads was seen by no visitor.
  await inbox.getByRole('tab', { name: 'Note' }).click();
  await inbox.getByRole('textbox', { name: 'Note for your team' }).fill('They come on Sunday.');
  await inbox.keyboard.press('Enter');
  const said = inbox.locator('ol').first().locator(':scope > li:not([hidden])');
  await expect
    .poll(async () => (await said.allTextContents()).slice(-3), { timeout: 30_000 })
    .toEqual([
      expect.stringContaining('On Sunday from eight, Anna.') as string,
      'Seen',
      expect.stringContaining('They come on Sunday.') as string,
    ]);
  await device.getByLabel('Your message').fill('Then I will come by.');
  await device.keyboard.press('Enter');
  await inbox.locator('ol').getByText('Then I will come by.').waitFor();
  await device.getByRole('button', { name: 'More options' }).click();
  await expect.poll(() => device.getByRole('menuitem', { name: 'Delete my data' }).count()).toBe(0);
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
  await inbox.getByText('No open conversations').waitFor();
  expect(await inbox.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  if (pictures) await inbox.screenshot({ path: path.join(pictures, 'inbox-phone-list.png') });

  // Its worker says nothing while the dashboard is in sight, and tells what came once it is not.
  const [worker] = context.serviceWorkers();
  const devtools = await context.newCDPSession(inbox);
  const registration = new Promise<string>((resolve) =>
    devtools.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations: [first] }) => first && resolve(first.registrationId),
    ),
  );
  await devtools.send('ServiceWorker.enable');
  const deliver = async (data: string): Promise<unknown> => {
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: app.url,
      registrationId: await registration,
      data,
    });
    return worker?.evaluate('globalThis.shown');
  };
  await worker?.evaluate(
    'globalThis.shown = []; registration.showNotification = async (title, { body, data }) => void shown.push({ title, body, path: data.path })',
  );
  expect(await deliver(told)).toEqual([]);
  await inbox.goto('about:blank');
  await deliver(told);
  await expect
    .poll(() => worker?.evaluate('globalThis.shown'), { timeout: 30_000 })
    .toEqual([
      {
        title: expect.stringMatching(/^Visitor \w{4} waits for a person$/) as string,
        body: 'Bakery Linden',
        path: `/dashboard/inbox/${id}`,
      },
    ]);
});

test('words typed after a click into a conversation resolve nothing; keys and many at once are undone by one press', async () => {
  const owner = await app.register('Vera Novak');
  const agent = await publishAgent(owner, (draft) => (draft.basic.name = 'Violins'));
  for (const text of ['Do you repair a cello?', 'And a violin?', 'I want to talk to a human'])
    await (await openChat(app, agent.number)).say(text);
  const page = await (await signedInContext(browser, app, owner)).newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${app.url}/dashboard/inbox`);
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(3);
  // Sidebar and list count the same: what changes is counted once, as the list is looked at once.
  const times = (address: string) => asked.filter((one) => one === address).length;
  const [list, counts] = ['/api/inbox/conversations', '/api/inbox/counts'];
  const { conversations } = await owner.get<{ conversations: { id: string }[] }>(list);
  // The sidebar may ask for the first time after the list has come.
  await expect.poll(() => times(counts), { timeout: 30_000 }).toBeGreaterThan(0);
  asked.length = 0;
  for (const priority of ['high', 'low']) {
    const before = { list: times(list), counts: times(counts) };
    await owner.request('PATCH', list, {
      body: { ids: [conversations[2]?.id], change: { kind: 'priority', priority } },
    });
    await expect
      .poll(() => times(list) > before.list && times(counts) > before.counts, { timeout: 30_000 })
      .toBe(true);
  }
  expect(times(counts)).toBeLessThanOrEqual(times(list));
  // Who waits stands on top.
  await expect.poll(() => rows.first().textContent()).toContain('I want to talk to a human');

  // J goes through them all, and each comes into sight.
  await page.setViewportSize({ width: 1440, height: 480 });
  for (const at of [0, 1, 2]) {
    await page.keyboard.press('j');
    await expect.poll(() => rows.nth(at).getByRole('link').getAttribute('aria-current')).toBe('page');
  }
  await expect
    .poll(async () => {
      const { y = 0, height = 0 } = (await rows.nth(2).boundingBox()) ?? {};
      return y + height;
    })
    .toBeLessThanOrEqual(481);
  await page.setViewportSize({ width: 1440, height: 900 });

  await rows.nth(1).getByRole('link').click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.click();
  await page.keyboard.type('hello everyone, under no circumstances');
  await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor();
  await expect.poll(() => rows.count()).toBe(3);
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.getByText('Conversation resolved', { exact: true }).waitFor();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(3);

  // Many: one, a range to the last with Shift, and back.
  await rows.first().hover();
  await rows.first().getByRole('checkbox').click();
  await rows.nth(2).hover();
  await rows
    .nth(2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await page.getByText('3 chosen', { exact: true }).waitFor();
  if (pictures) await page.screenshot({ path: path.join(pictures, 'inbox-bulk.png') });
  await page
    .getByRole('toolbar', { name: 'Chosen conversations' })
    .getByRole('button', { name: 'Resolve' })
    .click();
  await page.getByText('3 conversations changed', { exact: true }).waitFor();
  await expect.poll(() => rows.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(3);

  // Whoever waited waits again.
  await expect.poll(() => rows.first().textContent(), { timeout: 30_000 }).toContain('Waiting');

  await page.getByLabel('Search conversations').fill('cello');
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(1);
  await page.getByRole('button', { name: 'Filters' }).click();
  if (pictures) await page.screenshot({ path: path.join(pictures, 'inbox-filters.png') });

  // What is searched for may be done already: the way to it stands where nothing was found.
  await page.keyboard.press('Escape');
  await rows.first().getByRole('link').click();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(0);
  await page.getByRole('button', { name: 'Look in all conversations' }).click();
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(1);
});
