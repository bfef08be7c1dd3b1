import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { startHostSite } from '#tests/support/visitors/host-site.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';

let app: TestApp;
let vera: TestBrowser;
let browser: Browser;
let site: Awaited<ReturnType<typeof startHostSite>>;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  site = await startHostSite();
  browser = await launchChromium();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await app?.close();
});

const publish = (analytics: Partial<AgentConfiguration['analytics']>): Promise<Agent> =>
  publishAgent(vera, (draft) => {
    draft.basic.name = 'Linden';
    draft.basic.language = 'en';
    Object.assign(draft.analytics, analytics);
  });
/** A page with the functions of Google's and Meta's scripts, which note what they are told. */
const scripts = `<script>
  window.told = [];
  window.gtag = (...rest) => told.push(['gtag', ...rest]);
  window.fbq = (...rest) => told.push(['fbq', ...rest]);
</script>`;
const frame = (page: Page) => page.frameLocator('iframe[title="Chat with Linden"]');
const composer = (page: Page) =>
  frame(page).locator('.cw-container:has(.cw-tools)').getByRole('textbox', { name: 'Your message' });
let pages = 0;
async function visit(agent: Agent, body = scripts) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  const page = await context.newPage();
  const foreign: string[] = [];
  page.on('request', (request) => {
    if ([app.url, site.origin, 'data:', 'blob:'].every((start) => !request.url().startsWith(start)))
      foreign.push(request.url());
  });
  const tag = `<script async src="${app.url}/widgets/${agent.number}.js"></script>`;
  await page.goto(site.page(`/measured-${++pages}`, body + tag));
  return { context, page, foreign };
}
const told = (page: Page) => page.evaluate('window.told') as Promise<unknown[][]>;
const names = async (page: Page) => (await told(page)).map(([by, , name]) => `${String(by)}:${String(name)}`);
async function openAndSay(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /Open chat with Linden/ }).click();
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await frame(page).getByRole('button', { name: 'Copy answer' }).last().waitFor();
}
const patient = { timeout: 15_000 };

test('the page’s own statistics hear of the chat after the visitor’s yes, and never what was said', async () => {
  const agent = await publish({ google: true, meta: true });
  const { context, page, foreign } = await visit(agent);
  await openAndSay(page, 'A very private question');
  expect(await told(page)).toEqual([]);
  await page.evaluate(`Chatelier.setConsent({ analytics: true })`);
  await composer(page).fill('Another one');
  await composer(page).press('Enter');
  await expect.poll(() => names(page), patient).toContain('gtag:chat_message');
  expect((await names(page)).some((name) => name.startsWith('fbq'))).toBe(false);
  await page.evaluate(`Chatelier.setConsent({ analytics: true, marketing: true })`);
  await page.evaluate(`(() => { Chatelier.close(); Chatelier.open(); })()`);
  await expect.poll(() => names(page), patient).toContain('fbq:ChatOpen');
  expect(await names(page)).toContain('gtag:chat_open');
  expect(JSON.stringify(await told(page))).not.toMatch(/private|Another/);
  expect((await told(page))[0]).toEqual(['gtag', 'event', 'chat_message', { agent: agent.number }]);
  // A purchase that the server confirmed, as the chat tells it to the page.
  await page.evaluate(
    (number) =>
      dispatchEvent(
        new CustomEvent('chatelier:purchase', {
          detail: {
            number,
            value: { id: 'pur_1', type: 'once', total: 1_900, currency: 'EUR', isTest: false },
          },
        }),
      ),
    agent.number,
  );
  expect((await told(page)).slice(-2)).toMatchObject([
    ['gtag', 'event', 'purchase', { value: 19, currency: 'EUR', transaction_id: 'pur_1' }],
    ['fbq', 'track', 'Purchase', { value: 19, currency: 'EUR' }, { eventID: 'pur_1' }],
  ]);
  // The page takes the agent away and places it again: the yes is the visitor's, who gave it.
  await page.evaluate(`Chatelier.agents[${agent.number}].destroy(); Chatelier.start[${agent.number}]()`);
  await page.evaluate(`Chatelier.open()`);
  await expect
    .poll(async () => (await names(page)).slice(-2).toSorted(), patient)
    .toEqual(['fbq:ChatOpen', 'gtag:chat_open']);
  await page.evaluate(`Chatelier.setConsent({})`);
  const before = (await told(page)).length;
  await page.evaluate(
    `new Promise((resolve) => { Chatelier.on('open', resolve); Chatelier.close(); Chatelier.open(); })`,
  );
  expect((await told(page)).length).toBe(before);
  // Nothing of anybody else's is loaded for it.
  expect(foreign).toEqual([]);
  await context.close();
});

test('where the page’s own scripts mean the yes, they hear of it from the first opening; switched off, nothing does', async () => {
  const agent = await publish({ google: true, meta: false, consent: 'page' });
  const first = await visit(agent);
  await openAndSay(first.page, 'Hello');
  await expect
    .poll(() => names(first.page), patient)
    .toEqual(expect.arrayContaining(['gtag:chat_open', 'gtag:chat_message']));
  expect((await names(first.page)).every((name) => name.startsWith('gtag'))).toBe(true);
  await first.context.close();
  // Without the scripts nothing breaks.
  const bare = await visit(agent, '<p>Bread</p>');
  await openAndSay(bare.page, 'Hello');
  await bare.context.close();
  const off = await visit(await publish({}));
  await off.page.evaluate(`window.Chatelier?.setConsent?.({ analytics: true, marketing: true })`);
  await openAndSay(off.page, 'Hello');
  expect(await told(off.page)).toEqual([]);
  await off.context.close();
});
