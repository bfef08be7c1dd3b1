import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerGap } from '#features/answer-gaps/answer-gaps.contract.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';
import type { Revenue } from '../../payments-figures.contract.ts';

let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld();
  owner = await world.app.register('Vera');
});
afterAll(() => world.close());

type Row = {
  label: string;
  money: { currency: string; net: number }[];
  marginMicros: number | null;
  unpricedAnswers: number;
};
type Margin = {
  rows: Row[];
  total: Omit<Row, 'label'>;
};
const marginBy = (by: string): Promise<Margin> => owner.get<Margin>(`/api/payments/margin?by=${by}`);

test('the messages of a pack have shares that add up to its price, and a cost that is not known is not none', async () => {
  // Answers that do not know count, too, so that all three are said with the pack.
  const agent = await world.sellAgent(owner, {
    currency: 'USD',
    amount: 1_000,
    messagesPerPack: 3,
    chargeUnsure: true,
  });
  const visitor = await world.visit(agent);
  await world.buy(owner, visitor);
  for (const text of ['Who are you?', 'When is breakfast?', 'And when is lunch?']) {
    world.clock.advance(60_000);
    const said = await visitor.request('POST', '/api/visitor/messages', {
      conversationId: null,
      clientMessageId: crypto.randomUUID(),
      text,
    });
    expect(said.status).toBe(200);
  }
  await world.rows(sql`UPDATE messages SET cost_micros = 0 WHERE role = 'assistant'`);
  const shares = await marginBy('message');
  expect(shares.rows.map(({ money }) => money[0]?.net).toSorted()).toEqual([333, 333, 334]);
  expect(shares.rows.map(({ label }) => label).toSorted()).toEqual([
    'And when is lunch?',
    'When is breakfast?',
    'Who are you?',
  ]);
  expect(shares.total).toMatchObject({
    money: [{ currency: 'USD', net: 1_000 }],
    marginMicros: 10_000_000,
    unpricedAnswers: 0,
  });

  // The one visitor, who brought ten dollars, left without an answer.
  const { gaps } = await owner.get<{ gaps: AnswerGap[] }>('/api/answer-gaps');
  expect(gaps).toMatchObject([
    { left: 1, lost: [{ currency: 'USD', amount: 1_000 }], isTest: true },
    { left: 0, lost: [], isTest: true },
  ]);

  // An answer of a model whose price nobody knows.
  await world.rows(
    sql`UPDATE messages SET cost_micros = NULL
      WHERE id = (SELECT id FROM messages WHERE role = 'assistant' ORDER BY id LIMIT 1)`,
  );
  expect(await owner.get<Revenue>('/api/payments/revenue')).toMatchObject({
    aiCostMicros: 0,
    unpricedAnswers: 1,
  });
  expect(await marginBy('agent')).toMatchObject({
    rows: [{ label: 'New agent', marginMicros: null, unpricedAnswers: 1 }],
    total: { marginMicros: null, unpricedAnswers: 1 },
  });
});

test('what models cost is that of the days that are asked for, by customer as everywhere', async () => {
  await world.rows(sql`UPDATE messages SET cost_micros = 7 WHERE role = 'assistant'`);
  await world.rows(sql`
    UPDATE messages SET created_at = created_at - interval '40 days'
    WHERE id = (SELECT id FROM messages WHERE role = 'assistant' ORDER BY id LIMIT 1)`);
  const day = world.clock.now().toISOString().slice(0, 10);
  const costs = async (days: string): Promise<(number | undefined)[]> => {
    const { customers } = await owner.get<{ customers: { aiCostMicros: number }[] }>(
      `/api/payments/customers?${days}`,
    );
    const { aiCostMicros } = await owner.get<Revenue>(`/api/payments/revenue?${days}`);
    return [customers[0]?.aiCostMicros, aiCostMicros];
  };
  expect(await costs('')).toEqual([21, 21]);
  expect(await costs(`from=${day}&to=${day}`)).toEqual([14, 14]);
});

test('margin is told by the campaign and the QR code by which the buyer came', async () => {
  await world.rows(sql`UPDATE visitors SET utm = '{"campaign":"spring"}', channel = 'qr', tag = 'qr-door'`);
  await world.rows(sql`
    INSERT INTO qr_codes (id, account_id, agent_id, code, name, color, background, created_at, updated_at)
    SELECT 'qrc_door', account_id, id, 'door', 'On the door', '#000000', '#ffffff', now(), now() FROM agents`);
  for (const [by, label] of [
    ['campaign', 'spring'],
    ['qr', 'On the door'],
  ] as const) {
    const { rows, total } = await marginBy(by);
    expect(rows).toMatchObject([{ label, money: [{ currency: 'USD', net: 1_000 }], aiCostMicros: 21 }]);
    expect([rows[0]?.marginMicros, total.marginMicros]).toEqual([9_999_979, 9_999_979]);
  }
  // Who came by neither stands beside them, so that all rows together are the total.
  await world.rows(sql`UPDATE visitors SET utm = '{}', tag = NULL`);
  for (const by of ['campaign', 'qr'] as const) {
    const { rows } = await marginBy(by);
    expect(rows).toMatchObject([
      { id: '', money: [{ currency: 'USD', net: 1_000 }], aiCostMicros: 21, marginMicros: 9_999_979 },
    ]);
  }
});
