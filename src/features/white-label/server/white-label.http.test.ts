import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { WhiteLabel } from '../white-label.contract.ts';

const dayMs = 86_400_000;
const clock = createManualClock(new Date());
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock, environment: { PLANS: '' } });
});
afterAll(() => app.close());

type Owner = Awaited<ReturnType<TestApp['register']>>;
type Picture = Buffer | string;

/** What the account pays for from now on. */
async function setPlan({ user }: Owner, plan: 'pro' | 'white_label', days = 30): Promise<void> {
  const { database, planStatuses } = app.server.services;
  await database.system((tx) =>
    planStatuses.set(tx, user.accountId, {
      subscriptionStatus: 'active',
      hasPaid: true,
      plan,
      incompleteSince: null,
      activeUntil: new Date(clock.now().getTime() + days * dayMs),
    }),
  );
}
async function branded(): Promise<Owner> {
  const owner = await app.register();
  await setPlan(owner, 'white_label');
  return owner;
}
const brand = {
  brandName: 'Linden Assist',
  primaryColor: '#AA3355',
  secondaryColor: '#112233',
  supportEmail: 'help@linden.example',
  privacyEmail: null,
  termsEmail: null,
};
const save = (owner: Owner, change: Record<string, unknown> = {}) =>
  owner.request('PUT', '/api/white-label', { body: { ...brand, ...change } });
function send(owner: Owner, kind: string, picture: Picture, name = 'logo.svg') {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(picture)]), name);
  return owner.request('POST', `/api/white-label/image?kind=${kind}`, { raw: form });
}
const drawing = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="${width}" height="${height}"><script>alert(1)</script><rect width="${width}" height="${height}" fill="teal"/></svg>`;

test('without a brand of its own an account has the product’s, with the specified fields and colours', async () => {
  const owner = await app.register();
  expect(await owner.get('/api/user/white-label')).toEqual({
    isWhiteLabel: false,
    brandName: 'Chatelier',
    primaryColor: '#36D6B5',
    secondaryColor: '#4f46e5',
    domain: null,
    domainVerified: false,
    supportEmail: null,
    privacyEmail: null,
    termsEmail: null,
    logoUrl: null,
    iconUrl: null,
    origin: null,
    plan: 'trial',
  });
  expect(await app.browser().get('/api/public/white-label')).toMatchObject({
    logoUrl: null,
    brandName: 'Chatelier',
    termsUrl: '/terms',
    privacyUrl: '/privacy',
  });
  expect((await app.browser().request('GET', '/api/user/white-label')).status).toBe(401);
});

test('only White Label has a brand: a trial and Pro are told what to do, and nothing is stored', async () => {
  const owner = await app.register();
  for (const plan of ['trial', 'pro'] as const) {
    if (plan === 'pro') await setPlan(owner, plan);
    expect(await save(owner)).toMatchObject({ status: 402, body: { code: 'white_label.plan_needed' } });
    expect(await send(owner, 'logo', drawing(9, 9))).toMatchObject({ status: 402 });
    const legal = { page: 'terms', text: 'Ours' };
    expect(await owner.request('PUT', '/api/white-label/legal', { body: legal })).toMatchObject({
      status: 402,
    });
    expect(await owner.get('/api/white-label')).toMatchObject({ state: 'locked', terms: '', logoUrl: null });
  }
});

test('with White Label the brand is active once it is written, and rests when the plan ends', async () => {
  const owner = await branded();
  expect(await owner.get('/api/white-label')).toMatchObject({ state: 'unused', brandName: 'Chatelier' });
  expect(await owner.get('/api/user/white-label')).toMatchObject({
    isWhiteLabel: false,
    plan: 'white_label',
  });
  expect(await save(owner, { brandName: '  Linden Assist ' })).toMatchObject({
    status: 200,
    body: { state: 'active', brandName: 'Linden Assist', primaryColor: '#aa3355' },
  });
  expect(await owner.get('/api/user/white-label')).toMatchObject({
    isWhiteLabel: true,
    brandName: 'Linden Assist',
    primaryColor: '#aa3355',
    supportEmail: 'help@linden.example',
  });
  const { entries } = await owner.get<{ entries: { action: string; target: { name: string } }[] }>(
    '/api/audit?group=brand',
  );
  expect(entries.map(({ action, target }) => [action, target.name])).toEqual([
    ['brand.changed', 'Linden Assist'],
  ]);
  await setPlan(owner, 'pro');
  expect(await owner.get('/api/user/white-label')).toMatchObject({
    isWhiteLabel: false,
    brandName: 'Chatelier',
  });
  // What was written is kept for the day on which the plan is back.
  expect(await owner.get('/api/white-label')).toMatchObject({ state: 'locked', brandName: 'Linden Assist' });
  await setPlan(owner, 'white_label');
  expect(await owner.get('/api/user/white-label')).toMatchObject({ isWhiteLabel: true });
});

test('whoever is signed in gets the app’s page with their brand in it, and nobody else does', async () => {
  const [owner, other] = [await branded(), await app.register('Otto')];
  await save(owner, { brandName: 'Linden & Sons', primaryColor: '#aa3355' });
  const pageFor = async (browser: TestBrowser, path = '/dashboard'): Promise<string> =>
    (await browser.request('GET', path)).text;
  const page = await pageFor(owner);
  expect(page).toContain('<title>Linden &amp; Sons</title>');
  expect(page).toContain('data-brand="Linden &amp; Sons"');
  expect(page).toContain('<style id="session-brand">:root{');
  expect(page).not.toContain('Chatelier');
  const { headers } = await owner.request('GET', '/dashboard');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  // On the way to the dashboard too.
  expect(await pageFor(owner, '/auth')).toContain('data-brand="Linden &amp; Sons"');
  for (const browser of [other, app.browser()])
    expect(await pageFor(browser)).not.toMatch(/Linden|session-brand/);
});

test('a name is one visible line, a colour is a colour, an address is an address', async () => {
  const owner = await branded();
  const refused = async (change: Record<string, unknown>): Promise<string[]> => {
    const { status, body } = await save(owner, change);
    return status === 400 ? Object.keys((body as { fields: object }).fields) : [String(status)];
  };
  for (const brandName of [
    '',
    ' ',
    'x'.repeat(61),
    'Two\nlines',
    'Turned\u202eround',
    'Hid\u200bden',
    '\u3164',
    'A\u2800',
  ])
    expect(await refused({ brandName })).toEqual(['brandName']);
  // A character that nobody sees is named, for it can't be found by looking.
  expect((await save(owner, { brandName: 'Hid\u200bden' })).body).toMatchObject({
    fields: { brandName: expect.stringContaining('invisible character') as string },
  });
  for (const primaryColor of ['red', '#fff', '#12345g', '#aa3355;background:url(//evil.example)'])
    expect(await refused({ primaryColor })).toEqual(['primaryColor']);
  expect(await refused({ supportEmail: 'a@b.example\nBcc: c@d.example' })).toEqual(['supportEmail']);
  expect(await refused({ privacyEmail: '<script>@x' })).toEqual(['privacyEmail']);
  expect((await save(owner, { brandName: '<b onload=alert(1)>Linden</b>' })).status).toBe(200);
});

test('a logo is drawn anew: what a drawing would run is gone, its shape stays, and nobody can guess it', async () => {
  const owner = await branded();
  const { logoUrl } = (await send(owner, 'logo', drawing(640, 80))).body as WhiteLabel;
  expect(logoUrl).toMatch(/^\/brand-images\/[0-9a-f]{32}$/);
  const shown = await fetch(app.url + logoUrl);
  const bytes = Buffer.from(await shown.arrayBuffer());
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  expect(bytes.includes('script')).toBe(false);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([640, 80]);
  expect(await owner.get('/api/user/white-label')).toMatchObject({ isWhiteLabel: true, logoUrl });

  const { iconUrl } = (await send(owner, 'icon', drawing(640, 80))).body as WhiteLabel;
  const icon = Buffer.from(await (await fetch(app.url + (iconUrl ?? ''))).arrayBuffer());
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([192, 192]);

  expect(await send(owner, 'logo', 'no picture')).toMatchObject({
    status: 400,
    body: { code: 'white_label.image_unusable' },
  });
  const costly = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f"/></svg>';
  expect(await send(owner, 'logo', costly)).toMatchObject({ status: 422 });
  expect(await send(owner, 'logo', Buffer.alloc(3 * 1_048_576))).toMatchObject({ status: 413 });
  expect(await send(owner, 'banner', drawing(9, 9))).toMatchObject({ status: 400 });

  const next = (await send(owner, 'logo', drawing(80, 80))).body as WhiteLabel;
  expect(next.logoUrl).not.toBe(logoUrl);
  expect((await fetch(app.url + logoUrl)).status).toBe(404);
  expect((await owner.request('DELETE', '/api/white-label/image?kind=logo')).body).toMatchObject({
    logoUrl: null,
    iconUrl,
  });
});

test('a legal text is Markdown in which nothing runs; ten megabytes of it are refused with words', async () => {
  const owner = await branded();
  const text = '# Terms\n\n<script>alert(1)</script>\n\n[go](javascript:alert(1)) and **stay**';
  const { body } = await owner.request('PUT', '/api/white-label/legal', {
    body: { page: 'terms', text },
  });
  expect(body).toMatchObject({ terms: text, privacy: '' });
  const { html } = await owner.post<{ html: string }>('/api/white-label/legal/preview', { text });
  expect(html).toContain('<strong>stay</strong>');
  expect(html).not.toMatch(/<script|href="javascript/);
  const write = (long: string) =>
    owner.request('PUT', '/api/white-label/legal', { body: { page: 'terms', text: long } });
  const [tooLarge, tooLong] = [await write('x'.repeat(10 * 1_048_576)), await write('x'.repeat(100_001))];
  expect(tooLarge).toMatchObject({ status: 413, body: { code: 'common.too_large' } });
  expect(tooLong).toMatchObject({ status: 400, body: { fields: { text: expect.stringContaining('100') } } });
  expect(await owner.get('/api/white-label')).toMatchObject({ terms: text });
});

test('nobody else reads or writes a brand: another account, and members without the right', async () => {
  const [owner, other] = [await branded(), await branded()];
  await save(owner);
  expect(await other.get('/api/white-label')).toMatchObject({ state: 'unused', brandName: 'Chatelier' });
  await save(other, { brandName: 'Other' });
  expect(await owner.get('/api/white-label')).toMatchObject({ brandName: 'Linden Assist' });
  expect((await app.browser().request('GET', '/api/white-label')).status).toBe(401);
});
