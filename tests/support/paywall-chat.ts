import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Where a visitor writes. */
export const composer = (page: Page) => page.getByRole('textbox', { name: 'Your message', exact: true });
/** A button of the chat by its name. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** Sends a message; its answer is not waited for. */
export async function ask(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}
/** The answers that are complete: each can be copied. */
export const answers = (page: Page) => button(page, 'Copy answer');
/** Waits until so many answers are complete. */
export async function answered(page: Page, count: number): Promise<void> {
  await expect.poll(() => answers(page).count(), { timeout: 30_000 }).toBe(count);
}

/** Uses up what is free, asks once more, and goes to the bank from the wall. */
export async function toTheBank(page: Page, email: string): Promise<Page> {
  await ask(page, 'First question');
  await answered(page, 1);
  await page.locator('.cw-balance').getByText('Your free messages are used up.').waitFor();
  await ask(page, 'Second question');
  await page.getByLabel('Email for your receipt').fill(email);
  const [bank] = await Promise.all([page.context().waitForEvent('page'), page.locator('.cw-pay').click()]);
  await bank.getByRole('heading', { name: 'Pay with test money' }).waitFor();
  return bank;
}
/** Pays at the bank, whose page then has the title. */
export async function payAtBank(bank: Page, title: RegExp): Promise<void> {
  await bank.locator('button[value="pay"]').click();
  await bank.getByRole('heading', { name: title }).waitFor();
}
/** Opens what was used and bought. */
export async function openUsage(page: Page): Promise<void> {
  await button(page, 'More options').click();
  await page.getByRole('menuitem', { name: 'Usage and purchases' }).click();
}
