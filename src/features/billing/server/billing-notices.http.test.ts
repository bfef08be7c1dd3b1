import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openBillingWorld,
  type BillingWorld,
  type PlanOwner,
} from '#tests/support/payments/billing-setup.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await openBillingWorld('test-money');
});
afterAll(() => world.close());

/** What an owner was written to after the job ran twice. */
async function mailsTo(owner: PlanOwner): Promise<string[]> {
  await Promise.all([world.sale.notices.send(), world.sale.notices.send()]);
  const { mails } = await world.services.mail.outbox();
  const isNotice = (kind: string): boolean => kind.startsWith('plan-') && kind !== 'plan-receipt';
  const own = mails.filter(({ recipient, kind }) => recipient === owner.email && isNotice(kind));
  return own.map(({ kind }) => kind).toReversed();
}

test('a trial is told of two days before its end and when it is over, each once, and to nobody who is long gone', async () => {
  const owner = await world.app.register();
  expect(await mailsTo(owner)).toEqual([]);
  world.days(5);
  expect(await mailsTo(owner)).toEqual(['plan-trial-ending']);
  world.days(1);
  expect(await mailsTo(owner)).toEqual(['plan-trial-ending']);
  world.days(1);
  expect(await mailsTo(owner)).toEqual(['plan-trial-ending', 'plan-trial-over']);
  const { mails } = await world.services.mail.outbox();
  const over = mails.find(({ recipient, kind }) => recipient === owner.email && kind === 'plan-trial-over');
  expect(over?.text).toContain('/dashboard/settings?tab=billing');
  expect(over?.text).toContain(
    new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(world.clock.now()),
  );

  const late = await world.app.register();
  world.days(20);
  expect(await mailsTo(late)).toEqual([]);
});

test('a payment that failed is told of, then that the plan has ended, and nothing while all is well', async () => {
  const owner = await world.app.register();
  const id = await world.subscribe(owner);
  expect(await mailsTo(owner)).toEqual([]);
  await world.endPeriod(id, 'failed');
  await world.hear();
  expect(await mailsTo(owner)).toEqual(['plan-payment-failed']);
  world.days(8);
  expect(await mailsTo(owner)).toEqual(['plan-payment-failed', 'plan-ended']);
});
