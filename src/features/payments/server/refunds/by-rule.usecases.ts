import type { Transaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import { paymentsRefundsRepository } from './refunds.repository.ts';
import { carryOutJob } from '../syncing/queues.usecases.ts';

/** An order whose vendor did not answer is carried out again after this. */
export const orderAgainMs = 120_000;

/**
 * Writes down that a subscription is to be ended at once and what of it goes back, once for each key, and
 * sends who does it. With `unusedFrom` the parts are worked out anew once it has ended. The sum that goes back.
 */
export async function orderByRule(
  tx: Transaction,
  jobs: Pick<Jobs, 'send'>,
  row: PurchaseRow,
  order: { key: string; parts: { reference: string; amount: number }[]; unusedFrom?: Date; now: Date },
): Promise<number> {
  const { accountId, id: purchaseId } = row;
  const { key, parts, unusedFrom = null, now } = order;
  const amount = parts.reduce((sum, part) => sum + part.amount, 0);
  const repository = paymentsRefundsRepository(tx);
  if (await repository.find(purchaseId, key)) return amount;
  await repository.insert({
    accountId,
    purchaseId,
    key,
    amount,
    parts,
    ends: true,
    state: 'asked',
    askedBy: '',
    unusedFrom,
    createdAt: now,
    dueAt: new Date(now.getTime() + orderAgainMs),
  });
  await jobs.send(tx, carryOutJob, { accountId, purchaseId, key });
  return amount;
}
