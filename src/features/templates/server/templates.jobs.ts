import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { TemplatesUsecases } from './templates.usecases.ts';

const cleanPreviewsJob = defineJob({
  name: 'templates.clean-previews',
  payload: z.object({}),
  retryLimit: 1,
  expireInSeconds: 300,
  concurrency: 1,
});

/** The background work of this feature; before the jobs start. */
export function registerTemplatesJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  usecases: TemplatesUsecases,
): void {
  jobs.handle(cleanPreviewsJob, () => usecases.removeOldPreviews());
  jobs.schedule(cleanPreviewsJob, '41 * * * *');
}
