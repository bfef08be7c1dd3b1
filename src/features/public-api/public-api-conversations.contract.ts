import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { callSchema } from '#shared/voice/calls.ts';
import { recordingsEndpoints } from '#features/calls/calls-recordings.contract.ts';
import { callsEndpoints, callsListQuery } from '#features/calls/calls.contract.ts';
import { agentSummarySchema } from '#features/agents/agents.contract.ts';
import { contactDetailSchema } from '#features/contacts/contacts.contract.ts';
import { longestNote } from '#features/contacts/contacts-timeline.contract.ts';
import { priorities } from '#features/conversations/conversations-handoff.contract.ts';
import { conversationsErrors, ownerMessageSchema } from '#features/conversations/conversations.contract.ts';
import {
  inboxEndpoints,
  inboxListQuery,
  inboxErrors,
  inboxItemSchema,
  inboxNoteSchema,
  longestReply,
} from '#features/inbox/inbox.contract.ts';
import { done, expandable, id, may, pageOf, paging } from './public-api.contract.ts';

const one = z.strictObject({ id });
const read = may('conversations.read', 'inbox.read');
const reply = may('conversations.reply', 'inbox.reply');

/** A message as a program reads it: without how the answer came about. */
export const apiMessageSchema = ownerMessageSchema
  .omit({ trace: true, earlier: true })
  .meta({ id: 'ApiMessage' });
const related = {
  agent: agentSummarySchema.nullable().optional(),
  contact: contactDetailSchema.nullable().optional(),
};
export const apiConversationSchema = inboxItemSchema.extend(related).meta({ id: 'ApiConversation' });
const { conversation } = inboxEndpoints.thread.response.shape;
const conversationDetail = inboxItemSchema
  .extend({
    tag: z.string().nullable(),
    pageUrl: z.string().nullable(),
    messageCount: z.number(),
    createdAt: z.string(),
    endedAt: z.string().nullable(),
    rating: z.number().nullable(),
    customFields: conversation.shape.customFields,
    notes: z.array(inboxNoteSchema),
    calls: conversation.shape.calls,
    ...related,
    messages: z.array(apiMessageSchema).optional(),
  })
  .meta({ id: 'ApiConversationDetail' });

export const publicCallsEndpoints = {
  list: endpoint({
    ...callsEndpoints.list,
    path: '/api/v1/calls',
    access: read,
    name: 'calls.list',
    summary: 'Calls: stretches in which visitors and agents talked, newest first.',
    query: callsListQuery.omit({ cursor: true, limit: true }).extend(paging),
    response: pageOf(callSchema),
  }),
  recording: endpoint({
    ...recordingsEndpoints.sound,
    path: '/api/v1/calls/{id}/recording',
    access: read,
    name: 'calls.recording',
    query: z.strictObject({}),
  }),
  captions: endpoint({
    ...recordingsEndpoints.captions,
    path: '/api/v1/calls/{id}/captions',
    access: read,
    name: 'calls.captions',
  }),
} as const;

export const publicConversationsEndpoints = {
  list: endpoint({
    ...inboxEndpoints.list,
    path: '/api/v1/conversations',
    access: read,
    name: 'conversations.list',
    summary:
      'Conversations, newest message first. What is searched for lies in all messages, notes and names.',
    query: inboxListQuery.omit({ sort: true, cursor: true, view: true }).extend({
      view: inboxListQuery.shape.view.default('everything'),
      ...expandable('agent', 'contact'),
      ...paging,
    }),
    response: pageOf(apiConversationSchema),
  }),
  get: endpoint({
    ...inboxEndpoints.thread,
    path: '/api/v1/conversations/{id}',
    access: read,
    name: 'conversations.get',
    summary: "One conversation with the team's notes.",
    params: one,
    query: z.strictObject(expandable('agent', 'contact', 'messages')),
    response: conversationDetail,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/v1/conversations/{id}',
    access: reply,
    name: 'conversations.change',
    summary: 'Changes state, priority or assignee of a conversation; what is not named stays.',
    params: one,
    body: z.strictObject({
      status: z.enum(['open', 'resolved']).optional(),
      priority: z.enum(priorities).optional(),
      /** A member, or null for nobody. */
      assigneeId: id.nullable().optional(),
      /** Until when it sleeps; null: until the visitor writes. */
      snoozedUntil: z.iso.datetime({ offset: true }).nullable().optional(),
    }),
    response: conversationDetail,
    errors: [conversationsErrors.notFound, inboxErrors.memberNotFound],
  }),
  hand: endpoint({
    ...inboxEndpoints.hand,
    path: '/api/v1/conversations/{id}/handler',
    access: reply,
    name: 'conversations.hand',
    params: one,
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/v1/conversations/{id}/notes',
    access: may('conversations.write', 'inbox.reply'),
    name: 'conversations.addNote',
    summary: 'Writes a note into a conversation that only the team reads.',
    params: one,
    body: z.strictObject({ text: z.string().trim().min(1).max(longestNote) }),
    response: inboxNoteSchema,
    errors: [conversationsErrors.notFound],
  }),
} as const;

export const publicMessagesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/conversations/{id}/messages',
    access: read,
    name: 'messages.list',
    summary: 'Messages of a conversation, oldest first.',
    params: one,
    query: z.strictObject(paging),
    response: pageOf(apiMessageSchema),
    errors: [conversationsErrors.notFound],
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/v1/conversations/{id}/messages',
    access: reply,
    name: 'messages.send',
    summary:
      'Says something to the visitor as the member for whom the program works. The first word takes the conversation over from the AI.',
    params: one,
    body: z.strictObject({ text: z.string().trim().min(1).max(longestReply) }),
    response: apiMessageSchema,
    errors: inboxEndpoints.reply.errors,
  }),
  edit: endpoint({
    ...inboxEndpoints.editReply,
    path: '/api/v1/conversations/{id}/messages/{message}',
    access: reply,
    name: 'messages.edit',
    summary: "Changes one of the member's own messages within 15 minutes.",
    params: z.strictObject({ id, message: id }),
  }),
  remove: endpoint({
    ...inboxEndpoints.removeReply,
    path: '/api/v1/conversations/{id}/messages/{message}',
    access: reply,
    name: 'messages.remove',
    summary: "Takes back one of the member's own messages within 15 minutes.",
    params: z.strictObject({ id, message: id }),
    response: done,
  }),
} as const;
