import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultPageSettings, type PageSettings } from '#shared/landing-pages/page-settings.ts';
import { createManualClock } from '#platform/clock/clock.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { ExperimentResult } from '../landing-pages-experiment.contract.ts';
import type { PageImage } from '../landing-pages-images.contract.ts';
import type { PageChange, PageVersion } from '../landing-pages-publishing.contract.ts';
import type { PageResults } from '../landing-pages-results.contract.ts';
import type { LandingPage } from '../landing-pages.contract.ts';

const day = 86_400_000;
const clock = createManualClock(new Date());
let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
beforeAll(async () => {
  app = await startTestApp({ clock, environment: { PROCESS_MODE: 'web' } });
  vera = await app.register('Vera');
});
afterAll(() => app.close());

const hero = (id: string, title: string, more: object = {}) => ({
  type: 'hero',
  props: { id, title, ...more },
});
const text = (id: string, words: string) => ({ type: 'text', props: { id, text: words } });
const dataOf = (content: object[], agent = 0) => ({ root: { props: { agent } }, content, zones: {} });

const make = (title: string, content: object[] = [hero('hero-1', title)]): Promise<LandingPage> =>
  vera.post<LandingPage>('/api/landing-pages', { title, data: dataOf(content) });
const at = (page: Pick<LandingPage, 'id'>, rest = ''): string => `/api/landing-pages/${page.id}${rest}`;
const publish = (page: LandingPage): Promise<LandingPage> =>
  vera.post<LandingPage>(at(page, '/publish'), { revision: page.draftRevision });
const save = async (page: LandingPage, content: object[]): Promise<LandingPage> =>
  (
    await vera.request('PUT', at(page, '/draft'), {
      body: { revision: page.draftRevision, data: dataOf(content) },
    })
  ).body as LandingPage;
const put = async (page: Pick<LandingPage, 'id'>, rest: string, body: object): Promise<LandingPage> =>
  (await vera.request('PUT', at(page, rest), { body })).body as LandingPage;
const visit = (path: string, headers: Record<string, string> = {}, browser: TestBrowser = app.browser()) =>
  browser.request('GET', path, { headers: { 'user-agent': 'Mozilla/5.0 (X11) Firefox/140', ...headers } });

describe('a page', () => {
  test('is drafted, published as versions, gone back to, and taken offline', async () => {
    const page = await make('Bread course');
    expect(page).toMatchObject({ slug: 'bread-course', status: 'draft', isOnline: false });
    expect((await visit('/p/bread-course')).status).toBe(404);
    const first = await publish(page);
    expect(first).toMatchObject({ status: 'published', publishedVersion: 1, hasChanges: false });
    const shown = await visit('/p/bread-course');
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('Bread course');
    expect(shown.text).toContain('<html lang="en">');
    expect(
      (await visit('/p/bread-course', { 'if-none-match': shown.headers.get('etag') ?? '' })).status,
    ).toBe(304);

    const changed = await save(first, [text('text-1', 'Only in May'), hero('hero-1', 'Bread in a day')]);
    const { changes } = await vera.get<{ changes: PageChange[] }>(at(page, '/diff'));
    expect(changes.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['added text-1', 'changed hero-1']);
    expect((await visit('/p/bread-course')).text).not.toContain('Bread in a day');
    const second = await publish(changed);
    expect((await visit('/p/bread-course')).text).toContain('Bread in a day');

    const restored = await vera.post<LandingPage>(at(page, '/versions/1/restore'), {
      revision: second.draftRevision,
    });
    expect(restored).toMatchObject({ hasChanges: true });
    await publish(restored);
    expect((await visit('/p/bread-course')).text).not.toContain('Bread in a day');
    const { versions } = await vera.get<{ versions: PageVersion[] }>(at(page, '/versions'));
    expect(versions).toMatchObject([
      { version: 3, isPublished: true, by: 'Vera' },
      { version: 2, isPublished: false },
      { version: 1, isPublished: false },
    ]);
    await vera.post(at(page, '/unpublish'));
    expect((await visit('/p/bread-course')).status).toBe(404);
  });

  test('that two people edit at once loses nothing: the second is told who was first', async () => {
    const page = await make('Two editors');
    await save(page, [hero('hero-1', 'Mine')]);
    expect(
      await vera.request('PUT', at(page, '/draft'), {
        body: { revision: page.draftRevision, data: dataOf([hero('hero-1', 'Yours')]) },
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'landing-pages.draft_changed', message: expect.stringContaining('Vera') },
    });
    expect((await vera.get<LandingPage>(at(page))).draft.data).toMatchObject({
      content: [{ props: { title: 'Mine' } }],
    });
  });

  test('takes no blocks that it would have to mend, and says where they are', async () => {
    const refuse = async (content: unknown) =>
      vera.request('POST', '/api/landing-pages', {
        body: { title: 'Hostile', data: dataOf(content as object[]) },
      });
    const deep = (level: number): object => ({
      type: 'columns',
      props: { id: `c${level}`, first: level === 0 ? [] : [deep(level - 1)] },
    });
    for (const content of [
      [{ type: 'evil', props: { id: 'a' } }],
      [hero('a', 'x', { href: 'javascript:alert(1)' })],
      [deep(50)],
      [hero('a', 'x', { onclick: 'alert(1)' })],
      Array.from({ length: 101 }, (_, index) => text(`t${index}`, 'x')),
    ])
      expect(await refuse(content)).toMatchObject({ status: 400, body: { code: 'common.invalid_input' } });
    expect((await refuse([text('t', 'x'.repeat(5_000_000))])).status).toBe(413);
  });

  test.each(['dashboard', 'Bread', 'api', 'p', 'a/b', ''])('is not called %j', async (slug) => {
    expect(
      await vera.request('POST', '/api/landing-pages', { body: { title: 'Called', slug } }),
    ).toMatchObject({ status: 400, body: { fields: { slug: expect.any(String) } } });
  });

  test('has a slug of its own, which is free again once it is deleted', async () => {
    const page = await make('Open day');
    expect(
      await vera.request('POST', '/api/landing-pages', { body: { title: 'Other', slug: 'open-day' } }),
    ).toMatchObject({ status: 409, body: { code: 'landing-pages.slug_taken' } });
    expect((await make('Open day')).slug).toBe('open-day-2');
    expect((await vera.request('DELETE', at(page))).status).toBe(200);
    expect(
      (await vera.request('POST', '/api/landing-pages', { body: { title: 'Other', slug: 'open-day' } }))
        .status,
    ).toBe(200);
  });

  test('keeps its head code to the owner, and to tags that load nothing', async () => {
    const page = await make('Head');
    const settings = (headCode: string): PageSettings => ({ ...defaultPageSettings('en'), headCode });
    const withHead = (headCode: string) =>
      vera.request('PUT', at(page, '/settings'), {
        body: { revision: page.draftRevision, title: 'Head', slug: 'head', settings: settings(headCode) },
      });
    for (const code of [
      '<script src="https://evil.example/x.js"></script>',
      '<link rel="stylesheet" href="https://evil.example/x.css">',
      '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    ])
      expect(await withHead(code)).toMatchObject({ status: 400 });
    const saved = (await withHead('<meta name="google-site-verification" content="a&quot;b">'))
      .body as LandingPage;
    await publish(saved);
    expect((await visit('/p/head')).text).toContain('<meta name="google-site-verification" content="a');
    const trackers = { googleAnalytics: 'UA-1"><script>', metaPixel: '' };
    expect(
      await vera.request('PUT', at(page, '/settings'), {
        body: {
          revision: saved.draftRevision,
          title: 'Head',
          slug: 'head',
          settings: { ...defaultPageSettings('en'), trackers },
        },
      }),
    ).toMatchObject({ status: 400 });
  });
});

describe('visitors', () => {
  test('come to a page when it is due, and no longer than it lasts', async () => {
    const page = await make('Launch');
    const hour = 3_600_000;
    const now = clock.now().getTime();
    await put(page, '/schedule', {
      publishAt: new Date(now + hour).toISOString(),
      endAt: new Date(now + 2 * hour).toISOString(),
    });
    const { publishing } = app.server.services.landingPages;
    await publishing.runDue();
    expect((await visit('/p/launch')).status).toBe(404);
    clock.advance(hour);
    await publishing.runDue();
    await publishing.runDue();
    expect((await visit('/p/launch')).status).toBe(200);
    expect(await vera.get(at(page))).toMatchObject({ publishedVersion: 1, publishAt: null });
    clock.advance(hour);
    // The end is the end, also before anybody has looked.
    expect((await visit('/p/launch')).status).toBe(404);
    await publishing.runDue();
    expect(await vera.get(at(page))).toMatchObject({ status: 'draft', isOnline: false });
    // Both came while nobody ran: what is over does not begin.
    const from = clock.now().getTime();
    await put(page, '/schedule', {
      publishAt: new Date(from + hour).toISOString(),
      endAt: new Date(from + 2 * hour).toISOString(),
    });
    clock.advance(3 * hour);
    await publishing.runDue();
    expect(await vera.get(at(page))).toMatchObject({ isOnline: false, publishAt: null, publishedVersion: 1 });
  });

  test('give the password of a page that has one, and see nothing of it before', async () => {
    const draft = await make('Members');
    const form = new FormData();
    form.append(
      'file',
      new Blob([
        Uint8Array.from(
          await sharp({ create: { width: 700, height: 300, channels: 3, background: 'teal' } })
            .png()
            .toBuffer(),
        ),
      ]),
      'teal.png',
    );
    const image = (await vera.request('POST', at(draft, '/images'), { raw: form })).body as PageImage;
    expect(image).toMatchObject({ width: 700, height: 300 });
    // A picture that no visitor sees yet is the account's.
    expect((await visit(`${image.src}/480.avif`)).status).toBe(404);
    expect((await vera.request('GET', `${image.src}/480.avif`)).headers.get('content-type')).toBe(
      'image/avif',
    );
    const page = await publish(
      await save(draft, [
        hero('hero-1', 'Secret words', {
          picture: { src: image.src, alt: 'Teal', isDecoration: false, width: 700, height: 300 },
        }),
        { type: 'html', props: { id: 'html-1', code: '<script>parent.document.title</script>' } },
      ]),
    );
    expect((await visit(`${image.src}/480.webp`)).status).toBe(200);
    await put(page, '/access', { visibility: 'public', password: 'linden tree' });
    const guest = app.browser();
    for (const path of [
      '/p/members',
      '/p/members/html/html-1',
      `${image.src}/480.avif`,
      '/p/members/share.png',
    ]) {
      const answer = await visit(path, {}, guest);
      expect([401, 404]).toContain(answer.status);
      expect(answer.text).not.toContain('Secret words');
    }
    const give = (password: string) =>
      guest.request('POST', '/p/members', {
        raw: `password=${encodeURIComponent(password)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect((await give('wrong')).status).toBe(403);
    expect((await give('linden tree')).status).toBe(303);
    expect((await visit('/p/members', {}, guest)).text).toContain('Secret words');
    expect((await visit(`${image.src}/480.avif`, {}, guest)).status).toBe(200);
    const frame = await visit('/p/members/html/html-1', {}, guest);
    expect(frame.headers.get('content-security-policy')).toContain('sandbox allow-scripts');
    // It is a part of its page, and no page of the server that somebody could be sent to.
    const alone = await visit('/p/members/html/html-1', { 'sec-fetch-dest': 'document' }, guest);
    expect([alone.status, alone.headers.get('location')]).toEqual([302, '/p/members']);
    // Another password shuts everybody out again.
    await put(page, '/access', { visibility: 'public', password: 'oak tree' });
    await expect.poll(async () => (await visit('/p/members', {}, guest)).status).toBe(401);
  });

  test('see one of two versions, the same one every time, and are counted once a day', async () => {
    const page = await publish(await make('Compared', [hero('hero-1', 'First words')]));
    await publish(await save(page, [hero('hero-1', 'Second words')]));
    await put(page, '/experiment', { experiment: { version: 1, share: 50 } });
    const people = Array.from({ length: 40 }, (_, index) => `Mozilla/5.0 Person/${index}`);
    const seen = new Map<string, string>();
    for (const round of [1, 2])
      for (const person of people) {
        const { text: shown } = await visit('/p/compared', { 'user-agent': person });
        const words = shown.includes('First words') ? 'first' : 'second';
        if (round === 1) seen.set(person, words);
        else expect(words).toBe(seen.get(person));
      }
    await visit('/p/compared', { 'user-agent': 'Googlebot/2.1' });
    await app.server.services.landingPages.counting.drain();
    const firsts = [...seen.values()].filter((words) => words === 'first').length;
    expect(firsts).toBeGreaterThan(5);
    expect(firsts).toBeLessThan(35);
    const { total, versions } = await vera.get<PageResults>(at(page, '/results'));
    expect(total).toMatchObject({ views: 80, visitors: 40 });
    expect(versions).toMatchObject([
      { version: 2, visitors: 40 - firsts, views: 2 * (40 - firsts) },
      { version: 1, visitors: firsts, views: 2 * firsts },
    ]);
  });

  test('decide which of two versions stays, when enough of them came, and everybody sees it then', async () => {
    const page = await publish(await make('Decided', [hero('hero-1', 'Old words')]));
    const second = await publish(await save(page, [hero('hero-1', 'New words')]));
    await put(page, '/experiment', { experiment: { version: 1, share: 50, goal: 'conversations' } });
    const read = async () =>
      (await vera.get<{ result: ExperimentResult | null }>(at(page, '/experiment'))).result;
    expect(await read()).toMatchObject({ verdict: 'collecting', missing: { days: 7, visitors: 100 } });

    const { id: agentId } = await vera.post<{ id: string }>('/api/agents', { from: 'blank' });
    const { database } = app.server.services;
    const since = clock.now().getTime();
    // A fortnight of visitors; of each version so many wrote. What came on the first day, in part before, is not counted.
    for (const [version, wrote] of [
      [1, 150],
      [2, 50],
    ] as const) {
      await database.direct.execute(sql`
        INSERT INTO landing_page_days (account_id, page_id, version, day, views, visitors)
        SELECT ${vera.user.accountId}, ${page.id}, ${version}, ${new Date(since).toISOString()}::date + day, 90, 70
        FROM generate_series(0, 14) day ON CONFLICT DO NOTHING`);
      await database.direct.execute(sql`
        WITH came AS (
          INSERT INTO visitors (id, account_id, agent_id, landing_page_id, landing_page_version, created_at)
          SELECT 'vis_' || ${version}::text || '_' || n, ${vera.user.accountId}, ${agentId}, ${page.id}, ${version},
            ${new Date(since + 2 * day).toISOString()}::timestamptz
          FROM generate_series(1, ${wrote}::int) n RETURNING id, account_id, agent_id)
        INSERT INTO conversations (id, account_id, agent_id, visitor_id, message_count)
        SELECT 'cnv_' || id, account_id, agent_id, id, 1 FROM came`);
    }
    // Whoever looks in between stays signed in.
    for (const days of [5, 5, 5]) {
      clock.advance(days * day);
      await read();
    }
    expect(await read()).toMatchObject({
      published: { version: 2, visitors: 980, reached: 50 },
      other: { version: 1, visitors: 980, reached: 150 },
      verdict: 'better',
      losses: [],
    });
    expect(await vera.request('POST', at(page, '/experiment/adopt'), { body: { version: 7 } })).toMatchObject(
      { status: 409, body: { code: 'landing-pages.experiment_version' } },
    );
    // What is being written stays: only a draft without changes follows.
    await save(second, [hero('hero-1', 'Half a sentence')]);
    const adopted = await vera.post<LandingPage>(at(page, '/experiment/adopt'), { version: 1 });
    expect(adopted).toMatchObject({ publishedVersion: 1, experiment: null, hasChanges: true });
    expect(adopted.draft.data).toMatchObject({ content: [{ props: { title: 'Half a sentence' } }] });
    for (const person of ['Mozilla/5.0 One', 'Mozilla/5.0 Two', 'Mozilla/5.0 Three'])
      expect((await visit('/p/decided', { 'user-agent': person })).text).toContain('Old words');
    expect(await read()).toBeNull();
  });

  test('fill a form in the light and the colour of its page', async () => {
    const body = { template: 'agency', language: 'en', agentId: null };
    const page = await vera.post<LandingPage>('/api/landing-pages/from-template', body);
    const [, form = ''] = /"form":"(\w+)"/.exec(JSON.stringify(page.draft.data)) ?? [];
    const shown = async (embed: string) => (await visit(`/forms/${form}?embed=${embed}`)).text;
    expect(await shown('light')).toContain(`--ff-color:${page.draft.settings.theme.primary}`);
    expect(await shown('light')).toMatch(/color-scheme:light(?!.*prefers-color-scheme)/s);
    expect(await shown('dark')).toMatch(/color-scheme:dark(?!.*prefers-color-scheme)/s);
    expect(await shown('1')).toContain('@media (prefers-color-scheme:dark)');
  });

  test('see a page that was exported as online, wherever its file lies', async () => {
    const body = { template: 'agency', language: 'en', agentId: null };
    const page = await vera.post<LandingPage>('/api/landing-pages/from-template', body);
    const { text: file } = await vera.request('GET', at(page, '/export?format=html'));
    const assets = [...file.matchAll(/https?:\/\/[^/"']+(\/pages\/assets\/[^"')]+\.(?:js|woff2))/g)];
    expect(assets.length).toBeGreaterThan(1);
    // A browser asks for scripts and letters in the name of a page from nowhere.
    for (const [, path = ''] of assets)
      expect((await visit(path)).headers.get('access-control-allow-origin'), path).toBe('*');
    const [, form = ''] = /\/forms\/(\w+)\?embed/.exec(file) ?? [];
    const { headers } = await visit(`/forms/${form}?embed=light`);
    expect(headers.get('content-security-policy')).toContain('frame-ancestors * file:');
  });

  test('do not see pages of an account that was shut out, or for which they are switched off', async () => {
    const paul = await app.register('Paul');
    const page = await paul.post<LandingPage>('/api/landing-pages', {
      title: 'Gone soon',
      data: dataOf([hero('hero-1', 'Here')]),
    });
    await paul.post(`/api/landing-pages/${page.id}/publish`, { revision: page.draftRevision });
    expect((await visit('/p/gone-soon')).status).toBe(200);
    const { database, realtime, featureFlags } = app.server.services;
    const { accountId } = paul.user;
    const operator = { userId: vera.user.id, accountId: vera.user.accountId, address: '192.0.2.7' };
    await featureFlags.changeAccount(operator, accountId, { flag: 'landingPages', state: 'off' });
    for (const path of ['/p/gone-soon', '/p/gone-soon/share.png', '/p/gone-soon/html/html-1'])
      expect((await visit(path)).status, path).toBe(404);
    expect((await paul.request('GET', '/api/landing-pages')).status).toBe(403);
    await featureFlags.changeAccount(operator, accountId, { flag: 'landingPages', state: 'default' });
    expect((await visit('/p/gone-soon')).status).toBe(200);
    await database.direct.execute(sql`UPDATE accounts SET suspended_at = now() WHERE id = ${accountId}`);
    await database.system((tx) => realtime.publish(tx, { topic: 'standings', data: { accountId } }));
    await expect.poll(async () => (await visit('/p/gone-soon')).status, { timeout: 10_000 }).toBe(404);
  });
});
