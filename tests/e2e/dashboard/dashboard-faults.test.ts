import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtFileOf } from '../../support/app/built.ts';
import { openDashboard } from '../../support/dashboard/dashboard-in-browser.ts';
import { faultsInBothThemes } from '../../support/visitors/visitor-setup.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
afterEach(() => dashboard.tidy());

describe('a screen that breaks', () => {
  it('says what to do, and leads on', async () => {
    // An answer that no screen can draw.
    const page = await dashboard.visit('in', '/dashboard/templates', {
      'GET /api/templates': { body: { templates: [{ id: 'x' }] } },
    });
    await page.getByRole('heading', { name: 'Oops, something needs attention' }).waitFor();
    await page.getByText('If it keeps happening, send a bug report from the sidebar').waitFor();
    await page.getByRole('button', { name: 'Refresh Page' }).waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go to Dashboard' }).click();
    await page.waitForURL(`${dashboard.server.url}/dashboard`);
  });
});

describe('the application when it can not start', () => {
  it('says so and loads again on a press', async () => {
    dashboard.answerAs('out');
    const page = await dashboard.shared.newPage();
    // A page without a root element, as a proxy may leave it.
    await page.route(`${dashboard.server.url}/auth`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace('id="root"', '') });
    });
    await page.goto(`${dashboard.server.url}/auth`);
    await page.getByRole('heading', { name: 'Loading Error' }).waitFor();
    await page
      .getByText('Something went wrong while loading the application. This usually resolves with a refresh.')
      .waitFor();
    for (const name of ['Try Again', 'Refresh Page'])
      await Promise.all([page.waitForEvent('framenavigated'), page.getByRole('button', { name }).click()]);
    await page.unroute(`${dashboard.server.url}/auth`);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('heading', { name: 'Login to your account' }).waitFor();
  });
});

describe('a screen that does not load', () => {
  it('is tried three more times, then says so and offers to refresh', async () => {
    const page = await dashboard.visit('in', '/dashboard');
    let asked = 0;
    await page.clock.install();
    await page.route(`**/${builtFileOf('screens/payments.page.tsx')}`, (route) => {
      asked++;
      return route.abort();
    });
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByText('Loading Payments...').waitFor();
    await expect
      .poll(
        async () => {
          // The pauses between the tries grow; nobody has to sit through them.
          await page.clock.fastForward(10_000);
          return page.getByRole('heading', { name: 'Loading Error' }).count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    await page.getByText('Failed to load Payments. Please refresh the page to try again.').waitFor();
    await page.getByRole('button', { name: 'Refresh Page' }).waitFor();
    expect(asked).toBeGreaterThanOrEqual(4);
  });
});
