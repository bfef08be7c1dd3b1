import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { findTriedAgent } from '#features/agents/server/agents-facts.usecases.ts';
import { functionDefinition } from '#features/custom-functions/custom-functions-definition.contract.ts';
import { knowledgeRevision } from '#features/knowledge/server/knowledge.usecases.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { publishAgent, republishAgent } from '#tests/support/visitors/visitor-of-services.ts';
import { fingerprintOf } from './fingerprint.usecases.ts';

let server: TestServices;
let owner: TestMember;
let agent: Agent;
beforeAll(async () => {
  server = await startTestServices();
  owner = await server.member('Mira Linden');
  agent = await publishAgent(server, owner, (draft) => (draft.basic.name = 'Linden Bells'));
});
afterAll(() => server.close());

const fingerprintNow = (): Promise<string> =>
  owner.scope.run(async (tx) => {
    const tried = await findTriedAgent(tx, agent.id, null);
    if (!tried) throw new Error('There is no such agent');
    return fingerprintOf(tx, owner.scope.accountId, tried, []);
  });

test('an agent without functions has the fingerprint that it had before there were any', async () => {
  const { accountId } = owner.scope;
  const before = await owner.scope.run(async (tx) => {
    const tried = await findTriedAgent(tx, agent.id, null);
    const knowledge = await knowledgeRevision(tx, accountId, agent.collectionId);
    return JSON.stringify([tried?.configuration, agent.collectionId, knowledge, []]);
  });
  expect(await fingerprintNow()).toBe(createHash('sha256').update(before).digest('hex'));
});

test('functions count as they are defined, under whatever number, while they are on', async () => {
  const define = (messageCost: number, label = 'Check an order') =>
    functionDefinition.parse({
      kind: 'code',
      name: 'check_order',
      label,
      description: 'Use when somebody asks where their order is.',
      messageCost,
      code: { source: 'return 1;' },
    });
  const { id } = await server.functions.create(owner.scope, { definition: define(1) });
  agent = await republishAgent(server, owner, agent.id, (draft) => {
    draft.functions.enabled = [id];
  });
  const first = await fingerprintNow();
  await server.functions.save(owner.scope, id, { definition: define(9), version: 1 });
  expect(await fingerprintNow()).not.toBe(first);
  await server.functions.save(owner.scope, id, { definition: define(1, 'Where is it?'), version: 2 });
  expect(await fingerprintNow()).toBe(first);
  await server.functions.setEnabled(owner.scope, id, false);
  expect(await fingerprintNow()).not.toBe(first);
  // What nobody can call may change.
  const off = await fingerprintNow();
  await server.functions.save(owner.scope, id, { definition: define(5), version: 3 });
  expect(await fingerprintNow()).toBe(off);
});
