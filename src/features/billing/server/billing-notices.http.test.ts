import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openBillingStage,
  type BillingStage,
  type PlanOwner,
} from '#tests/support/payments/billing-setup.ts';

let stage: BillingStage;
beforeAll(async () => {
  stage = await openBillingStage('test-money');
});
afterAll(() => stage.close());

/** What an owner was written to after the job ran twice. */
async function mailsTo(owner: PlanOwner): Promise<string[]> {
  await Promise.all([stage.sale.notices.send(), stage.sale.notices.send()]);
  const { mails } = await stage.services.mail.outbox();
  const isNotice = (kind: string): boolean => kind.startsWith('plan-') && kind !== 'plan-receipt';
  const own = mails.filter(({ recipient, kind }) => recipient === owner.email && isNotice(kind));
  return own.map(({ kind }) => kind).toReversed();
}

test('a trial is told of two days before its end and when it is over, each once, and to nobody who is long gone', async () => {
  const owner = await stage.app.register();
  expect(await mailsTo(owner)).toEqual([]);
  stage.days(5);
  expect(await mailsTo(owner)).toEqual(['plan-trial-ending']);
  stage.days(1);
  expect(await mailsTo(owner)).toEqual(['plan-trial-ending']);
  stage.days(1);
  expect(await mailsTo(owner)).toEqual(['plan-trial-ending', 'plan-trial-over']);
  const { mails } = await stage.services.mail.outbox();
  const over = mails.find(({ recipient, kind }) => recipient === owner.email && kind === 'plan-trial-over');
  expect(over?.text).toContain('/dashboard/settings?tab=billing');
  expect(over?.text).toContain(
    new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(stage.clock.now()),
  );

  const late = await stage.app.register();
  stage.days(20);
  expect(await mailsTo(late)).toEqual([]);
});

test('a payment that failed is told of, then that the plan has ended, and nothing while all is well', async () => {
  const owner = await stage.app.register();
  const id = await stage.subscribe(owner);
  expect(await mailsTo(owner)).toEqual([]);
  await stage.endPeriod(id, 'failed');
  await stage.hear();
  expect(await mailsTo(owner)).toEqual(['plan-payment-failed']);
  stage.days(8);
  expect(await mailsTo(owner)).toEqual(['plan-payment-failed', 'plan-ended']);
});
