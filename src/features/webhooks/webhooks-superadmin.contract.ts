import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { deliveryProblems, disabledReasons } from './webhooks.contract.ts';

const failingWebhook = z.object({
  id: z.string(),
  account: z.object({ id: z.string(), name: z.string() }),
  /** Without what comes after it: addresses of chat services are secrets. */
  host: z.string(),
  /** One that is off is sent nothing until its account switches it on. */
  isEnabled: z.boolean(),
  disabledReason: z.enum(['', ...disabledReasons]),
  /** Deliveries that were given up. */
  count: z.number().int(),
  /** Of the newest of them. */
  status: z.number().nullable(),
  problem: z.enum(['', ...deliveryProblems]),
  triedAt: z.string().nullable(),
});
export type FailingWebhook = z.infer<typeof failingWebhook>;

export const webhooksSuperadminEndpoints = {
  failures: endpoint({
    method: 'GET',
    path: '/api/superadmin/webhooks/failures',
    access: 'superadmin',
    summary: 'The webhooks of all accounts with deliveries that were given up within 30 days, at most 100.',
    response: z.object({ webhooks: z.array(failingWebhook) }),
  }),
  replay: endpoint({
    method: 'POST',
    path: '/api/superadmin/webhooks/{id}/replay',
    access: 'superadmin',
    summary: 'Sends all deliveries of a webhook once more that were given up.',
    params: z.strictObject({ id: z.string().max(60) }),
    response: z.object({ count: z.number().int() }),
    errors: [commonErrors.notFound],
  }),
} as const;
