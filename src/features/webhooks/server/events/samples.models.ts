import type { WebhookEventData, WebhookEventType } from '../../webhooks-events.contract.ts';

const at = '2026-05-18T10:00:00.000Z';
const ids = {
  agentId: 'agt_01jvh6x3v0c4m8q2t6w9z1b5d7f3h0',
  visitorId: 'vis_01jvh6x3v0k5n9r3v7x0a2c6e8g4j1',
  contactId: 'con_01jvh6x3v0p6q0s4w8y1b3d7f9h5k2',
  conversationId: 'cnv_01jvh6x3v0r7s1t5x9z2c4e8g0j6m3',
};
const conversation: WebhookEventData<'conversation.created'>['conversation'] = {
  id: ids.conversationId,
  agentId: ids.agentId,
  visitorId: ids.visitorId,
  contactId: ids.contactId,
  status: 'pending',
  handler: 'ai',
  channel: 'site',
  language: 'en',
  createdAt: at,
};
const call: WebhookEventData<'call.ended'>['call'] = {
  id: 'cal_01jvh6x3v0a6b0c4d8e2f5g9h3j7k1',
  agentId: ids.agentId,
  visitorId: ids.visitorId,
  contactId: ids.contactId,
  conversationId: ids.conversationId,
  provider: 'openai',
  way: 'live',
  language: 'en',
  startedAt: at,
  endedAt: '2026-05-18T10:03:12.000Z',
  endReason: 'hungUp',
  seconds: 192,
  turns: 6,
  interruptions: 1,
  firstSoundMs: 640,
  costMicros: 142_000,
  chargedMessages: 20,
  recording: null,
};
const contact: WebhookEventData<'contact.created'>['contact'] = {
  id: ids.contactId,
  name: 'Jana Bright',
  email: 'jana@bright.example',
  phone: '+420 601 234 567',
  company: 'Bright & Daughters',
  createdAt: at,
};
const purchase: WebhookEventData<'payment.succeeded'>['payment']['purchase'] = {
  id: 'pur_01jvh6x3v0t8v2w6y0a3d5f9h1k7n4',
  agentId: ids.agentId,
  formId: null,
  contactId: ids.contactId,
  email: 'jana@bright.example',
  kind: 'subscription',
  currency: 'EUR',
  isTest: true,
};
const payment: WebhookEventData<'payment.succeeded'>['payment'] = {
  purchase,
  amount: 1_190,
  tax: 190,
  reference: 'pi_3Rsample',
  at,
};
const subscription: WebhookEventData<'subscription.started'>['subscription'] = {
  purchase,
  status: 'active',
  periodEnd: '2026-06-18T10:00:00.000Z',
  isEnding: false,
};
const source: WebhookEventData<'knowledge.ready'>['source'] = {
  id: 'src_01jvh6x3v0v9w3x7z1b4e6g0j2m8p5',
  collectionId: 'col_01jvh6x3v0w0x4y8a2c5f7h1k3n9q6',
  kind: 'website',
  name: 'linden-bakery.example',
  documents: 12,
  problem: '',
};
const pack: WebhookEventData<'pack.low'>['pack'] = {
  purchaseId: purchase.id,
  agentId: ids.agentId,
  contactId: ids.contactId,
  isTest: true,
  granted: 100,
  remaining: 10,
};
const budget: WebhookEventData<'budget.warning'> = {
  agentId: ids.agentId,
  limit: 'cost_per_month',
  percent: 80,
  used: 8_012_400,
};
const answers = [
  { key: 'name', label: 'Your name', value: 'Jana Bright' },
  { key: 'email', label: 'E-mail', value: 'jana@bright.example' },
];

const samples: { [T in WebhookEventType]: WebhookEventData<T> } = {
  'conversation.created': { conversation },
  'call.started': {
    call: { ...call, endedAt: null, endReason: null, seconds: 0, turns: 0, interruptions: 0 },
  },
  'call.ended': { call },
  'conversation.updated': {
    conversation,
    changes: ['assignee', 'labels'],
    assigneeId: 'usr_01jvh6x3v0x1y5z9b3d6g8j2m4p0r7',
    priority: 'high',
    labels: ['Wedding cakes'],
    customFields: { pickup: '2026-05-23' },
  },
  'conversation.handoff_requested': { conversation: { ...conversation, status: 'open', handler: 'waiting' } },
  'conversation.human_joined': {
    conversation: { ...conversation, status: 'open', handler: 'human' },
    userId: 'usr_01jvh6x3v0x1y5z9b3d6g8j2m4p0r7',
  },
  'conversation.returned_to_ai': { conversation },
  'conversation.resolved': { conversation: { ...conversation, status: 'resolved' } },
  'message.created': {
    message: {
      id: 'msg_01jvh6x3v0y2z6a0c4e7h9k3n5q1s8',
      conversationId: ids.conversationId,
      agentId: ids.agentId,
      visitorId: ids.visitorId,
      contactId: ids.contactId,
      role: 'visitor',
      text: 'Do you bake rye bread on Saturdays?',
      createdAt: at,
    },
  },
  'message.feedback': {
    messageId: 'msg_01jvh6x3v0y2z6a0c4e7h9k3n5q1s8',
    conversationId: ids.conversationId,
    agentId: ids.agentId,
    visitorId: ids.visitorId,
    contactId: ids.contactId,
    value: 'up',
    comment: '',
  },
  'contact.created': { contact },
  'contact.updated': { contact },
  'contact.merged': { contactId: ids.contactId, mergedId: 'con_01jvh6x3v0z3a7b1d5f8j0m4p6r2t9' },
  'contact.erased': { contactId: ids.contactId },
  'lead.captured': { agentId: ids.agentId, visitorId: ids.visitorId, contactId: ids.contactId, answers },
  'form.submitted': {
    submission: {
      id: 'fsb_01jvh6x3v0a4b8c2e6g9k1n5q7s3v0',
      formId: 'frm_01jvh6x3v0b5c9d3f7h0m2p6r8t4w1',
      formName: 'Order a cake',
      contactId: ids.contactId,
      conversationId: null,
      answers,
      createdAt: at,
    },
  },
  'payment.succeeded': { payment },
  'payment.failed': { subscription: { ...subscription, status: 'past_due' } },
  'payment.refunded': { payment },
  'payment.disputed': { payment },
  'subscription.started': { subscription },
  'subscription.renewed': { subscription },
  'subscription.past_due': { subscription: { ...subscription, status: 'past_due' } },
  'subscription.canceled': { subscription: { ...subscription, status: 'canceled' } },
  'pack.low': { pack },
  'pack.exhausted': { pack: { ...pack, remaining: 0 } },
  'pass.expired': {
    pass: {
      purchaseId: purchase.id,
      agentId: ids.agentId,
      contactId: ids.contactId,
      isTest: true,
      expiredAt: at,
    },
  },
  'entitlement.restored': {
    agentId: ids.agentId,
    visitorId: ids.visitorId,
    email: purchase.email,
    purchaseIds: [purchase.id],
    isTest: true,
  },
  'summary.sent': { conversationId: ids.conversationId, agentId: ids.agentId, recipients: 1 },
  'qr.scanned': { qrCodeId: 'qrc_01jvh6x3v0c6d0e4g8j1n3q7s9v5x2', agentId: ids.agentId, name: 'Shop window' },
  'agent.published': { agent: { id: ids.agentId, number: 4_211, name: 'Linden Bakery' }, version: 3 },
  'agent.test_failed': {
    agentId: ids.agentId,
    runId: 'run_01jvh6x3v0e8f2g6j0k3n5r7t9v1x4',
    suite: { id: 'sui_01jvh6x3v0f9g3h7k1m4p6s8v0w2y5', name: 'Opening hours', isRequired: true },
    version: null,
    total: 4,
    passed: 3,
    failed: ['Asks about Sunday'],
  },
  'knowledge.ready': { source },
  'knowledge.failed': { source: { ...source, documents: 0, problem: 'unreachable' } },
  'knowledge.gap': {
    messageId: 'msg_01jvh6x3v0d7e1f5h9k2m4q6s8u0w3',
    conversationId: ids.conversationId,
    agentId: ids.agentId,
    visitorId: ids.visitorId,
    contactId: ids.contactId,
    question: 'Do you deliver to Leiden?',
    answer: 'I couldn’t find an answer to that in the documents of Linden Bakery.',
  },
  'budget.warning': budget,
  'budget.reached': { ...budget, percent: 100, used: 10_000_000 },
  'figure.crossed': {
    thresholdId: 'thr_01jvh6x3v0g0h4j8m2p5r7t9v1x3z6',
    agentId: null,
    figure: 'messages',
    side: 'above',
    limit: 200,
    value: 214,
    currency: '',
    from: '2026-05-18',
    to: '2026-05-18',
    zone: 'Europe/Brussels',
  },
};

/** What an event of a type could carry on a day like any other, for tests by owners and for the guide. */
export const sampleOf = <T extends WebhookEventType>(type: T): WebhookEventData<T> => samples[type];
