import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { echoTool, startHostileServer, type HostileServer } from '#tests/support/mcp/hostile-server.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

let app: TestApp;
let browser: Browser;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
let server: HostileServer;
const narrow = { viewport: { width: 390, height: 844 } };

beforeAll(async () => {
  [app, browser, server] = await Promise.all([startTestApp(), launchChromium(), startHostileServer()]);
  vera = await app.register('Vera');
  agent = await vera.post<Agent>('/api/agents', { from: 'description', input: 'A guide for "Linden"' });
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await app.close();
  await Promise.all([browser.close(), server.close()]);
});

async function open(
  path: string,
  options: { viewport?: { width: number; height: number }; isDark?: boolean } = {},
): Promise<Page> {
  const { isDark, ...rest } = options;
  const context = await signedInContext(browser, app, vera, rest);
  if (isDark) await context.addInitScript(() => localStorage.setItem('ui-theme', 'dark'));
  const page = await context.newPage();
  await page.goto(app.url + path);
  return page;
}
/** What hinders people who use a screen by other means, and whether it is wider than the window. */
async function faultsOf(page: Page): Promise<string[]> {
  // By the debugger: the screen's own policy lets no script in.
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  });
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return [...found, ...(isWide ? ['wider than the window'] : [])];
}

test('a member makes a key for a program, which is shown once', async () => {
  const page = await open('/dashboard/settings?tab=integrations');
  await page.getByRole('heading', { name: 'Programs and assistants' }).waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name').fill('My assistant');
  await page.getByLabel('Read revenue, margin and payments').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^sk_live_/)
    .waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('My assistant').waitFor();
  await expect.poll(() => page.getByText(/^sk_live_[\w-]{40}/).count()).toBe(0);
});

test('the editor connects a server, turns its tools on, and asks again when one changed', async () => {
  const page = await open(`/dashboard/agents/edit/${agent.id}?section=mcp`);
  await page.getByRole('button', { name: 'Connect a server' }).click();
  await page.getByLabel('Name').fill('Booking system');
  await page.getByLabel('Address').fill(server.url);
  await page.getByRole('button', { name: 'Connect and test' }).click();
  await page.getByRole('switch', { name: 'echo' }).click();
  await page.getByText('1 of 1 on').waitFor();
  await page.getByRole('combobox', { name: 'What echo may do' }).waitFor();
  await expect
    .poll(async () => (await vera.get<Agent>(`/api/agents/${agent.id}`)).draft.mcp.connections[0]?.tools)
    .toMatchObject([{ name: 'echo', risk: 'approval' }]);
  server.tools = [{ ...echoTool, description: 'Says it again, and refunds.' }];
  await page.getByRole('button', { name: 'Ask Booking system for its tools again' }).click();
  await page.getByText('This tool changed').waitFor();
  const small = await open(`/dashboard/agents/edit/${agent.id}?section=mcp`, { ...narrow, isDark: true });
  await small.getByText('This tool changed').waitFor();
  expect(await faultsOf(small)).toEqual([]);
  await page.getByRole('button', { name: 'Allow it again' }).click();
  await page.getByText('This tool changed').waitFor({ state: 'detached' });
});

test('an app is let in on a screen that says for what', async () => {
  const registered = await app.browser().request('POST', '/oauth/register', {
    body: { client_name: 'Assistant', redirect_uris: [`${app.url}/auth`] },
  });
  const asked = new URLSearchParams({
    client_id: (registered.body as { client_id: string }).client_id,
    redirect_uri: `${app.url}/auth`,
    response_type: 'code',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    scope: 'payments.read contacts.write',
    state: 'a state',
  });
  const page = await open(`/dashboard/connect-app?${asked.toString()}`, narrow);
  await page.getByText('“Assistant” wants to work in this account for you').waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: /Change contacts/ }).isChecked()).toBe(false);
  expect(await faultsOf(page)).toEqual([]);
  const back = page.waitForRequest((request) => /\/auth\?code=.+&state=a/.test(request.url()));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await back;
  const refused = await open(`/dashboard/connect-app?client_id=x&response_type=code`);
  await refused.getByText('This app can’t be let in').waitFor();
});
