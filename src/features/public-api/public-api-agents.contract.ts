import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  agentsEndpoints,
  agentsErrors,
  agentSchema,
  agentSummarySchema,
} from '#features/agents/agents.contract.ts';
import { agentsLifecycleEndpoints } from '#features/agents/agents-lifecycle.contract.ts';
import { conversationsErrors, chatMessageSchema } from '#features/conversations/conversations.contract.ts';
import { collectionSchema } from '#features/knowledge/knowledge.contract.ts';
import { paywallErrors } from '#features/paywall/paywall.contract.ts';
import {
  qrCodeInput,
  qrCodeSchema,
  qrCodesEndpoints,
  qrCodesErrors,
} from '#features/qr-codes/qr-codes.contract.ts';
import { done, expandable, id, language, may, pageOf, paging } from './public-api.contract.ts';

const ofAgent = z.strictObject({ id });
const ofCode = qrCodesEndpoints.change.params;

/** What a program reads of an agent: without what only a browser uses. */
const agent = agentSchema.omit({ can: true, previewUrl: true }).meta({ id: 'ApiAgent' });
/** What is told with `expand=knowledge`. */
const known = { knowledge: collectionSchema.optional() };

export const publicAgentsEndpoints = {
  list: endpoint({
    ...agentsEndpoints.list,
    path: '/api/v1/agents',
    access: may('agents.read', 'agents.read'),
    name: 'agents.list',
    summary: 'Agents, newest first; `search` looks into names and system prompts.',
    query: z.strictObject({ search: z.string().max(200).optional(), ...paging }),
    response: pageOf(agentSummarySchema),
  }),
  get: endpoint({
    ...agentsEndpoints.get,
    path: '/api/v1/agents/{id}',
    access: may('agents.read', 'agents.read'),
    name: 'agents.get',
    query: z.strictObject(expandable('knowledge')),
    response: agent.extend(known),
  }),
  create: endpoint({
    ...agentsEndpoints.create,
    path: '/api/v1/agents',
    access: may('agents.write', 'agents.edit'),
    name: 'agents.create',
    response: agent,
  }),
  saveDraft: endpoint({
    ...agentsEndpoints.saveDraft,
    path: '/api/v1/agents/{id}/draft',
    access: may('agents.write', 'agents.edit'),
    name: 'agents.saveDraft',
  }),
  publish: endpoint({
    ...agentsEndpoints.publish,
    path: '/api/v1/agents/{id}/publish',
    access: may('agents.write', 'agents.publish'),
    name: 'agents.publish',
    response: agent,
  }),
  setStatus: endpoint({
    ...agentsLifecycleEndpoints.setStatus,
    path: '/api/v1/agents/{id}/status',
    access: may('agents.write', 'agents.publish'),
    name: 'agents.setStatus',
    response: agent,
  }),
  remove: endpoint({
    ...agentsEndpoints.remove,
    path: '/api/v1/agents/{id}',
    access: may('agents.write', 'agents.edit'),
    name: 'agents.remove',
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/v1/agents/{id}/messages',
    access: may('agents.ask', 'agents.read'),
    name: 'agents.ask',
    summary:
      'Asks an agent and waits for the whole answer, two minutes at the longest; metered and paid like the chat. A test key asks the draft, and nothing is counted.',
    params: ofAgent,
    body: z.strictObject({
      text: z.string().trim().min(1).max(4_000),
      /** Goes on with a conversation that a program began. */
      conversationId: id.optional(),
      /** One of the program's own users, who keeps free messages and purchases. */
      user: z.string().min(1).max(200).optional(),
      language: language.optional(),
    }),
    response: z.object({
      conversationId: z.string(),
      /** Null while a person has the conversation: the AI says nothing then. */
      message: chatMessageSchema.nullable(),
    }),
    errors: [
      agentsErrors.notFound,
      conversationsErrors.notFound,
      conversationsErrors.agentClosed,
      conversationsErrors.tooManyMessages,
      conversationsErrors.conversationFull,
      paywallErrors.paymentRequired,
      paywallErrors.fairUse,
    ],
  }),
} as const;

export const publicAskStreamEndpoint = {
  stream: endpoint({
    ...publicAgentsEndpoints.ask,
    path: '/api/v1/agents/{id}/messages/stream',
    name: 'agents.askStream',
    transport: 'stream',
    response: done,
    summary:
      'Asks an agent and streams the answer as server-sent events: `accepted` with `conversationId`, `delta` with `text`, then `done` with `message`, or `error` with a problem.',
  }),
} as const;

export const publicQrCodesEndpoints = {
  list: endpoint({
    ...qrCodesEndpoints.list,
    path: '/api/v1/agents/{id}/qr-codes',
    access: may('agents.read', 'agents.read'),
    name: 'qrCodes.list',
    query: z.strictObject(paging),
    response: pageOf(qrCodeSchema),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/agents/{id}/qr-codes/{code}',
    access: may('agents.read', 'agents.read'),
    name: 'qrCodes.get',
    summary: 'One QR code with how often it was scanned.',
    params: ofCode,
    response: qrCodeSchema,
    errors: [qrCodesErrors.notFound],
  }),
  create: endpoint({
    ...qrCodesEndpoints.create,
    path: '/api/v1/agents/{id}/qr-codes',
    access: may('agents.write', 'agents.edit'),
    name: 'qrCodes.create',
    body: qrCodeInput,
  }),
  change: endpoint({
    ...qrCodesEndpoints.change,
    path: '/api/v1/agents/{id}/qr-codes/{code}',
    access: may('agents.write', 'agents.edit'),
    name: 'qrCodes.change',
    body: qrCodeInput,
  }),
  remove: endpoint({
    ...qrCodesEndpoints.remove,
    path: '/api/v1/agents/{id}/qr-codes/{code}',
    access: may('agents.write', 'agents.edit'),
    name: 'qrCodes.remove',
  }),
} as const;
