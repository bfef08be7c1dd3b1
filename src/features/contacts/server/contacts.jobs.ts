import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { contactImportJob, type ContactsImport } from './import/imports.usecases.ts';
import { contactTaskJob, type ContactsMany } from './bulk/bulk.usecases.ts';

const tidyJob = defineJob({
  name: 'contacts.tidy',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
});

/** Work on many contacts, and forgetting about it. */
export function registerContactsJobs(jobs: Jobs, many: ContactsMany, imports: ContactsImport): void {
  jobs.handle(contactTaskJob, (payload, signal) => many.work(payload, signal));
  jobs.handle(contactImportJob, (payload, signal) => imports.work(payload, signal));
  jobs.handle(tidyJob, async () => {
    await many.tidy();
    await imports.tidy();
  });
  jobs.schedule(tidyJob, '23 2 * * *');
}
