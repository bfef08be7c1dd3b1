import { excerpt, excerptOf } from '#shared/text/excerpt.ts';
import { isId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import { messageInWords, type MessagePart } from '#shared/chat/message-parts.ts';
import { overriddenTexts } from '#shared/text/overridden-texts.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { Attachment } from '../../conversations-attachments.contract.ts';
import { toPublicAgent, type PublicAgent } from '#features/agents/agents-public.contract.ts';
import type { ChatMessage, OwnerMessage } from '../../conversations.contract.ts';
import type { MessageRow } from '../conversations.repository.ts';
import type { StoredAttachment } from '../attachments/attachments.table.ts';
import type { StoredCitation } from '../conversations.table.ts';

/** Signs the address of a stored copy: of a document with its passage, or of an attachment. */
export type SignStoredCopy = (
  accountId: string,
  copy: Pick<StoredCitation, 'documentId' | 'start' | 'end'>,
) => string;

/** An attachment as its visitor sees it. */
export function presentAttachment(
  accountId: string,
  attachment: StoredAttachment,
  sign: SignStoredCopy,
): Attachment {
  return { ...attachment, url: sign(accountId, { documentId: attachment.id, start: 0, end: 0 }) };
}

/** An attachment as the account's people see it. */
export const presentOwnAttachment = (attachment: StoredAttachment): Attachment => ({
  ...attachment,
  url: ownerAddress(attachment.id, ''),
});

/** Where the account's people open an attachment; other stored copies have their signed address. */
function ownerAddress(documentId: string, signed: string): string {
  return isId('att', documentId) ? `/api/attachments/${documentId}` : signed;
}

/** A message as its visitor sees it. */
export function presentMessage(row: MessageRow, sign: SignStoredCopy): ChatMessage {
  return {
    id: row.id,
    seq: row.seq,
    role: row.role,
    text: row.body,
    ...(row.authorName === null ? {} : { author: { name: row.authorName, avatarUrl: row.authorAvatar } }),
    ...(row.event ? { event: row.event } : {}),
    ...(row.editedAt ? { editedAt: row.editedAt.toISOString() } : {}),
    ...(row.isSpoken ? { isSpoken: true } : {}),
    ...(row.deletedAt ? { isDeleted: true } : {}),
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    citations: row.citations.map((citation) => ({
      number: citation.number,
      title: citation.title,
      quote: citation.quote,
      kind: citation.kind,
      url: citation.url,
      storedUrl: sign(row.accountId, citation),
      page: citation.page,
    })),
    ...(row.parts.length > 0 ? { parts: row.parts } : {}),
    ...(row.suggestions.length > 0 ? { suggestions: row.suggestions } : {}),
    feedback: row.feedback,
    errorCode: row.errorCode,
    ...(row.attachments.length > 0
      ? {
          attachments: row.attachments.map((attachment) =>
            presentAttachment(row.accountId, attachment, sign),
          ),
        }
      : {}),
    engine: row.engine,
    ...(row.role === 'visitor' && row.clientMessageId ? { clientMessageId: row.clientMessageId } : {}),
  };
}

/** A message as the agent's owner sees it: with the sources that were used, tokens and cost. */
export function presentOwnerMessage(row: MessageRow, sign: SignStoredCopy): OwnerMessage {
  const { provider, model, inputTokens, outputTokens, costMicros, feedbackReason, trace, authorId, byMail } =
    row;
  const owners: SignStoredCopy = (accountId, copy) => ownerAddress(copy.documentId, sign(accountId, copy));
  return {
    ...presentMessage(row, owners),
    provider,
    model,
    inputTokens,
    outputTokens,
    costMicros,
    feedbackReason,
    trace,
    authorId,
    byMail,
    earlier: row.earlier.map(({ body, at }) => ({ body, at })),
  };
}

/** What a visitor's browser may know of an agent, with the chat's own texts in one language. */
export function presentAgent(
  agent: RunningAgent,
  language: Language,
  texts: Record<string, string>,
): PublicAgent {
  const closed = closedText(agent, texts);
  const shown = toPublicAgent(agent.configuration, {
    number: agent.number,
    language,
    preview: agent.isPreview,
    closed,
    texts: textsOf(agent, language, texts),
    css: agent.css,
  });
  // Who can write nothing now is asked for nothing.
  return closed === null ? shown : { ...shown, consent: null, contactForm: null };
}

/** Why the agent takes no messages; null when it does. The owner of a preview reads what to do. */
function closedText(
  { closed, isPlanExpired, isPreview }: RunningAgent,
  texts: Record<string, string>,
): string | null {
  if (isPlanExpired) return (isPreview ? texts['notice.lapsedOwner'] : texts['notice.lapsed']) ?? '';
  return closed === null ? null : closed || (texts['notice.closed'] ?? '');
}

/** The chat's texts in the owner's words; those about paying and speaking only where these are on. */
function textsOf(
  { configuration }: RunningAgent,
  language: Language,
  texts: Record<string, string>,
): Record<string, string> {
  const own = overriddenTexts(texts, configuration.texts[language]);
  const unused = [
    ...(configuration.payment.enabled ? [] : ['paywall.']),
    ...(configuration.voice.enabled ? [] : ['voice.']),
  ];
  return Object.fromEntries(
    Object.entries(own).filter(([key]) => !unused.some((start) => key.startsWith(start))),
  );
}

/** A message in one line for lists: its words, else the names of its files, else what it shows. */
export const messageExcerpt = (
  text: string,
  files: readonly Pick<StoredAttachment, 'name'>[],
  parts: readonly MessagePart[] = [],
): string => excerptOf(text, files) || excerpt(messageInWords('', parts));
