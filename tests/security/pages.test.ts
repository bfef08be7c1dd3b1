import { parseSync, Visitor } from 'oxc-parser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { languages } from '#shared/languages.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { KnowledgeDocument, KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import { formBlock, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { rawRequest } from './raw-request.ts';
import type { Person } from './world.ts';

/** Texts that would run, or leave their place, where somebody forgot to escape them. */
const payloads = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `'><svg onload=alert(1)>`,
  '" onmouseover="alert(1)" x="',
  '<!--<script>',
  ']]><script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '\u2028alert(1)\u2029',
  '${alert(1)}{{constructor.constructor("alert(1)")()}}',
  '";alert(1)//',
  `\\";alert(1)//`,
  '`+alert(1)+`',
  '<meta http-equiv=refresh content="0;url=https://evil.test">',
  '<base href="https://evil.test/">',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '</textarea><script>alert(1)</script>',
  '<style>@import "https://evil.test/x.css"</style>',
  '\u202e<script>alert(1)</script>',
];

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Vera');
});
afterAll(() => app.close());

async function publish(payload: string): Promise<Agent> {
  const made = await owner.post<Agent>('/api/agents', { from: 'blank' });
  const text = (length: number): string => payload.slice(0, length);
  const configuration = {
    ...made.draft,
    basic: { ...made.draft.basic, name: text(80), seoTitle: text(60), seoDescription: text(160) },
    appearance: { ...made.draft.appearance, placeholder: text(100) },
    footer: { ...made.draft.footer, text: payload },
    prompt: { welcomeMessage: payload, iceBreakers: [text(80)], systemPrompt: payload },
  };
  await owner.request('PUT', `/api/agents/${made.id}/draft`, {
    body: { revision: made.draftRevision, configuration },
  });
  return owner.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision + 1 });
}

/** What a page would run or load, as far as its tags say. */
function suspicious(html: string): string[] {
  // The form in which the chat begins goes nowhere by itself.
  const outsideData = html
    .replace(/<script type="application\/json"[^>]*>[^<]*<\/script>/g, '')
    .replace('<form class="cw-input">', '');
  return [
    ...(outsideData.match(/<script(?! type="module"[^>]* src="\/)[^>]*>/g) ?? []).filter(
      (tag) => !/ src="\/(chat|web|widgets)\/[^"]*"/.test(tag),
    ),
    ...(
      outsideData.match(/<(img|iframe|svg|object|embed|base|style|form|meta http-equiv)\b[^>]*>/gi) ?? []
    ).filter((tag) => !/^<(svg|img)\b/i.test(tag) || /onload|onerror|src=x/i.test(tag)),
    ...(outsideData.match(/<[a-z][^>]*\son\w+=[^>]*>/gi) ?? []).filter(
      (tag) => !/(content|alt|title|aria-label|value|placeholder)="[^"]*\son\w+=/i.test(tag),
    ),
    ...(outsideData.match(/(href|src|action)="?\s*(javascript|data|vbscript):[^>]*/gi) ?? []),
  ];
}

describe('texts of an owner', () => {
  it.each(payloads)('like %j stay texts on every page and in the script', async (payload) => {
    const agent = await publish(payload);
    for (const path of [
      `/widgets/${agent.number}`,
      `/agents/${agent.number}`,
      `/widgets/${agent.number}/embed`,
      `/widgets/${agent.number}/licensed`,
      `/agents/${agent.number}/ultrafast`,
      `/widget-demo/${agent.number}`,
      agent.previewUrl.replace(app.url, ''),
    ]) {
      const { status, text, headers } = await app.browser().request('GET', path);
      expect([path, status]).toEqual([path, 200]);
      expect(suspicious(text), path).toEqual([]);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'/);
      const boot = /<script type="application\/json" id="chatelier-boot">([^<]*)<\/script>/.exec(text)?.[1];
      if (boot)
        expect((JSON.parse(boot) as { agent: { welcomeMessage: string } }).agent.welcomeMessage).toBe(
          payload,
        );
    }
    const loader = await app
      .browser()
      .request('GET', `/widgets/${agent.number}.js?tag=${encodeURIComponent(payload)}`);
    expect(loader.status).toBe(200);
    expect(loader.text).not.toMatch(/<\/script|<!--|\u2028|\u2029/);
    const { program, errors } = parseSync('loader.js', loader.text);
    expect(errors).toEqual([]);
    const calls: string[] = [];
    new Visitor({
      CallExpression: ({ callee }) => void (callee.type === 'Identifier' && calls.push(callee.name)),
    }).visit(program);
    expect(calls).not.toContain('alert');
  });

  it('stay texts in stored copies of sources too', async () => {
    const agent = await publish('Plain');
    const base = `/api/knowledge/${agent.collectionId}`;
    for (const payload of payloads.slice(0, 8)) {
      const { source } = await owner.post<{ source: KnowledgeSource }>(`${base}/sources/text`, {
        title: payload,
        body: `# ${payload}\n\n${payload} and more words around it.`,
      });
      const document = await vi.waitFor(
        async () => {
          const { documents } = await owner.get<{ documents: KnowledgeDocument[] }>(
            `${base}/sources/${source.id}/documents`,
          );
          if (documents[0]?.status !== 'ready') throw new Error('Not read yet');
          return documents[0];
        },
        { timeout: 20_000, interval: 50 },
      );
      const path = app.server.services.storedCopyLinks.sign(owner.user.accountId, {
        documentId: document.id,
        start: 0,
        end: 10,
      } as never);
      const { status, text } = await app.browser().request('GET', path);
      expect(status).toBe(200);
      expect(suspicious(text), payload).toEqual([]);
    }
  });
});

describe('the check of pages', () => {
  it.each(
    payloads.filter((payload) => /^[^&]*<\/?(script|img|svg|iframe|meta|base|style|a)\b/i.test(payload)),
  )('notices %j when nobody escapes it', (payload) => {
    expect(suspicious(`<html><body><p>${payload}</p></body></html>`)).not.toEqual([]);
  });
  it('notices an attribute that was left', () => {
    expect(suspicious(`<p title="" onmouseover="alert(1)" x="">a</p>`)).not.toEqual([]);
  });
});

describe('what a caller writes into an address', () => {
  it.each(payloads)('like %j comes back nowhere', async (payload) => {
    const odd = encodeURIComponent(payload);
    const { number } = await publish('Plain');
    for (const path of [
      `/${odd}`,
      `/dashboard/${odd}`,
      `/widgets/${odd}`,
      `/widgets/${number}/${odd}`,
      `/widgets/${number}/tag?x=${odd}`,
      `/widget-demo/${odd}`,
      `/sources/${odd}`,
      `/api/${odd}`,
      `/terms?lng=${odd}`,
      `/auth?next=${odd}&tab=${odd}`,
    ]) {
      const { text, headers } = await app.browser().request('GET', path);
      expect(suspicious(text), path).toEqual([]);
      expect(text.includes(payload) && /[<>"]/.test(payload), path).toBe(false);
      expect([...headers.keys()]).not.toContain('refresh');
    }
  });

  it('makes no header', async () => {
    for (const path of [
      '/terms?lng=en%0d%0aSet-Cookie:%20a=b',
      '/%0d%0aSet-Cookie:%20a=b',
      '/widgets/1.js?tag=%0d%0aX-Odd:%20a',
      '/sources/%0d%0aLocation:%20https:%2f%2fevil.test',
    ]) {
      const { headers } = await rawRequest(app.url, { method: 'GET', path });
      expect([headers['set-cookie'], headers['x-odd'], headers.location]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });
});

describe('the language of a page', () => {
  it.each([
    '<script>',
    '<b>x</b>',
    '" onmouseover="x()',
    'en\r\nSet-Cookie: a=b'.replace(/\r\n/g, ' '),
    '../../etc',
    'en/../../admin',
    '__proto__',
    'constructor',
    'x'.repeat(5_000),
    '{{7*7}}',
    'en-"><img',
    'de',
    '*',
    'cs;q=NaN',
    ';;;,,,',
    'toString',
  ])('is one of six for %j', async (language) => {
    const { text, status } = await app
      .browser()
      .request('GET', `/terms?lng=${encodeURIComponent(language)}`, {
        headers: { 'accept-language': language, cookie: `i18next=${encodeURIComponent(language)}` },
      });
    expect(status).toBe(200);
    expect(languages).toContain(/<html[^>]* lang="([^"]*)"/.exec(text)?.[1]);
    expect(suspicious(text)).toEqual([]);
  });

  it('follows the reader', async () => {
    const { text } = await app
      .browser()
      .request('GET', '/terms', { headers: { 'accept-language': 'de, cs;q=0.8, en;q=0.5' } });
    expect(text).toContain('lang="cs"');
  });
});

describe('addresses for whoever is signed in', () => {
  it('lead to the sign-in, whether something is there or not, and say so only inside', async () => {
    const hidden = ['/dashboard/nowhere', '/landing-pages/1/nowhere', '/voice-lab/nowhere?x=1'];
    for (const path of hidden) {
      const out = await app.browser().request('GET', path);
      expect([out.status, out.headers.get('location')]).toEqual([
        302,
        `/auth?${new URLSearchParams({ next: path }).toString()}`,
      ]);
      expect((await owner.request('GET', path)).status).toBe(404);
    }
    expect((await app.browser().request('GET', '/nowhere')).status).toBe(404);
    expect((await app.browser().request('POST', '/dashboard/nowhere')).status).toBe(404);
  });
});

describe('agents that are not public', () => {
  it('look like numbers that never were', async () => {
    const draft = await owner.post<Agent>('/api/agents', { from: 'blank' });
    const unknown = 2_000_000_001;
    const paths = (number: number): string[] => [
      `/widgets/${number}`,
      `/agents/${number}`,
      `/widgets/${number}/embed`,
      `/widgets/${number}.js`,
      `/widgets/${number}/preview?ticket=x`,
    ];
    for (const [at, path] of paths(draft.number).entries()) {
      const hidden = await app.browser().request('GET', path);
      const missing = await app.browser().request('GET', paths(unknown)[at] ?? '');
      expect([path, hidden.status]).toEqual([path, 404]);
      expect(hidden.text.replaceAll(String(draft.number), 'N')).toBe(
        missing.text.replaceAll(String(unknown), 'N'),
      );
    }
    expect(
      (await app.browser().request('POST', '/api/visitor/session', { body: { agent: draft.number } })).status,
    ).toBe(404);
  });

  it('have numbers that tell nothing about each other', async () => {
    const numbers = await Promise.all(
      [1, 2, 3, 4].map(async () => (await owner.post<Agent>('/api/agents', { from: 'blank' })).number),
    );
    const gaps = numbers
      .toSorted((a, b) => a - b)
      .slice(1)
      .map((number, at) => number - (numbers.toSorted((a, b) => a - b)[at] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(1);
  });
});

describe('pages', () => {
  it('say who may frame them, and trust nothing from elsewhere', async () => {
    const { number } = await publish('Plain');
    const frames: Record<string, string> = {
      '/dashboard': "'none'",
      '/auth': "'none'",
      '/terms': "'none'",
      [`/widgets/${number}`]: "'none'",
      [`/widgets/${number}/embed`]: '*',
      '/nowhere': "'none'",
    };
    for (const [path, ancestors] of Object.entries(frames)) {
      const { headers } = await app.browser().request('GET', path);
      const policy = headers.get('content-security-policy') ?? '';
      expect([path, /frame-ancestors ([^;]+)/.exec(policy)?.[1]]).toEqual([path, ancestors]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toMatch(/script-src[^;]*('unsafe|\*|https?:)/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBeTruthy();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    }
    expect((await app.browser().request('GET', '/reset-password')).headers.get('referrer-policy')).toBe(
      'no-referrer',
    );
  });
});

describe('the name of a form', () => {
  it.each([
    '</title><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '<base href="https://evil.test/">',
  ])('like %j stays a text on its page, in its title, and when it is closed', async (name) => {
    const form = await publishForm(owner, [formBlock('a', 'short_text', { label: name })], undefined, name);
    const path = `/forms/${form.publicId}`;
    const open = await app.browser().request('GET', path);
    await owner.request('PATCH', `/api/forms/${form.id}`, { body: { isActive: false } });
    const closed = await app.browser().request('GET', path);
    expect([open.status, closed.status]).toEqual([200, 403]);
    for (const { text } of [open, closed]) {
      const title = /<title>(.*?)<\/title>/s.exec(text)?.[1] ?? '';
      expect([title === '', title.includes('<')]).toEqual([false, false]);
      expect(text.slice(0, text.indexOf('</head>'))).not.toMatch(/<(script|img|base)\b/);
    }
  });
});
