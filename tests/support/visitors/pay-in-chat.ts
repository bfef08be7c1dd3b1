import type { Page } from 'playwright-core';

/** Buys in test money what the wall of a chat offers; what waits is sent then by itself. */
export async function payInChat(page: Page): Promise<void> {
  await page.getByLabel('Email for your receipt').fill('anna@example.test');
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: /^Continue for/ }).click(),
  ]);
  await tab.getByRole('button', { name: /^Pay / }).click();
}
