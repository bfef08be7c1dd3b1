import { AppError, commonErrors } from '#shared/errors.ts';
import type { Database } from '#platform/database/database.ts';
import type { JobFailure, Jobs } from '#platform/jobs/jobs.ts';
import { superadminActor, type Superadmin } from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';

const mostFailures = 100;

/** Background work that was given up, and trying it again. */
export function createJobFailures(services: { database: Database; jobs: Pick<Jobs, 'failures' | 'retry'> }) {
  const { database, jobs } = services;
  return {
    list: (): Promise<JobFailure[]> => jobs.failures(mostFailures),

    /** @throws `common.not_found` where it runs again already, or is gone */
    async retry(superadmin: Superadmin, id: string): Promise<void> {
      const actor = await superadminActor(database, superadmin);
      const job = await jobs.retry(id);
      if (!job) throw new AppError(commonErrors.notFound);
      await database.system((tx) => writeAudit(tx, actor, 'operator.job_retried', { id, name: job.name }));
    },
  };
}
