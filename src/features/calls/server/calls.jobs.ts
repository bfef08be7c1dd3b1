import type { Jobs } from '#platform/jobs/jobs.ts';
import { tidyCallsJob, type Calls } from './calls.usecases.ts';

/** The background work of this feature; before the jobs start. */
export function registerCallsJobs(jobs: Pick<Jobs, 'handle' | 'schedule'>, calls: Pick<Calls, 'tidy'>): void {
  jobs.handle(tidyCallsJob, () => calls.tidy());
  jobs.schedule(tidyCallsJob, '*/5 * * * *');
}
