import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeWorld, type KnowledgeWorld } from '#tests/support/models/knowledge-setup.ts';

let world: KnowledgeWorld;

beforeAll(async () => {
  world = await openKnowledgeWorld();
});
afterAll(() => world.close());

const ask = (accountId: string, collectionId: string, query: string, threshold = 0.35) =>
  world.knowledge.retrieve({ accountId, collectionId, query, topK: 6, threshold });

describe('a copied collection', () => {
  it('finds the same and is independent of the original', async () => {
    const { accountId, scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addText(scope, collectionId, {
      title: 'Bells',
      body: 'A brass bell costs nineteen euros.',
    });
    await world.work();
    const waiting = await world.knowledge.addText(scope, collectionId, {
      title: 'Lamps',
      body: 'A lamp costs thirty euros.',
    });
    const copyId = await scope.run((tx) => world.knowledge.copyCollection(tx, accountId, collectionId));
    await world.work();
    await world.knowledge.deleteSource(scope, collectionId, id);
    await world.knowledge.deleteSource(scope, collectionId, waiting.id);
    const { passages } = await ask(accountId, copyId, 'brass bell');
    expect(passages[0]).toMatchObject({ title: 'Bells' });
    expect(passages[0]?.sourceId).not.toBe(id);
    expect((await ask(accountId, copyId, 'lamp')).passages).toHaveLength(1);
    const { sources } = await world.knowledge.sources(scope, copyId);
    expect(sources.map(({ status }) => status)).toEqual(['ready', 'ready']);
    await scope.run((tx) => world.knowledge.removeCollection(tx, copyId));
    await expect(ask(accountId, copyId, 'brass bell')).rejects.toMatchObject({ status: 404 });
  });

  it('holds what there was at one moment, whatever is trained meanwhile', async () => {
    const { accountId, scope, collectionId } = await world.account();
    await world.knowledge.addText(scope, collectionId, {
      title: 'Bells',
      body: 'A brass bell costs nineteen euros.',
    });
    await world.work();
    let added = 0;
    const copyId = await scope.run((tx) => {
      const interrupted = new Proxy(tx, {
        get: (target, name) =>
          name === 'execute'
            ? async (statement: Parameters<typeof tx.execute>[0]) => {
                added += 1;
                await world.knowledge.addText(scope, collectionId, {
                  title: `Lamp ${added}`,
                  body: `Lamp number ${added} costs thirty euros.`,
                });
                await world.work();
                return target.execute(statement);
              }
            : (Reflect.get(target, name) as unknown),
      });
      return world.knowledge.copyCollection(interrupted, accountId, collectionId);
    });
    await world.work();
    expect(added).toBeGreaterThan(0);
    const { sources } = await world.knowledge.sources(scope, copyId);
    expect(sources.map(({ status }) => status)).toEqual(sources.map(() => 'ready'));
    expect((await ask(accountId, copyId, 'brass bell')).passages[0]).toMatchObject({ title: 'Bells' });
  });
});
