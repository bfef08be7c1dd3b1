import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { agentSummarySchema } from '#features/agents/agents.contract.ts';
import { contactDetailSchema } from '#features/contacts/contacts.contract.ts';
import {
  paymentsPurchasesEndpoints,
  refundInput,
  purchaseFilters,
  purchaseSchema,
} from '#features/payments/payments-purchases.contract.ts';
import { expandable, id, may, pageOf, paging } from './public-api.contract.ts';

const one = z.strictObject({ id });
const purchase = purchaseSchema
  .omit({ can: true })
  .extend({
    agent: agentSummarySchema.nullable().optional(),
    contact: contactDetailSchema.nullable().optional(),
  })
  .meta({ id: 'ApiPurchase' });
const { payments } = paymentsPurchasesEndpoints.one.response.shape;

export const publicPurchasesEndpoints = {
  list: endpoint({
    ...paymentsPurchasesEndpoints.list,
    path: '/api/v1/purchases',
    access: may('payments.read', 'payments.read'),
    name: 'purchases.list',
    summary: 'Purchases, newest first: those with test money for a test key, all others for a live one.',
    query: purchaseFilters.omit({ test: true }).extend({ ...expandable('agent', 'contact'), ...paging }),
    response: pageOf(purchase),
  }),
  get: endpoint({
    ...paymentsPurchasesEndpoints.one,
    path: '/api/v1/purchases/{id}',
    access: may('payments.read', 'payments.read'),
    name: 'purchases.get',
    summary: 'A purchase with its payments.',
    params: one,
    query: z.strictObject(expandable('agent', 'contact')),
    response: purchase.extend({ payments }).meta({ id: 'ApiPurchaseDetail' }),
  }),
  refund: endpoint({
    ...paymentsPurchasesEndpoints.refund,
    path: '/api/v1/purchases/{id}/refund',
    access: may('payments.write', 'payments.manage'),
    name: 'purchases.refund',
    params: one,
    body: refundInput.omit({ key: true }),
    response: purchase,
  }),
  cancel: endpoint({
    ...paymentsPurchasesEndpoints.cancel,
    path: '/api/v1/purchases/{id}/cancel',
    access: may('payments.write', 'payments.manage'),
    name: 'purchases.cancel',
    params: one,
    response: purchase,
  }),
} as const;
