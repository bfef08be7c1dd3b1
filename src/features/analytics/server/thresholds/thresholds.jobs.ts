import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Thresholds } from './thresholds.usecases.ts';

const thresholdsJob = defineJob({
  name: 'analytics.thresholds',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 280,
  concurrency: 1,
});

/** Figures that are watched are looked at every five minutes. */
export function registerThresholdsJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  thresholds: Pick<Thresholds, 'lookAtAll'>,
): void {
  jobs.handle(thresholdsJob, async (_payload, signal) => thresholds.lookAtAll(signal));
  jobs.schedule(thresholdsJob, '*/5 * * * *');
}
