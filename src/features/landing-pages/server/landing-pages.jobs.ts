import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { LandingPagesParts } from './landing-pages-all.usecases.ts';

/** Every minute: pages whose beginning or end has come. */
const schedulePagesJob = defineJob({
  name: 'landing-pages.schedule',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
});

export function registerLandingPagesJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  parts: Pick<LandingPagesParts, 'publishing'>,
): void {
  jobs.handle(schedulePagesJob, () => parts.publishing.runDue());
  jobs.schedule(schedulePagesJob, '* * * * *');
}
