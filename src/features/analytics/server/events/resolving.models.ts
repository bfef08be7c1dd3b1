import type { CountedEvent } from './counting.models.ts';
import type { InboxRow } from './inbox.repository.ts';
import { kindOfMoney, kinds, knownAs } from './kinds.models.ts';

/** To whom something belongs: a conversation, a purchase, a QR code. */
export type Belonging = {
  agentId: string | null;
  visitorId: string | null;
  conversationId: string | null;
  isPreview: boolean;
  isTest: boolean;
};

/** What is known of the things that a batch of events names. */
export type Known = {
  conversations: ReadonlyMap<string, Belonging>;
  subjects: ReadonlyMap<string, Belonging>;
  visitors: ReadonlyMap<
    string,
    { accountId: string; agentId: string; contactId: string | null; isPreview: boolean; dimsId: number }
  >;
  agents: ReadonlySet<string>;
  /** Of answers that are there: whether they name a source, and whether they only say that the agent does not know. */
  answers: ReadonlyMap<string, { isCited: boolean; isUnsure: boolean }>;
};

/** Kinds that mean nothing without the conversation in which they were. */
const ofConversation: ReadonlySet<number> = new Set([
  kinds.message,
  kinds.answer,
  kinds.thumbsUp,
  kinds.thumbsDown,
  kinds.humanReply,
  kinds.tool,
]);

/**
 * The events that a row of the inbox stands for: none where it belongs to a preview, or to an agent or a
 * conversation that is gone; an answer is up to three. A visitor who is gone meanwhile is nobody.
 */
export function eventsOf(row: InboxRow, known: Known): CountedEvent[] {
  if (row.kind === knownAs) return [];
  const conversation = row.conversationId === null ? undefined : known.conversations.get(row.conversationId);
  if (ofConversation.has(row.kind) && !conversation) return [];
  const subject = row.about === null ? undefined : known.subjects.get(row.about);
  const visitorId = row.visitorId ?? conversation?.visitorId ?? subject?.visitorId ?? null;
  const given = visitorId === null ? undefined : known.visitors.get(visitorId);
  // An id of another account's visitor is nobody's.
  const visitor = given?.accountId === row.accountId ? given : undefined;
  if (conversation?.isPreview || subject?.isPreview || visitor?.isPreview) return [];
  const agentId = row.agentId ?? conversation?.agentId ?? subject?.agentId ?? visitor?.agentId ?? '';
  if (agentId !== '' && !known.agents.has(agentId)) return [];
  const event: CountedEvent = {
    accountId: row.accountId,
    at: row.at,
    kind: kindOfMoney(row.kind, subject?.isTest ?? false),
    id: row.id,
    agentId,
    visitorId: visitor ? visitorId : null,
    conversationId: conversation ? row.conversationId : (subject?.conversationId ?? null),
    dimsId: visitor?.dimsId ?? null,
    contactId: visitor?.contactId ?? null,
    amount: row.amount,
  };
  const answer = row.kind === kinds.answer ? known.answers.get(row.id) : undefined;
  return [
    event,
    ...(answer?.isCited ? [{ ...event, kind: kinds.cited }] : []),
    ...(answer?.isUnsure ? [{ ...event, kind: kinds.unsure }] : []),
  ];
}
