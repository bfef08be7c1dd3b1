import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openDashboard } from '../../support/dashboard/dashboard-in-browser.ts';

/* Source: the specification, "Business constants". */

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
afterEach(() => dashboard.tidy());

it('the sidebar is 16rem wide, and from 767 px down a drawer of 280 px; toasts are 420 px at most', async () => {
  const page = await dashboard.visit('in', '/dashboard', { 'POST /api/logout': { status: 500, body: {} } });
  await page.setViewportSize({ width: 768, height: 800 });
  const logOut = page.getByRole('button', { name: 'Log out' });
  await logOut.waitFor();
  const main = page.locator('main');
  await expect.poll(async () => (await main.boundingBox())?.x).toBe(256);
  await logOut.click();
  const toast = dashboard.toast(page).first();
  await toast.waitFor();
  const { width = 0 } = (await toast.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(300);
  expect(width).toBeLessThanOrEqual(420);
  await page.setViewportSize({ width: 767, height: 800 });
  await expect.poll(async () => (await main.boundingBox())?.x).toBe(0);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect.poll(async () => (await page.getByRole('dialog').boundingBox())?.width).toBe(280);
});

it('a tooltip opens when the pointer rests for 700 ms, and its neighbour at once for 300 ms after it', async () => {
  const page = await dashboard.visit('in', '/dashboard');
  const collapse = page.getByRole('button', { name: 'Collapse sidebar' });
  const logOut = page.getByRole('button', { name: 'Log out' });
  await logOut.waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const tooltip = page.getByRole('tooltip');
  await collapse.hover();
  await page.clock.runFor(690);
  await expect.poll(() => tooltip.count()).toBe(0);
  await page.clock.runFor(20);
  // The page's clock stands still: what is drawn late is drawn at this time.
  await tooltip.waitFor();
  for (const [pause, isAtOnce] of [
    [150, true],
    [500, false],
  ] as const) {
    await page.mouse.move(600, 400);
    // It stays for a moment, so that one can go to it.
    await page.clock.runFor(130);
    await tooltip.waitFor({ state: 'detached' });
    await page.clock.runFor(pause);
    await collapse.hover();
    await page.clock.runFor(10);
    // The page may hear of the pointer only after the clock went on: a few more ms, far from the 700 of a first one.
    if (isAtOnce) await expect.poll(async () => (await page.clock.runFor(1), await tooltip.count())).toBe(1);
    else await expect.poll(() => tooltip.count()).toBe(0);
  }
});
