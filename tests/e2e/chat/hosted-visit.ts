import type { Page } from 'playwright-core';
import type { World } from '#tests/support/visitors/visitor-setup.ts';
import { watchFaults } from '#tests/support/visitors/page-faults.ts';

export const patient = { timeout: 30_000 };
export const composer = (page: Page) => page.getByRole('textbox', { name: 'Your message' });

export async function ask(page: Page, question: string): Promise<void> {
  await composer(page).fill(question);
  await composer(page).press('Enter');
}

/** Waits until the last answer stands. */
export const answered = (page: Page) => page.getByRole('button', { name: 'Copy answer' }).last().waitFor();

/** How a new visitor opens the hosted page of an agent; what goes wrong in it is put into `faults`. */
export const visitorsOf =
  (current: () => World) =>
  async (options: Parameters<World['visitor']>[0] = {}, path = '/widgets/1') => {
    const world = current();
    const context = await world.visitor(options);
    const page = await context.newPage();
    const faults = watchFaults(page);
    await page.goto(world.origin + path);
    /* The composer comes with the page, the rest with the script. */
    await page.locator('.cw-tools').waitFor();
    return { context, page, faults };
  };
