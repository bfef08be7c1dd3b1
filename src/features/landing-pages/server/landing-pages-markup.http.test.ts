import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { LandingPage } from '../landing-pages.contract.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let model: OpenAiStandIn;
let reply = '';
beforeAll(async () => {
  model = await startOpenAiStandIn({ reply: () => reply });
  app = await startTestApp({ llm: { baseUrls: { openai: model.baseUrl } } });
  vera = await app.register('Vera');
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const hero = (id: string, title: string, more: object = {}) => ({
  type: 'hero',
  props: { id, title, ...more },
});
const text = (id: string, words: string) => ({ type: 'text', props: { id, text: words } });
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
