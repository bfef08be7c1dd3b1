import type { MessagePart, PartContent } from '#shared/chat/message-parts.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { tellOwner } from '../conversations-notices.usecases.ts';
import { conversationsRepository } from '../conversations.repository.ts';
import { isOf } from '../handoff/handoff.models.ts';
import { shownPartsRepository } from './shown-parts.repository.ts';

/**
 * What a message of this visitor shows of these kinds, with its conversation. Null where it is another's
 * message, shows none of them, or is still being written: what changed in it meanwhile would be lost with the
 * next saving.
 */
export async function findShownParts<Kind extends PartContent['type']>(
  tx: Transaction,
  visitor: VisitorIdentity,
  messageId: string,
  kinds: readonly Kind[],
): Promise<{ conversationId: string; parts: Extract<PartContent, { type: Kind }>[] } | null> {
  const repository = conversationsRepository(tx);
  const message = await repository.message(messageId);
  if (!message || message.status === 'streaming') return null;
  const parts = message.parts.filter((part): part is Extract<MessagePart, { type: Kind }> =>
    kinds.some((kind) => kind === part.type),
  );
  const conversation = parts.length > 0 ? await repository.conversation(message.conversationId) : null;
  return isOf(conversation, visitor) ? { conversationId: conversation.id, parts } : null;
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
