import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { publishAgent } from '#tests/support/visitors/visitor-of-services.ts';
import type { HealthFacts } from './health.models.ts';
import { createHealth } from './health.usecases.ts';

let server: TestServices;
let vera: TestMember;
beforeAll(async () => {
  server = await startTestServices();
  vera = await server.member();
});
afterAll(() => server.close());

const stateOf = async (name: string, stripeLacks: () => Promise<HealthFacts['stripeLacks']>) => {
  const health = createHealth({
    database: server.database,
    clock: server.clock,
    jobs: { counts: async () => ({ waiting: 0, failed: 0, oldestSeconds: 0 }) },
    mail: { leaves: () => true },
    facts: () => ({
      publicUrl: 'https://chat.example.com',
      isPublicUrlSet: true,
      isReachableByOthers: true,
      keyFile: null,
      arePlansFree: false,
      hasStripeKey: true,
      dataFolder: null,
      privateAddresses: [],
      version: '0.1.0',
      node: '24.0.0',
    }),
    endingAgents: async () => [],
    stripeLacks,
    stripeTimeoutMs: 1,
    disk: async () => null,
  });
  const { checks } = await health.read();
  return checks.find((check) => check.name === name)?.state;
};
const well = async () => [];

test('a Stripe that never answers holds nothing up, and a fault of ours is not said to be its own', async () => {
  expect(await stateOf('stripe', () => new Promise(() => undefined))).toBe('unreachable');
  await expect(stateOf('stripe', () => Promise.reject(new Error('The database is away')))).rejects.toThrow(
    'The database is away',
  );
});

test('knowledge counts as failing as long as its agent is not in the bin', async () => {
  const { id } = await publishAgent(server, vera);
  await server.database.direct.execute(sql`UPDATE knowledge_collections
    SET embedding_provider = 'openai', embedding_model = 'text-embedding-3-small',
      embedding_error = 'embedding.failed'
    WHERE id = (SELECT collection_id FROM agents WHERE id = ${id})`);
  expect(await stateOf('embeddings', well)).toBe('failing');
  await server.agents.remove(vera.scope, id);
  expect(await stateOf('embeddings', well)).toBe('ok');
});
