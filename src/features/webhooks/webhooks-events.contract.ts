import { z } from 'zod';

/** Moments are ISO 8601 in UTC; amounts are in the smallest unit of their currency. */
const moment = z.string();
const id = z.string();

const conversation = z.object({
  id,
  agentId: id,
  visitorId: id,
  /** Null while nobody knows who the visitor is. */
  contactId: id.nullable(),
  /** `pending`: the AI has it; `open`: a person is asked for. */
  status: z.enum(['open', 'pending', 'snoozed', 'resolved']),
  /** Who may speak. */
  handler: z.enum(['ai', 'waiting', 'human', 'paused']),
  channel: z.enum(['site', 'page', 'qr', 'api']),
  language: z.string(),
  createdAt: moment,
});
const message = z.object({
  id,
  conversationId: id,
  agentId: id,
  visitorId: id,
  contactId: id.nullable(),
  role: z.enum(['visitor', 'assistant', 'human']),
  text: z.string(),
  createdAt: moment,
});
const contact = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  createdAt: moment,
});
const purchase = z.object({
  id,
  /** Null for what is paid in a form. */
  agentId: id.nullable(),
  formId: id.nullable(),
  contactId: id.nullable(),
  email: z.string(),
  kind: z.enum(['once', 'subscription', 'pack', 'form']),
  currency: z.string(),
  /** Paid with test money. */
  isTest: z.boolean(),
});
const payment = z.object({
  purchase,
  /** Of this movement alone; what was given back or is disputed is positive, too. */
  amount: z.number(),
  tax: z.number(),
  /** The payment at the provider. */
  reference: z.string().nullable(),
  at: moment,
});
const subscription = z.object({
  purchase,
  status: z.enum(['trialing', 'active', 'past_due', 'canceled']),
  /** When what was paid for ends. */
  periodEnd: moment.nullable(),
  /** It is not renewed. */
  isEnding: z.boolean(),
});
const source = z.object({
  id,
  collectionId: id,
  kind: z.enum(['file', 'website', 'page', 'text', 'qa']),
  name: z.string(),
  /** Pages, files or pairs that are read. */
  documents: z.number(),
  problem: z.string(),
});

/** What can be heard of, and what each event carries as `data`. */
export const webhookEventData = {
  'conversation.created': z.object({ conversation }),
  'conversation.handoff_requested': z.object({ conversation }),
  'conversation.human_joined': z.object({ conversation, userId: id }),
  'conversation.returned_to_ai': z.object({ conversation }),
  'conversation.resolved': z.object({ conversation }),
  'message.created': z.object({ message }),
  'message.feedback': z.object({
    messageId: id,
    conversationId: id,
    agentId: id,
    visitorId: id,
    contactId: id.nullable(),
    value: z.enum(['up', 'down']).nullable(),
    comment: z.string(),
  }),
  'contact.created': z.object({ contact }),
  'contact.updated': z.object({ contact }),
  'contact.merged': z.object({ contactId: id, mergedId: id }),
  'contact.erased': z.object({ contactId: id }),
  'lead.captured': z.object({
    agentId: id,
    visitorId: id,
    contactId: id.nullable(),
    answers: z.array(z.object({ key: z.string(), label: z.string(), value: z.string() })),
  }),
  'form.submitted': z.object({
    submission: z.object({
      id,
      formId: id,
      formName: z.string(),
      contactId: id.nullable(),
      conversationId: id.nullable(),
      answers: z.array(z.object({ key: z.string(), label: z.string(), value: z.string() })),
      createdAt: moment,
    }),
  }),
  'payment.succeeded': z.object({ payment }),
  'payment.failed': z.object({ subscription }),
  'payment.refunded': z.object({ payment }),
  'payment.disputed': z.object({ payment }),
  'subscription.started': z.object({ subscription }),
  'subscription.renewed': z.object({ subscription }),
  'subscription.past_due': z.object({ subscription }),
  'subscription.canceled': z.object({ subscription }),
  'summary.sent': z.object({ conversationId: id, agentId: id, recipients: z.number() }),
  'qr.scanned': z.object({ qrCodeId: id, agentId: id, name: z.string() }),
  'agent.published': z.object({
    agent: z.object({ id, number: z.number(), name: z.string() }),
    version: z.number(),
  }),
  'knowledge.ready': z.object({ source }),
  'knowledge.failed': z.object({ source }),
} as const;
export type WebhookEventType = keyof typeof webhookEventData;
export type WebhookEventData<T extends WebhookEventType = WebhookEventType> = z.infer<
  (typeof webhookEventData)[T]
>;

export const webhookEventTypes = Object.keys(webhookEventData) as [WebhookEventType, ...WebhookEventType[]];
