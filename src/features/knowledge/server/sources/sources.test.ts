import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openKnowledgeWorld,
  openTestSite,
  testPage,
  type KnowledgeWorld,
} from '#tests/support/models/knowledge-setup.ts';

let world: KnowledgeWorld;

beforeAll(async () => {
  world = await openKnowledgeWorld();
});
afterAll(() => world.close());

const ask = (accountId: string, collectionId: string, query: string, threshold = 0.35) =>
  world.knowledge.retrieve({ accountId, collectionId, query, topK: 6, threshold });

describe('a source', () => {
  it('of pasted text becomes ready and is found', async () => {
    const { accountId, scope, collectionId } = await world.account();
    const added = await world.knowledge.addText(scope, collectionId, {
      title: 'Opening hours',
      body: '# Opening hours\n\nThe workshop is open from Tuesday to Saturday, nine to six.\n\n# Prices\n\nRepairing a puncture costs 15 euros.',
    });
    expect(added.status).toBe('queued');
    await world.work();
    const { collection, sources } = await world.knowledge.sources(scope, collectionId);
    expect(sources[0]).toMatchObject({
      id: added.id,
      status: 'ready',
      errorCode: null,
      progress: { found: 1, done: 1, failed: 0 },
    });
    expect(collection).toMatchObject({
      progress: { found: 1, done: 1, failed: 0 },
      working: false,
      languages: ['en'],
    });
    const { passages } = await ask(accountId, collectionId, 'How much is a puncture repair?');
    expect(passages[0]).toMatchObject({ kind: 'text', title: 'Opening hours', url: null });
    expect(passages[0]?.text).toContain('15 euros');
    const copy = await world.knowledge.storedCopy(accountId, passages[0]?.documentId ?? '');
    expect(copy?.text.slice(passages[0]?.start, passages[0]?.end)).toBe(passages[0]?.text);
  });

  it('of a file becomes ready with its pages', async () => {
    const { accountId, scope, collectionId } = await world.account();
    const bytes = new TextEncoder().encode('Name,Price\nHelmet,49 euros\nLock,29 euros\n');
    await world.knowledge.addFile(scope, collectionId, {
      fileName: '../../prices\u202e.csv',
      mimeType: 'text/csv',
      bytes,
    });
    await world.work();
    const { sources } = await world.knowledge.sources(scope, collectionId);
    expect(sources[0]).toMatchObject({
      status: 'ready',
      kind: 'file',
      file: { name: 'prices.csv', byteCount: bytes.length },
    });
    expect((await ask(accountId, collectionId, 'price of a helmet')).passages[0]?.text).toContain('49 euros');
  });

  it('of questions answers the same question first and with full score, however it is spelled', async () => {
    const { accountId, scope, collectionId } = await world.account();
    await world.knowledge.addPairs(scope, collectionId, {
      pairs: [
        { question: 'Do you rent bikes?', answer: 'Yes, from 12 euros a day.' },
        { question: 'Où êtes-vous ?', answer: 'Rue de la Paix 3.' },
      ],
    });
    await world.knowledge.addText(scope, collectionId, {
      title: 'Bikes',
      body: 'Bikes to rent: do you rent bikes, we rent bikes, rent bikes here.',
    });
    await world.work();
    expect((await ask(accountId, collectionId, '  do you RENT bikes')).passages[0]).toMatchObject({
      kind: 'qa',
      score: 1,
      title: 'Do you rent bikes?',
      text: 'Yes, from 12 euros a day.',
    });
    expect((await ask(accountId, collectionId, 'ou etes vous')).passages[0]).toMatchObject({
      kind: 'qa',
      score: 1,
      text: 'Rue de la Paix 3.',
    });
  });

  it('keeps the documents of questions that stay the same when others are changed', async () => {
    const { accountId, scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addPairs(scope, collectionId, {
      pairs: [
        { question: 'First question?', answer: 'First answer.' },
        { question: 'Second question?', answer: 'Old answer.' },
      ],
    });
    await world.work();
    const before = await ask(accountId, collectionId, 'First question?');
    await world.knowledge.changeSource(scope, collectionId, id, {
      pairs: [
        { question: 'First question?', answer: 'First answer.' },
        { question: 'Second question?', answer: 'New answer.' },
      ],
    });
    await world.work();
    expect((await ask(accountId, collectionId, 'First question?')).passages[0]?.documentId).toBe(
      before.passages[0]?.documentId,
    );
    expect((await ask(accountId, collectionId, 'Second question?')).passages[0]?.text).toBe('New answer.');
    expect(
      (
        await world.knowledge.documents(scope, collectionId, id, {
          page: 1,
          pageSize: 50,
          state: 'all',
          search: '',
        })
      ).total,
    ).toBe(2);
  });

  it('fails with its reason and can be tried again', async () => {
    const { scope, collectionId } = await world.account();
    const site = await openTestSite({ '/': { status: 503, body: 'busy' } });
    try {
      await world.knowledge.addFile(scope, collectionId, {
        fileName: 'empty.txt',
        mimeType: 'text/plain',
        bytes: new TextEncoder().encode('   \n '),
      });
      await world.knowledge.addFile(scope, collectionId, {
        fileName: 'broken.pdf',
        mimeType: 'application/pdf',
        bytes: new TextEncoder().encode('%PDF-1.7 broken'),
      });
      const missing = await world.knowledge.addWebsite(scope, collectionId, {
        url: `${site.url}/nothing`,
        mode: 'page',
      });
      await world.work();
      const { sources, collection } = await world.knowledge.sources(scope, collectionId);
      expect(sources.map(({ status, errorCode }) => [status, errorCode])).toEqual([
        ['failed', 'document.empty'],
        ['failed', 'document.damaged'],
        ['failed', 'crawl.not_found'],
      ]);
      expect(collection.working).toBe(false);
      expect(sources.every(({ can }) => can.retry)).toBe(true);
      site.pages['/nothing'] = testPage('Something', 'Now there is a page about saddles and pedals.');
      await world.knowledge.retrySource(scope, collectionId, missing.id);
      await world.work();
      expect((await world.knowledge.source(scope, collectionId, missing.id)).source).toMatchObject({
        status: 'ready',
        errorCode: null,
      });
    } finally {
      await site.close();
    }
  });

  it('is refused at once when its address leads to a private place', async () => {
    const { scope, collectionId } = await world.account();
    for (const url of [
      'http://10.0.0.1/',
      'http://169.254.169.254/latest',
      'http://[fd00::1]/',
      'http://2130706434/',
      'http://0x0a000001/',
    ]) {
      await expect(world.knowledge.addWebsite(scope, collectionId, { url }), url).rejects.toMatchObject({
        code: 'knowledge.address_refused',
        status: 422,
        fields: { url: 'knowledge:failures.fetch.address_not_allowed.text' },
      });
    }
    for (const url of [
      'ftp://example.com/',
      'file:///etc/passwd',
      'http://user:pw@example.com/',
      'http://',
    ]) {
      await expect(world.knowledge.addWebsite(scope, collectionId, { url }), url).rejects.toMatchObject({
        code: 'knowledge.address_refused',
        fields: { url: 'knowledge:failures.fetch.bad_url.text' },
      });
    }
    expect((await world.knowledge.sources(scope, collectionId)).sources).toEqual([]);
  });

  it('of an unknown kind of file, without content or too many is refused', async () => {
    const { scope, collectionId } = await world.account();
    const bytes = new Uint8Array([1]);
    await expect(
      world.knowledge.addFile(scope, collectionId, { fileName: 'run.exe', mimeType: 'text/plain', bytes }),
    ).rejects.toMatchObject({ code: 'knowledge.file_kind_unsupported' });
    await expect(
      world.knowledge.addFile(scope, collectionId, {
        fileName: 'a.txt',
        mimeType: 'text/plain',
        bytes: new Uint8Array(),
      }),
    ).rejects.toMatchObject({ code: 'knowledge.file_empty' });
  });

  it('is counted against the hourly limit of websites', async () => {
    const { scope, collectionId } = await world.account();
    for (let index = 0; index < 20; index++)
      await world.knowledge.addWebsite(scope, collectionId, { url: `http://127.0.0.1:9/${index}` });
    await expect(
      world.knowledge.addWebsite(scope, collectionId, { url: 'http://127.0.0.1:9/' }),
    ).rejects.toMatchObject({ code: 'common.too_many_requests', status: 429 });
    world.sent.length = 0;
  });

  it('in the bin is not found, comes back when restored, and goes for good after seven days without leaving anything', async () => {
    const { accountId, scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addText(scope, collectionId, {
      title: 'Guarantee',
      body: 'The guarantee on frames lasts ten years.',
    });
    await world.work();
    await world.knowledge.deleteSource(scope, collectionId, id);
    expect((await ask(accountId, collectionId, 'guarantee on frames', 0)).passages).toEqual([]);
    expect((await world.knowledge.bin(scope, collectionId)).map((source) => source.id)).toEqual([id]);
    expect((await world.knowledge.sources(scope, collectionId)).sources).toEqual([]);
    await world.knowledge.restoreSource(scope, collectionId, id);
    expect((await ask(accountId, collectionId, 'guarantee on frames')).passages).toHaveLength(1);

    await world.knowledge.deleteSource(scope, collectionId, id);
    await world.knowledge.emptyBin();
    expect(await world.knowledge.bin(scope, collectionId)).toHaveLength(1);
    world.clock.advance(7 * 86_400_000 + 1_000);
    await world.knowledge.emptyBin();
    expect(await world.knowledge.bin(scope, collectionId)).toEqual([]);
    const { rows } = await world.database.pool.query(
      `SELECT (SELECT count(*) FROM knowledge_documents WHERE source_id = $1) + (SELECT count(*)
        FROM knowledge_chunks WHERE source_id = $1) + (SELECT count(*) FROM knowledge_segments
        WHERE source_id = $1)
        + (SELECT count(*) FROM knowledge_originals WHERE source_id = $1) + (SELECT count(*)
          FROM knowledge_postings p WHERE NOT EXISTS (SELECT FROM knowledge_segments g
          WHERE g.id = p.segment_id)) AS left_over`,
      [id],
    );
    expect(rows[0]?.left_over).toBe('0');
  });

  it('that is deleted while it waits goes on when it is restored', async () => {
    const { scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addText(scope, collectionId, {
      title: 'Text',
      body: 'Some words about saddles.',
    });
    await world.knowledge.deleteSource(scope, collectionId, id);
    await world.work();
    await world.knowledge.restoreSource(scope, collectionId, id);
    await world.work();
    expect((await world.knowledge.source(scope, collectionId, id)).source.status).toBe('ready');
  });
});

describe('a chunk', () => {
  it('that is switched off is not found, also after its document was read again', async () => {
    const { accountId, scope, collectionId } = await world.account();
    const body =
      '# Returns\n\nGoods can be returned within thirty days.\n\n# Secret\n\nThe internal discount code is OTTER.';
    const { id } = await world.knowledge.addText(scope, collectionId, {
      title: 'Shop',
      body: `${body}\n\n${'Other words about shipping. '.repeat(60)}`,
    });
    await world.work();
    const { hits } = await world.knowledge.search(accountId, collectionId, {
      query: 'internal discount code',
      topK: 5,
      threshold: 0.35,
      mode: 'lexical',
    });
    const [hit] = hits;
    expect(hit).toMatchObject({ passes: true, scores: { dense: null } });
    await world.knowledge.changeChunk(scope, collectionId, hit?.chunkId ?? '', false);
    const isFound = async () =>
      (await ask(accountId, collectionId, 'internal discount code', 0)).passages.some(({ text }) =>
        text.includes('OTTER'),
      );
    expect(await isFound()).toBe(false);
    await world.knowledge.changeSource(scope, collectionId, id, { title: 'Shop rules' });
    await world.work();
    expect(await isFound()).toBe(false);
    const { chunks } = await world.knowledge.document(
      scope,
      collectionId,
      (
        await world.knowledge.documents(scope, collectionId, id, {
          page: 1,
          pageSize: 10,
          state: 'ready',
          search: '',
        })
      ).documents[0]?.id ?? '',
    );
    const off = chunks.filter(({ enabled }) => !enabled);
    expect(off).toHaveLength(1);
    await world.knowledge.changeChunk(scope, collectionId, off[0]?.id ?? '', true);
    expect(await isFound()).toBe(true);
  });
});

describe('two accounts', () => {
  it('never see each other’s passages, sources, documents or chunks', async () => {
    const [one, other] = [await world.account(), await world.account()];
    for (const [place, { scope, collectionId }] of [one, other].entries())
      await world.knowledge.addText(scope, collectionId, {
        title: `Plans ${place}`,
        body: `The marmalade plan of account number ${place} is secret.`,
      });
    await world.work();
    const { passages } = await ask(one.accountId, one.collectionId, 'marmalade plan');
    expect(passages.map(({ title }) => title)).toEqual(['Plans 0']);
    const foreign = await world.knowledge.search(other.accountId, other.collectionId, {
      query: 'marmalade plan',
      topK: 5,
      threshold: 0,
      mode: 'lexical',
    });
    const [hit] = foreign.hits;
    const missing = { status: 404 };
    await expect(ask(one.accountId, other.collectionId, 'marmalade plan')).rejects.toMatchObject(missing);
    await expect(world.knowledge.sources(one.scope, other.collectionId)).rejects.toMatchObject(missing);
    await expect(
      world.knowledge.addText(one.scope, other.collectionId, { title: 'x', body: 'y' }),
    ).rejects.toMatchObject(missing);
    await expect(
      world.knowledge.document(one.scope, one.collectionId, hit?.documentId ?? ''),
    ).rejects.toMatchObject(missing);
    await expect(
      world.knowledge.changeChunk(one.scope, one.collectionId, hit?.chunkId ?? '', false),
    ).rejects.toMatchObject(missing);
    await expect(
      world.knowledge.deleteSource(one.scope, one.collectionId, hit?.sourceId ?? ''),
    ).rejects.toMatchObject(missing);
    expect(await world.knowledge.storedCopy(one.accountId, hit?.documentId ?? '')).toBeNull();
    expect(await world.knowledge.collectionOverview(one.accountId, other.collectionId)).toBeNull();
  });
});

describe('the texts of failures', () => {
  it('exist for every code in six languages, with what to do about it', async () => {
    const { failureCodes } = await import('../../knowledge.contract.ts');
    for (const language of ['en', 'nl', 'es', 'pt', 'fr', 'cs']) {
      const texts = JSON.parse(
        await readFile(new URL(`../../../../../locales/${language}/knowledge.json`, import.meta.url), 'utf8'),
      ) as { failures: Record<string, Record<string, { text: string; hint: string }>> };
      for (const code of failureCodes) {
        const [area = '', name = ''] = code.split('.');
        expect(texts.failures[area]?.[name]?.text, `${language} ${code}`).toMatch(/\S/);
        expect(texts.failures[area]?.[name]?.hint, `${language} ${code}`).toMatch(/\S/);
      }
    }
  });
});
