import { AppError } from '#shared/errors.ts';
import { messageInWords } from '#shared/chat/message-parts.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { editMinutes, handoffErrors } from '../../conversations-handoff.contract.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import type { Handoff } from './handoff.usecases.ts';
import { fileNames } from '#shared/text/excerpt.ts';
import { messageExcerpt } from '../messages/present.models.ts';
import { attachmentsRepository } from '../attachments/attachments.repository.ts';
import { teamRepository } from './team.repository.ts';
import {
  conversationsRepository,
  type ConversationRow,
  type MessageRow,
} from '../conversations.repository.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';

/** What a person of the team may still do with what they said: change it, or take it back. */
export function createRewriting(
  services: Pick<ConversationsServices, 'clock' | 'realtime'>,
  handoff: Pick<Handoff, 'tell'>,
  reached: (tx: Transaction, scope: AccountScope, id: string) => Promise<ConversationRow>,
) {
  const { clock, realtime } = services;

  /** A person's own message that may still be changed. */
  async function changeable(
    tx: Transaction,
    scope: AccountScope,
    conversationId: string,
    messageId: string,
  ): Promise<{ conversation: ConversationRow; message: MessageRow }> {
    const conversation = await reached(tx, scope, conversationId);
    const message = await conversationsRepository(tx).message(messageId);
    if (message?.conversationId !== conversationId || message.role !== 'human')
      throw new AppError(conversationsErrors.notFound);
    if (message.authorId !== scope.userId) throw new AppError(handoffErrors.notPersons);
    if (message.deletedAt || clock.now().getTime() - message.createdAt.getTime() > editMinutes * 60_000)
      throw new AppError(handoffErrors.editOver);
    return { conversation, message };
  }

  async function rewrite(
    scope: AccountScope,
    conversationId: string,
    messageId: string,
    change: (message: MessageRow) => Partial<MessageRow>,
  ): Promise<void> {
    await scope.run(async (tx) => {
      const { conversation, message } = await changeable(tx, scope, conversationId, messageId);
      const now = clock.now();
      const next = change(message);
      // What is taken back is gone; what it was called is all that the team still reads of a file.
      const lost = next.attachments ? message.attachments : [];
      if (lost.length > 0) await attachmentsRepository(tx).removeOfMessage(messageId);
      await teamRepository(tx).rewriteMessage(messageId, {
        ...next,
        earlier: [
          ...message.earlier,
          {
            body: [
              message.body,
              fileNames(lost),
              next.parts?.length === 0 ? messageInWords('', message.parts) : '',
            ]
              .filter(Boolean)
              .join('\n'),
            at: now.toISOString(),
            by: scope.userId,
          },
        ],
      });
      if (conversation.nextSeq === message.seq + 1)
        await conversationsRepository(tx).setConversation(conversationId, {
          lastMessage: messageExcerpt(
            next.body ?? '',
            next.attachments ?? message.attachments,
            next.parts ?? message.parts,
          ),
        });
      await realtime.publish(tx, { topic: `conversation:${conversationId}`, data: { messageId } });
      await handoff.tell(tx, conversation);
    });
  }

  return {
    editReply: (
      scope: AccountScope,
      conversationId: string,
      messageId: string,
      text: string,
    ): Promise<void> =>
      rewrite(scope, conversationId, messageId, (message) => ({
        body: text,
        parts: message.parts.map((part) => ({ ...part, at: text.length })),
        editedAt: clock.now(),
      })),
    removeReply: (scope: AccountScope, conversationId: string, messageId: string): Promise<void> =>
      rewrite(scope, conversationId, messageId, () => ({
        body: '',
        attachments: [],
        parts: [],
        deletedAt: clock.now(),
      })),
  };
}
