import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { formPaidJob } from '#features/payments/server/syncing/queues.usecases.ts';
import { submissionMailJob } from './submissions/completing.usecases.ts';
import type { FormMails } from './submissions/mails.usecases.ts';
import type { FormPages } from './page/filling.usecases.ts';

const tidyJob = defineJob({
  name: 'forms.tidy',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
});

/** Mails of submissions, what was paid for, and forgetting what was never sent. */
export function registerFormsJobs(jobs: Jobs, forms: { mails: FormMails; pages: FormPages }): void {
  jobs.handle(submissionMailJob, ({ id }) => forms.mails.send(id));
  jobs.handle(formPaidJob, (paid) => forms.pages.finishPaid(paid));
  jobs.handle(tidyJob, async () => {
    await forms.pages.sweep();
    await forms.pages.finishForgotten();
  });
  jobs.schedule(tidyJob, '29 * * * *');
}
