import { expect, test } from 'vitest';
import { analyticsRows } from '#tests/support/analytics-rows.ts';
import { startTestServices } from '#tests/support/app/test-services.ts';

test('what was paid in a form, without any chat, is no unknown visitor', async () => {
  const server = await startTestServices({ now: new Date('2026-05-02T09:00:00Z') });
  try {
    const { scope } = await server.member('Vera');
    const { id } = await server.agents.create(scope, { from: 'blank', input: '', language: 'en' });
    const rows = analyticsRows(server.database.pool, scope.accountId);
    const visitor = await rows.chat(id, '2026-05-01T12:00:00Z', 1);
    const bought = await rows.purchase(id, visitor, '2026-05-01T12:00:00Z', { is_test: true });
    await rows.movement(bought, 'payment', 1_000, '2026-05-01T12:00:00Z');
    const paid = await rows.purchase(id, visitor, '2026-05-01T13:00:00Z', {
      is_test: true,
      agent_id: null,
      visitor_id: null,
      wallet_id: null,
      kind: 'form',
      form_id: 'frm_1',
      submission_id: 'fsb_1',
    });
    await rows.movement(paid, 'payment', 900, '2026-05-01T13:00:00Z');
    await server.analyticsCounting.drain();
    const read = await server.analytics.breakdown(scope, { zone: 'UTC', by: 'source' });
    expect(read.rows.map(({ key, label, visitors, money }) => [key, label, visitors, money])).toEqual([
      ['', '', 1, [{ currency: 'EUR', net: 1_000 }]],
      ['', 'form', 0, [{ currency: 'EUR', net: 900 }]],
    ]);
  } finally {
    await server.close();
  }
});
