import { z } from 'zod';
import { callSchema } from '#shared/voice/calls.ts';

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

const entitled = {
  /** Null for what an owner gave. */
  purchaseId: id.nullable(),
  agentId: id,
  contactId: id.nullable(),
  isTest: z.boolean(),
};
const pack = z.object({ ...entitled, granted: z.number(), remaining: z.number() });
const budget = z.object({
  agentId: id,
  /** Answers of a day, or micro-dollars that the models cost in a month. */
  limit: z.enum(['messages_per_day', 'cost_per_month']),
  percent: z.number(),
  used: z.number(),
});

/** What can be heard of, and what each event carries as `data`. */
export const webhookEventData = {
  'conversation.created': z.object({ conversation }),
  /** Something besides who may speak and its end, which have events of their own. */
  'conversation.updated': z.object({
    conversation,
    changes: z.array(z.enum(['status', 'assignee', 'priority', 'labels', 'custom_fields', 'contact'])),
    /** The member who has it; null for nobody. */
    assigneeId: id.nullable(),
    priority: z.enum(['none', 'low', 'medium', 'high', 'urgent']),
    labels: z.array(z.string()),
    customFields: z.record(z.string(), z.unknown()),
  }),
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
  /** A visitor began to talk with an agent, and that is over. */
  'call.started': z.object({ call: callSchema }),
  'call.ended': z.object({ call: callSchema }),
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
  'pack.low': z.object({ pack }),
  'pack.exhausted': z.object({ pack }),
  'pass.expired': z.object({ pass: z.object({ ...entitled, expiredAt: moment }) }),
  /** Somebody proved an address and opened what was bought with it. */
  'entitlement.restored': z.object({
    agentId: id,
    visitorId: id,
    email: z.string(),
    purchaseIds: z.array(id),
    isTest: z.boolean(),
  }),
  'summary.sent': z.object({ conversationId: id, agentId: id, recipients: z.number() }),
  'qr.scanned': z.object({ qrCodeId: id, agentId: id, name: z.string() }),
  'agent.published': z.object({
    agent: z.object({ id, number: z.number(), name: z.string() }),
    version: z.number(),
  }),
  /** A suite of tests was held, and not all of it passed. */
  'agent.test_failed': z.object({
    agentId: id,
    runId: id,
    suite: z.object({ id, name: z.string(), isRequired: z.boolean() }),
    /** Null where the draft was tested. */
    version: z.number().nullable(),
    total: z.number(),
    passed: z.number(),
    /** Names of the scenarios that did not pass, twenty at most. */
    failed: z.array(z.string()),
  }),
  'knowledge.ready': z.object({ source }),
  'knowledge.failed': z.object({ source }),
  /** An answer said that it does not know. */
  'knowledge.gap': z.object({
    messageId: id,
    conversationId: id,
    agentId: id,
    visitorId: id,
    contactId: id.nullable(),
    question: z.string(),
    answer: z.string(),
  }),
  'budget.warning': budget,
  'budget.reached': budget,
  /** A figure passed a limit that was set under the webhooks. */
  'figure.crossed': z.object({
    thresholdId: id,
    /** Null: of all agents together. */
    agentId: id.nullable(),
    figure: z.enum(['messages', 'conversations', 'visitors', 'revenue', 'unanswered', 'satisfaction']),
    side: z.enum(['above', 'below']),
    /** A count, percent, or the smallest unit of `currency`. */
    limit: z.number(),
    value: z.number(),
    /** Of `revenue`; empty for everything else. */
    currency: z.string(),
    /** The days that were counted, as days of the time zone. */
    from: z.string(),
    to: z.string(),
    zone: z.string(),
  }),
} as const;
export type WebhookEventType = keyof typeof webhookEventData;
export type WebhookEventData<T extends WebhookEventType = WebhookEventType> = z.infer<
  (typeof webhookEventData)[T]
>;

export const webhookEventTypes = Object.keys(webhookEventData) as [WebhookEventType, ...WebhookEventType[]];
