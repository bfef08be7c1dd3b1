import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeStage, type KnowledgeStage } from '#tests/support/models/knowledge-setup.ts';

let stage: KnowledgeStage;

beforeAll(async () => {
  stage = await openKnowledgeStage();
});
afterAll(() => stage.close());

const ask = (accountId: string, collectionId: string, query: string, threshold = 0.35) =>
  stage.knowledge.retrieve({ accountId, collectionId, query, topK: 6, threshold });

describe('a copied collection', () => {
  it('finds the same and is independent of the original', async () => {
    const { accountId, scope, collectionId } = await stage.account();
    const { id } = await stage.knowledge.addText(scope, collectionId, {
      title: 'Bells',
      body: 'A brass bell costs nineteen euros.',
    });
    await stage.work();
    const waiting = await stage.knowledge.addText(scope, collectionId, {
      title: 'Lamps',
      body: 'A lamp costs thirty euros.',
    });
    const copyId = await scope.run((tx) => stage.knowledge.copyCollection(tx, accountId, collectionId));
    await stage.work();
    await stage.knowledge.deleteSource(scope, collectionId, id);
    await stage.knowledge.deleteSource(scope, collectionId, waiting.id);
    const { passages } = await ask(accountId, copyId, 'brass bell');
    expect(passages[0]).toMatchObject({ title: 'Bells' });
    expect(passages[0]?.sourceId).not.toBe(id);
    expect((await ask(accountId, copyId, 'lamp')).passages).toHaveLength(1);
    const { sources } = await stage.knowledge.sources(scope, copyId);
    expect(sources.map(({ status }) => status)).toEqual(['ready', 'ready']);
    await scope.run((tx) => stage.knowledge.removeCollection(tx, copyId));
    await expect(ask(accountId, copyId, 'brass bell')).rejects.toMatchObject({ status: 404 });
  });

  it('holds what there was at one moment, whatever is trained meanwhile', async () => {
    const { accountId, scope, collectionId } = await stage.account();
    await stage.knowledge.addText(scope, collectionId, {
      title: 'Bells',
      body: 'A brass bell costs nineteen euros.',
    });
    await stage.work();
    let added = 0;
    const copyId = await scope.run((tx) => {
      const interrupted = new Proxy(tx, {
        get: (target, name) =>
          name === 'execute'
            ? async (statement: Parameters<typeof tx.execute>[0]) => {
                added += 1;
                await stage.knowledge.addText(scope, collectionId, {
                  title: `Lamp ${added}`,
                  body: `Lamp number ${added} costs thirty euros.`,
                });
                await stage.work();
                return target.execute(statement);
              }
            : (Reflect.get(target, name) as unknown),
      });
      return stage.knowledge.copyCollection(interrupted, accountId, collectionId);
    });
    await stage.work();
    expect(added).toBeGreaterThan(0);
    const { sources } = await stage.knowledge.sources(scope, copyId);
    expect(sources.map(({ status }) => status)).toEqual(sources.map(() => 'ready'));
    expect((await ask(accountId, copyId, 'brass bell')).passages[0]).toMatchObject({ title: 'Bells' });
  });
});
