import type { Jobs } from '#platform/jobs/jobs.ts';
import type { ClonesAtVendors } from './cloned-voices-vendors.usecases.ts';
import { cloneJob, removeCloneJob, sweepClonesJob } from './cloned-voices-jobs.models.ts';

/** The background work of this feature; before the jobs start. */
export function registerClonedVoicesJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  usecases: ClonesAtVendors,
): void {
  jobs.handle(cloneJob, (payload, signal) => usecases.clone(payload, signal));
  jobs.handle(removeCloneJob, (payload) => usecases.remove(payload));
  jobs.handle(sweepClonesJob, () => usecases.sweep());
  jobs.schedule(sweepClonesJob, '23 * * * *');
}
