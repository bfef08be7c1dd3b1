import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { invoiceSummarySchema } from '#features/invoices/invoices.contract.ts';
import { paymentsErrors } from './payments.contract.ts';

export const papersEndpoints = {
  invoices: endpoint({
    method: 'GET',
    path: '/api/payments/{id}/invoices',
    access: { permission: 'payments.read' },
    summary: 'Invoices and credit notes of a purchase, oldest first.',
    params: z.strictObject({ id: z.string().max(60) }),
    response: z.object({ invoices: z.array(invoiceSummarySchema) }),
    errors: [paymentsErrors.purchaseNotFound],
  }),
} as const;
