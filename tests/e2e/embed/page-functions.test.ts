import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AnswerTrace } from '#features/conversations/conversations.contract.ts';
import type { AgentFunction } from '#features/custom-functions/custom-functions.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startHostSite } from '#tests/support/visitors/host-site.ts';
import { reactScript } from '#tests/support/visitors/react-page.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';

const host = readFileSync(join(import.meta.dirname, '../hosts/page-functions.html'), 'utf8');

let app: TestApp;
let vera: TestBrowser;
let model: OpenAiStandIn;
let browser: Browser;
let site: Awaited<ReturnType<typeof startHostSite>>;
let agent: Agent;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  model = await startOpenAiStandIn({ models: ['stand-in-large'] });
  site = await startHostSite();
  await vera.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: model.baseUrl } });
  const enabled: string[] = [];
  const here = new URL(site.origin).host;
  for (const [name, sites] of [
    ['fill_size', [here]],
    ['wait_for_ever', [here]],
    ['break_down', [here]],
    ['not_registered', [here]],
    ['on_another_site', ['shop.example']],
  ] as const)
    enabled.push(
      (
        await vera.post<AgentFunction>('/api/functions', {
          definition: {
            kind: 'client',
            name,
            label: `Does ${name}`,
            description: 'Use when somebody tells their size.',
            parameters: { type: 'object', properties: { size: { type: 'string' } } },
            client: { sites },
          },
        })
      ).id,
    );
  agent = await publishAgent(vera, (draft) => {
    draft.basic.name = 'Linden';
    draft.basic.language = 'en';
    draft.ai = { ...draft.ai, provider: 'openai-compatible', model: 'stand-in-large' };
    draft.dynamic.followUps = 0;
    draft.functions.enabled = enabled;
  });
  browser = await launchChromium();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await app?.close();
  await model?.close();
});

const frame = (page: Page) => page.frameLocator('iframe[title="Chat with Linden"]');
const composer = (page: Page) =>
  frame(page).locator('.cw-container:has(.cw-tools)').getByRole('textbox', { name: 'Your message' });
async function open(context: BrowserContext, body = host): Promise<Page> {
  const page = await context.newPage();
  const tag = `<script async src="${app.url}/widgets/${agent.number}.js?tag=chatelier"></script>`;
  await page.goto(
    site.document(
      '/sizes',
      body.replace('{{tag}}', () => tag),
    ),
  );
  await page.getByRole('button', { name: /Open chat with Linden/ }).click();
  await composer(page).waitFor();
  return page;
}
const newContext = () =>
  browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', reducedMotion: 'reduce' });
let said = 0;
/** Says something upon which the model calls the function. */
async function say(page: Page, name: string): Promise<void> {
  model.script(
    { kind: 'tool-calls', calls: [{ name, arguments: { size: 'M' } }] },
    { kind: 'text', text: `The end of ${name} ${++said}.` },
  );
  await composer(page).fill(`My size is M, ${name}`);
  await composer(page).press('Enter');
}
const ended = (page: Page, name: string) =>
  frame(page).getByRole('log').getByText(`The end of ${name} ${said}.`).waitFor();
async function lastCall(): Promise<AnswerTrace['tools'][number] | undefined> {
  const { rows } = await app.database.database.direct.execute<{ trace: AnswerTrace }>(
    sql`SELECT trace FROM messages WHERE role = 'assistant' ORDER BY created_at DESC LIMIT 1`,
  );
  return rows[0]?.trace.tools.at(-1);
}
const lastRead = (): string => String(model.chats.at(-1)!.messages.at(-1)!.content);

test('an agent does something in the page that registered it, and only there', async () => {
  const context = await newContext();
  const page = await open(context);
  await say(page, 'fill_size');
  await ended(page, 'fill_size');
  await expect.poll(() => page.locator('#size').inputValue()).toBe('M');
  expect(lastRead()).toContain('"filled":"M"');
  await say(page, 'break_down');
  await ended(page, 'break_down');
  expect(await lastCall()).toMatchObject({ errorCode: 'page_failed', errorDetail: 'Error: No such field' });
  for (const name of ['not_registered', 'on_another_site']) {
    await say(page, name);
    await ended(page, name);
    expect(await lastCall()).toMatchObject({ errorCode: 'not_on_page' });
  }
  // Another handler takes its place, and null takes it away.
  await page.evaluate(`Chatelier.registerTool('fill_size', null)`);
  await say(page, 'fill_size');
  await ended(page, 'fill_size');
  expect(await lastCall()).toMatchObject({ errorCode: 'not_on_page' });
  await context.close();
});

test('of two tabs one does it, and a page that is loaded anew in the middle ends it honestly', async () => {
  const context = await newContext();
  const one = await open(context);
  const other = await open(context);
  await one.bringToFront();
  await say(one, 'fill_size');
  await ended(one, 'fill_size');
  await ended(other, 'fill_size');
  const ran = await Promise.all([one, other].map((page) => page.locator('#ran').textContent()));
  expect(ran.join('').trim()).toBe('fill_size');
  await other.close();
  await say(one, 'wait_for_ever');
  await expect
    .poll(
      async () =>
        (
          await app.database.database.direct.execute<{ state: string }>(sql`SELECT state FROM page_calls`)
        ).rows.map(({ state }) => state),
      { timeout: 15_000 },
    )
    .toEqual(['taken']);
  await one.reload();
  await one.getByRole('button', { name: /Open chat with Linden/ }).click();
  await ended(one, 'wait_for_ever');
  expect(await lastCall()).toMatchObject({ errorCode: 'page_left' });
  await context.close();
});

test('the wrappers for React and for any framework hand over what the page can do', async () => {
  const context = await newContext();
  const react = `<div id="root"></div>${reactScript(app.url, 'production')}<script type="module">
    const { React, createRoot, ChatelierAgent } = await window.reactReady;
    createRoot(document.getElementById('root')).render(React.createElement(ChatelierAgent, {
      origin: '${app.url}', number: ${agent.number},
      tools: { fill_size: ({ size }) => { document.title = 'React ' + size; return 'ok'; } },
    }));
  </script>`;
  const element = `<script type="module">
    await import('${app.url}/embed/chatelier.mjs');
    const agent = document.createElement('chatelier-agent');
    agent.setAttribute('number', '${agent.number}');
    agent.tools = { fill_size: ({ size }) => { document.title = 'Element ' + size; return 'ok'; } };
    document.body.append(agent);
  </script>`;
  for (const [body, title] of [
    [react, 'React M'],
    [element, 'Element M'],
  ] as const) {
    const page = await open(context, body);
    await say(page, 'fill_size');
    await ended(page, 'fill_size');
    expect(await page.title()).toBe(title);
    await page.close();
  }
  await context.close();
});
