import type { Jobs } from '#platform/jobs/jobs.ts';
import { tidyCallsJob, type Calls } from './calls.usecases.ts';
import { forgetRecordingsJob, type Recordings } from './recordings/recordings.usecases.ts';

/** The background work of this feature; before the jobs start. */
export function registerCallsJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  calls: Pick<Calls, 'tidy'>,
  recordings: Pick<Recordings, 'forget'>,
): void {
  jobs.handle(tidyCallsJob, () => calls.tidy());
  jobs.schedule(tidyCallsJob, '*/5 * * * *');
  jobs.handle(forgetRecordingsJob, async () => void (await recordings.forget()));
  jobs.schedule(forgetRecordingsJob, '23 * * * *');
}
