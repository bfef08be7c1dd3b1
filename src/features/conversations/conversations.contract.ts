import { z } from 'zod';
import { callSchema } from '#shared/voice/calls.ts';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { publicAgentSchema } from '#features/agents/agents-public.contract.ts';
import { accessErrors, placeProof, switchableAgentSchema } from './conversations-access.contract.ts';
import { balanceSchema, paywallErrors } from '#features/paywall/paywall.contract.ts';
import { customInputSchema, customValuesSchema } from '#features/custom-fields/custom-fields.contract.ts';
import {
  attachmentSchema,
  attachmentsErrors,
  mostAttachments,
} from './conversations-attachments.contract.ts';
import { handlers, messageRoles, personFields, statuses } from './conversations-handoff.contract.ts';
import { messagePartSchema } from './conversations-parts.contract.ts';
import { givenFormSchema, visitorProgressSchema, visitorErrors } from './conversations-visitor.contract.ts';

export const conversationsErrors = defineErrors('conversations', {
  notFound: 404,
  tooManyMessages: 429,
  conversationFull: 409,
  agentClosed: 403,
  ownKeyOff: 403,
  notSpoken: 403,
});

/** The header that brings a visitor's own OpenAI key along with a message. */
export const ownKeyHeader = 'x-openai-key';

/** What a visitor is told when an answer fails. */
export const answerErrorCodes = [
  'answer.unavailable',
  'answer.busy',
  'answer.cut_off',
  'answer.stalled',
  'answer.too_long',
  'answer.interrupted',
  'answer.own_key_refused',
  'answer.own_key_spent',
  'answer.taken_over',
] as const;
export type AnswerErrorCode = (typeof answerErrorCodes)[number];

export const citationSchema = z
  .object({
    number: z.number(),
    title: z.string(),
    quote: z.string(),
    kind: z.enum(['page', 'file', 'text', 'qa']),
    /** The live page, when the source is one. */
    url: z.string().nullable(),
    /** The stored copy with the passage highlighted; a signed address that opens in a new tab. */
    storedUrl: z.string(),
    page: z.number().nullable(),
  })
  .meta({ id: 'Citation' });
export type Citation = z.infer<typeof citationSchema>;

export const chatMessageSchema = z
  .object({
    id: z.string(),
    seq: z.number(),
    role: z.enum(messageRoles),
    text: z.string(),
    status: z.enum(['streaming', 'complete', 'interrupted', 'stopped', 'failed']),
    createdAt: z.string(),
    ...personFields,
    /** What stands in the message besides its text. */
    parts: z.array(messagePartSchema).optional(),
    /** Questions that are proposed to the visitor after this answer. */
    suggestions: z.array(z.string()).optional(),
    citations: z.array(citationSchema),
    feedback: z.enum(['up', 'down']).nullable(),
    errorCode: z.string().nullable(),
    engine: z.enum(['built-in', 'model']).nullable(),
    /** Files that the visitor sent along, or pictures that the agent made. */
    attachments: z.array(attachmentSchema).optional(),
    /** The visitor said it aloud; the text is what was understood. */
    isSpoken: z.boolean().optional(),
    /** On a visitor's own message: the key under which it may be sent again. */
    clientMessageId: z.string().nullable().optional(),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.infer<typeof chatMessageSchema>;

const address = z.string().max(2_048);
const thread = z.object({ id: z.string(), messages: z.array(chatMessageSchema) }).nullable();
const messageId = z.strictObject({ id: z.string().max(60) });
const done = z.object({});

/** An answer's trace: for the owner only. */
export const traceSchema = z.object({
  passages: z.array(
    z.object({
      number: z.number().nullable(),
      title: z.string(),
      heading: z.string(),
      text: z.string(),
      url: z.string().nullable(),
      page: z.number().nullable(),
      score: z.number(),
      sourceId: z.string(),
      documentId: z.string(),
    }),
  ),
  tools: z.array(
    z.object({
      name: z.string(),
      arguments: z.unknown(),
      /** What the model read of it, cut; neither here nor the code in answers of before that was kept. */
      result: z.string().nullable().optional(),
      errorCode: z.string().nullable().optional(),
      errorDetail: z.string().nullable().optional(),
      title: z.string().nullable().optional(),
      risk: z.string().optional(),
      milliseconds: z.number(),
      failed: z.boolean(),
    }),
  ),
  retrievalMs: z.number().nullable(),
  firstTokenMs: z.number().nullable(),
  totalMs: z.number().nullable(),
  attempts: z.array(z.object({ provider: z.string(), model: z.string(), errorCode: z.string().nullable() })),
});
export type AnswerTrace = z.infer<typeof traceSchema>;

export const ownerMessageSchema = chatMessageSchema.extend({
  provider: z.string().nullable(),
  model: z.string().nullable(),
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  costMicros: z.number().nullable(),
  feedbackReason: z.string().nullable(),
  trace: traceSchema.nullable(),
  authorId: z.string().nullable(),
  /** On a visitor's message: it came as a reply to a mail. */
  byMail: z.boolean(),
  /** What a person's message said before it was changed or taken back. */
  earlier: z.array(z.object({ body: z.string(), at: z.string() })),
});
export type OwnerMessage = z.infer<typeof ownerMessageSchema>;

export const conversationSchema = z.object({
  id: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  /** The conversation with another agent that the visitor came from. */
  cameFrom: z.object({ conversationId: z.string(), agentName: z.string() }).nullable(),
  contactId: z.string().nullable(),
  language: z.string(),
  pageUrl: z.string().nullable(),
  tag: z.string().nullable(),
  messageCount: z.number(),
  createdAt: z.string(),
  lastMessageAt: z.string(),
  handler: z.enum(handlers),
  status: z.enum(statuses),
  endedAt: z.string().nullable(),
  endedBy: z.enum(['visitor', 'agent']).nullable(),
  rating: z.number().nullable(),
  ratingComment: z.string(),
  /** Values of the account's own fields, by their keys. */
  customFields: customValuesSchema,
  /** The contact form, when it was filled in this conversation. */
  form: givenFormSchema.nullable(),
  messages: z.array(ownerMessageSchema),
  /** Stretches that were spoken, in their order. */
  calls: z.array(callSchema),
});
export type Conversation = z.infer<typeof conversationSchema>;

const sessionAnswer = z.object({
  token: z.string(),
  agent: publicAgentSchema,
  conversation: thread,
  progress: visitorProgressSchema,
  /** What the visitor may still say; null where nothing is paid for. */
  balance: balanceSchema.nullable(),
  /** Whom the visitor may go on with. */
  switchable: z.array(switchableAgentSchema),
});

export const conversationsEndpoints = {
  openSession: endpoint({
    method: 'POST',
    path: '/api/visitor/session',
    access: 'public',
    isLarge: true,
    summary: "Starts or renews a visitor's session with one agent and gives back their newest conversation.",
    body: z.strictObject({
      agent: z.number().int().min(1).max(2_147_483_647),
      token: z.string().max(4_000).nullish(),
      preview: z.string().max(4_000).nullish(),
      page: z.strictObject({ url: address, referrer: address.optional() }).nullish(),
      timezone: z.string().max(64).optional(),
      language: z.string().max(35).optional(),
      tag: z.string().max(64).nullish(),
      /** Needed for an agent that runs on named pages only. */
      proof: placeProof.nullish(),
      /** Out of a link to one conversation: the session is for that one and nothing else. */
      resume: z.string().max(4_000).nullish(),
    }),
    response: sessionAnswer,
    errors: [
      accessErrors.resumeOver,
      accessErrors.pageNotAllowed,
      accessErrors.originUnproven,
      conversationsErrors.tooManyMessages,
    ],
  }),
  switchAgent: endpoint({
    method: 'POST',
    path: '/api/visitor/switch',
    access: 'visitor',
    isLarge: true,
    summary:
      'Goes on with another agent, or back to the first: a session of its own, with what was said before where the owner carries it over.',
    body: z.strictObject({
      agent: z.number().int().min(1).max(2_147_483_647),
      conversationId: z.string().max(60).nullable(),
      page: z.strictObject({ url: address }).nullish(),
      language: z.string().max(35).optional(),
    }),
    response: sessionAnswer.extend({
      transferred: z
        .object({
          agent: z.object({ name: z.string(), avatarUrl: z.string().nullable(), color: z.string() }),
          messages: z.array(chatMessageSchema),
        })
        .nullable(),
    }),
    errors: [
      accessErrors.notSwitchable,
      accessErrors.pageNotAllowed,
      conversationsErrors.notFound,
      conversationsErrors.tooManyMessages,
    ],
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/api/visitor/messages',
    access: 'visitor',
    ofOneConversation: true,
    transport: 'stream',
    summary:
      'Sends a message and streams the answer. The same `clientMessageId` again gives the same answer. While a person has the conversation there is none: `accepted` says so, and the stream ends.',
    body: z
      .strictObject({
        conversationId: z.string().max(60).nullable(),
        clientMessageId: z.uuid(),
        /** May be empty beside an attachment. */
        text: z.string().trim().max(4_000),
        attachments: z.array(z.string().max(60)).max(mostAttachments).default([]),
        /** It was said aloud, and the text is what was understood. */
        isSpoken: z.boolean().default(false),
        page: z.strictObject({ url: address }).nullish(),
      })
      .refine(({ text, attachments }) => text !== '' || attachments.length > 0, {
        path: ['text'],
        message: 'errors:fields.required',
      }),
    response: done,
    errors: [
      conversationsErrors.notFound,
      conversationsErrors.tooManyMessages,
      conversationsErrors.conversationFull,
      visitorErrors.consentDue,
      visitorErrors.contactFormDue,
      paywallErrors.paymentRequired,
      paywallErrors.fairUse,
      conversationsErrors.ownKeyOff,
      attachmentsErrors.off,
      attachmentsErrors.gone,
    ],
  }),
  joinAnswer: endpoint({
    method: 'GET',
    path: '/api/visitor/messages/{id}/stream',
    access: 'visitor',
    ofOneConversation: true,
    transport: 'stream',
    summary: 'Joins a running answer: the text so far, then the rest.',
    params: messageId,
    response: done,
    errors: [conversationsErrors.notFound],
  }),
  stopAnswer: endpoint({
    method: 'POST',
    path: '/api/visitor/messages/{id}/stop',
    access: 'visitor',
    ofOneConversation: true,
    summary: 'Stops a running answer.',
    params: messageId,
    response: done,
    errors: [conversationsErrors.notFound],
  }),
  rateAnswer: endpoint({
    method: 'POST',
    path: '/api/visitor/messages/{id}/feedback',
    access: 'visitor',
    ofOneConversation: true,
    summary: 'Thumbs up or down for an answer.',
    params: messageId,
    body: z.strictObject({
      value: z.enum(['up', 'down']).nullable(),
      reason: z.string().max(500).optional(),
    }),
    response: done,
    errors: [conversationsErrors.notFound],
  }),
  currentConversation: endpoint({
    method: 'GET',
    path: '/api/visitor/conversation',
    access: 'visitor',
    ofOneConversation: true,
    summary: "The visitor's newest conversation.",
    response: z.object({ conversation: thread }),
  }),
  visitorConversations: endpoint({
    method: 'GET',
    path: '/api/visitor/conversations',
    access: 'visitor',
    summary: "The visitor's newest 30 conversations with this agent, each with its first words.",
    response: z.object({
      conversations: z.array(
        z.object({ id: z.string(), title: z.string(), lastMessageAt: z.string(), isOver: z.boolean() }),
      ),
    }),
  }),
  visitorConversation: endpoint({
    method: 'GET',
    path: '/api/visitor/conversations/{id}',
    access: 'visitor',
    isLarge: true,
    summary: 'One conversation of the visitor. What is written to one that is over begins another.',
    params: messageId,
    response: z.object({ conversation: thread, isOver: z.boolean() }),
    errors: [conversationsErrors.notFound],
  }),
  ofContact: endpoint({
    method: 'GET',
    path: '/api/contacts/{id}/conversations',
    access: { permission: 'contacts.read' },
    summary: "A contact's newest 50 conversations with their messages.",
    params: messageId,
    response: z.object({ conversations: z.array(conversationSchema) }),
    errors: [conversationsErrors.notFound],
  }),
  setFields: endpoint({
    method: 'PATCH',
    path: '/api/conversations/{id}/custom-fields',
    access: { permission: 'inbox.reply' },
    summary:
      "Writes values of the account's own fields on a conversation; null takes one away, and what is not named stays.",
    params: z.strictObject({ id: z.string().max(60) }),
    body: z.strictObject({ values: customInputSchema }),
    response: z.object({ values: customValuesSchema }),
    errors: [conversationsErrors.notFound],
  }),
  previewAnswer: endpoint({
    method: 'GET',
    path: '/api/preview/answers/{id}',
    access: { permission: 'agents.read' },
    summary:
      "An answer of the editor's preview with how it came about. Answers to visitors are read with their contact.",
    params: messageId,
    response: ownerMessageSchema,
    errors: [conversationsErrors.notFound],
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/dashboard/overview',
    access: { permission: 'agents.read' },
    summary: 'Counts for the first screen.',
    response: z.object({
      agents: z.number(),
      liveAgents: z.number(),
      contacts: z.number(),
      conversations: z.number(),
      messages: z.number(),
      knowledgeReady: z.boolean(),
      seenOnSite: z.boolean(),
    }),
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/events',
    access: 'user',
    transport: 'stream',
    summary: 'Notices of what changed in the account, as server-sent events.',
    response: done,
  }),
} as const;
