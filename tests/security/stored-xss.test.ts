import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { KnowledgeDocument, KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { hostileFill, hostileTexts, hostileWord } from './hostile-texts.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let model: OpenAiStandIn;
let site: Server;
let browser: Browser;
let signedIn: BrowserContext;
let visiting: BrowserContext;
const agents: Agent[] = [];
let contact = '';
/** What happened in any page that must not. */
const seen: string[] = [];

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

function startSite(): Promise<Server> {
  const texts = hostileTexts.map((text) => `<p>${escaped(text)}</p><p>${text}</p>`).join('');
  const page = [
    '<!doctype html><html lang="en"><head>',
    `<title>${escaped(hostileFill(3, 250))}</title>`,
    `<meta name="description" content="${escaped(hostileFill(9, 300))}">`,
    `<meta property="og:site_name" content="${escaped(hostileWord(4))}">`,
    `</head><body><main><h1>${escaped(hostileWord(7))}</h1>${texts}</main></body></html>`,
  ].join('');
  const server = createServer((request, response) =>
    response
      .writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
      .end(page),
  );
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Runs in every frame before anything else: tells what the page's policy had to stop. */
const watcher = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
  const violation = [violatedDirective, blockedURI, sourceFile].join(' ');
  window.__violations = [...(window.__violations ?? []), violation];
})`;

/** What stands in a document that no text of anybody may put there. */
const inspect = `(() => {
  const odd = [];
  if (window.__ran) odd.push('a script ran');
  for (const violation of window.__violations ?? []) odd.push('policy: ' + violation);
  const roots = [document, ...[...document.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? [])];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) odd.push(element.localName + ' has ' + name);
        const leads = ['href', 'src', 'action', 'formaction', 'data', 'srcdoc', 'poster'].includes(name);
        const runs = name === 'srcdoc' || /^\\s*(javascript|vbscript|data:text|blob:https)/i.test(value);
        const reaches = element.localName !== 'a' && /canary/.test(value);
        if (leads && (runs || reaches)) odd.push(element.localName + ' ' + name + '=' + value.slice(0, 80));
      }
      if (['object', 'embed', 'base', 'audio', 'video', 'math'].includes(element.localName))
        odd.push('there is a ' + element.localName);
      const isScript = element.localName === 'script' && element.type !== 'application/json';
      if (isScript && element.textContent.includes('__ran')) odd.push('there is a script');
      if (element.localName === 'meta' && element.httpEquiv === 'refresh') odd.push('there is a refresh');
    }
  }
  return odd;
})()`;

function watch(context: BrowserContext): void {
  context.setDefaultTimeout(15_000);
  context.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') seen.push(`request to ${request.url()}`);
  });
}

/** Everything odd in a page and the frames in it. */
async function oddities(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map((frame) => frame.evaluate<string[]>(inspect).catch(() => [])),
  );
  return [...found.flat(), ...seen.splice(0)];
}

/** Opens a page, waits until `shown` stands in it, and lists what must not be there. */
async function visit(
  context: BrowserContext,
  path: string,
  shown: string,
  act?: (page: Page) => Promise<void>,
): Promise<string[]> {
  const page = await context.newPage();
  try {
    await page.goto(path.startsWith('http') ? path : app.url + path);
    await page.getByText(shown, { exact: false }).first().waitFor();
    await act?.(page);
    // What an injected image would do takes one answer of the server.
    await page.evaluate(
      `fetch('/healthz').then(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))`,
    );
    return (await oddities(page)).map((odd) => `${path}: ${odd}`);
  } finally {
    await page.close();
  }
}

/** A few at a time; what all of them found. */
async function together<T>(all: readonly T[], look: (one: T) => Promise<string[]>): Promise<string[]> {
  const waiting = [...all];
  const found: string[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      found.push(...(await look(next)));
  };
  await Promise.all([worker(), worker(), worker()]);
  return found;
}

async function plantAgent(at: number): Promise<Agent> {
  const made = await owner.post<Agent>('/api/agents', { from: 'blank' });
  const configuration = {
    ...made.draft,
    basic: {
      ...made.draft.basic,
      name: hostileWord(at * 7),
      seoTitle: hostileWord(at * 7 + 1),
      seoDescription: hostileFill(at * 7, 160),
      language: 'en',
    },
    appearance: { ...made.draft.appearance, placeholder: hostileWord(at * 7 + 2), initialTheme: 'light' },
    footer: { ...made.draft.footer, text: hostileFill(at * 11, 1_000) },
    prompt: {
      ...made.draft.prompt,
      welcomeMessage: hostileFill(at * 13, 1_000),
      iceBreakers: [3, 4, 5, 6, 7, 8].map((more) => hostileWord(at * 7 + more)),
      systemPrompt: hostileFill(0, 20_000),
    },
    ai: { ...made.draft.ai, provider: 'openai-compatible', model: 'stand-in-large' },
  };
  const saved = await owner.request('PUT', `/api/agents/${made.id}/draft`, {
    body: { revision: made.draftRevision, configuration },
  });
  if (saved.status !== 200) throw new Error(saved.text);
  return owner.post<Agent>(`/api/agents/${made.id}/publish`, {
    revision: (saved.body as { draftRevision: number }).draftRevision,
    name: hostileWord(at),
  });
}

async function plantKnowledge(agent: Agent): Promise<void> {
  const base = `/api/knowledge/${agent.collectionId}/sources`;
  await owner.post(`${base}/text`, { title: hostileFill(0, 300), body: hostileTexts.join('\n\n') });
  await owner.post(`${base}/qa`, {
    title: hostileWord(5),
    pairs: hostileTexts.slice(0, 12).map((question) => ({ question, answer: hostileFill(5, 2_000) })),
  });
  await owner.post(`${base}/website`, {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/`,
    mode: 'page',
  });
  for (const name of [
    '<img src=x onerror=window.__ran=1>.txt',
    '"onload="window.__ran=1.md',
    '<svg onload=window.__ran=1>.html',
  ]) {
    const form = new FormData();
    form.append('file', new Blob([`<title>${hostileWord(2)}</title>${hostileTexts.join('\n\n')}`]), name);
    const { status, text } = await owner.request('POST', `${base}/file`, { raw: form });
    if (status !== 200) throw new Error(text);
  }
  await vi.waitFor(
    async () => {
      const { sources } = await owner.get<{ sources: KnowledgeSource[] }>(base);
      if (!sources.every(({ status }) => status === 'ready' || status === 'failed'))
        throw new Error('Not read yet');
    },
    { timeout: 30_000, interval: 100 },
  );
}

/** Messages of visitors who came from odd places, answered by a model that says odd things. */
async function plantConversations(agent: Agent): Promise<void> {
  for (const [at, url] of [
    'javascript:window.__ran=1',
    `https://canary.invalid/"><img src=x onerror=window.__ran=1>`,
    'data:text/html,<script>parent.__ran=1</script>',
  ].entries()) {
    const visitor = app.browser();
    const session = await visitor.request('POST', '/api/visitor/session', {
      body: {
        agent: agent.number,
        page: { url, referrer: url },
        timezone: hostileWord(at).slice(0, 64),
        language: '"><img src=x>',
        tag: hostileWord(at + 1).slice(0, 64),
      },
      headers: { 'user-agent': `Mozilla/5.0 ${hostileWord(at + 2)}` },
    });
    const { token } = session.body as { token: string };
    const { text } = await visitor.request('POST', '/api/visitor/messages', {
      headers: { authorization: `Bearer ${token}` },
      body: {
        conversationId: null,
        clientMessageId: randomUUID(),
        text: hostileFill(at * 5, 3_900),
        page: { url },
      },
    });
    if (!text.includes('event: done')) throw new Error(text.slice(-300));
    const answer = /"assistantMessage":\{"id":"(\w+)"/.exec(text)?.[1] ?? '';
    await visitor.request('POST', `/api/visitor/messages/${answer}/feedback`, {
      headers: { authorization: `Bearer ${token}` },
      body: { value: 'down', reason: hostileFill(2, 500) },
    });
  }
}

beforeAll(async () => {
  [app, model, site, browser] = await Promise.all([
    startTestApp(),
    startOpenAiStandIn({
      reply: `${hostileTexts.join('\n\n')}\n\nThe end of it. [1] [2] [3]`,
      models: ['stand-in-large', hostileWord(1)],
    }),
    startSite(),
    launchChromium(),
  ]);
  owner = await app.register('<img src=x onerror=window.__ran=1>');
  await owner.post('/api/superadmin/claim', { token: (app.server.superadminLink ?? '').split('#')[1] });
  await owner.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: model.baseUrl } });
  for (let at = 0; at < 3; at += 1) agents.push(await plantAgent(at));
  const [first] = agents;
  if (!first) throw new Error('No agent');
  await plantKnowledge(first);
  await plantConversations(first);
  for (const at of [0, 1])
    await owner.post(`/api/feedback/${at === 0 ? 'bug-report' : 'feature-request'}`, {
      title: hostileWord(at * 9),
      description: hostileFill(at * 20, 5_000),
    });
  contact = (await owner.get<{ contacts: { id: string }[] }>('/api/contacts')).contacts[0]?.id ?? '';
  [signedIn, visiting] = await Promise.all([
    signedInContext(browser, app, owner),
    browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' }),
  ]);
  for (const context of [signedIn, visiting]) {
    watch(context);
    await context.addInitScript(watcher);
  }
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await model.close();
  await new Promise((resolve) => site.close(resolve));
});

describe('hostile texts that were stored', () => {
  it('are noticed by this test where nothing escapes them', async () => {
    expect(hostileTexts.length).toBeGreaterThanOrEqual(40);
    const page = await visiting.newPage();
    await page.setContent(
      '<p>Hello</p><img src=x onerror="window.__ran=1"><a href="javascript:1">x</a><img src="https://canary.invalid/a.png">',
    );
    await page.waitForFunction('window.__ran === 1');
    expect((await oddities(page)).join()).toMatch(
      /a script ran.*img has onerror.*a href=javascript.*request to https:\/\/canary\.invalid/,
    );
    await page.close();
  });

  it("do nothing on the visitors' pages, before and after the model's answer, and in an older conversation", async () => {
    const faults: string[] = [];
    const [first] = agents;
    const addresses = agents.flatMap((agent, at): [string, string][] =>
      [
        `/widgets/${agent.number}`,
        ...(at === 0
          ? [
              `/agents/${agent.number}/ultrafast`,
              `/widgets/${agent.number}/embed`,
              agent.previewUrl.replace(app.url, ''),
            ]
          : []),
      ].map((path) => [path, hostileWord(at * 7)]),
    );
    faults.push(...(await together(addresses, ([path, shown]) => visit(visiting, path, shown))));
    faults.push(
      ...(await visit(visiting, `/widgets/${first?.number}`, hostileWord(0), async (page) => {
        await page.getByRole('textbox').fill('What does the secret say about script?');
        await page.getByRole('textbox').press('Enter');
        await page.getByText('The end of it.').first().waitFor();
        faults.push(...(await oddities(page)));
        await page.reload();
        await page.getByText('The end of it.').first().waitFor();
      })),
    );
    expect(faults).toEqual([]);
  });

  it('do nothing on a page that carries the tag, when the chat opens', async () => {
    const agent = agents[1];
    expect(
      await visit(visiting, `/widget-demo/${agent?.number}`, hostileWord(7), async (page) => {
        await page.locator('[data-chatelier], body > *').first().waitFor({ state: 'attached' });
        await page.getByRole('button').first().click();
        await page.frameLocator('iframe').getByRole('textbox').waitFor();
      }),
    ).toEqual([]);
  });

  it('do nothing in stored copies of sources', async () => {
    const [first] = agents;
    const base = `/api/knowledge/${first?.collectionId}/sources`;
    const { sources } = await owner.get<{ sources: KnowledgeSource[] }>(base);
    expect(sources.map(({ status }) => status)).toEqual(sources.map(() => 'ready'));
    const links: string[] = [];
    for (const source of sources) {
      const { documents } = await owner.get<{ documents: KnowledgeDocument[] }>(
        `${base}/${source.id}/documents`,
      );
      for (const document of documents.slice(0, 2))
        links.push(
          app.server.services.storedCopyLinks.sign(owner.user.accountId, {
            documentId: document.id,
            start: 0,
            end: 40,
          } as never),
        );
    }
    expect(await together(links, (link) => visit(visiting, link, '__ran'))).toEqual([]);
  });

  it("do nothing in the dashboard, the editor, the contacts and the operator's lists", async () => {
    const editor = `/dashboard/agents/edit/${agents[0]?.id}?section=`;
    const shown: [path: string, text: string][] = [
      ['/dashboard', '<img src=x onerror'],
      ['/dashboard/agents', hostileWord(7)],
      ...['basic', 'appearance', 'prompt', 'ai'].map((section): [string, string] => [
        editor + section,
        hostileWord(0),
      ]),
      [`${editor}knowledge`, 'onload=window.__ran=1'],
      ['/dashboard/contacts', hostileWord(0)],
      [`/dashboard/contacts/${contact}`, 'The end of it.'],
      ['/dashboard/settings?tab=integrations', '<img src=x onerror'],
      ['/superadmin/feedback', hostileWord(9)],
      ['/superadmin/outbox', '<img src=x onerror'],
    ];
    // The preview beside the editor is looked at too.
    const preview = (page: Page): Promise<void> =>
      page.frameLocator('iframe').getByText('__ran').first().waitFor();
    expect(
      await together(shown, ([path, text]) =>
        visit(signedIn, path, text, path.startsWith(editor) ? preview : undefined),
      ),
    ).toEqual([]);
  });
});
