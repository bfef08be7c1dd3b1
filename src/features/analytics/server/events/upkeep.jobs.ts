import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { AnalyticsUpkeep } from './upkeep.usecases.ts';

const upkeepJob = defineJob({
  name: 'analytics.upkeep',
  payload: z.object({}),
  retryLimit: 2,
  expireInSeconds: 3_000,
  concurrency: 1,
});

/** Old sums are packed and the oldest events let go each night. */
export function registerAnalyticsUpkeepJobs(jobs: Jobs, upkeep: AnalyticsUpkeep): void {
  jobs.handle(upkeepJob, async (_payload, signal) => upkeep.run(signal));
  jobs.schedule(upkeepJob, '35 3 * * *');
}
