import { excerptOf, withoutMarkup } from '#shared/text/excerpt.ts';
import { excerptAround, placesOf } from '#shared/text/found-words.ts';
import { presentOwnAttachment } from '#features/conversations/server/attachments/attachments.usecases.ts';
import type { InboxFound, InboxItem, InboxNote } from '../inbox.contract.ts';
import type { InboxLabel } from '../inbox-labels.contract.ts';
import type { FoundRow } from './inbox-found.repository.ts';
import type { InboxRow, NoteRow } from './inbox.repository.ts';

/** The sentence of a text that was searched; null where only a conversation's names hold the words. */
export function presentFound(row: FoundRow | undefined, search = ''): InboxFound | null {
  if (!row) return null;
  const text = excerptAround(withoutMarkup(row.text), search);
  return placesOf(text, search).length > 0 ? { id: row.id, in: row.in, text } : null;
}

export function present(row: Omit<InboxRow, 'micros'>, found: InboxFound | null = null): InboxItem {
  const {
    id,
    agentId,
    agentName,
    contactId,
    contactName,
    contactEmail,
    isProven,
    language,
    channel,
    lastMessage,
    lastMessageRole,
    handler,
    handlerUserId,
    status,
    priority,
    assigneeId,
    labels,
  } = row;
  return {
    id,
    agentId,
    agentName,
    contactId,
    contactName: contactName ?? '',
    contactEmail,
    isProven,
    language,
    channel,
    lastMessage,
    lastMessageRole,
    lastMessageAt: row.lastMessageAt.toISOString(),
    visitorSaid: row.visitorSaid && (excerptOf(row.visitorSaid.body, row.visitorSaid.files) || null),
    handler,
    handlerUserId,
    status,
    priority,
    assigneeId,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    labels,
    isUnread: row.lastVisitorSeq > row.readSeq,
    found,
  };
}

export const presentNote = ({
  id,
  authorId,
  authorName,
  body,
  afterSeq,
  mentions,
  attachments,
  createdAt,
}: NoteRow): InboxNote => ({
  id,
  authorId,
  authorName,
  body,
  afterSeq,
  mentions,
  attachments: attachments.map(presentOwnAttachment),
  createdAt: createdAt.toISOString(),
});

export const presentLabel = ({ id, name, color }: InboxLabel): InboxLabel => ({ id, name, color });

/** People by their names; of several with one name, each with the address, too. */
export function distinctNames(
  people: ReadonlyMap<string, { name: string; email: string }>,
): Map<string, string> {
  const keyOf = (name: string): string => name.trim().toLowerCase();
  const counts = new Map<string, number>();
  for (const { name } of people.values()) counts.set(keyOf(name), (counts.get(keyOf(name)) ?? 0) + 1);
  return new Map(
    [...people].map(([id, { name, email }]) => [
      id,
      (counts.get(keyOf(name)) ?? 0) > 1 ? `${name} (${email})` : name,
    ]),
  );
}
