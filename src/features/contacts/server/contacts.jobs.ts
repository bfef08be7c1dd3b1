import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { contactTaskJob, type ContactsMany } from './contacts-many.usecases.ts';

const tidyJob = defineJob({ name: 'contacts.tidy', payload: z.object({}), retryLimit: 0, expireInSeconds: 300, concurrency: 1 });

/** Work on many contacts, and forgetting about it. */
export function registerContactsJobs(jobs: Jobs, many: ContactsMany): void {
  jobs.handle(contactTaskJob, (payload, signal) => many.work(payload, signal));
  jobs.handle(tidyJob, () => many.tidy());
  jobs.schedule(tidyJob, '23 2 * * *');
}
