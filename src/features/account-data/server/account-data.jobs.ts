import type { Jobs } from '#platform/jobs/jobs.ts';
import { exportJob, type AccountData } from './account-data.usecases.ts';

export function registerAccountDataJobs(jobs: Jobs, usecases: AccountData): void {
  jobs.handle(exportJob, (payload) => usecases.writeExport(payload));
}
