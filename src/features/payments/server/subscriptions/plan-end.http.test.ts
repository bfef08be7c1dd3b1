import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';
import type { Wall } from '../../payments-visitor.contract.ts';

const dayMs = 86_400_000;

describe('when the plan of an account ends', () => {
  let paid: PaymentsWorld;
  let vera: Owner;
  beforeAll(async () => {
    paid = await openPaymentsWorld({ withTestMoney: true, environment: { PLANS: 'paid' } });
    vera = await paid.app.register('Vera');
  });
  afterAll(() => paid.close());

  it('its visitors are not charged in that night, however the jobs fall, and are charged again when it is paid', async () => {
    const agent = await paid.sellAgent(vera, { type: 'subscription', amount: 3_000, trialDays: 7 });
    const visitors: { visitor: Awaited<ReturnType<PaymentsWorld['visit']>>; purchaseId: string }[] = [];
    for (let count = 0; count < 3; count++) {
      const visitor = await paid.visit(agent);
      const { purchaseId, url } = await visitor.checkout({ email: `b${count}@example.test` });
      await paid.services.testMoney.pages.checkout.act(url?.split('/').at(-1) ?? '', {
        step: 'pay',
        card: 'succeeds',
        number: '',
      });
      expect(await visitor.state(purchaseId)).toMatchObject({ outcome: 'trial' });
      visitors.push({ visitor, purchaseId });
    }
    const charged = async (): Promise<number> =>
      (await paid.rows<{ count: number }>(sql`SELECT count(*)::int AS count FROM test_money_payments`))[0]
        ?.count ?? -1;
    paid.clock.advance(6.5 * dayMs);
    await paid.services.payments.pauses.lookAfter();
    const paused = sql`SELECT count(*)::int AS count FROM purchases
      WHERE is_paused AND account_id = ${vera.user.accountId}`;
    // The server's own job may have taken some of them just before, so it is looked again as it is ten
    // minutes later.
    await expect
      .poll(async () => {
        await paid.rows(sql`UPDATE purchases SET care_due_at = NULL`);
        await paid.services.payments.pauses.lookAfter();
        return paid.rows(paused);
      })
      .toEqual([{ count: 3 }]);
    // The bank's job runs before ours.
    paid.clock.advance(1 * dayMs);
    await paid.services.testMoney.runDue();
    await paid.services.payments.pauses.lookAfter();
    expect(await charged()).toBe(0);
    const [first] = visitors;
    const wall = (await first?.visitor.request('POST', '/api/visitor/subscription', { isEnding: true }))
      ?.body as Wall;
    expect(wall.subscription).toMatchObject({ isEnding: true, isPaused: true });

    await paid.rows(
      sql`UPDATE accounts SET subscription_status = 'active', has_paid = true, active_until = NULL
        WHERE id = ${vera.user.accountId}`,
    );
    await paid.services.database.system((tx) =>
      paid.services.planStatuses.set(tx, vera.user.accountId, {
        subscriptionStatus: 'active',
        hasPaid: true,
        plan: 'pro',
        incompleteSince: null,
        activeUntil: null,
      }),
    );
    await paid.rows(sql`UPDATE purchases SET care_due_at = NULL`);
    await paid.services.payments.pauses.lookAfter();
    await paid.services.testMoney.runDue();
    expect(await charged()).toBe(0);
    // Three days' notice, and then two of them go on.
    paid.clock.advance(3 * dayMs);
    await paid.services.testMoney.runDue();
    expect(await charged()).toBe(2);
  });
});
