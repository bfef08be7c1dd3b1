import { expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { AccountScope, Program } from '#platform/http/access.ts';
import { createOwnerTools, type OwnerToolServices } from './owner-tools.usecases.ts';

const scope = { accountId: 'acc_1', reaches: () => true } as unknown as AccountScope;
const program = {} as Program;

async function search(expiredAt: Date | null): Promise<string> {
  const asked: string[] = [];
  const services = {
    agents: {
      get: async () => ({
        collectionId: 'col_1',
        draft: { basic: { language: 'auto' }, knowledge: { threshold: 0, embedding: null } },
      }),
    },
    knowledge: { retrieve: async () => (asked.push('retrieve'), { passages: [] }) },
    expiredAt: async () => expiredAt,
  } as unknown as OwnerToolServices;
  const tool = createOwnerTools(services).find(({ name }) => name === 'search_knowledge');
  const said = await tool
    ?.run(scope, program, { agentId: 'agt_1', query: 'breakfast' })
    .then(() => 'passages')
    .catch((error: unknown) => (error instanceof AppError ? error.code : String(error)));
  return [said, ...asked].join(' ');
}

test('what agents know is told to no program once the plan is over, as the chat tells it to nobody', async () => {
  expect(await search(null)).toBe('passages retrieve');
  expect(await search(new Date('2026-11-20'))).toBe('billing.lapsed');
});
