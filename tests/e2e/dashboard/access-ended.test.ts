import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent } from '#tests/support/visitors/visitor-chat.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
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

/** A colleague who has a visitor's conversation open. */
async function reading(name: string) {
  const colleague: Person = await app.register(name);
  const { link } = await owner.post<{ link: string }>('/api/team/invitations', {
    email: colleague.email,
    role: 'support',
    agentIds: null,
    message: '',
  });
  await colleague.post('/api/invitations/accept', { token: link.split('#')[1] });
  const agent = await publishAgent(owner, () => undefined);
  const { conversationId } = await (await openChat(app, agent.number)).say('My number is 4711');
  const context = await signedInContext(browser, app, colleague);
  const page = await context.newPage();
  await page.goto(`${app.url}/dashboard/inbox/${conversationId}`);
  const secret = page.getByText('My number is 4711');
  await secret.first().waitFor();
  // The connection stands once the colleague shows as being there.
  await expect
    .poll(
      async () =>
        (await owner.get<{ members: { isThere: boolean; id: string }[] }>('/api/inbox/members')).members.find(
          ({ id }) => id === colleague.user.id,
        )?.isThere,
      { timeout: 30_000 },
    )
    .toBe(true);
  return { colleague, context, page, secret, path: `/api/team/members/${colleague.user.id}` };
}

test.each(['suspended', 'removed'] as const)(
  'whoever is %s reads nothing more, also not what stood on their screen, and is told why',
  async (how) => {
    const { context, page, secret, path } = await reading('Olga Ruiz');
    // Something unsaved asks whether to leave, once somebody has touched the page; its question is answered by no.
    await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
    await secret.first().click();
    await owner.request(how === 'removed' ? 'DELETE' : 'POST', how === 'removed' ? path : `${path}/suspend`);
    await page.getByText('Your access to this account has ended').waitFor();
    await expect.poll(() => secret.count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/auth');
    // Nothing of it is a step back, either.
    await page.goBack();
    expect(page.url()).toBe('about:blank');
    await page.goForward();
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    await expect.poll(() => secret.count()).toBe(0);
    await context.close();
  },
);

test('whoever was away when they were suspended reads nothing more once they are back', async () => {
  const { colleague, context, page, path } = await reading('Ivo Blum');
  // No news reach a computer that sleeps.
  const asleep = await context.newPage();
  await asleep.route('**/api/events', (route) => route.abort());
  await asleep.goto(page.url());
  const stale = asleep.getByText('My number is 4711');
  await stale.first().waitFor();
  await page.close();
  await owner.request('POST', `${path}/suspend`);
  await asleep.getByRole('link', { name: 'Contacts', exact: true }).first().click();
  await asleep.getByText('Your access to this account has ended').waitFor();
  await expect.poll(() => stale.count()).toBe(0);
  await expect.poll(() => asleep.getByRole('dialog').count()).toBe(0);
  // Whoever signs out by themselves or waits too long is told another way.
  expect(await colleague.request('GET', '/api/contacts')).toMatchObject({
    status: 401,
    body: { code: 'auth.access_ended' },
  });
  await context.close();
});

test('whoever reaches an agent no longer reads its conversations no longer, also not the open one', async () => {
  const { context, page, secret, path } = await reading('Pia Lund');
  const other = await publishAgent(owner, () => undefined);
  await owner.request('PATCH', path, { body: { agentIds: [other.id] } });
  await page
    .getByText('This conversation no longer exists, or you don’t have access to its agent.')
    .waitFor();
  await expect.poll(() => secret.count(), { timeout: 30_000 }).toBe(0);
  await context.close();
});
