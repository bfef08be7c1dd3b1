import { Readable } from 'node:stream';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { savedAs } from '#platform/http/saved-as.ts';
import { paymentsFiguresEndpoints } from '../../payments-figures.contract.ts';
import { paymentsPurchasesEndpoints } from '../../payments-purchases.contract.ts';
import type { PaymentsUsecases } from '../payments.usecases.ts';

const { affected, list, one, refund, cancel, ledger, adjust } = paymentsPurchasesEndpoints;
const { movements, table, revenue, margin, customers, payouts } = paymentsFiguresEndpoints;

/** What an account's people read and do about money. */
export function paymentsRecordsRoutes(
  binder: Binder,
  {
    records,
    figures,
    ledgers,
    refunds,
    payouts: bank,
    pauses,
  }: Pick<PaymentsUsecases, 'records' | 'figures' | 'ledgers' | 'refunds' | 'payouts' | 'pauses'>,
): void {
  bindEndpoints(
    binder,
    {
      affected,
      list,
      movements,
      table,
      revenue,
      margin,
      customers,
      payouts,
      one,
      refund,
      cancel,
      ledger,
      adjust,
    },
    {
      affected: ({ scope, query }) =>
        pauses.affected(
          scope,
          query.contact === undefined
            ? { agentIds: query.agents?.split(',').filter(Boolean) ?? null }
            : { contactId: query.contact },
        ),
      list: ({ scope, query }) => records.list(scope, query),
      movements: ({ scope, query }) => figures.movements(scope, query),
      async table({ scope, query, reply }) {
        const file = Readable.from(figures.csv(scope, query));
        await reply
          .header('content-disposition', savedAs(await figures.fileName(scope, query)))
          .header('cache-control', 'no-store')
          .type('text/csv; charset=utf-8')
          .send(file);
        return '';
      },
      revenue: ({ scope, query }) => figures.revenue(scope, query),
      margin: ({ scope, query }) => figures.margin(scope, query),
      customers: ({ scope, query }) => figures.customers(scope, query),
      payouts: ({ scope, query }) => bank.payouts(scope, query.test === 'true'),
      one: ({ scope, params }) => records.one(scope, params.id),
      async refund({ scope, params, body }) {
        await refunds.refund(scope, await records.find(scope, params.id), body);
        return records.presentOne(scope, params.id);
      },
      async cancel({ scope, params, body }) {
        await refunds.cancel(await records.find(scope, params.id), body.isEnding);
        return records.presentOne(scope, params.id);
      },
      ledger: ({ scope, params }) => ledgers.ledger(scope, params.id),
      adjust: ({ scope, params, body }) => ledgers.adjust(scope, params.id, body),
    },
  );
}
