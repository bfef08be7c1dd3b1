import { useTranslation } from 'react-i18next';
import { shortId } from '#shared/ids.ts';
import type { Tone } from '#ui/page/display.tsx';
import type { InboxItem } from '../inbox.contract.ts';
import type { InboxLabel } from '../inbox-labels.contract.ts';

/** How the visitor of a conversation is called. */
export function useItemName(): (
  item: Pick<InboxItem, 'contactName' | 'contactEmail' | 'contactId' | 'id'>,
) => { name: string; isKnown: boolean } {
  const { t } = useTranslation('contacts');
  return (item) => {
    const known = item.contactName.trim() || item.contactEmail;
    return {
      name: known || t('visitor', { id: shortId(item.contactId ?? item.id) }),
      isKnown: Boolean(known),
    };
  };
}

/** Who has a conversation now, in a word and a tone. */
export function useHandlerWords(
  members: readonly { id: string; name: string; isMe: boolean }[],
): (item: Pick<InboxItem, 'handler' | 'handlerUserId' | 'status'>) => { text: string; tone: Tone } {
  const { t } = useTranslation('inbox');
  return ({ handler, handlerUserId, status }) => {
    if (status === 'resolved') return { text: t('handler.resolved'), tone: 'neutral' };
    if (status === 'snoozed') return { text: t('handler.snoozed'), tone: 'info' };
    if (handler === 'waiting') return { text: t('handler.waiting'), tone: 'warning' };
    if (handler === 'paused') return { text: t('handler.paused'), tone: 'neutral' };
    if (handler === 'ai') return { text: t('handler.ai'), tone: 'accent' };
    const member = members.find(({ id }) => id === handlerUserId);
    return { text: member?.isMe ? t('handler.me') : (member?.name ?? t('team')), tone: 'success' };
  };
}

/**
 * A message with its author as the list of members calls them, so that people of one name can be told apart;
 * whoever is no member any more keeps the name that they wrote under.
 */
export function withAuthor<
  Message extends { authorId?: string | null; author?: { name: string } | null | undefined },
>(message: Message, members: readonly { id: string; name: string }[]): Message {
  const member = message.author ? members.find(({ id }) => id === message.authorId) : undefined;
  return member ? { ...message, author: { ...message.author, name: member.name } } : message;
}

/** Dots of labels; readable on both themes because a name always stands beside or behind them. */
export const labelDots: Record<InboxLabel['color'], string> = {
  green: '#16a34a',
  teal: '#0d9488',
  blue: '#2563eb',
  violet: '#7c3aed',
  pink: '#db2777',
  red: '#dc2626',
  orange: '#ea580c',
  yellow: '#ca8a04',
  gray: '#6b7280',
};

/** The choices of a snooze, as moments in the member's own zone; null is until the visitor writes. */
export function snoozeChoices(now: Date) {
  const nine = (days: number): string => {
    const day = new Date(now);
    day.setDate(day.getDate() + days);
    day.setHours(9, 0, 0, 0);
    return day.toISOString();
  };
  return [
    { name: 'hour', until: new Date(now.getTime() + 3_600_000).toISOString() },
    { name: 'tomorrow', until: nine(1) },
    { name: 'monday', until: nine((8 - now.getDay()) % 7 || 7) },
    { name: 'reply', until: null },
  ] as const;
}

/**
 * A saved reply with its gaps filled; a gap that nothing is known for stays empty and takes the comma and the
 * space before it along.
 */
export function fillReply(
  body: string,
  known: { contactName: string; contactEmail: string | null; agentName: string; myName: string },
): string {
  const first = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
  const values: Record<string, string> = {
    'contact.first_name': first(known.contactName),
    'contact.name': known.contactName.trim(),
    'contact.email': known.contactEmail ?? '',
    'agent.name': known.agentName,
    'me.first_name': first(known.myName),
    'me.name': known.myName,
  };
  return body.replace(/(,? ?)\{\{\s*([\w.]+)\s*\}\}/g, (whole, before: string, name: string, at: number) => {
    const value = values[name];
    if (value === undefined) return whole;
    return value === '' && /^(?:[\s,.;:!?]|$)/.test(body.slice(at + whole.length)) ? '' : before + value;
  });
}

/** Members whom the beginning of a name behind the text's last @ can mean. */
export function namedIn<Member extends { name: string }>(text: string, members: readonly Member[]): Member[] {
  const typed = /(?:^|\s)@([^\n@]{0,40})$/.exec(text)?.[1]?.toLowerCase();
  return typed === undefined
    ? []
    : members.filter(({ name }) => name.toLowerCase().includes(typed)).slice(0, 8);
}

/** What is offered while its name is being typed: a saved reply, or a colleague, who has no text. */
export type WordOffer = {
  id: string;
  name: string;
  body: string;
};

/** Colleagues whom the end of a note begins to name. */
export const mentionsFor = (note: string, members: readonly { id: string; name: string }[]): WordOffer[] =>
  namedIn(note, members).map(({ id, name }) => ({ id, name, body: '' }));

const mostOffers = 8;

/** Saved replies that a text names which begins with a slash. */
export function savedFor(text: string, saved: readonly WordOffer[]): WordOffer[] {
  if (!/^\/[^\n]{0,40}$/.test(text)) return [];
  const asked = text.slice(1).trim().toLowerCase();
  return saved.filter(({ name }) => name.toLowerCase().includes(asked)).slice(0, mostOffers);
}

/** Members whose whole name stands behind an @; of names that begin alike, the longest that fits. */
export function mentionedIn<Member extends { name: string }>(
  text: string,
  members: readonly Member[],
): Member[] {
  const byLength = [...members].sort((a, b) => b.name.length - a.name.length);
  const starts = [...text.matchAll(/(?<=^|\s)@/g)].map(({ index }) => text.slice(index + 1));
  const named = starts.map((rest) =>
    byLength.find(({ name }) => rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length))),
  );
  return members.filter((member) => named.includes(member));
}
