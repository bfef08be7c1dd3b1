import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Domains } from './domains/domains.usecases.ts';

/** Every minute: addresses of accounts whose next look at the DNS is due. */
const checkDomainsJob = defineJob({
  name: 'white-label.check-domains',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
});

export function registerWhiteLabelJobs(jobs: Jobs, domains: Pick<Domains, 'checkDue'>): void {
  jobs.handle(checkDomainsJob, () => domains.checkDue());
  jobs.schedule(checkDomainsJob, '* * * * *');
}
