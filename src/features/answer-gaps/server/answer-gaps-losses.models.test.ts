import { expect, it } from 'vitest';
import type { AnswerGap } from '../answer-gaps.contract.ts';
import { costliestFirst, lostBy } from './answer-gaps-losses.models.ts';

const gap = (question: string, left: number, lost: AnswerGap['lost'], asked = 1): AnswerGap => ({
  messageId: question,
  messageIds: Array.from({ length: asked }, (_, at) => `${question}${at}`),
  agentId: 'agent',
  agentName: '',
  conversationId: '',
  question,
  answer: '',
  unknown: asked,
  down: 0,
  lastAt: '2026-11-29T10:00:00Z',
  left,
  lost,
  isTest: false,
});

it('who left is worth what visitors of the agent bring on average', () => {
  // 500 euros of 250 visitors: two for each.
  expect(lostBy(3, { money: [{ currency: 'EUR', net: 50_000 }], visitors: 250 })).toEqual([
    { currency: 'EUR', amount: 600 },
  ]);
  expect(lostBy(0, { money: [{ currency: 'EUR', net: 50_000 }], visitors: 250 })).toEqual([]);
  expect(lostBy(3, { money: [], visitors: 250 })).toEqual([]);
  expect(lostBy(3, { money: [{ currency: 'EUR', net: 50_000 }], visitors: 0 })).toEqual([]);
  // More was given back than came in.
  expect(lostBy(3, { money: [{ currency: 'EUR', net: -900 }], visitors: 10 })).toEqual([]);
});

it('what costs most comes first, then what most left after, then what most asked', () => {
  const order = (gaps: AnswerGap[]) => costliestFirst(gaps).map(({ question }) => question);
  expect(
    order([
      gap('asked by many', 0, [], 9),
      gap('cheap agent', 4, [{ currency: 'EUR', amount: 100 }]),
      gap('dear agent', 1, [{ currency: 'EUR', amount: 900 }]),
      gap('other currency', 2, [{ currency: 'CZK', amount: 800 }]),
      gap('nobody left, asked once', 0, []),
    ]),
  ).toEqual(['dear agent', 'cheap agent', 'other currency', 'asked by many', 'nobody left, asked once']);
  expect(order([gap('one', 1, null), gap('two', 2, null), gap('three', 2, null, 3)])).toEqual([
    'three',
    'two',
    'one',
  ]);
});
