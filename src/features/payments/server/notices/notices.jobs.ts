import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { moneyNoticeJob, type MoneyNotices } from './notices.usecases.ts';

const trialsJob = defineJob({
  name: 'payments.trials',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
});

/** Mails about money: of what happened, and of trials that end soon. */
export function registerMoneyNoticesJobs(jobs: Jobs, payments: { notices: MoneyNotices }): void {
  jobs.handle(moneyNoticeJob, (payload) => payments.notices.send(payload));
  jobs.handle(trialsJob, (_payload, signal) => payments.notices.tellOfTrials(signal));
  jobs.schedule(trialsJob, '19 * * * *');
}
