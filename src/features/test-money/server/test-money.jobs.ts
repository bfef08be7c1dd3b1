import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { deliverEventJob } from './test-money-events.usecases.ts';
import type { TestMoney } from './test-money.usecases.ts';

const runDueJob = defineJob({
  name: 'test-money.run-due',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 240,
  concurrency: 1,
});

/** The background work of the simulated bank; before the jobs start. */
export function registerTestMoneyJobs(jobs: Pick<Jobs, 'handle' | 'schedule'>, testMoney: TestMoney): void {
  jobs.handle(deliverEventJob, ({ accountId, id }) => testMoney.deliver(accountId, id));
  jobs.handle(runDueJob, () => testMoney.runDue());
  jobs.schedule(runDueJob, '*/5 * * * *');
}
