import type { Jobs } from '#platform/jobs/jobs.ts';
import { lookForSummariesJob, writeSummaryJob, type Summaries } from './summaries.usecases.ts';

/** The background work of this feature; before the jobs start. */
export function registerSummariesJobs(jobs: Pick<Jobs, 'handle' | 'schedule'>, summaries: Summaries): void {
  jobs.handle(lookForSummariesJob, (_payload, signal) => summaries.look(signal));
  jobs.schedule(lookForSummariesJob, '* * * * *');
  jobs.handle(writeSummaryJob, ({ id }, signal) => summaries.write(id, signal));
}
