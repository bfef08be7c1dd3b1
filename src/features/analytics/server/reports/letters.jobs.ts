import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { ReportLetters } from './letters.usecases.ts';

const reportLettersJob = defineJob({
  name: 'analytics.report-letters',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 840,
  concurrency: 1,
});

/** Figures by mail, looked after every quarter of an hour: that is when it is eight o'clock somewhere. */
export function registerReportLettersJobs(jobs: Jobs, letters: ReportLetters): void {
  jobs.handle(reportLettersJob, async (_payload, signal) => letters.send(signal));
  jobs.schedule(reportLettersJob, '*/15 * * * *');
}
