import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const accountReviewErrors = defineErrors('account-review', { nothingToReview: 409 });

/** What was there before the owner's address was proven, and lets somebody in, or lets money or data out. */
export const reviewKinds = [
  'member',
  'key',
  'provider',
  'server',
  'function',
  'webhook',
  'payments',
  'identity',
  'notice',
] as const;

export const reviewItemSchema = z
  .object({
    kind: z.enum(reviewKinds),
    id: z.string(),
    name: z.string(),
    detail: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'ReviewItem' });
export type ReviewItem = z.infer<typeof reviewItemSchema>;
const reviewSchema = z.object({ since: z.string(), items: z.array(reviewItemSchema) }).nullable();

export const accountReviewEndpoints = {
  look: endpoint({
    method: 'GET',
    path: '/api/account-review',
    access: { permission: 'account.manage' },
    summary:
      "What was made before the owner's address was proven and waits for the owner's word; null when nothing does.",
    response: z.object({ review: reviewSchema }),
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/account-review',
    access: { permission: 'account.manage' },
    summary:
      'Keeps what is named and ends all the rest: members are suspended, keys revoked, connections, secrets and addresses that are told of chats and forms removed.',
    body: z.strictObject({
      keep: z.array(z.strictObject({ kind: z.enum(reviewKinds), id: z.string().max(254) })).max(1_000),
    }),
    response: z.object({ ended: z.number() }),
    errors: [accountReviewErrors.nothingToReview],
  }),
} as const;
