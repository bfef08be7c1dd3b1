import { parseHTML } from 'linkedom';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { claimServer } from '#tests/support/app/superadmin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ environment: { PLANS: 'paid' } });
});
afterAll(() => app.close());

const open = async (path: string) => {
  const answer = await app.browser().request('GET', path);
  return { ...answer, document: parseHTML(answer.text).document };
};
const links = (document: ReturnType<typeof parseHTML>['document']): string[] =>
  [...document.querySelectorAll('a:not(noscript a)')].map((link) => link.getAttribute('href') ?? '');

describe('the start page', () => {
  test('has the links of the specification, and its demo agents open', async () => {
    const { status, document } = await open('/');
    expect(status).toBe(200);
    const found = links(document);
    expect(found).toEqual(expect.arrayContaining(['/blog', '/pricing', '/privacy', '/terms']));
    const demos = found.filter((href) => href.startsWith('/widgets/'));
    expect(demos.map((href) => href.replace(/\d+/, 'id'))).toEqual([
      '/widgets/id',
      '/widgets/id/rich-media-agent',
      '/widgets/id/paywall-agent',
      '/widgets/id/document-agent',
    ]);
    for (const demo of demos) expect((await open(demo)).status, demo).toBe(200);
    expect(found.filter((href) => href.startsWith('/blog?category='))).toHaveLength(3);
    const posts = found.filter((href) => /^\/blog\/[a-z]/.test(href));
    expect(posts).toHaveLength(9);
    for (const post of posts) expect((await open(post)).status, post).toBe(200);
    for (const demo of document.querySelectorAll('a[href^="/widgets/"]'))
      expect(demo.getAttribute('target')).toBe('_blank');
  });

  test('says whom it is for and what they earn, without coding', async () => {
    const lead = (await open('/?lang=en')).document.querySelector('.hero .lead')?.textContent ?? '';
    for (const words of ['creators of custom GPTs and AI agents', 'subscription revenue', 'No code'])
      expect(lead).toContain(words);
  });

  test('makes its agents once', async () => {
    const numbers = (document: Parameters<typeof links>[0]): string[] =>
      links(document).filter((href) => /widgets/.test(href));
    const [one, other] = await Promise.all([open('/?lang=nl'), open('/?lang=nl')]);
    expect(numbers(one.document)).toEqual(numbers(other.document));
    expect(numbers((await open('/?lang=nl')).document)).toEqual(numbers(one.document));
  });

  test('has the figures of the specification, which no language changes', async () => {
    for (const language of languages) {
      const { document } = await open(`/?lang=${language}`);
      expect(document.documentElement.lang).toBe(language);
      const pricing = document.querySelector('#pricing')?.textContent ?? '';
      for (const figure of ['$29', '$299', '$348', '$49', '10', '$199']) expect(pricing).toContain(figure);
      expect(document.querySelector('.site-footer')?.textContent).toContain('© 2025');
    }
    const pricing = (await open('/?lang=en')).document.querySelector('#pricing')?.textContent ?? '';
    for (const words of ['$348/year', 'Save $49', 'Save 10%']) expect(pricing).toContain(words);
  });

  test('is found in each language under one address, others are not looked for', async () => {
    const { document } = await open('/?lang=fr');
    const address = document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '';
    expect(address).toMatch(/\/\?lang=fr$/);
    expect(document.querySelectorAll('link[hreflang]')).toHaveLength(languages.length + 1);
    expect(document.querySelector('meta[name=robots]')).toBeNull();
    expect((await open('/nothing-here')).document.querySelector('meta[name=robots]')).not.toBeNull();
  });

  test('takes no language out of markup', async () => {
    const { document } = await open('/?lang=%3Cscript%3E&lang=nl');
    expect(document.documentElement.lang).toBe('en');
  });
});

test('what search engines read names only pages that are there', async () => {
  const robots = await open('/robots.txt');
  expect(robots.text).toContain('Disallow: /dashboard');
  const [, map = ''] = /Sitemap: (\S+)/.exec(robots.text) ?? [];
  const sitemap = await open(new URL(map).pathname);
  const addresses = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? ''),
  );
  expect(addresses.length).toBeGreaterThan(12);
  expect(addresses.filter(({ pathname }) => pathname.startsWith('/blog/'))).toHaveLength(9);
  const demos = ['/widget-demo', '/demos/paywall-demo', '/demos/standard-widget'];
  for (const address of [...addresses.map(({ pathname, search }) => pathname + search), ...demos]) {
    const { status, headers, document } = await open(address);
    expect(status, address).toBe(200);
    // They are told what it is, and may list it.
    const robots = document.querySelector('meta[name=robots]')?.getAttribute('content');
    expect([robots ?? null, headers.get('x-robots-tag')], address).toEqual([null, null]);
    const description = document.querySelector('meta[name=description]')?.getAttribute('content');
    expect(description?.length, address).toBeGreaterThan(20);
  }
});

test('pictures of the demos are there, and no other file', async () => {
  const { headers } = await open('/demo-pictures/store-assistant.webp');
  expect(headers.get('content-type')).toBe('image/webp');
  for (const name of ['tutor-packs.webp', '..%2Ftemplate.json', 'x'])
    expect((await open(`/demo-pictures/${name}`)).status).toBe(404);
});

test('pictures of the features are true files, light and dark, and small', async () => {
  const { document } = await open('/');
  const pictures = [...document.querySelectorAll('.feature-picture img')];
  expect(pictures).toHaveLength(6);
  for (const picture of pictures) {
    expect(picture.getAttribute('loading')).toBe('lazy');
    expect(picture.getAttribute('alt')).not.toBe('');
    const answer = await fetch(app.url + (picture.getAttribute('src') ?? ''));
    expect(answer.headers.get('content-type')).toBe('image/webp');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.length).toBeLessThan(40_000);
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([720, 452]);
  }
  for (const name of ['x.webp', '..%2F..%2Fpackage.json', 'analytics-light.png'])
    expect((await open(`/feature-pictures/${name}`)).status).toBe(404);
});

test('a server that sells nothing shows no price, and offers no account where none is opened', async () => {
  const free = await startTestApp();
  try {
    const { text } = await free.browser().request('GET', '/pricing');
    expect(text).toContain('everything is included');
    expect(text).not.toContain('$29');
    const owner = await free.register('Olga');
    await claimServer(free, owner);
    await owner.request('PUT', '/api/superadmin/settings', {
      body: { signUp: 'invitation', signUpDomains: ['example.test'] },
    });
    const browser = free.browser();
    expect(await browser.get('/api/public/white-label')).toMatchObject({
      canRegister: false,
      signUp: 'invitation',
      signUpDomains: [],
      trialDays: null,
    });
    const auth = (await browser.request('GET', '/auth?tab=register')).text;
    expect(auth).toContain('data-sign-up="invitation"');
    expect(auth).toContain('New accounts are by invitation here');
    expect(auth).not.toContain('Create account');
    const home = (await browser.request('GET', '/')).text;
    expect(home).toContain('New accounts are by invitation here');
    expect(home).not.toContain('register');
    const refused = await browser.request('POST', '/api/register', {
      body: { name: 'Late', email: 'late@example.test', password: 'a long password' },
    });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'auth.invitation_needed' }]);
  } finally {
    await free.close();
  }
});
