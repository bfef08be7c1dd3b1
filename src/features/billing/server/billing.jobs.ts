import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { BillingUsecases } from './billing.usecases.ts';

const reconcileJob = defineJob({
  name: 'billing.reconcile',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
});
const tidyJob = defineJob({
  name: 'billing.tidy',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
});

const noticesJob = defineJob({
  name: 'billing.notices',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
});

/**
 * The background work of plans: asking the vendor again, writing to owners, tidying. Where plans
 * became free, what still runs is asked about all the same, and nobody is written to.
 */
export function registerBillingJobs(jobs: Jobs, billing: BillingUsecases): void {
  jobs.handle(reconcileJob, async (_payload, signal) => billing.reconcile.askDue(signal));
  jobs.schedule(reconcileJob, '* * * * *');
  jobs.handle(noticesJob, async (_payload, signal) => billing.sale?.notices.send(signal));
  jobs.schedule(noticesJob, '7 * * * *');
  jobs.handle(tidyJob, async () => {
    await billing.sale?.reconcile.refreshOthers();
    await billing.reconcile.sweep();
  });
  jobs.schedule(tidyJob, '23 * * * *');
}
