import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { ExperimentResults } from './experiments.usecases.ts';

/** Every ten minutes: experiments that do harm. */
const guardExperimentsJob = defineJob({
  name: 'analytics.experiments',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
});

export function registerExperimentsJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  experiments: Pick<ExperimentResults, 'endHarmful'>,
): void {
  jobs.handle(guardExperimentsJob, () => experiments.endHarmful());
  jobs.schedule(guardExperimentsJob, '*/10 * * * *');
}
