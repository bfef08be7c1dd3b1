import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { runJob } from './running/holding.usecases.ts';
import type { SimulatorUsecases } from './simulator.usecases.ts';

const tidyJob = defineJob({
  name: 'simulator.tidy',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
});

export function registerSimulatorJobs(jobs: Jobs, simulator: SimulatorUsecases): void {
  jobs.handle(runJob, ({ accountId, runId }, signal) => simulator.runs.work(accountId, runId, signal));
  jobs.handle(tidyJob, () => simulator.tidy());
  jobs.schedule(tidyJob, '41 * * * *');
}
