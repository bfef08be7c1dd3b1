import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent } from '#tests/support/visitors/visitor-chat.ts';

let app: TestApp;
let owner: TestBrowser;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

test('formulas are drawn in the inbox as in the chat, and prices are no formulas', async () => {
  const agent = await publishAgent(owner, () => undefined);
  const { conversationId } = await (await openChat(app, agent.number)).say('How is energy reckoned?');
  await owner.post(`/api/inbox/conversations/${conversationId}/messages`, {
    clientMessageId: randomUUID(),
    text: 'It is $E = mc^2$, and \\[ \\frac{a}{b} \\] costs $5 or $7.',
  });
  const page = await (await signedInContext(browser, app, owner)).newPage();
  await page.goto(`${app.url}/dashboard/inbox/${conversationId}`);
  const formulas = page.locator('math');
  await formulas.first().waitFor({ state: 'attached' });
  await expect.poll(() => formulas.count()).toBe(2);
  const said = page.getByRole('listitem').filter({ has: page.locator('math') });
  await expect.poll(() => said.innerText()).toContain('costs $5 or $7');
  await expect.poll(() => said.innerText()).not.toContain('\\frac');
  await page.close();
});

test('Escape closes the saved replies that are offered, and what is typed after it is still the text', async () => {
  await owner.post('/api/saved-replies', { name: 'hours', body: 'We open at 7:30.' });
  const agent = await publishAgent(owner, () => undefined);
  const { conversationId } = await (await openChat(app, agent.number)).say('When do you open?');
  const page = await (await signedInContext(browser, app, owner)).newPage();
  await page.goto(`${app.url}/dashboard/inbox/${conversationId}`);
  const area = page.getByRole('textbox', { name: 'Your reply to the visitor' });
  await area.focus();
  await page.keyboard.type('/ho');
  await page.getByRole('option', { name: /hours/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await page.keyboard.type('me/key');
  await expect.poll(() => area.inputValue()).toBe('/home/key');
  // What was closed for one text is offered again for the next.
  await area.fill('/ho');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: '/ho' }).waitFor();
  await page.keyboard.type('/');
  await page.getByRole('option', { name: /hours/ }).waitFor();
  await page.close();
});

test('letters that are typed before the palette is there are in it, and none is a shortcut of the page', async () => {
  const page = await (await signedInContext(browser, app, owner)).newPage();
  await page.goto(`${app.url}/dashboard/inbox`);
  await page.getByRole('heading').first().waitFor();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gp paym');
  await page.keyboard.press('Backspace');
  release();
  await expect
    .poll(() => page.getByPlaceholder('Where to, or what to do?').inputValue(), { timeout: 20_000 })
    .toBe('gp pay');
  expect(new URL(page.url()).pathname).toBe('/dashboard/inbox');
  await page.close();
});
