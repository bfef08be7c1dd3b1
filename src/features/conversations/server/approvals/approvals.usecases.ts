import { AppError } from '#shared/errors.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope, VisitorIdentity } from '#platform/http/access.ts';
import { decideRequest } from '#features/tools/server/requests/decisions.usecases.ts';
import { approvalsErrors } from '../../conversations-approvals.contract.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import { tellOwner } from '../conversations-notices.usecases.ts';
import { conversationsRepository, type ConversationRow } from '../conversations.repository.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import { isOf } from '../handoff/handoff.models.ts';
import { approvalsRepository } from './approvals.repository.ts';

type Decision = {
  request: string;
  isYes: boolean;
};

/** How visitors and colleagues decide about what agents ask before they act. */
export function createApprovals(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'realtime'>,
  /** The agent goes on with what was approved, where it has the conversation. */
  goOn: (accountId: string, conversationId: string) => Promise<void>,
) {
  const { database, clock, realtime } = services;

  async function decide(
    tx: Transaction,
    conversation: ConversationRow,
    { request, isYes }: Decision,
    decidedBy: string | null,
  ): Promise<void> {
    const row = await decideRequest(
      tx,
      { id: request, conversationId: conversation.id },
      { decidedBy, isYes, now: clock.now() },
    );
    if (!row) throw new AppError(approvalsErrors.over);
    await approvalsRepository(tx).mark(row.answerId, request, isYes ? 'approved' : 'declined');
    await tellOwner(realtime, tx, {
      accountId: conversation.accountId,
      conversationId: conversation.id,
      contactId: conversation.contactId,
      isPreview: conversation.isPreview,
    });
  }

  return {
    /** The visitor's own yes or no; their next message lets the agent go on. */
    async visitorDecides(visitor: VisitorIdentity, messageId: string, decision: Decision): Promise<void> {
      await database.account(visitor.accountId, async (tx) => {
        const repository = conversationsRepository(tx);
        const message = await repository.message(messageId);
        const conversation = message && (await repository.conversation(message.conversationId));
        if (!isOf(conversation, visitor)) throw new AppError(conversationsErrors.notFound);
        await decide(tx, conversation, decision, null);
      });
    },

    /** A colleague's yes or no, upon which the agent goes on by itself. */
    async teamDecides(scope: AccountScope, conversationId: string, decision: Decision): Promise<void> {
      await scope.run(async (tx) => {
        const conversation = await conversationsRepository(tx).conversation(conversationId);
        if (!conversation || conversation.isPreview || !scope.reaches(conversation.agentId))
          throw new AppError(conversationsErrors.notFound);
        await decide(tx, conversation, decision, scope.userId);
      });
      await goOn(scope.accountId, conversationId);
    },
  };
}

export type Approvals = ReturnType<typeof createApprovals>;
