import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { spanSchema } from '#shared/time-spans/span-schema.ts';
import {
  channels,
  handlers,
  handoffErrors,
  priorities,
  statuses,
} from '#features/conversations/conversations-handoff.contract.ts';
import {
  attachmentSchema,
  attachmentsErrors,
  mostAttachments,
} from '#features/conversations/conversations-attachments.contract.ts';
import { conversationSchema, conversationsErrors } from '#features/conversations/conversations.contract.ts';
import { inboxLabelEndpoints, labelErrors } from './inbox-labels.contract.ts';

export const inboxErrors = defineErrors('inbox', {
  memberNotFound: 404,
  formClosed: 409,
  noModel: 409,
  modelFailed: 502,
});

export const inboxViews = [
  'mine',
  'unassigned',
  'ai',
  'all',
  'everything',
  'mentions',
  'unread',
  'lead',
  'paid',
  'snoozed',
  'resolved',
] as const;
export type InboxView = (typeof inboxViews)[number];
export const inboxSorts = ['newest', 'waiting'] as const;
export type InboxSort = (typeof inboxSorts)[number];
/** Most conversations that one step changes. */
export const mostAtOnce = 100;
/** Somebody is told by mail of a visitor who waits for so long, in minutes. */
export const waitingMailMinutes = 5;
export const longestNote = 10_000;
export const longestReply = 10_000;
/** Whose words those are that were searched for. */
export const foundIn = ['visitor', 'assistant', 'human', 'note', 'form'] as const;
export type FoundIn = (typeof foundIn)[number];
export const inboxFoundSchema = z.object({
  /** The message or note to open at; null for the contact form. */
  id: z.string().nullable(),
  in: z.enum(foundIn),
  /** The sentence with the words. */
  text: z.string(),
});
export type InboxFound = z.infer<typeof inboxFoundSchema>;
export const inboxItemSchema = z
  .object({
    id: z.string(),
    agentId: z.string(),
    agentName: z.string(),
    contactId: z.string().nullable(),
    contactName: z.string(),
    contactEmail: z.string().nullable(),
    /**
     * Whether the visitor who writes here showed to be that contact; otherwise name and address are only what
     * was typed.
     */
    isProven: z.boolean(),
    language: z.string(),
    channel: z.enum(channels),
    lastMessage: z.string(),
    lastMessageRole: z.string().nullable(),
    lastMessageAt: z.string(),
    /** What the visitor said last, while they wait for a person: the AI may have answered since. */
    visitorSaid: z.string().nullable(),
    handler: z.enum(handlers),
    handlerUserId: z.string().nullable(),
    status: z.enum(statuses),
    priority: z.enum(priorities),
    assigneeId: z.string().nullable(),
    waitingSince: z.string().nullable(),
    snoozedUntil: z.string().nullable(),
    labels: z.array(z.string()),
    isUnread: z.boolean(),
    /** Where the words of a search stand; null without one, or where names and addresses hold them. */
    found: inboxFoundSchema.nullable(),
  })
  .meta({ id: 'InboxItem' });
export type InboxItem = z.infer<typeof inboxItemSchema>;

export const inboxNoteSchema = z
  .object({
    id: z.string(),
    authorId: z.string().nullable(),
    authorName: z.string(),
    body: z.string(),
    afterSeq: z.number(),
    mentions: z.array(z.string()),
    attachments: z.array(attachmentSchema),
    createdAt: z.string(),
  })
  .meta({ id: 'InboxNote' });
export type InboxNote = z.infer<typeof inboxNoteSchema>;

export const inboxThreadSchema = z.object({
  item: inboxItemSchema,
  conversation: conversationSchema,
  notes: z.array(inboxNoteSchema),
  /** The visitor's last message, for marking it as read. */
  lastVisitorSeq: z.number(),
  /**
   * How far the visitor has read, and how far people's messages went to them by mail; where this server has no
   * mail server, those mails wait in its outbox.
   */
  reached: z.object({ readSeq: z.number(), mailedSeq: z.number(), mailsLeave: z.boolean() }),
  /** Since when the visitor wants no mails of this account: replies to them stay in the chat. */
  unsubscribedAt: z.string().nullable(),
  /** Whether the agent's model can help with writing. */
  canAssist: z.boolean(),
  can: z.object({
    reply: z.boolean(),
    /** Adding better answers to the agent's knowledge. */
    improve: z.boolean(),
  }),
});
export type InboxThread = z.infer<typeof inboxThreadSchema>;

export const inboxMemberSchema = z
  .object({ id: z.string(), name: z.string(), isThere: z.boolean(), isMe: z.boolean() })
  .meta({ id: 'InboxMember' });
export type InboxMember = z.infer<typeof inboxMemberSchema>;

const id = z.strictObject({ id: z.string().max(60) });
const done = z.object({});
const text = z.string().trim().min(1).max(longestReply);
const files = z.array(z.string().max(60)).max(mostAttachments).default([]);
const form = z.string().max(60).nullable().default(null);
const needsSomething = { path: ['text'], message: 'errors:fields.required' };
const hasSomething = ({
  text,
  attachments,
  formId = null,
}: {
  text: string;
  attachments: string[];
  formId?: string | null;
}) => text !== '' || attachments.length > 0 || formId !== null;
const { notFound } = conversationsErrors;

/** One change of one or many conversations. */
export const inboxChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), status: z.enum(['open', 'resolved']) }),
  /** Null: until the visitor writes. */
  z.strictObject({ kind: z.literal('snooze'), until: z.iso.datetime({ offset: true }).nullable() }),
  z.strictObject({ kind: z.literal('priority'), priority: z.enum(priorities) }),
  z.strictObject({ kind: z.literal('assign'), userId: z.string().max(60).nullable() }),
  z.strictObject({ kind: z.literal('label'), labelId: z.string().max(60), isOn: z.boolean() }),
  z.strictObject({ kind: z.literal('read'), isRead: z.boolean() }),
]);
export type InboxChange = z.infer<typeof inboxChange>;

/** What a list of conversations is asked for. */
export const inboxListQuery = z.strictObject({
  view: z.enum(inboxViews).default('all'),
  sort: z.enum(inboxSorts).default('newest'),
  agent: z.string().max(60).optional(),
  label: z.string().max(60).optional(),
  channel: z.enum(channels).optional(),
  country: z.string().max(2).optional(),
  tag: z.string().max(64).optional(),
  /** A member's id, or `none` for what nobody looks after. */
  assignee: z.string().max(60).optional(),
  priority: z.enum(priorities).optional(),
  /** Of what was written last from this moment on, and before that one. */
  since: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
  /** Of what began within a span of time: `2026-11-01T00:00:00Z~2026-12-01T00:00:00Z`. */
  began: spanSchema.optional(),
  search: z.string().max(200).optional(),
  cursor: z.string().max(200).optional(),
});

export const inboxEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/inbox/conversations',
    access: { permission: 'inbox.read' },
    summary:
      'Conversations of a view, 50 a page. `waiting` sorts by who waits longest and shows only those who ' +
      'wait; with `newest` those of `all` and `mine` who wait stand first, who waits longest on top. ' +
      'What is searched for lies in all messages, notes and form answers, and in names and addresses; ' +
      '`found` is the sentence with it.',
    query: inboxListQuery,
    response: z.object({ conversations: z.array(inboxItemSchema), nextCursor: z.string().nullable() }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/inbox/counts',
    access: { permission: 'inbox.read' },
    summary:
      'How many conversations lie in the views that ask for somebody; `mentions` are those in whose ' +
      'notes I am named and did not look; `attention` are those that wait, those of mine with something ' +
      'new, and `mentions`.',
    response: z.object({
      mine: z.number(),
      unassigned: z.number(),
      mentions: z.number(),
      attention: z.number(),
    }),
  }),
  tags: endpoint({
    method: 'GET',
    path: '/api/inbox/tags',
    access: { permission: 'inbox.read' },
    summary: 'Tracking tags that conversations came with, the first 100 by name.',
    response: z.object({ tags: z.array(z.string()) }),
  }),
  thread: endpoint({
    method: 'GET',
    path: '/api/inbox/conversations/{id}',
    access: { permission: 'inbox.read' },
    summary: "One conversation with its messages and the team's notes.",
    params: id,
    response: inboxThreadSchema,
    errors: [notFound],
  }),
  reply: endpoint({
    method: 'POST',
    path: '/api/inbox/conversations/{id}/messages',
    access: { permission: 'inbox.reply' },
    summary:
      'Says something as a person. The first word takes the conversation over from the AI. The same ' +
      '`clientMessageId` again is the same message.',
    params: id,
    /**
     * The text may be empty beside a file or a form. `formId` is one of the account's own forms that takes
     * answers now; the visitor fills it in under the message. `knownSeq` is the place of the last message that
     * the member has seen: where a colleague answered after it, nothing is sent.
     */
    body: z
      .strictObject({
        text: z.string().trim().max(longestReply),
        clientMessageId: z.uuid(),
        attachments: files,
        formId: form,
        knownSeq: z.number().int().min(0).max(1_000_000).optional(),
      })
      .refine(hasSomething, needsSomething),
    response: z.object({ messageId: z.string() }),
    errors: [notFound, attachmentsErrors.gone, inboxErrors.formClosed, handoffErrors.answeredMeanwhile],
  }),
  editReply: endpoint({
    method: 'PATCH',
    path: '/api/inbox/conversations/{id}/messages/{message}',
    access: { permission: 'inbox.reply' },
    summary: "Changes a message of one's own within 15 minutes; the team still reads what it said before.",
    params: id.extend({ message: z.string().max(60) }),
    body: z.strictObject({ text }),
    response: done,
    errors: [notFound, handoffErrors.notPersons, handoffErrors.editOver],
  }),
  removeReply: endpoint({
    method: 'DELETE',
    path: '/api/inbox/conversations/{id}/messages/{message}',
    access: { permission: 'inbox.reply' },
    summary: "Takes back a message of one's own within 15 minutes; that there was one is still seen.",
    params: id.extend({ message: z.string().max(60) }),
    response: done,
    errors: [notFound, handoffErrors.notPersons, handoffErrors.editOver],
  }),
  hand: endpoint({
    method: 'POST',
    path: '/api/inbox/conversations/{id}/handler',
    access: { permission: 'inbox.reply' },
    summary:
      "Takes a conversation over, puts it into the team's queue, gives it back to the AI, or silences " +
      'the AI. Taking it from a colleague needs `force`.',
    params: id,
    body: z.strictObject({ to: z.enum(['me', 'team', 'ai', 'paused']), force: z.boolean().default(false) }),
    response: done,
    errors: [notFound, handoffErrors.takenAlready],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/inbox/conversations',
    access: { permission: 'inbox.reply' },
    summary:
      'Changes up to 100 conversations: status, snooze, priority, assignee, label, read. Those that the ' +
      'member does not reach are left out.',
    body: z.strictObject({ ids: z.array(z.string().max(60)).min(1).max(mostAtOnce), change: inboxChange }),
    response: z.object({ changed: z.number() }),
    errors: [labelErrors.labelNotFound, inboxErrors.memberNotFound],
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/inbox/conversations/{id}/notes',
    access: { permission: 'inbox.reply' },
    summary: 'Writes a note that only the team reads, and tells the members that it names.',
    params: id,
    body: z
      .strictObject({
        text: z.string().trim().max(longestNote),
        mentions: z.array(z.string().max(60)).max(20).default([]),
        attachments: files,
      })
      .refine(hasSomething, needsSomething),
    response: inboxNoteSchema,
    errors: [notFound, attachmentsErrors.gone],
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/inbox/conversations/{id}/uploads',
    access: { permission: 'inbox.reply' },
    transport: 'upload',
    summary:
      'Takes one file (PNG, JPEG, WebP, GIF, PDF, TXT or DOCX, at most 10 MB) under `file`, to be sent ' +
      'with a reply or a note within a day.',
    params: id,
    response: z.object({ attachment: attachmentSchema }),
    errors: [
      notFound,
      attachmentsErrors.missing,
      attachmentsErrors.tooLarge,
      attachmentsErrors.unsupported,
      attachmentsErrors.unreadable,
      attachmentsErrors.locked,
      attachmentsErrors.noText,
      attachmentsErrors.full,
    ],
  }),
  removeUpload: endpoint({
    method: 'DELETE',
    path: '/api/inbox/conversations/{id}/uploads/{upload}',
    access: { permission: 'inbox.reply' },
    summary: "Forgets a file of one's own that was not sent yet.",
    params: id.extend({ upload: z.string().max(60) }),
    response: done,
    errors: [notFound, attachmentsErrors.notFound],
  }),
  typing: endpoint({
    method: 'POST',
    path: '/api/inbox/conversations/{id}/typing',
    access: { permission: 'inbox.reply' },
    summary: 'Shows the visitor for ten seconds that somebody is typing.',
    params: id,
    body: z.strictObject({}),
    response: done,
    errors: [notFound],
  }),
  viewing: endpoint({
    method: 'POST',
    path: '/api/inbox/conversations/{id}/viewing',
    access: { permission: 'inbox.read' },
    summary:
      'Shows colleagues that the member has this conversation open, good for 25 seconds, or that they ' +
      'are writing in it. Stored nowhere.',
    params: id,
    body: z.strictObject({ isTyping: z.boolean().default(false) }),
    response: done,
    errors: [notFound],
  }),
  assist: endpoint({
    method: 'POST',
    path: '/api/inbox/conversations/{id}/assist',
    access: { permission: 'inbox.reply' },
    needsPlan: true,
    summary:
      "Lets the agent's model draft a reply, rewrite one, or sum the conversation up. Nothing is sent.",
    params: id,
    body: z.strictObject({
      task: z.enum(['draft', 'rewrite', 'summarise']),
      text: z.string().max(longestReply).default(''),
    }),
    response: z.object({ text: z.string() }),
    errors: [notFound, inboxErrors.noModel, inboxErrors.modelFailed],
  }),
  members: endpoint({
    method: 'GET',
    path: '/api/inbox/members',
    access: { permission: 'inbox.read' },
    summary: 'Members who may answer, and who of them is there.',
    response: z.object({ members: z.array(inboxMemberSchema), isAway: z.boolean() }),
  }),
  presence: endpoint({
    method: 'PUT',
    path: '/api/inbox/presence',
    access: { permission: 'inbox.reply' },
    summary:
      'Says that the member is there, good for two and a half minutes, or away. Without `isAway` it stays as it was.',
    body: z.strictObject({ isAway: z.boolean().optional() }),
    response: z.object({ isAway: z.boolean() }),
  }),
  ...inboxLabelEndpoints,
} as const;
