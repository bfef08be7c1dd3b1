import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { fillSampleJob, removeSampleJob, type SampleData } from './sample-data.usecases.ts';

const sweepJob = defineJob({
  name: 'sample-data.sweep',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
});

/** Makes sample data, and ends what is over every half hour. `fill` knows how such an account is filled. */
export function registerSampleDataJobs(
  jobs: Jobs,
  sampleData: SampleData,
  fill: (
    account: { accountId: string; userId: string },
    now: Date,
    isWanted: () => Promise<boolean>,
  ) => Promise<void>,
): void {
  jobs.handle(fillSampleJob, (account) =>
    sampleData.fill(account, (now, isWanted) => fill(account, now, isWanted)),
  );
  jobs.handle(removeSampleJob, ({ accountId }) => sampleData.remove(accountId));
  jobs.handle(sweepJob, (_payload, signal) => sampleData.sweep(signal));
  jobs.schedule(sweepJob, '11,41 * * * *');
}
