import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { openPaymentsWorld, type Owner } from '#tests/support/payments/payments-setup.ts';
import { accessibilityFaults } from '#tests/support/visitors/visitor-setup.ts';

let world: Awaited<ReturnType<typeof openPaymentsWorld>>;
let owner: Owner;
let browser: Browser;
let context: BrowserContext;
/** Where pictures go, for whoever wants to see them. */
const pictures = process.env['PICTURES'];

beforeAll(async () => {
  world = await openPaymentsWorld();
  owner = await world.app.register('Mira Linden');
  browser = await launchChromium();
  context = await signedInContext(browser, world.app, owner);
  context.setDefaultTimeout(30_000);
});
afterAll(async () => {
  await browser.close();
  await world.app.close();
});

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: path.join(pictures, `${name}-${width}-${colorScheme}.png`) });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('who blocks somebody with a subscription says what becomes of it, and reads in the list what did', async () => {
  const agent = await world.sellAgent(owner, { type: 'subscription', amount: 3_000 });
  const id = await world.buy(owner, await world.visit(agent), { email: 'anna@example.test' });
  const other = await world.buy(owner, await world.visit(agent), { email: 'ben@example.test' });
  const [anna] = await world.rows<{ contact: string }>(
    sql`SELECT contact_id AS contact FROM purchases WHERE id = ${id}`,
  );
  world.clock.advance(86_400_000);

  const page = await context.newPage();
  await page.goto(`${world.app.url}/dashboard/contacts/${anna?.contact}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  const dialog = page.getByRole('dialog', { name: 'Block this person?' });
  await dialog.getByText('They pay for 1 subscription').waitFor();
  await dialog.getByText('End them now and give money back').waitFor();
  await picture(page, 'block');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('radio', { name: /They pay nothing more/ }).check();
  await dialog.getByRole('button', { name: 'Block' }).click();
  await page.getByText('Blocked. Messages of this person are refused').first().waitFor();
  await world.services.payments.pauses.lookAt(owner.user.accountId, id);

  // Ben's subscription was given back in part and goes on; its newest payment is lost to the bank.
  await owner.post(`/api/payments/${other}/refund`, { amount: 500, ends: false, key: crypto.randomUUID() });
  await owner.post(`/api/payments/${other}/cancel`, { isEnding: true });
  await page.goto(`${world.app.url}/dashboard/payments?period=all&tab=subscriptions`);
  const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email });
  await rowOf('anna@example.test').getByText('Ends').waitFor();
  await rowOf('ben@example.test').getByText('Partly refunded').waitFor();
  await rowOf('ben@example.test').getByText('Ends').waitFor();
  await picture(page, 'subscriptions');

  world.bank.addPayment(other, 3_000, world.clock.now());
  const last = [...world.bank.sessions.values()]
    .find(({ order }) => order.purchaseId === other)
    ?.facts.payments.at(-1);
  world.bank.dispute(other, last?.reference ?? '', 'lost', world.clock.now());
  await world.services.payments.syncing.sync(owner.user.accountId, other);
  await page.goto(`${world.app.url}/dashboard/payments?period=all&purchase=${other}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const giving = page.getByRole('dialog', { name: 'Give money back' });
  await giving.getByText('Dispute lost: the bank gave').waitFor();
  await picture(page, 'refund');
});
