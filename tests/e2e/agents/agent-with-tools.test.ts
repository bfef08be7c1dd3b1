import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AgentFunction } from '#features/custom-functions/custom-functions.contract.ts';
import type { McpConnection } from '#features/mcp/mcp.contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startEverything, type EverythingServer } from '#tests/support/mcp/everything.ts';
import {
  startOpenAiStandIn,
  type ChatRequestBody,
  type OpenAiStandIn,
  type StandInStep,
} from '#tests/support/models/openai-stand-in.ts';
import { startShopStandIn, type ShopStandIn } from '#tests/support/stores/shop-stand-in.ts';
import { startServiceStandIn, type ServiceStandIn } from '#tests/support/tools/service-stand-in.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import {
  accessibilityFaults,
  faultsInBothThemes,
  openBrowser,
  resizeTo,
} from '#tests/support/visitors/visitor-setup.ts';

/** A folder for pictures of the story; none is taken without it. */
const pictures = process.env['SCREENSHOTS'];
const patient = { timeout: 30_000 };

let app: TestApp;
let browser: Browser;
let shop: ShopStandIn;
let service: ServiceStandIn;
let model: OpenAiStandIn;
let everything: EverythingServer;
let owner: Awaited<ReturnType<TestApp['register']>>;
let office: BrowserContext;
let visitor: BrowserContext;
let agent: Agent;

/** A model that calls what it is offered, where the visitor's words ask for it. */
const wants: [words: RegExp, tool: string, input: object][] = [
  [/points/, 'loyalty_points', { customer: 'jo' }],
  [/tasting/, 'book_tasting', { day: 'Friday' }],
  [/bags/, 'back_office__get_sum', { a: 17, b: 25 }],
];
function reply({ messages, tools = [] }: ChatRequestBody): string | StandInStep {
  const last = String(messages.findLast(({ role }) => role === 'user')?.content);
  const wanted = wants.find(([words]) => words.test(last));
  if (!wanted) return 'How can I help?';
  const [, name, input] = wanted;
  if (!tools.some((tool) => tool.function.name === name)) return 'I can’t look that up.';
  return { kind: 'tool-calls', calls: [{ name, arguments: input }] };
}

/** Two functions and a server of the protocol, as the owner wrote and connected them. */
async function connectTools() {
  const common = { parameters: { type: 'object', properties: { customer: { type: 'string' } } } };
  const points = await owner.post<AgentFunction>('/api/functions', {
    definition: {
      ...common,
      kind: 'code',
      name: 'loyalty_points',
      label: 'Loyalty points',
      description: 'Use when somebody asks how many points they have.',
      code: { source: 'return { customer: args.customer, points: 3 * 40 };' },
    },
  });
  const tasting = await owner.post<AgentFunction>('/api/functions', {
    definition: {
      kind: 'http',
      name: 'book_tasting',
      label: 'Book a tasting',
      description: 'Use when somebody wants to come to a tasting.',
      parameters: { type: 'object', properties: { day: { type: 'string' } } },
      risk: 'write',
      messageCost: 3,
      http: { url: `${service.url}/echo`, method: 'POST', body: 'json' },
    },
  });
  const connection = await owner.post<McpConnection>('/api/mcp-connections', {
    name: 'Back office',
    url: everything.url,
  });
  return { points, tasting, connection };
}
let tools: Awaited<ReturnType<typeof connectTools>>;

beforeAll(async () => {
  model = await startOpenAiStandIn({ models: ['stand-in-large'], reply });
  [app, browser, shop, service, everything] = await Promise.all([
    startTestApp(),
    openBrowser(),
    startShopStandIn(),
    startServiceStandIn(),
    startEverything('streamableHttp'),
  ]);
  owner = await app.register('Mira Linden');
  await owner.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: model.baseUrl } });
  agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Cardinal’s barista';
    draft.store.id = 'demo';
    Object.assign(draft.payment, { enabled: true, freeMessages: 30 });
    draft.dynamic.followUps = 0;
  });
  tools = await connectTools();
  office = await signedInContext(browser, app, owner, { colorScheme: 'light' });
  visitor = await browser.newContext({
    viewport: { width: 390, height: 760 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    hasTouch: true,
  });
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await Promise.all([shop.close(), service.close(), model.close(), everything.close()]);
});

const shoot = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) });
};
const ask = async (chat: Page, text: string): Promise<void> => {
  await chat.getByRole('textbox', { name: 'Your message', exact: true }).fill(text);
  await chat.keyboard.press('Enter');
};
/** What is wrong with what is drawn now, in each theme and width. */
async function faultsInEveryLook(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [390, 1440]) {
    await resizeTo(page, { width, height: 900 });
    const found = await faultsInBothThemes(page);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      found.push('scrolls sideways');
    faults.push(...found.map((fault) => `${width} px: ${fault}`));
  }
  return faults;
}
/** Changes the draft as the editor saves it. */
async function changeDraft(change: (draft: Agent['draft']) => void): Promise<void> {
  const { draft, draftRevision } = await owner.get<Agent>(`/api/agents/${agent.id}`);
  change(draft);
  const saved = await owner.request('PUT', `/api/agents/${agent.id}/draft`, {
    body: { revision: draftRevision, configuration: draft },
  });
  expect(saved.status).toBe(200);
}

test('a visitor searches, fills the cart and checks an order with the code, without any model', async () => {
  const chat = await visitor.newPage();
  await chat.goto(`${app.url}/widgets/${agent.number}`);

  await ask(chat, 'Do you have red mugs under €20?');
  const mug = chat.getByRole('article').filter({ hasText: 'Red enamel mug' });
  await mug.getByText('€14.90').waitFor();
  await expect
    .poll(() => mug.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(800);
  await shoot(chat, 'products');
  expect(await accessibilityFaults(chat)).toEqual([]);
  await mug.getByRole('button', { name: 'Add to cart: Red enamel mug' }).click();
  await mug.getByText('In your cart: 1 · €14.90').waitFor();
  await shoot(chat, 'added');

  await ask(chat, 'Add two red enamel mugs to my cart');
  const cart = chat.getByRole('region', { name: 'Your cart' });
  await cart.getByText('€44.70').first().waitFor();
  await cart.getByRole('button', { name: 'One less of Red enamel mug' }).click();
  await cart.getByText('€29.80').first().waitFor();
  await shoot(chat, 'cart');
  expect(await accessibilityFaults(chat)).toEqual([]);
  const [checkout] = await Promise.all([
    visitor.waitForEvent('page'),
    cart.getByRole('link', { name: /Check out/ }).click(),
  ]);
  await checkout.getByText('2 × Red enamel mug').waitFor();
  await shoot(checkout, 'checkout');
  expect(await accessibilityFaults(checkout)).toEqual([]);
  await checkout.close();

  await ask(chat, 'Where is my order 1043?');
  const order = chat.getByRole('region', { name: 'See your order' });
  await expect.poll(() => order.getByLabel('Order number').inputValue()).toBe('1043');
  await order.getByLabel('Email address of the order').fill('me@example.com');
  await shoot(chat, 'order-asks');
  await order.getByRole('button', { name: 'Send code' }).click();
  await order.getByText('Try number 1043 with jo@example.com').waitFor();
  await order.getByLabel('Email address of the order').fill('jo@example.com');
  await order.getByRole('button', { name: 'Send code' }).click();
  await order.getByText('Demo', { exact: true }).waitFor();
  const code = await order.locator('code').textContent();
  await shoot(chat, 'order-code');
  expect(await accessibilityFaults(chat)).toEqual([]);
  await order.getByLabel('Code', { exact: true }).fill(code ?? '');
  await order.getByText('On its way').waitFor();
  await order.getByText('323299800012345678').waitFor();
  await shoot(chat, 'order-shown');
  // It stays in the conversation.
  await chat.reload();
  await chat.getByText('On its way').waitFor();
  await chat.getByText('€29.80').first().waitFor();
  await chat.getByRole('button', { name: /dark/i }).click();
  await shoot(chat, 'dark');
  expect(await accessibilityFaults(chat)).toEqual([]);
  await chat.getByRole('article').first().scrollIntoViewIfNeeded();
  await shoot(chat, 'dark-products');
  await chat.close();
});

test('a red suite stops publishing until the agent is mended', async () => {
  const page = await office.newPage();
  await page.goto(`${app.url}/dashboard/tools/agent-simulator?agent=${agent.id}`);
  await page.getByRole('button', { name: 'New suite' }).first().click(patient);
  await page.getByRole('textbox', { name: 'Name of the suite' }).fill('Before we open');
  await page.getByRole('switch', { name: 'Required before publishing' }).click();
  await page.getByRole('textbox', { name: 'Message 1' }).fill('How many points do I have?');
  await page.getByRole('button', { name: 'Add a check' }).first().click();
  await page.getByRole('combobox', { name: 'Kind of check 1' }).click();
  await page.getByRole('option', { name: 'Calls a tool' }).click();
  await page.getByRole('textbox', { name: 'Name of the tool' }).fill('loyalty_points');
  expect(await faultsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save suite' }).click();
  await page.getByText('The suite was saved').first().waitFor(patient);

  // A model and two of the three tools; the code function was forgotten.
  await changeDraft((draft) => {
    draft.ai = { ...draft.ai, provider: 'openai-compatible', model: 'stand-in-large' };
    draft.functions.enabled = [tools.tasting.id];
    draft.mcp.connections = [
      {
        id: tools.connection.id,
        tools: tools.connection.tools
          .filter(({ name }) => name === 'get-sum')
          .map(({ name, hash }) => ({ name, hash, risk: 'read' as const, messageCost: 0 })),
      },
    ];
  });
  await page.goto(`${app.url}/dashboard/agents/edit/${agent.id}?section=functions`);
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click(patient);
  const dialog = page.getByRole('dialog');
  const publish = dialog.getByRole('button', { name: /^Publish/ });
  await dialog.getByText('not run on this draft').waitFor(patient);
  await expect.poll(() => publish.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Run the tests' }).click();
  await dialog.getByText('failed', { exact: true }).waitFor(patient);
  await expect.poll(() => publish.isDisabled()).toBe(true);
  await shoot(page, 'publish-stopped');
  expect(await faultsInEveryLook(page)).toEqual([]);
  // Neither does the server let it out.
  const now = await owner.get<Agent>(`/api/agents/${agent.id}`);
  expect(
    await owner.request('POST', `/api/agents/${agent.id}/publish`, { body: { revision: now.draftRevision } }),
  ).toMatchObject({ status: 409, body: { code: 'agents.tests_not_passed' } });

  await dialog.getByRole('link', { name: 'See why' }).click();
  await page.getByText('0 of 1 passed').waitFor(patient);
  await page.getByRole('button', { name: 'Scenario 1' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('loyalty_points').first().waitFor(patient);
  await sheet.getByText('I can’t look that up.').first().waitFor(patient);
  await shoot(page, 'transcript');
  expect(await faultsInEveryLook(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await faultsInEveryLook(page)).toEqual([]);

  await page.goto(`${app.url}/dashboard/agents/edit/${agent.id}?section=functions`);
  await page.getByRole('switch', { name: 'Loyalty points' }).click();
  await page.getByText('2 of 20 switched on').waitFor();
  await expect
    .poll(async () => (await owner.get<Agent>(`/api/agents/${agent.id}`)).draft.functions.enabled)
    .toContain(tools.points.id);
  await page.goto(`${app.url}/dashboard/tools/agent-simulator?agent=${agent.id}`);
  await page.getByRole('button', { name: 'Before we open' }).first().click(patient);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('1 of 1 passed').waitFor(patient);
  await page.getByText('1 scenario came out differently').waitFor(patient);
  await shoot(page, 'mended');

  await page.goto(`${app.url}/dashboard/agents/edit/${agent.id}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click(patient);
  await dialog.getByText('All required tests passed on this draft.').waitFor(patient);
  await publish.click();
  await dialog.waitFor({ state: 'detached', ...patient });
  expect((await owner.get<Agent>(`/api/agents/${agent.id}`)).liveVersion).toBe(2);
  await page.close();
});

test('a visitor uses functions and an MCP server, and is asked before a tool that costs messages', async () => {
  const chat = await visitor.newPage();
  await chat.goto(`${app.url}/widgets/${agent.number}`);
  await ask(chat, 'How many points do I have?');
  await chat
    .getByText(/The tool said: .*"points":120/s)
    .first()
    .waitFor(patient);
  await ask(chat, 'How many bags are 17 and 25?');
  await chat
    .getByText(/The tool said: .*42/s)
    .first()
    .waitFor(patient);
  await ask(chat, 'Book me a tasting on Friday');
  const card = chat.getByRole('region', { name: 'Book a tasting' });
  await card.getByText('Messages that this takes besides the answer: 3').waitFor(patient);
  // The question stands under the words that lead to it.
  await chat
    .getByText('The tool said: The visitor now sees a card under your answer')
    .first()
    .waitFor(patient);
  expect(await card.evaluate((element) => element.parentElement?.lastElementChild === element)).toBe(true);
  const before = service.calls.length;
  await shoot(chat, 'asked');
  expect(await accessibilityFaults(chat)).toEqual([]);
  await card.getByRole('button', { name: 'Yes, do it' }).click();
  await expect
    .poll(() => service.calls.slice(before).map(({ body }) => JSON.parse(body) as unknown), patient)
    .toEqual([{ day: 'Friday' }]);
  await chat.getByText('20 free messages left').waitFor(patient);
  await chat.close();
});

test('the owner sees each call and what came of it', async () => {
  const page = await office.newPage();
  await page.setViewportSize({ width: 1440, height: 1000 });
  const { rows } = await app.database.database.direct.execute<{ id: string }>(
    sql`SELECT id FROM conversations WHERE agent_id = ${agent.id}`,
  );
  await page.goto(`${app.url}/dashboard/inbox/${rows[0]?.id}`);
  await page.getByText('Order 1043').first().waitFor();
  await page.getByText('2 × Red enamel mug').first().waitFor();
  await shoot(page, 'inbox');
  expect(await accessibilityFaults(page)).toEqual([]);
  const calls = [
    ['search_products', 'Red enamel mug'],
    ['add_to_cart', 'Red enamel mug'],
    ['order_status', ''],
    ['loyalty_points', '"points":120'],
    ['back_office__get_sum', '42'],
    ['book_tasting', 'Friday'],
  ] as const;
  for (const why of await page.getByText('Why this answer').all()) await why.click();
  for (const [name, gave] of calls) {
    const call = page.getByRole('listitem').filter({ hasText: name }).last();
    await call.getByText('Worked').waitFor();
    await call.getByText(gave).first().waitFor();
  }
  await shoot(page, 'calls');
});

test('a shop is connected by its address, and is the agent’s from then on', async () => {
  const page = await office.newPage();
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto(`${app.url}/dashboard/agents/edit/${agent.id}?section=store`);
  const demo = page.getByRole('radio', { name: /Cardinal Coffee Roasters/ });
  await demo.waitFor();
  await expect.poll(() => demo.isChecked()).toBe(true);
  await shoot(page, 'editor');
  expect(await accessibilityFaults(page)).toEqual([]);
  const connect = page.getByRole('dialog', { name: 'Connect a store' });
  await page.getByRole('button', { name: 'Connect a store' }).click();
  await connect.getByLabel(/Address of the shop/).fill(`${shop.url}/page`);
  await connect.getByRole('button', { name: 'Connect and test' }).click();
  await connect.getByText('no shop that we know').waitFor({ timeout: 60_000 });
  await shoot(page, 'connect-refused');
  expect(await accessibilityFaults(page)).toEqual([]);
  await connect.getByLabel(/Address of the shop/).fill(`${shop.url}/woo`);
  await connect.getByRole('button', { name: 'Connect and test' }).click();
  const connected = page.getByRole('radio', { name: /WooCommerce/ });
  await connected.waitFor({ timeout: 60_000 });
  await expect.poll(() => connected.isChecked()).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await shoot(page, 'editor-phone');
  expect(await accessibilityFaults(page)).toEqual([]);
});
