import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { servicePausesJob } from './subscriptions/pauses.usecases.ts';
import {
  carryOutJob,
  closeOthersJob,
  closePagesJob,
  receiptJob,
  serviceNewsJob,
} from './syncing/queues.usecases.ts';
import { restoreJob } from './restoring/restore.usecases.ts';
import type { PaymentsUsecases } from './payments.usecases.ts';

const reconcileJob = defineJob({
  name: 'payments.reconcile',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
});
const tidyJob = defineJob({
  name: 'payments.tidy',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
});

/** The background work of money: asking vendors again, mails to buyers, tidying. */
export function registerPaymentsJobs(jobs: Jobs, payments: PaymentsUsecases): void {
  jobs.handle(receiptJob, (payload) => payments.receipts.send(payload));
  jobs.handle(restoreJob, (payload) => payments.restoring.mailCode(payload));
  jobs.handle(reconcileJob, async (_payload, signal) => {
    await payments.refunds.finishLeftOver();
    // Before anything else may be charged: what is not served is not collected.
    await payments.pauses.lookAfter(signal);
    await payments.reconcile.askDue(signal);
  });
  jobs.handle(serviceNewsJob, (payload) => payments.serviceMails.send(payload));
  jobs.handle(carryOutJob, (payload) => payments.refunds.goOn(payload));
  jobs.handle(closeOthersJob, (payload) => payments.checkouts.closeOthers(payload));
  jobs.handle(closePagesJob, (payload) => payments.checkouts.closePages(payload));
  jobs.handle(servicePausesJob, ({ accountId }) => payments.pauses.lookAfterAccount(accountId));
  jobs.schedule(reconcileJob, '* * * * *');
  jobs.handle(tidyJob, async () => {
    await payments.reconcile.sweep();
  });
  jobs.schedule(tidyJob, '43 * * * *');
}
