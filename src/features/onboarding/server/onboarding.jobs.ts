import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Letters } from './onboarding-letters.usecases.ts';

const lettersJob = defineJob({
  name: 'onboarding.letters',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
});

/** The mails of the first week, looked after every ten minutes so that the welcome comes soon. */
export function registerOnboardingJobs(jobs: Jobs, letters: Letters): void {
  jobs.handle(lettersJob, async (_payload, signal) => letters.send(signal));
  jobs.schedule(lettersJob, '*/10 * * * *');
}
