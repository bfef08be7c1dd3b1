import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import type { Form } from '#features/forms/forms.contract.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';

/**
 * The specification's list "Public routes", word by word, as patterns with what they hold in place of
 * parameters. `leadsTo` are addresses that send on; cloning a voice comes with its own part.
 */
const routes: { path: string; heading?: RegExp; leadsTo?: RegExp }[] = [
  { path: '/', heading: /earns/ },
  { path: '/forgot-password' },
  { path: '/reset-password' },
  { path: '/accept-invitation' },
  { path: '/privacy', heading: /Privacy/ },
  { path: '/terms', heading: /Terms/ },
  { path: '/pricing', heading: /pricing/ },
  { path: '/blog', heading: /./ },
  { path: '/blog/:slug', heading: /./ },
  { path: '/demo', heading: /Labs/ },
  { path: '/labs', heading: /Labs/ },
  { path: '/chatgpt-ios-demo', heading: /phone/ },
  { path: '/chatgpt-ios-fullscreen', heading: /phone/ },
  { path: '/chatgpt-ios-widget/:id', heading: /phone/ },
  { path: '/checkout', heading: /./ },
  { path: '/subscribe', leadsTo: /^\/auth\?tab=register/ },
  { path: '/subscription-success', heading: /./ },
  { path: '/widget-demo', heading: /./ },
  { path: '/demos/standard-widget', heading: /page/ },
  { path: '/demos/paywall-demo', heading: /paywall/ },
  { path: '/demos/contact-widget', heading: /address/ },
  { path: '/brand-showcase', heading: /six brands/ },
  { path: '/color-analyzer', heading: /Color/ },
  { path: '/voice-clone', heading: /voice/ },
  { path: '/agent-simulator', heading: /./ },
  { path: '/simple-voice', heading: /conversation/ },
  { path: '/openai-voice-test', heading: /OpenAI/ },
  { path: '/websocket-test', heading: /Realtime/ },
  { path: '/navigation-test', heading: /navigation/ },
  { path: '/voice-launcher-test', heading: /widget/ },
  { path: '/voice-launcher-test-openai', heading: /vendor/ },
  { path: '/voice-test', heading: /device/ },
  { path: '/pdf-test', heading: /PDF/ },
  { path: '/test-imports', heading: /modules/ },
  { path: '/test-widget-path', heading: /Addresses/ },
  { path: '/test-widget-css', heading: /styles/ },
  { path: '/test-widget/:id', heading: /widget/ },
  { path: '/test-widget-combined/:id', heading: /together/ },
  { path: '/temp-messages', heading: /browser/ },
  ...['/widgets/:id', '/agents/:id'].flatMap((base) =>
    ['', '/ultrafast', '/licensed', '/autumn-sale', '/dev', '/embed'].map((suffix) => ({
      path: base + suffix,
    })),
  ),
  { path: '/forms/:publicId', heading: /Contact us/ },
  { path: '/forms/:publicId/:vanityTag', heading: /Contact us/ },
];

let app: TestApp;
let owner: TestBrowser;
let number: number;
let form: Form;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register();
  ({ number } = await publishAgent(owner, () => undefined));
  form = await owner.post<Form>('/api/forms', { name: 'Contact us', template: 'contact' });
  await owner.post(`/api/forms/${form.id}/publish`, { revision: form.draftRevision });
});
afterAll(() => app.close());

const known = async (path: string): Promise<string> => {
  const slug = /href="\/blog\/([a-z-]+)"/.exec((await owner.request('GET', '/blog')).text)?.[1] ?? '';
  const values = { id: String(number), slug, publicId: form.publicId, vanityTag: 'autumn-sale' };
  return path.replaceAll(/:(\w+)/g, (_, name: keyof typeof values) => values[name]);
};

describe.each(['signed out', 'signed in'])('%s', (who) => {
  const browser = (): TestBrowser => (who === 'signed in' ? owner : app.browser());

  test.each(routes)('$path answers with its page', async ({ path, heading, leadsTo }) => {
    const { status, text, headers } = await browser().request('GET', await known(path));
    if (leadsTo) {
      expect(status).toBe(302);
      expect(headers.get('location')).toMatch(leadsTo);
      return;
    }
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    // What everybody may keep travels compressed.
    if (heading && headers.get('cache-control') === 'no-cache')
      expect(headers.get('content-encoding')).not.toBeNull();
    const { document } = parseHTML(text);
    expect(document.title).not.toBe('');
    // The rest are the apps of dashboard and chat, which draw their headings themselves.
    if (heading) expect(document.querySelector('h1')?.textContent).toMatch(heading);
  });

  test.each([
    '/nothing-here',
    '/labs/nothing-here',
    '/demos/nothing-here',
    '/blog/nothing-here',
    '/widgets/2147483647',
    '/widgets/999999999999',
    '/chatgpt-ios-widget/2147483647',
    '/chatgpt-ios-widget/x',
    '/test-widget/2147483647',
    '/test-widget-combined/0',
    '/test-widget',
  ])('%s is not found, on a page', async (path) => {
    const { status, text } = await browser().request('GET', path, { headers: { 'accept-language': 'nl' } });
    expect(status).toBe(404);
    const { document } = parseHTML(text);
    expect(document.documentElement.lang).toBe('nl');
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(document.querySelector('main a[href="/"]')).not.toBeNull();
  });
});
