import {
  reopenDays,
  type ConversationStatus,
  type Handler,
  type MessageRole,
  type Person,
} from '../../conversations-handoff.contract.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { ConversationRow, MessageRow } from '../conversations.repository.ts';
import type { FilledForm } from '../visitors/forms.models.ts';

/**
 * Whether the visitor's next message begins another conversation: this one was ended, or lies resolved for
 * too long.
 */
export function isOver(
  { endedAt, resolvedAt }: Pick<ConversationRow, 'endedAt' | 'resolvedAt'>,
  now: Date,
): boolean {
  return (
    endedAt !== null ||
    (resolvedAt !== null && resolvedAt.getTime() <= now.getTime() - reopenDays * 86_400_000)
  );
}

/** Whether a conversation is the visitor's, and one that they were let into. */
export function isOf<Row extends Pick<ConversationRow, 'id' | 'visitorId'>>(
  conversation: Row | null,
  visitor: VisitorIdentity,
): conversation is Row {
  return (
    conversation?.visitorId === visitor.visitorId &&
    (visitor.onlyConversation === undefined || visitor.onlyConversation === conversation.id)
  );
}

const [mailWaitMs, mailPauseMs] = [120_000, 60_000];

/**
 * When what people wrote goes to the visitor by mail: two minutes after the first word that they have not read,
 * and not while they go on writing.
 */
export function mailDueAt(due: Date | null, now: Date): Date {
  return due
    ? new Date(Math.max(due.getTime(), now.getTime() + mailPauseMs))
    : new Date(now.getTime() + mailWaitMs);
}

/** Whether the AI may speak in a conversation. */
export function mayAnswer(handler: Handler, answersWhileWaiting: boolean): boolean {
  return handler === 'ai' || (handler === 'waiting' && answersWhileWaiting);
}

/** The status of a conversation that goes on, by who has it. */
export const runningStatus = (handler: Handler): ConversationStatus =>
  handler === 'ai' ? 'pending' : 'open';

/**
 * What changes in a conversation that slept and goes on. One for the team's queue waits from now on, where nobody has waited in
 * it: lists of those who wait are ordered by since when.
 */
export const wokenUp = (
  { handler, waitingSince }: Pick<ConversationRow, 'handler' | 'waitingSince'>,
  now: Date,
): Partial<ConversationRow> => ({
  status: runningStatus(handler),
  snoozedUntil: null,
  ...(handler === 'waiting' && { waitingSince: waitingSince ?? now }),
});

/** Who talks with the visitor, by the last note of who came. */
export function personOf(
  handler: Handler,
  messages: readonly Pick<MessageRow, 'role' | 'authorName' | 'authorAvatar'>[],
): Person | null {
  const last = handler === 'human' ? messages.findLast(({ authorName }) => authorName !== null) : undefined;
  return last?.authorName ? { name: last.authorName, avatarUrl: last.authorAvatar } : null;
}

/** A person of the team spoke for the business, as the AI does. */
export const speakerOf = (role: MessageRole): 'visitor' | 'assistant' =>
  role === 'visitor' ? 'visitor' : 'assistant';

/** A form that a visitor sent as the text of its note: the title, and below it a line for each answer. */
export const formText = ({ title, values }: FilledForm): string =>
  [
    title,
    ...values.map(({ label, key, value }) => {
      const asked = label || key;
      // A question that ends with its own sign needs no second one.
      return `${asked}${/[?!:.…]$/.test(asked) ? '' : ':'} ${String(value)}`;
    }),
  ].join('\n');

/** What changes in a conversation when its visitor sends a form: it is news, and what was resolved goes on. */
export function changesByForm(
  { nextSeq, status }: Pick<ConversationRow, 'nextSeq' | 'status'>,
  form: FilledForm,
  now: Date,
): Partial<ConversationRow> {
  const { title, values } = form;
  return {
    lastVisitorSeq: nextSeq,
    // Without a title the first answer stands by itself: its question may have no words, only a key.
    lastMessage: `✓ ${title || String(values[0]?.value ?? '')}`.trimEnd().slice(0, 200),
    lastMessageRole: 'event',
    lastMessageAt: now,
    ...(status === 'resolved' && { status: runningStatus('ai'), resolvedAt: null, resolveAt: null }),
  };
}

/** Whether people may be asked for: a preview calls nobody, and a simulation only does as if. */
export const mayCallPeople = ({
  isPreview,
  simulation,
}: Pick<VisitorIdentity, 'isPreview' | 'simulation'>): boolean => !isPreview || simulation !== undefined;
