import type { PartContent } from '#shared/chat/message-parts.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { tellOwner } from '../conversations-notices.usecases.ts';
import { conversationsRepository } from '../conversations.repository.ts';
import { isOf } from '../handoff/handoff.models.ts';
import { shownPartsRepository } from './shown-parts.repository.ts';

/**
 * Whether a message of this visitor shows something of these kinds; the first of them that it shows, with its
 * conversation. Null where it is another's message, or shows none.
 */
export async function findShownPart<Kind extends PartContent['type']>(
  tx: Transaction,
  visitor: VisitorIdentity,
  messageId: string,
  kinds: readonly Kind[],
): Promise<{ conversationId: string; kind: Kind } | null> {
  const repository = conversationsRepository(tx);
  const message = await repository.message(messageId);
  const kind = kinds.find((one) => message?.parts?.some((part) => part.type === one));
  const conversation = message && kind ? await repository.conversation(message.conversationId) : null;
  return kind && isOf(conversation, visitor) ? { conversationId: conversation.id, kind } : null;
}

/** Puts what became of something in the place where a message shows it, and tells the owner's screens. */
export async function replaceShownPart(
  tx: Transaction,
  realtime: Pick<Realtime, 'publish'>,
  visitor: VisitorIdentity,
  messageId: string,
  content: PartContent,
): Promise<void> {
  const repository = conversationsRepository(tx);
  const message = await repository.message(messageId);
  const conversation = message && (await repository.conversation(message.conversationId));
  if (!isOf(conversation, visitor)) return;
  await shownPartsRepository(tx).replace(messageId, content);
  await tellOwner(realtime, tx, {
    accountId: conversation.accountId,
    conversationId: conversation.id,
    contactId: conversation.contactId,
    isPreview: conversation.isPreview,
  });
}
