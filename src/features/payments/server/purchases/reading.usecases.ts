import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { accessByPurchases, linesOfPurchase } from '#features/paywall/server/paywall.usecases.ts';
import type { Purchase } from '../../payments-purchases.contract.ts';
import { paymentsErrors } from '../../payments.contract.ts';
import type { PaymentConnections } from '../connecting/connections.usecases.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import { paymentsFiguresRepository } from '../figures/sums.repository.ts';
import { recordFilterOf, type RecordQuery } from '../figures/filters.usecases.ts';
import { paymentsRefundsRepository } from '../refunds/refunds.repository.ts';
import { presentPurchase, refusedOf, type Refused } from './reading.models.ts';
import { paymentsRecordsRepository } from './reading.repository.ts';
import { unusedPart } from '../subscriptions/pauses.models.ts';
import { paymentsRepository } from '../payments.repository.ts';

const pageSize = 50;
const ledgerLines = 50;

/** Purchases, as an account's people read them. */
export function createPaymentRecords({
  clock,
  connections,
}: {
  clock: Clock;
  connections: Pick<PaymentConnections, 'paymentMode'>;
}) {
  async function presentAll(
    tx: Transaction,
    scope: AccountScope,
    rows: readonly PurchaseRow[],
  ): Promise<Purchase[]> {
    const access = await accessByPurchases(
      tx,
      rows.map(({ id }) => id),
    );
    const kept = await paymentsRecordsRepository(tx).submissionsKept(
      rows.flatMap(({ submissionId }) => submissionId ?? []),
    );
    const orders = await paymentsRefundsRepository(tx).refusedOf(rows.map(({ id }) => id));
    const refused = new Map<string, Refused>();
    for (const id of new Set(orders.map(({ purchaseId }) => purchaseId))) {
      const own = orders.filter(({ purchaseId }) => purchaseId === id);
      refused.set(id, refusedOf(own, await paymentsRepository(tx).paymentsOf(id)));
    }
    return rows.map((row) =>
      presentPurchase(scope, row, access.get(row.id) ?? null, kept, refused.get(row.id) ?? null),
    );
  }

  /** A purchase that the member reaches. */
  async function find(tx: Transaction, scope: AccountScope, id: string): Promise<PurchaseRow> {
    const row = await paymentsRepository(tx).byId(id);
    if (!row || (row.agentId !== null && !scope.reaches(row.agentId)))
      throw new AppError(paymentsErrors.purchaseNotFound);
    return row;
  }

  return {
    find: (scope: AccountScope, id: string): Promise<PurchaseRow> => scope.run((tx) => find(tx, scope, id)),
    presentOne: (scope: AccountScope, id: string): Promise<Purchase> =>
      scope.run(async (tx) => (await presentAll(tx, scope, [await find(tx, scope, id)]))[0] as Purchase),

    list: (
      scope: AccountScope,
      {
        before,
        limit = pageSize,
        ...query
      }: RecordQuery & { before?: string | undefined; limit?: number | undefined },
    ) =>
      scope.run(async (tx) => {
        const repository = paymentsRecordsRepository(tx);
        const filter = await recordFilterOf(tx, connections, scope, query);
        const rows = await repository.page(filter, before, limit + 1);
        const shown = rows.slice(0, limit);
        return {
          purchases: await presentAll(tx, scope, shown),
          next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
          total: await repository.count(filter),
        };
      }),

    one: (scope: AccountScope, id: string) =>
      scope.run(async (tx) => {
        const row = await find(tx, scope, id);
        const [purchase] = await presentAll(tx, scope, [row]);
        if (!purchase) throw new AppError(paymentsErrors.purchaseNotFound);
        const payments = await paymentsRepository(tx).paymentsOf(id);
        return {
          purchase,
          payments: payments.map(({ reference, amount, refunded, dispute, paidAt }) => ({
            reference,
            amount,
            refunded,
            dispute,
            paidAt: paidAt.toISOString(),
          })),
          movements: await paymentsFiguresRepository(tx).movementsOf(id),
          lines: await linesOfPurchase(tx, id, ledgerLines),
          unused: purchase.can.cancel || purchase.isEnding ? unusedPart(row, payments, clock.now()) : null,
        };
      }),
  };
}
