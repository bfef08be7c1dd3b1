import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const testMoneyErrors = defineErrors('test-money', {
  /** The purchase was not paid with test money, or there is none. */
  notFound: 404,
  noSubscription: 409,
  notDisputable: 409,
});

const purchase = z.strictObject({ id: z.string().max(60) });
const read = { permission: 'payments.read' } as const;
const manage = { permission: 'payments.manage' } as const;

/** What the simulated bank knows of a purchase, and what can be played with it. */
export const testPurchaseSchema = z
  .object({
    status: z.enum(['open', 'complete', 'expired']),
    dispute: z.enum(['none', 'open', 'won', 'lost']),
    subscription: z
      .object({
        status: z.enum(['trialing', 'active', 'past_due', 'canceled']),
        periodEnd: z.string(),
        isEnding: z.boolean(),
      })
      .nullable(),
    can: z.object({ renew: z.boolean(), openDispute: z.boolean(), decideDispute: z.boolean() }),
  })
  .meta({ id: 'TestPurchase' });
export type TestPurchase = z.infer<typeof testPurchaseSchema>;

/**
 * For trying things out with test money: what otherwise only time or an angry customer brings. The id is that
 * of the purchase.
 */
export const testMoneyEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/test-money/{id}',
    access: read,
    summary: 'What the simulated bank knows of a purchase, and what can be tried with it.',
    params: purchase,
    response: testPurchaseSchema,
    errors: [testMoneyErrors.notFound],
  }),
  renew: endpoint({
    method: 'POST',
    path: '/api/test-money/{id}/renew',
    access: manage,
    summary: 'Lets the period of a test subscription end now; its renewal is paid or fails.',
    params: purchase,
    body: z.strictObject({ outcome: z.enum(['paid', 'failed']) }),
    response: testPurchaseSchema,
    errors: [testMoneyErrors.notFound, testMoneyErrors.noSubscription],
  }),
  dispute: endpoint({
    method: 'POST',
    path: '/api/test-money/{id}/dispute',
    access: manage,
    summary: 'Disputes a payment of a test purchase, or decides its dispute for or against the owner.',
    params: purchase,
    body: z.strictObject({
      state: z.enum(['open', 'won', 'lost']),
      /** By its reference; absent is the last one. */
      payment: z.string().max(60).optional(),
    }),
    response: testPurchaseSchema,
    errors: [testMoneyErrors.notFound, testMoneyErrors.notDisputable],
  }),
} as const;
