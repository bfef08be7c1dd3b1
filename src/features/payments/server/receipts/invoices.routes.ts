import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { papersEndpoints } from '../../payments-papers.contract.ts';
import type { PaymentsUsecases } from '../payments.usecases.ts';

/** Invoices of what visitors bought. */
export function papersRoutes(
  binder: Binder,
  { records, papers }: Pick<PaymentsUsecases, 'records' | 'papers'>,
): void {
  bindEndpoints(binder, papersEndpoints, {
    async invoices({ scope, params }) {
      await records.find(scope, params.id);
      return { invoices: await papers.ofPurchase(scope, params.id) };
    },
  });
}
