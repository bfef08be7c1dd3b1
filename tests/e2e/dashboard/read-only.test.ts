import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';

let app: TestApp;
let owner: TestBrowser;
let browser: Browser;
let screens: string[];
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  browser = await launchChromium();
  const agent = await publishAgent(owner, () => undefined);
  const form = await owner.post<{ id: string }>('/api/forms', { name: 'Ask for a delivery' });
  const page = await owner.post<{ id: string }>('/api/landing-pages', { title: 'Rye bread' });
  screens = [
    `/dashboard/agents/edit/${agent.id}`,
    `/dashboard/forms/${form.id}`,
    `/dashboard/landing-pages/${page.id}`,
    `/dashboard/landing-pages/${page.id}/edit`,
  ];
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** A member with a role, at a screen of the dashboard. */
async function visit(role: 'viewer' | 'editor'): Promise<Page> {
  const member = await app.register(`A ${role}`);
  const { link } = await owner.post<{ link: string }>('/api/team/invitations', {
    email: member.email,
    role,
    agentIds: null,
    message: '',
  });
  await member.post('/api/invitations/accept', { token: link.split('#')[1] });
  return (await signedInContext(browser, app, member)).newPage();
}
const why = 'You can read this, but not change it';

test('a member whose role only reads is told so where things are made, and who can change them', async () => {
  const page = await visit('viewer');
  for (const screen of screens) {
    await page.goto(app.url + screen);
    await page.getByText(why).waitFor();
    await expect.poll(() => page.getByText(why).count(), { message: screen }).toBe(1);
    await page.getByText('Its owner, admins and editors can make them.').waitFor();
  }
});

test('a member who may change them reads nothing of it', async () => {
  const page = await visit('editor');
  for (const screen of screens) {
    await page.goto(app.url + screen);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.getByText(why).count(), { message: screen }).toBe(0);
  }
});
