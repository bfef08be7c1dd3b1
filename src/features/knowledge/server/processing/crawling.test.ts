import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openKnowledgeWorld,
  openTestSite,
  testPage,
  type KnowledgeWorld,
} from '#tests/support/models/knowledge-setup.ts';

let world: KnowledgeWorld;
const expired = new Set<string>();

beforeAll(async () => {
  world = await openKnowledgeWorld({ isPlanExpired: async (accountId) => expired.has(accountId) });
});
afterAll(() => world.close());

const ask = (accountId: string, collectionId: string, query: string, threshold = 0.35) =>
  world.knowledge.retrieve({ accountId, collectionId, query, topK: 6, threshold });
const documentsOf = async (
  scope: Parameters<typeof world.knowledge.documents>[0],
  collectionId: string,
  id: string,
) =>
  (
    await world.knowledge.documents(scope, collectionId, id, {
      page: 1,
      pageSize: 100,
      state: 'all',
      search: '',
    })
  ).documents;

describe('a website', () => {
  it('is read page by page, with the reason for each page that could not be used', async () => {
    const site = await openTestSite({
      '/': testPage('Bike shop', 'Welcome to the bike shop in the old town.', [
        '/prices',
        '/hours',
        '/gone',
        '/broken',
        '/private',
      ]),
      '/prices': testPage('Prices', 'Repairing a puncture costs 15 euros and a full service costs 80 euros.'),
      '/hours': testPage('Opening hours', 'We are open from Tuesday to Saturday between nine and six.'),
      '/broken': { status: 500, body: 'oops' },
      '/private': { status: 401, body: 'no' },
    });
    const { accountId, scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addWebsite(scope, collectionId, { url: site.url });
    await world.work();
    const { source } = await world.knowledge.source(scope, collectionId, id);
    expect(source).toMatchObject({
      status: 'ready',
      errorCode: null,
      progress: { found: 6, done: 3, failed: 3 },
    });
    const failed = (await documentsOf(scope, collectionId, id))
      .filter(({ status }) => status === 'failed')
      .map(({ url, errorCode }) => [url?.slice(site.url.length), errorCode]);
    expect(failed.toSorted()).toEqual([
      ['/broken', 'crawl.server_error'],
      ['/gone', 'crawl.not_found'],
      ['/private', 'crawl.needs_sign_in'],
    ]);
    const { passages } = await ask(accountId, collectionId, 'What does a puncture repair cost?');
    expect(passages[0]).toMatchObject({ kind: 'page', url: `${site.url}/prices`, title: 'Prices' });
    expect(await world.knowledge.collectionOverview(accountId, collectionId)).toMatchObject({
      languages: ['en'],
      siteUrl: `${site.url}/`,
    });
    expect(world.notices).toContainEqual({ type: 'knowledge.changed', collectionId, sourceId: id });
    await site.close();
  });

  it('tries single failed pages again, and nothing else', async () => {
    const site = await openTestSite({
      '/': testPage('Start', 'The first page of this shop about garden chairs.', ['/a', '/b']),
      '/a': { status: 500 },
      '/b': { status: 500 },
    });
    const { scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addWebsite(scope, collectionId, { url: site.url });
    await world.work();
    expect((await world.knowledge.source(scope, collectionId, id)).source.progress).toEqual({
      found: 3,
      done: 1,
      failed: 2,
    });
    site.pages['/a'] = testPage('A', 'Now there is a page about garden tables.');
    const a = (await documentsOf(scope, collectionId, id)).find(({ url }) => url?.endsWith('/a'));
    site.requests.length = 0;
    await world.knowledge.retryDocument(scope, collectionId, a?.id ?? '');
    await world.work();
    expect(site.requests.filter((path) => path !== '/robots.txt')).toEqual(['/a']);
    expect((await world.knowledge.source(scope, collectionId, id)).source).toMatchObject({
      status: 'ready',
      progress: { found: 3, done: 2, failed: 1 },
    });
    expect((await documentsOf(scope, collectionId, id)).find(({ url }) => url?.endsWith('/a'))).toMatchObject(
      { id: a?.id, status: 'ready' },
    );
    await site.close();
  });

  it('is fetched again with changed pages only, and vanished pages go', async () => {
    const pages: Parameters<typeof openTestSite>[0] = {
      '/': {
        headers: { etag: '"1"' },
        body: testPage('Start', 'The first page of the shop about lamps.', ['/same', '/changed', '/gone']),
      },
      '/same': { headers: { etag: '"s"' }, body: testPage('Same', 'This page about candles never changes.') },
      '/changed': testPage('Changed', 'The price of a lantern is ten euros.'),
      '/gone': testPage('Gone', 'This page about torches goes away.'),
    };
    const site = await openTestSite(pages);
    const { accountId, scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addWebsite(scope, collectionId, { url: site.url, resync: 'daily' });
    await world.work();
    const before = new Map(
      (await documentsOf(scope, collectionId, id)).map((document) => [document.title, document.id]),
    );
    const chunksBefore = await world.database.pool.query<{ id: string }>(
      'SELECT id FROM knowledge_chunks WHERE source_id = $1',
      [id],
    );
    site.pages['/changed'] = testPage('Changed', 'The price of a lantern is twelve euros.');
    delete site.pages['/gone'];

    expect(await world.knowledge.syncDue()).toBe(0);
    world.clock.advance(86_400_000 + 1_000);
    expired.add(accountId);
    expect(await world.knowledge.syncDue(), 'without a plan').toBe(0);
    expired.delete(accountId);
    expect(await world.knowledge.syncDue(), 'before its next time').toBe(0);
    world.clock.advance(86_400_000 + 1_000);
    expect(await world.knowledge.syncDue()).toBe(1);
    await world.work();
    const { source } = await world.knowledge.source(scope, collectionId, id);
    expect(source).toMatchObject({ status: 'ready', progress: { found: 3, done: 3, failed: 0 } });
    expect(Date.parse(source.nextSyncAt ?? '')).toBeGreaterThan(world.clock.now().getTime());
    expect(
      new Map((await documentsOf(scope, collectionId, id)).map((document) => [document.title, document.id])),
    ).toEqual(new Map([...before].filter(([title]) => title !== 'Gone')));
    expect((await ask(accountId, collectionId, 'price of a lantern')).passages[0]?.text).toContain('twelve');
    expect((await ask(accountId, collectionId, 'torches', 0)).passages).toEqual([]);
    const chunksAfter = await world.database.pool.query<{ id: string }>(
      'SELECT id FROM knowledge_chunks WHERE source_id = $1',
      [id],
    );
    expect(chunksAfter.rows.filter((row) => chunksBefore.rows.some((old) => old.id === row.id))).toHaveLength(
      2,
    );
    await site.close();
  });

  it('that does not answer at a later visit keeps its pages and says why it is old', async () => {
    const site = await openTestSite({ '/': testPage('Start', 'We sell wooden spoons and bowls.') });
    const { accountId, scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addWebsite(scope, collectionId, { url: site.url });
    await world.work();
    await site.close();
    await world.knowledge.syncSource(scope, collectionId, id);
    await world.work();
    expect((await world.knowledge.source(scope, collectionId, id)).source).toMatchObject({
      status: 'failed',
      errorCode: 'fetch.unreachable',
      progress: { found: 1, done: 1 },
    });
    expect((await ask(accountId, collectionId, 'wooden spoons')).passages).toHaveLength(1);
  });

  it('of one page may be a file', async () => {
    const site = await openTestSite({
      '/menu.csv': {
        headers: { 'content-type': 'text/csv' },
        body: 'Dish,Price\nTomato soup,6 euros\nPancakes,8 euros\n',
      },
    });
    const { accountId, scope, collectionId } = await world.account();
    await world.knowledge.addWebsite(scope, collectionId, { url: `${site.url}/menu.csv`, mode: 'page' });
    await world.work();
    expect((await ask(accountId, collectionId, 'tomato soup')).passages[0]).toMatchObject({
      kind: 'page',
      url: `${site.url}/menu.csv`,
    });
    await site.close();
  });
});

describe('a run that was cut off', () => {
  const pages = (): Record<string, string> => {
    const names = Array.from({ length: 12 }, (_, index) => `/p${index}`);
    return {
      '/': testPage('Start', 'An overview of all twelve pages.', names),
      ...Object.fromEntries(
        names.map((name, index) => [
          name,
          testPage(`Page ${index}`, `This page number ${index} tells about topic${index} only.`),
        ]),
      ),
    };
  };

  it('goes on where it stopped when its process died, without visiting what it has', async () => {
    const site = await openTestSite(pages());
    const { accountId, scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addWebsite(scope, collectionId, { url: site.url });
    // Every answer takes its time on the clock, so that each page is written by itself; the process "dies" at
    // the eighth.
    const dying = new AbortController();
    site.onRequest(() => {
      world.clock.advance(2_000);
      if (site.requests.filter((path) => path.startsWith('/p')).length === 8)
        dying.abort(new Error('killed'));
    });
    await world.work(dying.signal);
    const stored = (await documentsOf(scope, collectionId, id)).length;
    expect(stored).toBeGreaterThan(1);
    expect(stored).toBeLessThan(13);
    // As a killed process leaves it behind.
    await world.database.pool.query(
      `UPDATE knowledge_sources SET status = 'fetching', process_id = 'prc_dead' WHERE id = $1`,
      [id],
    );
    world.sent.length = 0;
    site.requests.length = 0;
    for (const listener of world.knowledge.deathListeners) await listener('prc_dead');
    await world.work();
    expect((await world.knowledge.source(scope, collectionId, id)).source).toMatchObject({
      status: 'ready',
      progress: { found: 13, done: 13, failed: 0 },
    });
    expect(site.requests.filter((path) => path.startsWith('/p')).length).toBeLessThanOrEqual(13 - stored);
    for (let topic = 0; topic < 12; topic++)
      expect((await ask(accountId, collectionId, `topic${topic}`)).passages, `topic${topic}`).toHaveLength(1);
    await site.close();
  });

  it('too often ends failed with its reason, so that nothing is tried for ever', async () => {
    const { scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addText(scope, collectionId, { title: 'Text', body: 'Words.' });
    world.sent.length = 0;
    for (let round = 0; round < 5; round++) {
      await world.database.pool.query(
        `UPDATE knowledge_sources SET status = 'indexing', process_id = 'prc_gone' WHERE id = $1`,
        [id],
      );
      await world.knowledge.recover();
    }
    expect((await world.knowledge.source(scope, collectionId, id)).source).toMatchObject({
      status: 'failed',
      errorCode: 'knowledge.interrupted',
    });
    world.sent.length = 0;
  });

  it('and whose job was lost is sent again', async () => {
    const { scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addText(scope, collectionId, {
      title: 'Text',
      body: 'Words about umbrellas.',
    });
    world.sent.length = 0;
    await world.knowledge.recover();
    expect(world.sent).toEqual([]);
    world.clock.advance(180_000);
    await world.knowledge.recover();
    await world.work();
    expect((await world.knowledge.source(scope, collectionId, id)).source.status).toBe('ready');
  });

  it('by a newer run of the same source stops without a word and leaves the newer one alone', async () => {
    const site = await openTestSite({ '/': testPage('Start', 'A page about kites and wind.') });
    const { accountId, scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addWebsite(scope, collectionId, { url: site.url, mode: 'page' });
    const first = { ...(world.sent[0]?.payload as { accountId: string; sourceId: string; run: number }) };
    world.sent.length = 0;
    await new Promise<void>((resolve) => {
      let isFirst = true;
      site.onRequest((path) => {
        if (path !== '/' || !isFirst) return;
        isFirst = false;
        void world.database.pool
          .query('UPDATE knowledge_sources SET run = run + 1, status = $2, process_id = NULL WHERE id = $1', [
            id,
            'queued',
          ])
          .then(() => resolve());
      });
      void world.knowledge.processSource(first, new AbortController().signal);
    });
    await world.knowledge.processSource({ ...first, run: first.run + 1 }, new AbortController().signal);
    expect((await world.knowledge.source(scope, collectionId, id)).source).toMatchObject({
      status: 'ready',
      progress: { found: 1, done: 1, failed: 0 },
    });
    expect((await ask(accountId, collectionId, 'kites')).passages).toHaveLength(1);
    await site.close();
  });

  it('goes into the bin and writes nothing more', async () => {
    const site = await openTestSite({ '/': testPage('Start', 'A page about kites and wind.') });
    const { scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addWebsite(scope, collectionId, { url: site.url, mode: 'page' });
    await world.knowledge.deleteSource(scope, collectionId, id);
    await world.work();
    expect(site.requests).toEqual([]);
    expect(
      (await world.database.pool.query('SELECT FROM knowledge_documents WHERE source_id = $1', [id]))
        .rowCount,
    ).toBe(0);
    await site.close();
  });
});
