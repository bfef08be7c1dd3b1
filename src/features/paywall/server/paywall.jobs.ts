import type { Jobs } from '#platform/jobs/jobs.ts';
import { tidyPaywallJob, type Paywall } from './paywall.usecases.ts';

/** The background work of this feature; before the jobs start. */
export function registerPaywallJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  paywall: Pick<Paywall, 'tidy'>,
): void {
  jobs.handle(tidyPaywallJob, async () => {
    await paywall.tidy();
  });
  jobs.schedule(tidyPaywallJob, '7 * * * *');
}
