import { z } from 'zod';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { orderCodeJob, type Orders } from './orders/orders.usecases.ts';
import type { StoresUsecases } from './stores.usecases.ts';

const readFeedsJob = defineJob({
  name: 'stores.read-feeds',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
});

export function registerStoresJobs(
  jobs: Jobs,
  orders: Pick<Orders, 'mailCode'>,
  stores: Pick<StoresUsecases, 'readDue'>,
  conversations: { agentOf(visitor: VisitorIdentity): Promise<RunningAgent> },
): void {
  jobs.handle(orderCodeJob, (request, ended) => orders.mailCode(request, conversations.agentOf, ended));
  jobs.handle(readFeedsJob, () => stores.readDue());
  jobs.schedule(readFeedsJob, '*/10 * * * *');
}
