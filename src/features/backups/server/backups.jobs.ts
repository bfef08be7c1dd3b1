import type { Jobs } from '#platform/jobs/jobs.ts';
import { backupJob, type BackupsUsecases } from './backups.usecases.ts';

export function registerBackupsJobs(jobs: Jobs, usecases: BackupsUsecases): void {
  jobs.handle(backupJob, ({ id }, signal) => usecases.write(id, signal));
}
