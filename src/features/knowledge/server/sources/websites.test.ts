import PdfKit from 'pdfkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openKnowledgeWorld,
  openTestSite,
  testPage,
  type KnowledgeWorld,
} from '#tests/support/models/knowledge-setup.ts';
import { resolveCitations } from '#features/conversations/server/message-parts/citations.models.ts';

let world: KnowledgeWorld;
beforeAll(async () => {
  world = await openKnowledgeWorld();
});
afterAll(() => world.close());

/** A site whose server says that a page is as it was, as most do. */
const siteOf = (pages: number) =>
  openTestSite({
    '/': {
      headers: { etag: '"start"' },
      body: testPage(
        'Start',
        'An overview of all the pages of this manual.',
        Array.from({ length: pages }, (_, index) => `/p${index}`),
      ),
    },
    ...Object.fromEntries(
      Array.from({ length: pages }, (_, index) => [
        `/p${index}`,
        {
          headers: { etag: `"${index}"` },
          body: testPage(`Page ${index}`, `This page number ${index} tells about topic${index} only.`, [
            `/deep${index}`,
          ]),
        },
      ]),
    ),
  });

function pdfOf(pages: string[]): Promise<Buffer> {
  const document = new PdfKit({ size: 'A4' });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(parts))));
  for (const [index, text] of pages.entries()) {
    if (index > 0) document.addPage();
    document.fontSize(12).text(text);
  }
  document.end();
  return done;
}

describe('the pages that a limit left out', () => {
  it('are counted, and read once the limit is raised', async () => {
    const site = await siteOf(30);
    const { scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addWebsite(scope, collectionId, {
      url: site.url,
      maxPages: 10,
      maxDepth: 1,
    });
    await world.work();
    const { source } = await world.knowledge.source(scope, collectionId, id);
    expect(source).toMatchObject({ status: 'ready', progress: { done: 10 } });
    expect(source.leftOut).toMatchObject({ limit: 21 });
    expect(source.leftOut.depth).toBeGreaterThan(0);

    // Whoever reads the site again is told the same.
    await world.knowledge.syncSource(scope, collectionId, id);
    await world.work();
    expect((await world.knowledge.source(scope, collectionId, id)).source.leftOut).toEqual(source.leftOut);

    // A site of 31 pages is one of 31 pages also while it is read anew.
    const shown = async () => {
      const { status, progress, leftOut } = (await world.knowledge.source(scope, collectionId, id)).source;
      return [status, progress.done, progress.found + leftOut.limit];
    };
    await world.knowledge.changeSource(scope, collectionId, id, { website: { maxPages: 20 } });
    expect(await shown()).toEqual(['queued', 10, 31]);
    await world.work();
    expect(await shown()).toEqual(['ready', 20, 31]);
    await world.knowledge.changeSource(scope, collectionId, id, { website: { maxPages: 40 } });
    await world.knowledge.changeSource(scope, collectionId, id, { website: { maxPages: 50 } });
    expect(await shown()).toEqual(['queued', 20, 31]);
    await world.work();
    expect((await world.knowledge.source(scope, collectionId, id)).source).toMatchObject({
      website: { maxPages: 50, maxDepth: 1 },
      progress: { done: 31 },
      leftOut: { limit: 0 },
    });
    await site.close();
  });

  it('are read as well where their addresses were excluded before', async () => {
    const site = await siteOf(6);
    const { scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addWebsite(scope, collectionId, {
      url: site.url,
      maxDepth: 1,
      exclude: ['/p1', '/p2'],
    });
    await world.work();
    const done = async () => (await world.knowledge.source(scope, collectionId, id)).source.progress.done;
    expect(await done()).toBe(5);
    await world.knowledge.changeSource(scope, collectionId, id, { website: { exclude: [] } });
    await world.work();
    expect(await done()).toBe(7);
    await site.close();
  });
});

describe('the pages of a site', () => {
  it('are found by letters of their title or address', async () => {
    const site = await siteOf(12);
    const { scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addWebsite(scope, collectionId, {
      url: site.url,
      maxPages: 13,
      maxDepth: 1,
    });
    await world.work();
    const titlesOf = async (search: string) => {
      const found = await world.knowledge.documents(scope, collectionId, id, {
        page: 1,
        pageSize: 50,
        state: 'all',
        search,
      });
      expect(found.documents).toHaveLength(found.total);
      return found.documents.map(({ title }) => title);
    };
    expect(await titlesOf('page 1')).toEqual(['Page 1', 'Page 10', 'Page 11']);
    expect(await titlesOf('/p7')).toEqual(['Page 7']);
    expect(await titlesOf('p%7')).toEqual([]);
    expect(await titlesOf('')).toHaveLength(13);
    await site.close();
  });
});

describe('the same site twice', () => {
  it('is refused, merged or added, as its owner says, and two of them become one', async () => {
    const site = await siteOf(4);
    const { scope, collectionId } = await world.account();
    const first = await world.knowledge.addWebsite(scope, collectionId, { url: site.url, maxPages: 2 });
    await world.work();
    await expect(
      world.knowledge.addWebsite(scope, collectionId, { url: `${site.url}/index.html` }),
    ).rejects.toMatchObject({ code: 'knowledge.already_added', details: { sourceId: first.id } });

    const merged = await world.knowledge.addWebsite(scope, collectionId, {
      url: site.url,
      maxPages: 3,
      ifPresent: 'merge',
    });
    expect(merged).toMatchObject({ id: first.id, website: { maxPages: 3 }, status: 'queued' });
    await world.work();

    const second = await world.knowledge.addWebsite(scope, collectionId, {
      url: site.url,
      maxPages: 40,
      exclude: ['/p1'],
      ifPresent: 'add',
    });
    await world.work();
    const { sources } = await world.knowledge.sources(scope, collectionId);
    expect(sources.map(({ id, sameAs }) => [id, sameAs?.id])).toEqual([
      [first.id, undefined],
      [second.id, first.id],
    ]);
    await world.knowledge.mergeSource(scope, collectionId, second.id);
    await world.work();
    const left = (await world.knowledge.sources(scope, collectionId)).sources;
    expect(left).toMatchObject([
      { id: first.id, website: { maxPages: 40, exclude: [] }, progress: { done: 5 } },
    ]);
    await site.close();
  });

  it('does not mean a page of it', async () => {
    const site = await siteOf(2);
    const { scope, collectionId } = await world.account();
    await world.knowledge.addWebsite(scope, collectionId, { url: site.url });
    await world.knowledge.addWebsite(scope, collectionId, { url: `${site.url}/p1`, mode: 'page' });
    await expect(
      world.knowledge.addWebsite(scope, collectionId, { url: `${site.url}/p1/`, mode: 'page' }),
    ).rejects.toMatchObject({ code: 'knowledge.already_added' });
    world.sent.length = 0;
    await site.close();
  });
});

describe('a PDF', () => {
  it('that a site links to is listed and can be added; its citation names the page of the quote', async () => {
    const filler = 'The mill grinds rye for the bakers of the whole town. '.repeat(8);
    const site = await openTestSite({
      '/': '<html><head><title>Mill</title></head><body><h1>Mill</h1><p>All papers of the mill by the river.</p><a href="/files/rules.pdf">House rules</a></body></html>',
      '/files/rules.pdf': {
        headers: { 'content-type': 'application/pdf' },
        body: await pdfOf([
          `Rules of the mill. ${filler}`,
          'The sluice is opened at dawn by the youngest miller. Nobody else may touch it.',
          'The bell is rung at noon.',
        ]),
      },
    });
    const { accountId, scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addWebsite(scope, collectionId, { url: site.url });
    await world.work();
    const { source } = await world.knowledge.source(scope, collectionId, id);
    expect(source.progress).toEqual({ found: 1, done: 1, failed: 0 });
    const address = `${site.url}/files/rules.pdf`;
    expect(await world.knowledge.linkedFiles(scope, collectionId, id)).toEqual([
      { url: address, title: 'House rules', isAdded: false },
    ]);
    await world.knowledge.addWebsite(scope, collectionId, { url: address, mode: 'page' });
    await world.work();
    expect(await world.knowledge.linkedFiles(scope, collectionId, id)).toMatchObject([{ isAdded: true }]);

    const { passages } = await world.knowledge.retrieve({
      accountId,
      collectionId,
      query: 'Who opens the sluice at dawn?',
      topK: 3,
      threshold: 0,
    });
    const passage = passages.find(({ text }) => text.includes('sluice'));
    expect(passage?.page, 'the passage begins a page earlier').toBe(1);
    const said = 'The sluice is opened at dawn by the youngest miller. [1]';
    const [citation] = resolveCitations(said, passage ? [{ number: 1, passage }] : []);
    expect(citation?.quote).toContain('The sluice is opened at dawn');
    expect(citation?.page).toBe(2);

    const copy = await world.knowledge.storedCopy(accountId, passage?.documentId ?? '');
    expect(copy).toMatchObject({ isPdf: true });
    const bytes = await world.knowledge.storedPdf(accountId, passage?.documentId ?? '');
    expect(bytes?.subarray(0, 5).toString()).toBe('%PDF-');
    await site.close();
  });
});

describe('one slow page', () => {
  it('holds up no others: what was read is found while it is still awaited', async () => {
    const site = await siteOf(6);
    const { accountId, scope, collectionId } = await world.account();
    let release: () => void = () => undefined;
    const isSlow = new Promise<void>((resolve) => (release = resolve));
    site.hold('/p0', isSlow);
    await world.knowledge.addWebsite(scope, collectionId, { url: site.url, maxDepth: 1 });
    const working = world.work();
    await expect
      .poll(
        async () =>
          (
            await world.knowledge.retrieve({
              accountId,
              collectionId,
              query: 'topic5',
              topK: 3,
              threshold: 0.1,
            })
          ).passages.length,
        { timeout: 15_000 },
      )
      .toBe(1);
    expect((await world.knowledge.sources(scope, collectionId)).sources[0]?.status).toBe('fetching');
    release();
    await working;
    expect((await world.knowledge.sources(scope, collectionId)).sources[0]).toMatchObject({
      status: 'ready',
      progress: { done: 7 },
    });
    await site.close();
  });
});
