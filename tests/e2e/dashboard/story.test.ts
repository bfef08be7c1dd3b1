import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import PDFDocument from 'pdfkit';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startFixtureSite, type FixtureSite } from '#tests/support/models/fixture-site.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let site: FixtureSite;
let shop: { url: string; server: Server; tag: string };
let browser: Browser;
let model: OpenAiStandIn;

/** A page of another origin that lets in nothing but the agent's own origin. */
async function startShop(origin: string): Promise<typeof shop> {
  const world = { url: '', tag: '', server: null as unknown as Server };
  world.server = createServer((request, response) => {
    if (request.url !== '/lamps?from=mail') return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src ${origin}; frame-src ${origin}; style-src 'none'; img-src 'none'; require-trusted-types-for 'script'`,
    });
    response.end(
      `<!doctype html><html lang="en"><head><title>Lamp shop</title></head><body><h1>Lamps</h1>${world.tag}</body></html>`,
    );
  });
  await new Promise<void>((resolve) => world.server.listen(0, '127.0.0.1', resolve));
  // Another origin by its name: localhost is not 127.0.0.1 to a browser.
  world.url = `http://localhost:${(world.server.address() as AddressInfo).port}/lamps?from=mail`;
  return world;
}

function warrantyPdf(): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PDFDocument();
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document
      .fontSize(18)
      .text('Warranty of the workshop')
      .moveDown()
      .fontSize(12)
      .text('This document says what Atelier Velo answers for.');
    document
      .addPage()
      .fontSize(18)
      .text('Frames')
      .moveDown()
      .fontSize(12)
      .text(
        'The warranty on a frame that was built by us lasts ten years. Scratches in the paint are not covered by it.',
      );
    document.end();
  });
}

beforeAll(async () => {
  model = await startOpenAiStandIn();
  app = await startTestApp({ llm: { timeouts: { firstByteMs: 1_500, stallMs: 1_500 } } });
  site = await startFixtureSite();
  shop = await startShop(app.url);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await site.close();
  await model.close();
  shop.server.close();
});

async function signUp(context: BrowserContext, name: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${app.url}/auth`);
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Email').fill(`${name.toLowerCase().replace(/\W/g, '')}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill('long enough 1');
  await page.getByLabel('Confirm Password').fill('long enough 1');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/dashboard');
  return page;
}

async function publish(owner: Page): Promise<void> {
  await owner
    .getByRole('banner')
    .or(owner.locator('header'))
    .getByRole('button', { name: 'Publish', exact: true })
    .first()
    .click();
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click();
  await owner.getByText('Live', { exact: true }).first().waitFor();
}

describe('from nothing to a visitor talking with a trained agent on somebody’s site', () => {
  test('with no key, no other server and no network', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    const owner = await signUp(context, 'Ana Costa');

    // An agent out of a website, talking while its pages come in.
    await owner.getByRole('link', { name: 'Create agent' }).first().click();
    await owner.getByLabel('Your website or what you do').fill(site.url);
    await owner.getByRole('button', { name: 'Create agent' }).click();
    await owner.waitForURL('**/dashboard/agents/edit/**');
    await owner.getByText('Trained on 5 of 5 pages').waitFor();
    const preview = owner.frameLocator('iframe');
    await preview.getByRole('textbox').fill('How much is a full service?');
    await preview.getByRole('textbox').press('Enter');
    await preview.getByText('A full service costs 89 euros').first().waitFor();

    // A PDF beside it.
    await owner
      .getByRole('button', { name: 'Knowledge' })
      .or(owner.getByRole('link', { name: 'Knowledge' }))
      .first()
      .click();
    await owner.getByRole('button', { name: /^Files/ }).click();
    await owner
      .locator('input[type=file]')
      .setInputFiles({ name: 'warranty.pdf', mimeType: 'application/pdf', buffer: await warrantyPdf() });
    await owner.getByText('Trained on 5 of 5 pages and 1 file').first().waitFor();
    await owner.keyboard.press('Escape');
    await publish(owner);
    shop.tag = `<script async src="${app.url}/widgets/${await numberOf(owner)}.js?tag=chatelier"></script>`;

    // A visitor on a page of another origin with a strict policy.
    const visitorContext = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
    });
    const visitor = await visitorContext.newPage();
    await visitor.goto(shop.url);
    await visitor.getByRole('button', { name: /Atelier Vélo|chat/i }).click();
    const chat = visitor.frameLocator('iframe');
    await chat.getByRole('textbox').fill('How long is the warranty on a frame?');
    await chat.getByRole('textbox').press('Enter');
    await chat.getByText('lasts ten years').first().waitFor();

    // The citation opens the stored copy with the passage marked, page by page.
    const [source] = await Promise.all([
      visitorContext.waitForEvent('page'),
      chat.getByRole('link', { name: /1/ }).first().click(),
    ]);
    await source.waitForLoadState();
    await expect
      .poll(() => source.locator('mark').textContent())
      .toContain('The warranty on a frame that was built by us lasts ten years.');
    await source.getByText('Page 2').first().waitFor();
    await source.close();

    // The owner sees it arrive live, and the page it came from.
    await owner.goto(`${app.url}/dashboard/contacts`);
    await owner
      .getByText(/lasts ten years/)
      .first()
      .waitFor();
    await owner
      .getByRole('link', { name: /Visitor/ })
      .first()
      .click();
    await owner.getByText('How long is the warranty on a frame?').first().waitFor();

    // The visitor comes back, finds the conversation, and goes on; the owner watches.
    await visitor.reload();
    await visitor.getByRole('button', { name: /Atelier Vélo|chat/i }).click();
    await chat.getByText('How long is the warranty on a frame?').waitFor();
    await chat.getByRole('textbox').fill('Are you open on Sunday?');
    await chat.getByRole('textbox').press('Enter');
    await chat
      .getByText(/On Sunday and Monday it is closed/)
      .first()
      .waitFor();
    await owner.getByText('Are you open on Sunday?').first().waitFor();
    await owner
      .getByText(/On Sunday and Monday it is closed/)
      .first()
      .waitFor();
    const { contacts } = await contactsOf(owner);
    expect(contacts).toMatchObject([
      { conversationCount: 1, messageCount: 4, landingUrl: shop.url.split('?')[0] },
    ]);
    await visitorContext.close();
    await context.close();
  });

  test('with a model behind it that streams, looks things up, stalls, fails and cuts off', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    const owner = await signUp(context, 'Ben Okafor');
    await owner.goto(`${app.url}/dashboard/agents/new`);
    await owner.getByLabel('Your website or what you do').fill(site.url);
    await owner.getByRole('button', { name: 'Create agent' }).click();
    await owner.waitForURL('**/dashboard/agents/edit/**');
    await owner.getByText('Trained on 5 of 5 pages').waitFor();

    const connected = await owner.request.put(`${app.url}/api/integrations/openai-compatible`, {
      data: { baseUrl: model.baseUrl, apiKey: 'sk-test-1234' },
    });
    expect(connected.status()).toBe(200);
    const id = owner.url().match(/agt_\w+/)?.[0] ?? '';
    const agent = (await (await owner.request.get(`${app.url}/api/agents/${id}`)).json()) as {
      number: number;
      draft: { ai: object };
      draftRevision: number;
    };
    const configuration = {
      ...agent.draft,
      ai: { ...agent.draft.ai, provider: 'openai-compatible', model: 'stand-in' },
    };
    const saved = await owner.request.put(`${app.url}/api/agents/${id}/draft`, {
      data: { revision: agent.draftRevision, configuration },
    });
    // First questions may have come meanwhile: what was saved says which revision it is.
    const { draftRevision } = (await saved.json()) as { draftRevision: number };
    const published = await owner.request.post(`${app.url}/api/agents/${id}/publish`, {
      data: { revision: draftRevision },
    });
    expect(published.status()).toBe(200);

    const visitor = await (await browser.newContext({ locale: 'en-US' })).newPage();
    await visitor.goto(`${app.url}/widgets/${agent.number}`);
    const ask = async (text: string): Promise<void> => {
      await visitor.getByRole('textbox').fill(text);
      await visitor.getByRole('textbox').press('Enter');
    };
    await ask('[[say:A full service costs 89 euros [1].]] How much is a full service?');
    await visitor.getByText('A full service costs 89 euros').last().waitFor();
    await visitor.getByRole('link', { name: /1/ }).first().waitFor();

    await ask('[[tool:search_knowledge {"query":"opening hours on Saturday"}]] Saturday?');
    await visitor
      .getByText(/The tool said:/)
      .first()
      .waitFor();

    const statuses = async (): Promise<string[]> =>
      (await messagesOf(owner)).filter(({ role }) => role === 'assistant').map(({ status }) => status);
    await ask('[[stall]] Do you hear me?');
    await expect.poll(statuses, { timeout: 30_000 }).toEqual(['complete', 'complete', 'failed']);
    await visitor
      .getByRole('button', { name: /try again|retry/i })
      .last()
      .waitFor();
    await ask('[[500]] And now?');
    await expect.poll(statuses, { timeout: 30_000 }).toEqual(['complete', 'complete', 'failed', 'failed']);
    await ask('[[truncate-after:3]] And once more?');
    await expect
      .poll(statuses, { timeout: 30_000 })
      .toEqual(['complete', 'complete', 'failed', 'failed', 'interrupted']);

    const messages = await messagesOf(owner);
    expect(JSON.stringify(messages)).not.toContain('sk-test-1234');
    await context.close();
  });
});

async function numberOf(owner: Page): Promise<number> {
  const id = owner.url().match(/agt_\w+/)?.[0] ?? '';
  return ((await (await owner.request.get(`${app.url}/api/agents/${id}`)).json()) as { number: number })
    .number;
}

async function contactsOf(owner: Page): Promise<{ contacts: { id: string }[] }> {
  return (await (await owner.request.get(`${app.url}/api/contacts`)).json()) as {
    contacts: { id: string }[];
  };
}

async function messagesOf(owner: Page): Promise<{ role: string; status: string }[]> {
  const { contacts } = await contactsOf(owner);
  const answer = (await (
    await owner.request.get(`${app.url}/api/contacts/${contacts[0]?.id}/conversations`)
  ).json()) as { conversations: { messages: { role: string; status: string }[] }[] };
  return answer.conversations[0]?.messages ?? [];
}
