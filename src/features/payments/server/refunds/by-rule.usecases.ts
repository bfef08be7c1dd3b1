import type { Transaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import { paymentsRefundsRepository } from './refunds.repository.ts';
import { carryOutJob } from '../syncing/queues.usecases.ts';

/**
 * Writes down that a subscription is to be ended at once and what of it goes back, once for each key, and
 * sends who does it. The sum that goes back.
 */
export async function orderByRule(
  tx: Transaction,
  jobs: Pick<Jobs, 'send'>,
  row: PurchaseRow,
  order: { key: string; parts: { reference: string; amount: number }[]; now: Date },
): Promise<number> {
  const { accountId, id: purchaseId } = row;
  const { key, parts, now } = order;
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
    createdAt: now,
  });
  await jobs.send(tx, carryOutJob, { accountId, purchaseId, key });
  return amount;
}
