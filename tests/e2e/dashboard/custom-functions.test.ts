import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startServiceStandIn, type ServiceStandIn } from '#tests/support/tools/service-stand-in.ts';
import { openChat, publishAgent, republish } from '#tests/support/visitors/visitor-chat.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

let app: TestApp;
let browser: Browser;
let page: Page;
let service: ServiceStandIn;
let model: OpenAiStandIn;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  service = await startServiceStandIn();
  model = await startOpenAiStandIn({ models: ['stand-in-large'] });
  await vera.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: model.baseUrl } });
  agent = await publishAgent(vera, (draft) => {
    draft.ai = { ...draft.ai, provider: 'openai-compatible', model: 'stand-in-large' };
    draft.dynamic.followUps = 0;
  });
  browser = await launchChromium();
  page = await (await signedInContext(browser, app, vera)).newPage();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await service.close();
  await model.close();
});

test('an owner writes a function, tries it, saves it and lets an agent call it', async () => {
  await page.goto(`${app.url}/dashboard/tools/functions`);
  await page.getByRole('heading', { name: 'Let your agent look it up' }).waitFor();
  await page.getByRole('link', { name: 'New function' }).click();
  await page.getByLabel('Display name', { exact: false }).first().fill('Check an order');
  await expect.poll(() => page.getByLabel('Tool name').inputValue()).toBe('check_an_order');
  await page.getByLabel('When to use it').fill('Use when somebody asks where their order is.');
  await page.getByRole('button', { name: 'Add parameter' }).click();
  await page.getByLabel('Name of parameter 1').fill('order_id');
  await page.getByLabel('Description of order_id').fill('As printed on the receipt: A-7');
  await page.getByLabel('URL', { exact: true }).fill('ftp://nowhere');
  await page.getByRole('button', { name: 'Save function' }).click();
  await page.getByText('Enter an address on the public web').waitFor();
  await page.getByLabel('URL', { exact: true }).fill(`${service.url}/orders/{{order_id}}`);
  await page.getByLabel('Response path').fill('$.data');
  await page.getByLabel('order_id', { exact: true }).fill('A-7');
  await page.getByRole('button', { name: 'Run it' }).click();
  await page.getByText('It worked', { exact: true }).waitFor();
  await expect.poll(() => page.getByLabel('What the agent reads').textContent()).toContain('on its way');
  await page.getByRole('button', { name: 'Save as mock response' }).click();
  await page.getByRole('button', { name: 'Save function' }).click();
  await page.getByText('Saved as version 1', { exact: true }).waitFor();
  await page.waitForURL(/functions\/fnc_/);
  await page.getByRole('button', { name: 'Version 1' }).waitFor();
  await page.getByLabel('Display name', { exact: false }).first().fill('Where is the order');
  await page.getByRole('button', { name: 'Save function' }).click();
  await page.getByRole('button', { name: 'Version 2' }).click();
  await page.getByRole('button', { name: 'Use this one' }).click();
  await expect
    .poll(() => page.getByLabel('Display name', { exact: false }).first().inputValue())
    .toBe('Check an order');
  await page.getByRole('button', { name: 'Save function' }).click();
  await page.getByText('Saved as version 3', { exact: true }).waitFor();

  await page.goto(`${app.url}/dashboard/agents/edit/${agent.id}?section=functions`);
  await page.getByRole('switch', { name: 'Check an order' }).click();
  await page.getByText('1 of 20 switched on').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Publish/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  const visitor = await openChat(app, agent.number);
  model.script(
    { kind: 'tool-calls', calls: [{ name: 'check_an_order', arguments: { order_id: 'A-7' } }] },
    { kind: 'text', text: 'It is on its way.' },
  );
  expect((await visitor.say('Where is order A-7?')).answer.text).toBe('It is on its way.');
  await page.goto(`${app.url}/dashboard/functions`);
  await page.getByRole('row', { name: /Check an order/ }).waitFor();
});

test('a deleted function comes back with one press', async () => {
  await page.goto(`${app.url}/dashboard/functions`);
  await page.getByRole('button', { name: 'Actions for Check an order' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Let your agent look it up' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row', { name: /Check an order/ }).waitFor();
});

test('a visitor is asked in the chat and says yes, a colleague in the inbox', async () => {
  const names: Record<string, string> = {};
  for (const approver of ['visitor', 'team']) {
    const { id } = await vera.post<{ id: string }>('/api/functions', {
      definition: {
        kind: 'http',
        name: `cancel_for_${approver}`,
        label: 'Cancel the order',
        description: 'Use when somebody wants to cancel their order.',
        parameters: { type: 'object', properties: { order_id: { type: 'string' } } },
        risk: 'approval',
        approver,
        http: { url: `${service.url}/echo`, method: 'POST', body: 'json' },
      },
    });
    names[approver] = id;
  }
  await republish(vera, agent, (draft) => void (draft.functions.enabled = Object.values(names)));
  const asks = (name: string) => ({
    kind: 'tool-calls' as const,
    calls: [{ name, arguments: { order_id: 'A-7' } }],
  });
  await page.goto(`${app.url}/widgets/${agent.number}`);
  const box = page.getByRole('textbox');
  model.script(asks('cancel_for_visitor'), { kind: 'text', text: 'Shall I cancel A-7?' });
  await box.fill('Cancel my order A-7');
  await box.press('Enter');
  const card = page.getByRole('region', { name: 'Cancel the order' });
  await card.getByRole('button', { name: 'Yes, do it' }).waitFor();
  const before = service.calls.length;
  model.script({ kind: 'text', text: 'It is cancelled.' });
  await card.getByRole('button', { name: 'Yes, do it' }).click();
  await page.getByText('It is cancelled.').first().waitFor();
  await card.getByText('You said yes').waitFor();
  expect(service.calls.length).toBe(before + 1);

  model.script(asks('cancel_for_team'), { kind: 'text', text: 'I have asked.' });
  await box.fill('And the other one');
  await box.press('Enter');
  await page.getByText('A person of the team decides.').first().waitFor();
  const office = await (await signedInContext(browser, app, vera)).newPage();
  await office.goto(`${app.url}/dashboard/inbox?view=all`);
  await office.locator('main a[href*="/inbox/cnv"]').first().click();
  model.script({ kind: 'text', text: 'They cancelled it.' });
  const yes = office.getByRole('button', { name: 'Yes, do it' });
  await yes.waitFor();
  await yes.click();
  await page.getByText('They cancelled it.').first().waitFor();
  expect(service.calls.length).toBe(before + 2);
  await office.context().close();
});

test('a pasted cURL command fills the form, and its key stands in its own field', async () => {
  await page.goto(`${app.url}/dashboard/functions/new`);
  await page.getByRole('button', { name: 'Paste a cURL command' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('cURL command').fill('wget x');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('This is not a cURL command').waitFor();
  await dialog
    .getByLabel('cURL command')
    .fill("curl https://shop.example/orders -H 'Authorization: Bearer sk_live_1' -d '{\"a\":1}'");
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect
    .poll(() => page.getByLabel('URL', { exact: true }).inputValue())
    .toBe('https://shop.example/orders');
  await expect.poll(() => page.getByLabel('Token', { exact: true }).inputValue()).toBe('sk_live_1');
  await expect.poll(() => page.getByLabel('Body template').inputValue()).toContain('"a": 1');
});
