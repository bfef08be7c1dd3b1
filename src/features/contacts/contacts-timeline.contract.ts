import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { contactsErrors } from './contacts.contract.ts';

/** Longest note in characters. */
export const longestNote = 10_000;

const at = { id: z.string(), at: z.string() };
/** One thing that happened with a contact. */
export const timelineEntrySchema = z.discriminatedUnion('kind', [
  z.object({ ...at, kind: z.literal('created'), source: z.string() }),
  z.object({
    ...at,
    kind: z.literal('visit'),
    agentName: z.string(),
    pageUrl: z.string().nullable(),
    device: z.string().nullable(),
    tag: z.string().nullable(),
  }),
  z.object({
    ...at,
    kind: z.literal('conversation'),
    conversationId: z.string(),
    agentName: z.string(),
    text: z.string(),
    messages: z.number(),
  }),
  z.object({
    ...at,
    kind: z.literal('form'),
    agentName: z.string(),
    answers: z.array(z.object({ label: z.string(), type: z.string(), value: z.string() })),
  }),
  z.object({
    ...at,
    kind: z.literal('submission'),
    submissionId: z.string(),
    formId: z.string(),
    formName: z.string(),
  }),
  z.object({
    ...at,
    kind: z.literal('payment'),
    purchaseId: z.string(),
    agentName: z.string(),
    type: z.string(),
    amount: z.number(),
    currency: z.string(),
    isTest: z.boolean(),
  }),
  z.object({
    ...at,
    kind: z.literal('refund'),
    purchaseId: z.string(),
    agentName: z.string(),
    amount: z.number(),
    currency: z.string(),
    isTest: z.boolean(),
  }),
  /** The agent was opened by one of its QR codes. */
  z.object({
    ...at,
    kind: z.literal('scan'),
    agentId: z.string(),
    agentName: z.string(),
    codeName: z.string(),
  }),
  /** A reply, a form's answer or a summary by mail. `isLost`: it could not be delivered. */
  z.object({ ...at, kind: z.literal('mail'), subject: z.string(), isLost: z.boolean() }),
  z.object({
    ...at,
    kind: z.literal('note'),
    text: z.string(),
    author: z.string(),
    isOwn: z.boolean(),
    isEdited: z.boolean(),
  }),
  z.object({ ...at, kind: z.literal('unsubscribed') }),
  z.object({ ...at, kind: z.literal('resubscribed') }),
  z.object({ ...at, kind: z.literal('deletion'), agentName: z.string() }),
]);
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

const edit = { permission: 'contacts.edit' } as const;
const ofContact = z.strictObject({ id: z.string().max(60) });
const ofNote = z.strictObject({ id: z.string().max(60), noteId: z.string().max(60) });
const noteInput = z.strictObject({ text: z.string().trim().min(1).max(longestNote) });
const entry = z.object({ id: z.string() });

export const contactsTimelineEndpoints = {
  timeline: endpoint({
    method: 'GET',
    path: '/api/contacts/{id}/timeline',
    access: { permission: 'contacts.read' },
    summary:
      'What happened with a contact, newest first: visits, scans, conversations, forms, mails, payments, notes.',
    params: ofContact,
    query: z.strictObject({ cursor: z.string().max(200).optional() }),
    response: z.object({ entries: z.array(timelineEntrySchema), nextCursor: z.string().nullable() }),
    errors: [contactsErrors.notFound],
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/contacts/{id}/notes',
    access: edit,
    summary: 'Adds a note that only members see.',
    params: ofContact,
    body: noteInput,
    response: entry,
    errors: [contactsErrors.notFound],
  }),
  editNote: endpoint({
    method: 'PATCH',
    path: '/api/contacts/{id}/notes/{noteId}',
    access: edit,
    summary: "Changes one's own note.",
    params: ofNote,
    body: noteInput,
    response: entry,
    errors: [contactsErrors.noteNotFound],
  }),
  deleteNote: endpoint({
    method: 'DELETE',
    path: '/api/contacts/{id}/notes/{noteId}',
    access: edit,
    summary: "Deletes one's own note.",
    params: ofNote,
    response: z.object({}),
    errors: [contactsErrors.noteNotFound],
  }),
} as const;
