import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openKnowledgeWorld,
  openTestSite,
  type KnowledgeWorld,
} from '#tests/support/models/knowledge-setup.ts';

let world: KnowledgeWorld;
beforeAll(async () => {
  world = await openKnowledgeWorld();
});
afterAll(() => world.close());

const names = ['wheel', 'stones', 'sieve', 'sluice', 'hopper', 'crane', 'brake', 'cap'];

/** A manual whose navigation is no more than tables and paragraphs, as on many old sites. */
function manual(): Record<string, string> {
  const html = (title: string, body: string) =>
    `<html><head><title>${title} - Mill manual</title></head><body>${body}</body></html>`;
  const pages = names.map((name, index) => [
    `/${name}`,
    html(
      name,
      `<table><tr><td>Prev</td><td><a href="/${names[index - 1] ?? 'wheel'}">${names[index - 1] ?? 'wheel'}</a></td>
       <td><a href="/">Home</a></td><td><a href="/${names[index + 1] ?? 'cap'}">${names[index + 1] ?? 'cap'}</a></td><td>Next</td></tr></table>
       <h1>${name}</h1><p>The ${name} of the mill wants ${index + 2} drops of oil a week from its miller.</p>
       <p>Vers la page d'accueil pour tous les autres sujets de ce livre</p>`,
    ),
  ]);
  return {
    '/': html(
      'Start',
      `<h1>Mill</h1><p>All about the mill.</p>${names.map((name) => `<a href="/${name}">${name}</a>`).join(' ')}`,
    ),
    ...Object.fromEntries(pages),
  };
}

const bodies = async (
  sourceId: string,
): Promise<{ url: string; title: string; body: string; language: string }[]> => {
  const { rows } = await world.database.pool.query<{
    url: string;
    title: string;
    body: string;
    language: string;
  }>('SELECT url, title, body, language FROM knowledge_documents WHERE source_id = $1 ORDER BY url', [
    sourceId,
  ]);
  return rows;
};

describe('the pages of a site', () => {
  it('are stored and found without what repeats on all of them, also those that were read first', async () => {
    const site = await openTestSite(manual());
    // Each page is written by itself, before much is known of the site.
    site.onRequest(() => world.clock.advance(2_000));
    const { accountId, scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addWebsite(scope, collectionId, { url: site.url });
    await world.work();
    for (const { url, title, body, language } of (await bodies(id)).slice(1)) {
      expect(body, url).not.toMatch(/Prev|Next|Home|accueil/);
      expect(body, url).toContain('drops of oil');
      expect(title).not.toContain('manual');
      expect(language).toBe('en');
    }
    const { passages } = await world.knowledge.retrieve({
      accountId,
      collectionId,
      query: 'Prev Next Home',
      topK: 6,
      threshold: 0,
    });
    expect(passages).toEqual([]);

    // A page that changes later is cleaned as well, though it is read alone.
    site.pages['/wheel'] = (manual()['/wheel'] ?? '').replace('drops', 'spoons');
    await world.knowledge.syncSource(scope, collectionId, id);
    await world.work();
    const wheel = (await bodies(id)).find(({ url }) => url.endsWith('/wheel'));
    expect(wheel?.body).toContain('spoons');
    expect(wheel?.body).not.toMatch(/Prev|Next|accueil/);
    await site.close();
  });

  it('that were stored before lines were compared are cleaned later, without asking the site', async () => {
    const site = await openTestSite(manual());
    const { accountId, scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addWebsite(scope, collectionId, { url: site.url });
    await world.work();
    // As an older version stored them: with all that repeats, and without a word of what that is.
    const { rows } = await world.database.pool.query<{ id: string; body: string }>(
      'SELECT id, body FROM knowledge_documents WHERE source_id = $1',
      [id],
    );
    for (const row of rows)
      await world.database.pool.query('UPDATE knowledge_documents SET body = $2 WHERE id = $1', [
        row.id,
        `Prev | Home | Next\n\n${row.body}\n\nVers la page d'accueil pour tous les autres sujets de ce livre`,
      ]);
    await world.database.pool.query('DELETE FROM knowledge_repeated_lines WHERE source_id = $1', [id]);
    const before = await world.knowledge.source(scope, collectionId, id);
    let asked = 0;
    site.onRequest(() => (asked += 1));
    world.clock.advance(60_000);

    expect(await world.knowledge.cleanStored()).toBe(1);
    await world.work();
    for (const { url, body } of await bodies(id)) expect(body, url).not.toMatch(/Prev|accueil/);
    expect((await bodies(id)).find(({ url }) => url.endsWith('/crane'))?.body).toContain('drops of oil');
    const { source } = await world.knowledge.source(scope, collectionId, id);
    expect(source).toMatchObject({ status: 'ready', syncedAt: before.source.syncedAt });
    expect(asked).toBe(0);
    const { passages } = await world.knowledge.retrieve({
      accountId,
      collectionId,
      query: 'accueil livre',
      topK: 6,
      threshold: 0,
    });
    expect(passages).toEqual([]);
    expect(await world.knowledge.cleanStored(), 'once').toBe(0);
    await site.close();
  });
});
