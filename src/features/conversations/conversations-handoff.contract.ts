import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { accessErrors } from './conversations-access.contract.ts';

/**
 * Who may speak to the visitor. The AI speaks where it is `ai`, and in the queue (`waiting`) where the owner
 * lets it.
 */
export const handlers = ['ai', 'waiting', 'human', 'paused'] as const;
export type Handler = (typeof handlers)[number];

/** How far a conversation is. `pending`: the AI has it; `open`: a person is asked for. */
export const statuses = ['open', 'pending', 'snoozed', 'resolved'] as const;
export type ConversationStatus = (typeof statuses)[number];

/**
 * By which way a visitor came: a site that carries the chat, the agent's own page, a QR code, or a program.
 */
export const channels = ['site', 'page', 'qr', 'api'] as const;
export type Channel = (typeof channels)[number];

export const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

export const messageRoles = ['visitor', 'assistant', 'human', 'event'] as const;
export type MessageRole = (typeof messageRoles)[number];

/**
 * What is noted between the messages, for visitor and team alike. `asked_away`: a person was asked for and
 * nobody of the team was there; `asked_closed`: outside of its office hours, with the moment of the next
 * opening as its text. `form_filled`: the visitor sent a form; its text is the form's title, and below it a line
 * for each answer.
 */
export const eventKinds = [
  'asked',
  'asked_away',
  'asked_closed',
  'queued',
  'joined',
  'returned',
  'offered',
  'resolved',
  'form_filled',
] as const;
export type EventKind = (typeof eventKinds)[number];

/**
 * Days after which a resolved conversation is not taken up again: the visitor's next message begins another
 * one.
 */
export const reopenDays = 7;
/** A person's message may be changed or removed for so long, in minutes. */
export const editMinutes = 15;
/** Where a link to one conversation leads; its token follows. */
export const resumePath = '/resume';
/** A link to one conversation is good for so many days. */
export const resumeDays = 7;
/** So long a member counts as looking at a conversation, in seconds. */
export const viewingSeconds = 25;
/** So long somebody counts as typing, in seconds. */
export const typingSeconds = 10;

/** Somebody of the team, as visitors know them. */
export const personSchema = z
  .object({ name: z.string(), avatarUrl: z.string().nullable() })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof personSchema>;

/** What a message of a person, or a note between the messages, has besides. */
export const personFields = {
  /** Who of the team wrote it; on an event: whom it is about. */
  author: personSchema.nullable().optional(),
  event: z.enum(eventKinds).optional(),
  editedAt: z.string().nullable().optional(),
  /** Its text is gone. */
  isDeleted: z.boolean().optional(),
};

export const handoffErrors = defineErrors('conversations', {
  peopleOff: 403,
  peopleInPreview: 409,
  takenAlready: 409,
  answeredMeanwhile: 409,
  editOver: 409,
  notPersons: 409,
});

const id = z.strictObject({ id: z.string().max(60) });
const notFound = defineErrors('conversations', { notFound: 404 }).notFound;

/** Who has a visitor's conversation now. */
export const visitorHandoffSchema = z.object({ handler: z.enum(handlers), person: personSchema.nullable() });

export const handoffEndpoints = {
  askForPerson: endpoint({
    method: 'POST',
    path: '/api/visitor/conversations/{id}/person',
    access: 'visitor',
    ofOneConversation: true,
    summary: "Asks for a person: the conversation goes into the team's queue. Asking again changes nothing.",
    params: id,
    body: z.strictObject({}),
    response: visitorHandoffSchema,
    errors: [notFound, handoffErrors.peopleOff, handoffErrors.peopleInPreview, accessErrors.blocked],
  }),
  leaveAddress: endpoint({
    method: 'POST',
    path: '/api/visitor/conversations/{id}/address',
    access: 'visitor',
    ofOneConversation: true,
    summary: 'Leaves an email address with a conversation that waits for a person.',
    params: id,
    body: z.strictObject({ email: z.email().max(254) }),
    response: z.object({}),
    errors: [notFound],
  }),
  visitorTyping: endpoint({
    method: 'POST',
    path: '/api/visitor/conversations/{id}/typing',
    access: 'visitor',
    ofOneConversation: true,
    summary: 'Says that the visitor is typing; good for ten seconds, stored nowhere.',
    params: id,
    body: z.strictObject({}),
    response: z.object({}),
    errors: [notFound],
  }),
  readMessages: endpoint({
    method: 'POST',
    path: '/api/visitor/conversations/{id}/read',
    access: 'visitor',
    ofOneConversation: true,
    summary:
      'Says up to which message the visitor has had the conversation on screen. What people write after it, and the visitor does not come to read, goes to them by mail.',
    params: id,
    body: z.strictObject({ seq: z.number().int().min(0).max(1_000_000) }),
    response: z.object({}),
    errors: [notFound],
  }),
  followConversation: endpoint({
    method: 'GET',
    path: '/api/visitor/conversations/{id}/stream',
    access: 'visitor',
    ofOneConversation: true,
    transport: 'stream',
    summary: 'Follows what people of the team say, who has the conversation, and whether somebody is typing.',
    params: id,
    query: z.strictObject({ after: z.coerce.number().int().min(0).max(1_000_000).default(0) }),
    response: z.object({}),
    errors: [notFound],
  }),
} as const;
