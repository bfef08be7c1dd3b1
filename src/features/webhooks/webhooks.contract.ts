import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { webhookEventTypes } from './webhooks-events.contract.ts';

export const webhooksErrors = defineErrors('webhooks', {
  notFound: 404,
  deliveryNotFound: 404,
  tooMany: 409,
  addressRefused: 400,
});

/** Webhooks of one account. */
export const mostWebhooks = 20;
/** Deliveries and their bodies are kept for so many days. */
export const deliveryDays = 30;
/** Longest body of an event, in bytes. */
export const mostBodyBytes = 262_144;
/** A replaced secret goes on signing for so many hours, so that a receiver can change over. */
export const oldSecretHours = 24;
/** A webhook that nothing reached for so many days is switched off. */
export const disableAfterDays = 5;

/** `waiting`: tried or to be tried; `failed`: given up after the last try. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
/** What went wrong with a try: the answer was no 2xx, there was none in time, none at all, or the address is not allowed. */
export const deliveryProblems = ['status', 'timeout', 'unreachable', 'not_allowed', 'too_large'] as const;
/** Why a webhook is off: a member wanted it, it answered 410, or it failed for days. */
export const disabledReasons = ['member', 'gone', 'failing'] as const;

/** As signed JSON, or as a message into a chat of the team by its incoming webhook. */
export const webhookFormats = ['events', 'slack', 'discord'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

export const webhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    format: z.enum(webhookFormats),
    /** Types of events; none means all. */
    events: z.array(z.enum(webhookEventTypes)),
    isEnabled: z.boolean(),
    disabledReason: z.enum(['', ...disabledReasons]),
    /** Since when nothing reached it. */
    failingSince: z.string().nullable(),
    secretLastFour: z.string(),
    /** Deliveries that wait for a try, and that were given up in the last 30 days. */
    waiting: z.number(),
    failed: z.number(),
    createdAt: z.string(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhookSchema>;

export const deliverySchema = z
  .object({
    id: z.string(),
    eventId: z.string(),
    type: z.string(),
    state: z.enum(deliveryStates),
    attempts: z.number(),
    /** When it is tried next. */
    dueAt: z.string().nullable(),
    status: z.number().nullable(),
    problem: z.enum(['', ...deliveryProblems]),
    tookMs: z.number().nullable(),
    triedAt: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof deliverySchema>;

const input = z.strictObject({
  url: z.string().trim().min(1).max(2_048),
  description: z.string().trim().max(200),
  format: z.enum(webhookFormats).optional(),
  events: z.array(z.enum(webhookEventTypes)).max(webhookEventTypes.length),
});
const id = z.strictObject({ id: z.string().max(60) });
const ofDelivery = z.strictObject({ id: z.string().max(60), delivery: z.string().max(60) });
const manage = { permission: 'integrations.manage' } as const;

export const webhooksEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/webhook-endpoints',
    access: manage,
    summary: 'The webhooks of the account, newest first.',
    response: z.object({ webhooks: z.array(webhookSchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/webhook-endpoints',
    access: manage,
    needsPlan: true,
    summary: 'Adds a webhook. `secret` is shown this once.',
    body: input,
    response: webhookSchema.extend({ secret: z.string() }),
    errors: [webhooksErrors.tooMany, webhooksErrors.addressRefused],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/webhook-endpoints/{id}',
    access: manage,
    summary: 'Changes a webhook, or switches it off and on. What waits is sent once it is on again.',
    params: id,
    body: input.partial().extend({ isEnabled: z.boolean().optional() }),
    response: webhookSchema,
    errors: [webhooksErrors.notFound, webhooksErrors.addressRefused],
  }),
  renewSecret: endpoint({
    method: 'POST',
    path: '/api/webhook-endpoints/{id}/secret',
    access: manage,
    summary: 'Makes a new secret, shown this once. The old one signs as well for 24 hours.',
    params: id,
    response: z.object({ secret: z.string() }),
    errors: [webhooksErrors.notFound],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/webhook-endpoints/{id}',
    access: manage,
    summary: 'Removes a webhook with what waits for it.',
    params: id,
    response: z.object({}),
    errors: [webhooksErrors.notFound],
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/webhook-endpoints/{id}/test',
    access: manage,
    summary: 'Sends an event with made-up content at once, and says how that went.',
    params: id,
    body: z.strictObject({ type: z.enum(webhookEventTypes) }),
    response: deliverySchema,
    errors: [webhooksErrors.notFound],
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/webhook-endpoints/{id}/deliveries',
    access: manage,
    summary: 'What was sent to a webhook in the last 30 days, newest first, 50 at a time.',
    params: id,
    query: z.strictObject({
      state: z.enum(deliveryStates).optional(),
      cursor: z.string().max(60).optional(),
    }),
    response: z.object({ deliveries: z.array(deliverySchema), nextCursor: z.string().nullable() }),
    errors: [webhooksErrors.notFound],
  }),
  delivery: endpoint({
    method: 'GET',
    path: '/api/webhook-endpoints/{id}/deliveries/{delivery}',
    access: manage,
    summary: 'One delivery with the body that is sent and the beginning of what was answered.',
    params: ofDelivery,
    response: deliverySchema.extend({ body: z.string(), answer: z.string() }),
    errors: [webhooksErrors.deliveryNotFound],
  }),
  replay: endpoint({
    method: 'POST',
    path: '/api/webhook-endpoints/{id}/deliveries/{delivery}/replay',
    access: manage,
    summary: 'Sends a delivery once more, with the same id and body, from the first try on.',
    params: ofDelivery,
    response: z.object({}),
    errors: [webhooksErrors.deliveryNotFound],
  }),
  replayFailed: endpoint({
    method: 'POST',
    path: '/api/webhook-endpoints/{id}/replay',
    access: manage,
    summary: 'Sends all deliveries once more that were given up.',
    params: id,
    response: z.object({ count: z.number() }),
    errors: [webhooksErrors.notFound],
  }),
} as const;
