import type { Page } from 'playwright-core';

/** Ends with the fonts there, and every motion over that ends by itself. */
const atRest = `document.fonts.ready.then(() => Promise.allSettled(
  document.getAnimations()
    .filter((motion) => motion.effect?.getComputedTiming().endTime !== Infinity)
    .map((motion) => motion.finished)))`;

/** Waits until a screen of the dashboard has its content and nothing in it or in its frames moves any more. */
export async function untilAtRest(page: Page): Promise<void> {
  await page.locator('main :is(h1, h2)').first().waitFor();
  await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await Promise.all(page.frames().map((frame) => frame.evaluate(atRest)));
}
