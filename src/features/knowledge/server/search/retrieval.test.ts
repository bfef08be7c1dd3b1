import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPostings } from '#platform/text-search/postings.ts';
import { createRetrieval } from './retrieval.usecases.ts';
import { openKnowledgeWorld, type KnowledgeWorld } from '#tests/support/models/knowledge-setup.ts';

let world: KnowledgeWorld;
let embeddingWorks = true;
const meanings = [
  ['dog', 'puppy', 'hound'],
  ['car', 'vehicle', 'automobile'],
  ['rain', 'umbrella', 'wet'],
  ['money', 'price', 'cost'],
];

beforeAll(async () => {
  world = await openKnowledgeWorld({
    // A stand-in that knows a few meanings: a number for each, and a little noise by the text's length.
    embed: async (_accountId, _choice, texts) => {
      if (!embeddingWorks) throw new Error('the vendor is down');
      return texts.map((text) => {
        const lower = text.toLowerCase();
        return Float32Array.from(
          { length: 32 },
          (_, place) =>
            (meanings[place % 4]?.some((word) => lower.includes(word)) ? 1 : -0.2) +
            ((text.length * (place + 1)) % 7) / 100,
        );
      });
    },
  });
});
afterAll(() => world.close());

const embedding = { provider: 'stand-in', model: 'meanings' };

describe('a question', () => {
  it('finds sources in the six languages by words of its own language', async () => {
    const { accountId, scope, collectionId } = await world.account();
    const texts = {
      en: [
        'Returns',
        'You can return every article within fourteen days.',
        'How long can I return articles?',
      ],
      nl: [
        'Levering',
        'Wij leveren bestellingen binnen drie werkdagen aan huis.',
        'Hoe snel leveren jullie een bestelling?',
      ],
      es: [
        'Garantía',
        'Todas las bicicletas tienen una garantía de cinco años.',
        '¿Cuántos años de garantía tiene una bicicleta?',
      ],
      pt: [
        'Pagamento',
        'Aceitamos pagamentos com cartão e transferência bancária.',
        'Posso fazer o pagamento com cartão?',
      ],
      fr: [
        'Réparations',
        'Les réparations de vélos prennent deux jours en moyenne.',
        'En combien de jours sont faites les réparations ?',
      ],
      cs: ['Otevírací doba', 'Prodejna je otevřena od pondělí do pátku.', 'Kdy je prodejna otevřená?'],
    };
    for (const [title, body] of Object.values(texts))
      await world.knowledge.addText(scope, collectionId, { title: title ?? '', body: body ?? '' });
    await world.work();
    for (const [language, [title, , question]] of Object.entries(texts)) {
      const { passages, trace } = await world.knowledge.retrieve({
        accountId,
        collectionId,
        query: question ?? '',
        topK: 3,
        threshold: 0.35,
      });
      expect(passages[0]?.title, language).toBe(title);
      expect(trace.language, language).toBe(language);
    }
  });

  it('that has nothing to do with the sources finds nothing', async () => {
    const { accountId, scope, collectionId } = await world.account();
    await world.knowledge.addText(scope, collectionId, {
      title: 'Bikes',
      body: 'We repair bikes and sell helmets. The shop is in the old town.',
    });
    await world.work();
    for (const query of ['Who won the football championship?', 'asdkjh qwe', '???', '🙂', '   ']) {
      expect(
        (await world.knowledge.retrieve({ accountId, collectionId, query, topK: 5, threshold: 0.35 }))
          .passages,
        query,
      ).toEqual([]);
    }
  });

  it('shows how likely each passage answers it: one that only shares its words is low', async () => {
    const { accountId, scope, collectionId } = await world.account();
    await world.knowledge.addText(scope, collectionId, {
      title: 'Delivery',
      body: 'We deliver on weekdays between eight and noon. Delivery costs 4 euros and is free from 40 euros.',
    });
    await world.knowledge.addText(scope, collectionId, {
      title: 'Our history',
      body: 'In the year 1924 the costs of flour rose, and the family moved the bakery to the market square.',
    });
    await world.work();
    const tried = async (query: string): Promise<number[]> => {
      const { hits } = await world.knowledge.search(accountId, collectionId, {
        query,
        topK: 5,
        threshold: 0.2,
        mode: 'lexical',
      });
      return hits.map(({ scores }) => scores.answer);
    };
    const [best = 0, ...others] = await tried('What does delivery cost?');
    expect(best).toBeGreaterThan(0.6);
    expect(Math.max(...others)).toBeLessThan(0.4);
    for (const query of ['What does a passport cost?', 'What does a cinema ticket cost?'])
      expect([query, Math.max(0, ...(await tried(query)))]).toEqual([
        query,
        expect.toSatisfy((most: number) => most < 0.4),
      ]);
  });

  it('of several parts asks the database once for all of them, and finds what each finds alone', async () => {
    const { accountId, scope, collectionId } = await world.account();
    for (const [title, body] of [
      ['Bread', 'We bake rye bread every day.'],
      ['Visit', 'You find us in Castle Street.'],
      ['Cakes', 'A wedding cake is ordered two weeks before.'],
    ] as const)
      await world.knowledge.addText(scope, collectionId, { title, body });
    await world.work();
    let looks = 0;
    const retrieval = createRetrieval({
      ...world.services,
      database: {
        ...world.database,
        earlyStatement(account, statement) {
          looks++;
          return world.database.earlyStatement(account, statement);
        },
        account(account, work, member) {
          looks++;
          return world.database.account(account, work, member);
        },
      },
    });
    const ask = async (query: string) =>
      (
        await retrieval.retrieve({ accountId, collectionId, query, topK: 1, threshold: 0.35, whole: true })
      ).passages.map(({ title }) => title);
    const queries = ['rye bread', 'Castle Street', 'wedding cake'];
    const alone = [];
    for (const query of queries) alone.push(await ask(query));
    expect(alone.map(([first]) => first)).toEqual(['Bread', 'Visit', 'Cakes']);
    looks = 0;
    expect(await Promise.all(queries.map(ask))).toEqual(alone);
    expect(looks).toBe(1);
    await world.knowledge.addText(scope, collectionId, { title: 'Tea', body: 'Green tea is new here.' });
    await world.work();
    // What is new is seen at once, and by whoever reads all as well.
    expect(await Promise.all(['green tea', 'rye bread'].map(ask))).toEqual([
      ['Tea', 'Bread', 'Visit', 'Cakes'],
      ['Bread', 'Visit', 'Cakes', 'Tea'],
    ]);
  });

  it('gets all of a small collection when it is to be read whole, what was not found last', async () => {
    const { accountId, scope, collectionId } = await world.account();
    await world.knowledge.addText(scope, collectionId, { title: 'Visit', body: '14 Castle Street, Ludlow' });
    await world.knowledge.addText(scope, collectionId, {
      title: 'Bread',
      body: 'We bake rye bread every day.',
    });
    await world.work();
    const asked = { accountId, collectionId, query: 'rye bread', topK: 5, threshold: 0.35 };
    const { passages } = await world.knowledge.retrieve({ ...asked, whole: true });
    expect(passages.map(({ title, score }) => [title, score > 0])).toEqual([
      ['Bread', true],
      ['Visit', false],
    ]);
    expect((await world.knowledge.retrieve(asked)).passages).toHaveLength(1);
  });

  it('gets more passages when they are to be read whole', async () => {
    const { accountId, scope, collectionId } = await world.account();
    for (let index = 0; index < 30; index++)
      await world.knowledge.addText(scope, collectionId, {
        title: `Bread ${index}`,
        body: `Rye bread number ${index} is baked every day.`,
      });
    await world.work();
    const asked = { accountId, collectionId, query: 'rye bread', topK: 5, threshold: 0 };
    expect((await world.knowledge.retrieve({ ...asked, whole: true })).passages).toHaveLength(12);
    expect((await world.knowledge.retrieve(asked)).passages).toHaveLength(5);
  });

  it('gets passages that repeat no text when chunks next to each other match', async () => {
    const { accountId, scope, collectionId } = await world.account();
    const body = Array.from(
      { length: 40 },
      (_, index) => `Sentence ${index} says something about the annual harvest festival in our village.`,
    ).join(' ');
    await world.knowledge.addText(scope, collectionId, { title: 'Festival', body });
    await world.work();
    const { passages } = await world.knowledge.retrieve({
      accountId,
      collectionId,
      query: 'harvest festival in the village',
      topK: 6,
      threshold: 0,
    });
    const copy = await world.knowledge.storedCopy(accountId, passages[0]?.documentId ?? '');
    const covered = new Set<number>();
    for (const { start, end, text } of passages) {
      expect(copy?.text.slice(start, end).replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '));
      for (let place = start; place < end; place++) {
        expect(covered.has(place)).toBe(false);
        covered.add(place);
      }
    }
    const at = await world.knowledge.passageAt(accountId, copy?.documentId ?? '', 10, 40);
    expect(at?.text).toBe(copy?.text.slice(at?.start, at?.end));
  });
});

describe('an embedding model', () => {
  it('finds what is meant in other words, and never what is switched off or in the bin', async () => {
    const { accountId, scope, collectionId } = await world.account();
    const { id } = await world.knowledge.addText(scope, collectionId, {
      title: 'Pets',
      body: 'Your puppy may come along.',
    });
    await world.knowledge.addText(scope, collectionId, {
      title: 'Parking',
      body: 'Leave your automobile behind the house.',
    });
    await scope.run((tx) => world.knowledge.setEmbedding(tx, accountId, collectionId, embedding));
    await world.work();
    expect((await world.knowledge.sources(scope, collectionId)).collection.embedding).toEqual({
      ...embedding,
      pending: 0,
      errorCode: null,
    });
    const question = { accountId, collectionId, query: 'is a hound allowed', topK: 3, threshold: 0.35 };
    expect((await world.knowledge.retrieve(question)).passages).toEqual([]);
    const found = await world.knowledge.retrieve({ ...question, embedding });
    expect(found.passages[0]).toMatchObject({ title: 'Pets' });
    expect(found.trace).toMatchObject({ mode: 'hybrid', embeddingError: null });
    const tested = await world.knowledge.search(accountId, collectionId, {
      query: 'is a hound allowed',
      topK: 3,
      threshold: 0.35,
      mode: 'hybrid',
    });
    expect(tested.hits[0]).toMatchObject({ title: 'Pets', passes: true, scores: { lexical: null } });
    const chunkId = tested.hits[0]?.chunkId ?? '';
    await world.knowledge.changeChunk(scope, collectionId, chunkId, false);
    expect(
      (await world.knowledge.retrieve({ ...question, embedding })).passages.map(({ title }) => title),
    ).not.toContain('Pets');
    await world.knowledge.changeChunk(scope, collectionId, chunkId, true);
    await world.knowledge.deleteSource(scope, collectionId, id);
    expect(
      (await world.knowledge.retrieve({ ...question, embedding })).passages.map(({ title }) => title),
    ).not.toContain('Pets');
  });

  it('that fails leaves the source ready, is noted and tried again', async () => {
    const { accountId, scope, collectionId } = await world.account();
    await scope.run((tx) => world.knowledge.setEmbedding(tx, accountId, collectionId, embedding));
    embeddingWorks = false;
    await world.knowledge.addText(scope, collectionId, { title: 'Pets', body: 'Your puppy may come along.' });
    await world.work();
    const { collection, sources } = await world.knowledge.sources(scope, collectionId);
    expect(sources[0]).toMatchObject({ status: 'ready', errorCode: null });
    expect(collection.embedding).toMatchObject({ pending: 1, errorCode: 'embedding.failed' });
    const question = { accountId, collectionId, query: 'puppy', topK: 3, threshold: 0.35, embedding };
    const lexical = await world.knowledge.retrieve(question);
    expect(lexical.passages).toHaveLength(1);
    expect(lexical.trace.embeddingError).toBe('embedding.failed');
    embeddingWorks = true;
    await world.knowledge.embedWhatIsBehind();
    await world.work();
    expect((await world.knowledge.sources(scope, collectionId)).collection.embedding).toMatchObject({
      pending: 0,
      errorCode: null,
    });
    expect((await world.knowledge.retrieve(question)).trace.embeddingError).toBeNull();
  });

  it('that failed is not said to fail any more when what it could not read is gone', async () => {
    const { accountId, scope, collectionId } = await world.account();
    await scope.run((tx) => world.knowledge.setEmbedding(tx, accountId, collectionId, embedding));
    embeddingWorks = false;
    const { id } = await world.knowledge.addText(scope, collectionId, { title: 'Pets', body: 'A puppy.' });
    await world.work();
    await world.knowledge.deleteSource(scope, collectionId, id);
    await world.knowledge.embedWhatIsBehind();
    await world.work();
    embeddingWorks = true;
    expect((await world.knowledge.sources(scope, collectionId)).collection.embedding).toMatchObject({
      pending: 0,
      errorCode: null,
    });
  });
});

describe('the index', () => {
  it('fits its chunks when many sources are read, changed and removed at the same time', async () => {
    const { accountId, scope, collectionId } = await world.account();
    const text = (name: string, times: number) =>
      Array.from(
        { length: times },
        (_, index) =>
          `# Part ${index} of ${name}\n\nThe ${name} machine number ${index} has a handle, a wheel and a lamp with ${index * 3} watts. ${'It runs well. '.repeat(20)}`,
      ).join('\n\n');
    const added = await Promise.all(
      ['alpha', 'beta', 'gamma', 'delta'].map((name) =>
        world.knowledge.addText(scope, collectionId, { title: name, body: text(name, 30) }),
      ),
    );
    const run = (payload: unknown) =>
      world.knowledge.processSource(
        payload as { accountId: string; sourceId: string; run: number },
        new AbortController().signal,
      );
    const jobs = world.sent.splice(0).map(({ payload }) => payload);
    await Promise.all(jobs.map(run));
    await Promise.all([
      world.knowledge.changeSource(scope, collectionId, added[0]?.id ?? '', { body: text('omega', 10) }),
      world.knowledge.changeSource(scope, collectionId, added[1]?.id ?? '', { body: text('sigma', 40) }),
      world.knowledge.deleteSource(scope, collectionId, added[2]?.id ?? ''),
    ]);
    await Promise.all(world.sent.splice(0).map(({ payload }) => run(payload)));

    const { rows: segments } = await world.database.pool.query<{
      id: string;
      chunk_count: number;
      skipped: number[];
      chunks: number;
    }>(
      'SELECT g.id, g.chunk_count, g.skipped, (SELECT count(*)::int FROM knowledge_chunks c WHERE c.segment_id = g.id AND c.ordinal < g.chunk_count) AS chunks FROM knowledge_segments g WHERE collection_id = $1',
      [collectionId],
    );
    expect(segments.length).toBeGreaterThanOrEqual(4);
    for (const { chunk_count: count, skipped, chunks } of segments)
      expect(chunks + skipped.length).toBe(count);
    const { rows: postings } = await world.database.pool.query<{
      segment_id: string;
      chunks: number;
      postings: Buffer;
    }>(
      'SELECT p.segment_id, p.chunks, p.postings FROM knowledge_postings p JOIN knowledge_segments g ON g.id = p.segment_id WHERE g.collection_id = $1',
      [collectionId],
    );
    const counts = new Map(segments.map(({ id, chunk_count: count }) => [id, count]));
    for (const row of postings) {
      let seen = 0;
      readPostings(row.postings, (ordinal) => {
        seen += 1;
        expect(ordinal).toBeLessThan(counts.get(row.segment_id) ?? 0);
      });
      expect(seen).toBe(row.chunks);
    }
    const titles = async (query: string) => [
      ...new Set(
        (
          await world.knowledge.retrieve({ accountId, collectionId, query, topK: 20, threshold: 0.8 })
        ).passages.map(({ title }) => title),
      ),
    ];
    expect(await titles('omega machine')).toEqual(['alpha']);
    const old = await world.knowledge.retrieve({
      accountId,
      collectionId,
      query: 'alpha machine',
      topK: 20,
      threshold: 0,
    });
    expect(old.passages.filter(({ text: found }) => found.includes('alpha machine'))).toEqual([]);
    expect(await titles('sigma machine')).toEqual(['beta']);
    expect(await titles('gamma machine')).toEqual([]);
    expect(await titles('delta machine')).toEqual(['delta']);
  });
});
