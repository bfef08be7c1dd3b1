import type { Jobs } from '#platform/jobs/jobs.ts';
import { orderCodeJob, type Orders } from './orders/orders.usecases.ts';

export function registerStoresJobs(jobs: Jobs, orders: Pick<Orders, 'mailCode'>): void {
  jobs.handle(orderCodeJob, (request) => orders.mailCode(request));
}
