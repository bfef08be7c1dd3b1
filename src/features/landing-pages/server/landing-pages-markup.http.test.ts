import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { LandingPage } from '../landing-pages.contract.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
});
afterAll(() => app.close());

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
