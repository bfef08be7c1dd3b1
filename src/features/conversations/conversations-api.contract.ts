import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import { paywallErrors } from '#features/paywall/paywall.contract.ts';
import { chatMessageSchema, conversationsErrors } from './conversations.contract.ts';

export const conversationsApiErrors = defineErrors('conversations', {
  secretKeyNeeded: 403,
  originNotAllowed: 403,
});

const language = z.enum(languages).optional();

/** What programs do with an agent's key. */
export const conversationsApiEndpoints = {
  apiSession: endpoint({
    method: 'POST',
    path: '/api/v1/sessions',
    access: 'key',
    name: 'sessions.create',
    summary:
      "Starts a visitor of the key's agent, for a chat of one's own making: `token` is the bearer of the visitor's endpoints. A public key may stand in a page; on an agent that runs on named pages only, that page must be one of them. A secret key begins 1,000 visitors an hour, a network address with a public key 60.",
    body: z.strictObject({ language, tag: z.string().max(64).optional() }),
    response: z.object({ token: z.string(), agent: z.object({ number: z.number(), name: z.string() }) }),
    errors: [
      conversationsErrors.notFound,
      conversationsErrors.tooManyMessages,
      conversationsApiErrors.originNotAllowed,
    ],
  }),
  apiMessage: endpoint({
    method: 'POST',
    path: '/api/v1/messages',
    access: 'key',
    name: 'sessions.ask',
    summary:
      "Asks the key's agent and waits for the whole answer, two minutes at the longest. Needs a secret key. `token` and `conversationId` of an answer go on with its conversation.",
    body: z.strictObject({
      text: z.string().trim().min(1).max(4_000),
      token: z.string().max(4_000).optional(),
      conversationId: z.string().max(60).nullable().default(null),
      clientMessageId: z.uuid().optional(),
      language,
    }),
    response: z.object({
      token: z.string(),
      conversationId: z.string(),
      /** Null while a person has the conversation: the AI says nothing then. */
      message: chatMessageSchema.nullable(),
    }),
    errors: [
      conversationsErrors.notFound,
      conversationsErrors.tooManyMessages,
      conversationsErrors.conversationFull,
      paywallErrors.paymentRequired,
      paywallErrors.fairUse,
      conversationsApiErrors.secretKeyNeeded,
    ],
  }),
} as const;
