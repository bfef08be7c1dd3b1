import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startShopStandIn, type ShopStandIn } from '#tests/support/stores/shop-stand-in.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { accessibilityFaults, openBrowser } from '#tests/support/visitors/visitor-setup.ts';

/** A folder for pictures of the story; none is taken without it. */
const pictures = process.env['SCREENSHOTS'];
let app: TestApp;
let browser: Browser;
let shop: ShopStandIn;

beforeAll(async () => {
  app = await startTestApp();
  browser = await openBrowser();
  shop = await startShopStandIn();
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await shop.close();
});

const shoot = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) });
};
const ask = async (chat: Page, text: string): Promise<void> => {
  await chat.getByLabel('Your message').fill(text);
  await chat.keyboard.press('Enter');
};

test('a visitor searches, fills the cart, checks an order with the code, and the owner sees all of it', async () => {
  const owner = await app.register('Mira Linden');
  const agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Cardinal’s barista';
    draft.store.id = 'demo';
  });
  const visitor = await browser.newContext({
    viewport: { width: 390, height: 760 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    hasTouch: true,
  });
  const chat = await visitor.newPage();
  await chat.goto(`${app.url}/widgets/${agent.number}`);

  await ask(chat, 'Do you have red mugs under €20?');
  const mug = chat.getByRole('article').filter({ hasText: 'Red enamel mug' });
  await mug.getByText('€14.90').waitFor();
  await expect
    .poll(() => mug.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(800);
  await shoot(chat, 'products');
  expect(await accessibilityFaults(chat)).toEqual([]);
  await mug.getByRole('button', { name: 'Add to cart: Red enamel mug' }).click();
  await mug.getByText('In your cart: 1 · €14.90').waitFor();
  await shoot(chat, 'added');

  await ask(chat, 'Add two red enamel mugs to my cart');
  const cart = chat.getByRole('region', { name: 'Your cart' });
  await cart.getByText('€44.70').first().waitFor();
  await cart.getByRole('button', { name: 'One less of Red enamel mug' }).click();
  await cart.getByText('€29.80').first().waitFor();
  await shoot(chat, 'cart');
  expect(await accessibilityFaults(chat)).toEqual([]);
  const [checkout] = await Promise.all([
    visitor.waitForEvent('page'),
    cart.getByRole('link', { name: /Check out/ }).click(),
  ]);
  await checkout.getByText('2 × Red enamel mug').waitFor();
  await shoot(checkout, 'checkout');
  expect(await accessibilityFaults(checkout)).toEqual([]);
  await checkout.close();

  await ask(chat, 'Where is my order 1043?');
  const order = chat.getByRole('region', { name: 'See your order' });
  expect(await order.getByLabel('Order number').inputValue()).toBe('1043');
  await order.getByLabel('Email address of the order').fill('jo@example.com');
  await shoot(chat, 'order-asks');
  await order.getByRole('button', { name: 'Send code' }).click();
  await order.getByLabel('Code from the email').waitFor();
  const codeOf = async (): Promise<string> => {
    const { rows } = await app.database.database.direct.execute<{ text: string }>(
      sql`SELECT text_body AS text FROM outbox_mails WHERE kind = 'order-code' ORDER BY created_at DESC LIMIT 1`,
    );
    return /\b\d{6}\b/.exec(rows[0]?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(codeOf, { timeout: 20_000 }).toMatch(/^\d{6}$/);
  await shoot(chat, 'order-code');
  expect(await accessibilityFaults(chat)).toEqual([]);
  await order.getByLabel('Code from the email').fill(await codeOf());
  await order.getByText('On its way').waitFor();
  await order.getByText('323299800012345678').waitFor();
  await shoot(chat, 'order-shown');
  // It stays in the conversation.
  await chat.reload();
  await chat.getByText('On its way').waitFor();
  await chat.getByText('€29.80').first().waitFor();
  await chat.getByRole('button', { name: /dark/i }).click();
  await shoot(chat, 'dark');
  expect(await accessibilityFaults(chat)).toEqual([]);
  await chat.getByRole('article').first().scrollIntoViewIfNeeded();
  await shoot(chat, 'dark-products');

  const desk = await signedInContext(browser, app, owner);
  const office = await desk.newPage();
  await office.setViewportSize({ width: 1440, height: 1000 });
  const { rows } = await app.database.database.direct.execute<{ id: string }>(
    sql`SELECT id FROM conversations WHERE agent_id = ${agent.id}`,
  );
  await office.goto(`${app.url}/dashboard/inbox/${rows[0]?.id}`);
  await office.getByText('Order 1043').first().waitFor();
  await office.getByText('2 × Red enamel mug').first().waitFor();
  await shoot(office, 'inbox');
  expect(await accessibilityFaults(office)).toEqual([]);

  await office.goto(`${app.url}/dashboard/agents/edit/${agent.id}?section=store`);
  const demo = office.getByRole('radio', { name: /Cardinal Coffee Roasters/ });
  await demo.waitFor();
  expect(await demo.isChecked()).toBe(true);
  await shoot(office, 'editor');
  expect(await accessibilityFaults(office)).toEqual([]);

  // A shop is connected by its address, and is the agent's from then on.
  const connect = office.getByRole('dialog', { name: 'Connect a store' });
  await office.getByRole('button', { name: 'Connect a store' }).click();
  await connect.getByLabel(/Address of the shop/).fill(`${shop.url}/page`);
  await connect.getByRole('button', { name: 'Connect and test' }).click();
  await connect.getByText('no shop that we know').waitFor({ timeout: 60_000 });
  await shoot(office, 'connect-refused');
  expect(await accessibilityFaults(office)).toEqual([]);
  await connect.getByLabel(/Address of the shop/).fill(`${shop.url}/woo`);
  await connect.getByRole('button', { name: 'Connect and test' }).click();
  const connected = office.getByRole('radio', { name: /WooCommerce/ });
  await connected.waitFor({ timeout: 60_000 });
  await expect.poll(() => connected.isChecked()).toBe(true);
  await office.setViewportSize({ width: 390, height: 844 });
  await office.emulateMedia({ colorScheme: 'dark' });
  await shoot(office, 'editor-phone');
  expect(await accessibilityFaults(office)).toEqual([]);
}, 240_000);
