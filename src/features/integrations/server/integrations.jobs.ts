import type { Jobs } from '#platform/jobs/jobs.ts';
import { readModelEndsJob } from './integrations-ends.usecases.ts';
import type { IntegrationsUsecases } from './integrations.usecases.ts';

/** The background work of this feature; before the jobs start. */
export function registerIntegrationsJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  integrations: Pick<IntegrationsUsecases, 'readEnds'>,
): void {
  jobs.handle(readModelEndsJob, (_payload, signal) => integrations.readEnds(signal));
  jobs.schedule(readModelEndsJob, '37 4 * * *');
}
