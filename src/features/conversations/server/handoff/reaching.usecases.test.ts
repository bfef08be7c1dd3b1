import { expect, test } from 'vitest';
import type { Transaction } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { ConversationRow } from '../conversations.repository.ts';
import { askHowToReach } from './reaching.usecases.ts';

test('a simulation of a version asks that version how people are reached, not the draft', async () => {
  const asked: VisitorIdentity[] = [];
  const findAgent = async (visitor: VisitorIdentity) => (asked.push(visitor), null);
  const simulation = { version: 3, mocks: {}, isReading: false, isFreeUsed: false };
  const conversation = {
    id: 'con_1',
    visitorId: 'vis_1',
    accountId: 'acc_1',
    agentId: 'agt_1',
    isPreview: true,
  };
  await askHowToReach({} as Transaction, { findAgent }, conversation as ConversationRow, simulation);
  expect(asked[0]?.simulation).toEqual(simulation);
});
