import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { parseHTML } from 'linkedom';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { formBlock, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Submission } from '#features/forms/forms-submissions.contract.ts';
import { scopeOf } from '#apps/server/guards.ts';
import { processorMs } from '#tests/support/processor-time.ts';
import type { PageImage } from '../landing-pages-images.contract.ts';
import type { PageResults } from '../landing-pages-results.contract.ts';
import type { LandingPage } from '../landing-pages.contract.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let model: OpenAiStandIn;
let site: Server;
let reply = '';
beforeAll(async () => {
  model = await startOpenAiStandIn({ reply: () => reply });
  app = await startTestApp({ llm: { baseUrls: { openai: model.baseUrl } } });
  vera = await app.register('Vera');
  const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#b4532a' } })
    .png()
    .toBuffer();
  site = createServer((request, response) => {
    if (request.url === '/bread.png')
      return void response.setHeader('content-type', 'image/png').end(picture);
    if (request.url !== '/') return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      '<!doctype html><html lang="nl"><head><title>Bakkerij Linde</title><meta name="theme-color" content="#b4532a"><meta name="description" content="Brood van zuurdesem."></head><body><h1>Bakkerij Linde</h1><p>Welkom bij de bakker.</p><img src="/bread.png" alt="Een brood"><h2>Openingstijden</h2><p>Wij zijn open van dinsdag tot zaterdag. <script>alert(1)</script></p></body></html>',
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await app.close();
  await model.close();
  site.close();
});

const hero = (id: string, title: string, more: object = {}) => ({
  type: 'hero',
  props: { id, title, ...more },
});
const text = (id: string, words: string) => ({ type: 'text', props: { id, text: words } });
const at = (page: Pick<LandingPage, 'id'>, rest = ''): string => `/api/landing-pages/${page.id}${rest}`;
const make = (title: string, content: object[]): Promise<LandingPage> =>
  vera.post<LandingPage>('/api/landing-pages', { title, data: { root: { props: {} }, content, zones: {} } });
const publish = (page: LandingPage): Promise<LandingPage> =>
  vera.post<LandingPage>(`/api/landing-pages/${page.id}/publish`, { revision: page.draftRevision });
const visit = (path: string) => app.browser().request('GET', path);

describe('what an owner writes', () => {
  test('is text to its visitors: markup stays in the frame of a stranger', async () => {
    const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script><b style='x'>`;
    const page = await make(`Odd ${evil}`.slice(0, 80), [
      hero('hero-1', evil.slice(0, 60), { text: evil, label: evil.slice(0, 30) }),
      text('text-1', `${evil} [go](javascript:alert(3)) **fat**`),
      { type: 'faq', props: { id: 'faq-1', title: evil, items: [{ question: evil, answer: evil }] } },
      { type: 'html', props: { id: 'html-1', title: evil.slice(0, 70), code: `<p id="own">${evil}</p>` } },
    ]);
    const published = await publish(page);
    const shown = await visit(`/p/${published.slug}`);
    expect(shown.status).toBe(200);
    const { document } = parseHTML(shown.text);
    const faults = [...document.querySelectorAll('*')].flatMap((element) => [
      ...element.getAttributeNames().filter((name: string) => name.startsWith('on')),
      ...(/javascript:/i.test(element.getAttribute('href') ?? '') ? ['href'] : []),
    ]);
    expect(faults).toEqual([]);
    expect(document.querySelector('[src="x"], #own')).toBeNull();
    for (const script of document.querySelectorAll('script'))
      expect(script.getAttribute('type') === 'application/ld+json' ? '' : script.textContent).not.toMatch(
        /alert\(/,
      );
    expect(shown.headers.get('content-security-policy')).toMatch(/script-src 'self'/);
    const frame = document.querySelector('iframe');
    expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-popups');
    const inside = await visit(frame?.getAttribute('src') ?? '');
    expect(inside.text).toContain('<p id="own">');
    expect(inside.headers.get('content-security-policy')).toMatch(
      /sandbox allow-scripts(?!.*allow-same-origin)/,
    );
  });
});

describe('made by itself', () => {
  test('out of an agent, without a model: its name, colour, knowledge and words', async () => {
    const agent = await vera.post<Agent>('/api/agents', {
      from: 'description',
      input: 'A guide for "Hotel Linden"',
    });
    await vera.post(`/api/agents/${agent.id}/publish`, { revision: agent.draftRevision });
    let page!: LandingPage;
    const work = async (): Promise<void> => {
      page = await vera.post<LandingPage>('/api/landing-pages/from-agent', { agentId: agent.id });
    };
    expect(await processorMs(work)).toBeLessThan(10_000);
    expect(page).toMatchObject({ title: 'Hotel Linden', issues: [] });
    expect(page.draft.settings.theme.primary).toBe(agent.draft.appearance.color.toLowerCase());
    await publish(page);
    const { text: shown } = await visit(`/p/${page.slug}?utm_source=mail&utm_campaign=spring`);
    expect(shown).toContain(`data-chatelier-agent="${agent.number}"`);

    // Who chats from there is known by page, version and campaign.
    const { token } = await app.browser().post<{ token: string }>('/api/visitor/session', {
      agent: agent.number,
      page: { url: `${app.url}/p/${page.slug}?utm_source=mail&utm_campaign=spring` },
    });
    expect(token).toEqual(expect.any(String));
    const { rows } = await app.server.services.database.direct.execute(
      sql`SELECT landing_page_version, utm FROM visitors WHERE landing_page_id = ${page.id}`,
    );
    expect(rows).toEqual([{ landing_page_version: 1, utm: { source: 'mail', campaign: 'spring' } }]);
    // The agent's own page tells no query of its address; the browser does.
    await app.browser().request('POST', '/api/visitor/session', {
      body: { agent: agent.number, page: { url: `${app.url}/widgets/${agent.number}` } },
      headers: { referer: `${app.url}/widgets/${agent.number}?utm_source=poster&other=1` },
    });
    const direct = await app.server.services.database.direct.execute(
      sql`SELECT landing_page_id, utm FROM visitors WHERE channel = 'page' ORDER BY created_at DESC LIMIT 1`,
    );
    expect(direct.rows).toEqual([{ landing_page_id: null, utm: { source: 'poster' } }]);
    await vera.request('DELETE', `/api/agents/${agent.id}`);
    await expect
      .poll(async () => (await visit(`/p/${page.slug}`)).text, { timeout: 10_000 })
      .not.toContain('data-chatelier-agent');
    expect((await vera.get<LandingPage>(at(page))).issues).toContainEqual(
      expect.objectContaining({ issue: 'agent_gone' }),
    );
  });

  test('out of a template, looked at before: with its agent, and with the form that it asks for once', async () => {
    const sample = await vera.request('GET', '/api/landing-page-templates/agency/preview?language=cs');
    expect(sample.text).toMatch(/Popsat projekt.*Dobrý den\. Co má váš web dokázat\?/s);
    // Nothing on it leads anywhere, for it is nobody's page.
    expect(sample.text).not.toMatch(/href="(?!#|\/pages\/|\/favicon|\/web|https?:\/\/[^"]*\/p\/)[^"]/);
    const agent = await vera.post<Agent>('/api/agents', {
      from: 'description',
      input: 'A guide for "Studio"',
    });
    const body = { template: 'agency', language: 'cs', agentId: agent.id };
    const first = await vera.post<LandingPage>('/api/landing-pages/from-template', body);
    expect(first.draft.data).toMatchObject({ root: { props: { agent: agent.number } } });
    const formOf = ({ draft }: LandingPage): unknown =>
      (draft.data['content'] as { type: string; props: { form: string } }[]).find(
        ({ type }) => type === 'form',
      )?.props.form;
    expect(formOf(first)).toMatch(/./);
    expect(first.issues.map(({ issue }) => issue)).not.toContain('form_gone');
    expect(formOf(await vera.post<LandingPage>('/api/landing-pages/from-template', body))).toBe(
      formOf(first),
    );
  });

  test('out of a page of the web, whose owner says so: texts, picture and colour', async () => {
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    expect(
      await vera.request('POST', '/api/landing-pages/import', { body: { url, hasRight: false } }),
    ).toMatchObject({ status: 400 });
    const page = await vera.post<LandingPage>('/api/landing-pages/import', { url, hasRight: true });
    expect(page).toMatchObject({ title: 'Bakkerij Linde' });
    expect(page.draft.settings).toMatchObject({ language: 'nl', theme: { primary: '#b4532a' } });
    const all = JSON.stringify(page.draft.data);
    expect(all).toContain('Openingstijden');
    expect(all).toMatch(/\/page-images\/[0-9a-f]{32}/);
    expect(all).not.toContain('alert(1)');
    // A picture that a page shows from there is taken in, too.
    const takeIn = (address: string) =>
      vera.request('POST', at(page, '/images/from-address'), { body: { url: address } });
    const taken = (await takeIn(`${url}bread.png`)).body as PageImage;
    expect(taken).toMatchObject({ name: 'bread.png', width: 640, height: 360 });
    expect((await vera.request('GET', `${taken.src}/480.webp`)).status).toBe(200);
    for (const address of [url, `${url}gone.png`, 'http://169.254.169.254/latest/bread.png'])
      expect(await takeIn(address)).toMatchObject({
        status: 422,
        body: { code: 'landing-pages.image_unusable' },
      });
    expect(await takeIn('file:///etc/passwd')).toMatchObject({ status: 400 });
    const { text: file } = await vera.request('GET', at(page, '/export?format=html'));
    expect(file).toContain('data:image/webp;base64,');
    expect(file).not.toContain('/page-images/');
    expect(file).not.toMatch(/\b(?:href|src|action)="\/(?!\/)/);
    // As JSON it is the same page again, with pictures of its own.
    const json = await vera.request('GET', at(page, '/export?format=json'));
    const other = await app.register('Otto');
    const bring = (text: string) => {
      const form = new FormData();
      form.append('file', new Blob([text]), 'page.json');
      return other.request('POST', '/api/landing-pages/import-file', { raw: form });
    };
    const brought = (await bring(json.text)).body as LandingPage;
    const plain = ({ title, draft }: LandingPage): unknown =>
      JSON.parse(JSON.stringify({ title, draft }).replaceAll(/page-images\/[0-9a-f]{32}/g, 'page-images/x'));
    expect(plain(brought)).toEqual(plain(page));
    const [picture = ''] = /\/page-images\/[0-9a-f]{32}/.exec(JSON.stringify(brought.draft)) ?? [];
    expect((await other.request('GET', `${picture}/480.webp`)).status).toBe(200);
    expect((await vera.request('GET', `${picture}/480.webp`)).status).toBe(404);
    expect(await bring('{}')).toMatchObject({ status: 422, body: { code: 'landing-pages.file_unusable' } });
    expect(
      await vera.request('POST', '/api/landing-pages/import', {
        body: { url: 'http://169.254.169.254/latest/', hasRight: true },
      }),
    ).toMatchObject({ status: 422, body: { code: 'landing-pages.import_refused' } });
  });
});

describe('who sends a form', () => {
  test('is known by page, version, campaign and the site before, in the page, alone, and without a script', async () => {
    const form = await publishForm(vera, [
      formBlock('name', 'short_text', { mapTo: 'name', required: true }),
      formBlock('email', 'email', { mapTo: 'email', required: true }),
    ]);
    const page = await make('With a form', [
      { type: 'form', props: { id: 'form-1', title: 'Write to us', form: form.publicId } },
    ]);
    await publish(page);
    const shown = `${app.url}/p/${page.slug}`;
    const asked = (path: string, referer: string) =>
      app.browser().request('GET', `/forms/${form.publicId}${path}`, { headers: { referer } });
    const tokenIn = (text: string) => /name="_token" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const answers = (name: string) => ({ name, email: `${name}@example.test` });
    const send = (path: string, body: object) =>
      app.browser().request('POST', `/api/form-pages/${form.publicId}/submissions${path}`, { body });

    const framed = await asked('?embed=1', `${shown}?utm_source=mail&utm_campaign=spring&secret=1`);
    expect(
      await send('', {
        token: tokenIn(framed.text),
        answers: answers('ada'),
        referrer: 'https://search.example/find?q=private',
      }),
    ).toMatchObject({ status: 200 });
    const alone = await asked('?utm_source=poster', 'https://news.example/today?reader=7');
    const fields = { _token: tokenIn(alone.text), ...answers('not an address ') };
    const post = (raw: URLSearchParams) =>
      app.browser().request('POST', `/forms/${form.publicId}`, {
        raw: raw.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const refused = await post(new URLSearchParams(fields));
    expect(refused.status).toBe(400);
    const again = { _token: tokenIn(refused.text), ...answers('ben') };
    expect((await post(new URLSearchParams(again))).status).toBe(200);

    const { submissions } = await vera.get<{ submissions: Submission[] }>(
      `/api/forms/${form.id}/submissions`,
    );
    const [ben, ada] = submissions;
    expect(ada).toMatchObject({
      utm: { utm_source: 'mail', utm_campaign: 'spring' },
      pageUrl: shown,
      referrer: 'https://search.example/find',
      landingPage: { id: page.id, version: 1 },
    });
    expect(ben).toMatchObject({
      utm: { utm_source: 'poster' },
      pageUrl: `${app.url}/forms/${form.publicId}`,
      referrer: 'https://news.example/today',
      landingPage: null,
    });
    expect(await vera.get(`/api/contacts/${ada?.contactId}`)).toMatchObject({
      utm: { source: 'mail', campaign: 'spring' },
      landingUrl: shown,
      referrer: 'https://search.example/find',
    });
    const { text: file } = await vera.request('GET', `/api/forms/${form.id}/export?format=csv`);
    expect(file).toContain('utm_source,utm_medium,utm_campaign,utm_term,utm_content,page,landing_page');
    expect(file).toContain(`mail,,spring,,,${shown},${page.id},1,https://search.example/find`);
    expect(file).not.toContain('private');
    const { visits } = await vera.get<PageResults>(at(page, '/results'));
    expect(visits).toMatchObject([
      {
        utm: { source: 'mail', campaign: 'spring' },
        referrer: 'https://search.example/find',
        submission: { formId: form.id, id: ada?.id },
      },
    ]);
  });
});

describe('a section that a model rewrites', () => {
  test('says what to connect without one, brings texts alone, costs its agent, and loses nothing when it fails', async () => {
    const faq = {
      type: 'faq',
      props: { id: 'faq-1', title: 'Questions', items: [{ question: 'Cost?', answer: 'It is **free**.' }] },
    };
    const page = await make('Rewritten', [hero('hero-1', 'Bread'), faq]);
    const at = `/api/landing-pages/${page.id}/rewrite`;
    const ask = () => vera.request('POST', at, { body: { ...faq, request: 'Warmer' } });
    expect(await vera.get(at)).toEqual({ isReady: false });
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'landing-pages.no_model' } });

    await vera.request('PUT', '/api/integrations/openai', { body: { apiKey: 'sk-test-1234567890' } });
    await publishAgent(vera, (draft) => {
      Object.assign(draft.ai, { provider: 'openai', model: 'gpt-5.4' });
      draft.access.monthlyCents = 1;
    });
    expect(await vera.get(at)).toEqual({ isReady: true });
    reply = `\`\`\`json\n${JSON.stringify({
      title: 'What people ask',
      'items.0.question': 'What does it cost?',
      'items.0.answer': 'Nothing. [Claim it](https://evil.example)',
      isFound: false,
      id: 'stolen',
    })}\n\`\`\``;
    expect((await ask()).body).toEqual({
      changes: [
        { path: 'title', before: 'Questions', after: 'What people ask' },
        { path: 'items.0.question', before: 'Cost?', after: 'What does it cost?' },
      ],
    });
    // Nothing is kept before somebody keeps it, and what failed changed nothing.
    expect((await vera.get<LandingPage>(`/api/landing-pages/${page.id}`)).draft).toEqual(page.draft);
    reply = 'I would rather not.';
    expect(await ask()).toMatchObject({ status: 502, body: { code: 'landing-pages.model_failed' } });
    // Two answers of the stand-in cost more than the cent that the agent may spend.
    await expect
      .poll(async () => ((await ask()).body as { code?: string }).code, { timeout: 10_000 })
      .toBe('landing-pages.model_spent');
  });
});

describe('a page out of an agent that has a model', () => {
  test('is said in its words where they may stand, and is whole without one whatever it answers', async () => {
    await vera.request('PUT', '/api/integrations/openai', { body: { apiKey: 'sk-test-1234567890' } });
    const agent = await publishAgent(vera, (draft) => {
      draft.basic.name = 'Rye guide';
      Object.assign(draft.ai, { provider: 'openai', model: 'gpt-5.4' });
      draft.prompt.iceBreakers = ['How long does rye rise?', 'Which flour is best?'];
      Object.assign(draft.payment, { enabled: true, type: 'subscription', amount: 900, currency: 'EUR' });
    });
    const write = (): Promise<LandingPage> =>
      vera.post<LandingPage>('/api/landing-pages/from-agent', { agentId: agent.id, language: 'en' });
    reply = '{}';
    const plain = (await write()).draft.data;
    const heroOf = ({ draft }: LandingPage) =>
      (draft.data['content'] as { type: string; props: Record<string, unknown> }[]).find(
        ({ type }) => type === 'hero',
      )?.props ?? {};
    const asked = JSON.stringify(model.chats.at(-1)?.messages);
    for (const words of ['Rye guide', 'hero-2.title', 'How long does rye rise?', 'invent none'])
      expect(asked).toContain(words);

    reply = `Here you are:\n\`\`\`json\n${JSON.stringify({
      'hero-2.title': 'Rye bread that rises',
      'hero-2.text': 'x'.repeat(40) + ' words'.repeat(400),
      'hero-2.label': 'Ask <b>now</b>',
      'hero-2.note': 'See [this](javascript:alert(1))',
      'hero-2.href': 'javascript:alert(1)',
      'hero-2.layout': 'evil',
      'evil-9.title': 'A block that is not there',
      content: [{ type: 'evil', props: { id: 'evil', onclick: 'alert(1)' } }],
    })}\n\`\`\``;
    const page = await write();
    const before = (plain['content'] as { type: string; props: Record<string, unknown> }[])[1]?.props ?? {};
    const { title, text: lead, ...rest } = heroOf(page);
    expect(title).toBe('Rye bread that rises');
    expect(String(lead).length).toBeLessThanOrEqual(500);
    expect(lead).toMatch(/^x{40} words.*…$/);
    expect({ ...before, ...rest }).toEqual(before);
    expect(JSON.stringify(page.draft.data)).not.toMatch(/javascript|evil|<b>/);
    expect(page.draft.settings.theme.primary).toBe(agent.draft.appearance.color.toLowerCase());

    for (const step of [
      { kind: 'text', text: 'I would rather not.' },
      { kind: 'text', text: '["a", "list"]' },
      { kind: 'text', text: '{"hero-2.title": {"deep": {"er": 1}}, "hero-2.text": null, "hero-2.label": 7}' },
      { kind: 'text', text: '{"hero-2.title": "<script>alert(1)</script>"}' },
      { kind: 'text', text: `{"hero-2.title": "${'long '.repeat(5_000)}"}` },
      { kind: 'truncate-after', tokens: 1 },
      { kind: 'error-event', tokens: 1 },
      { kind: 'invalid-json' },
      { kind: 'html', status: 502 },
      { kind: 'status', status: 401 },
    ] as const) {
      model.script(step);
      expect((await write()).draft.data, JSON.stringify(step).slice(0, 80)).toEqual(plain);
    }

    // A model that never answers is waited for no longer than the page allows.
    model.script({ kind: 'stall-before-headers' });
    const { services } = app.server;
    const member = await services.accounts.member(vera.user.id, vera.user.accountId);
    const changes = await services.landingPages.rewriting.polish(
      scopeOf(services.database, member!, null),
      agent.number,
      [{ type: 'hero', props: { id: 'hero-1', title: 'Words' } }],
      { request: '', language: 'en', timeoutMs: 100 },
    );
    expect(changes.size).toBe(0);
  });
});
