import { z } from 'zod';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Transaction } from '#platform/database/database.ts';
import { roleGrants } from '#features/accounts/accounts.contract.ts';
import { findMembers, reachesAgent } from '#features/accounts/server/accounts.usecases.ts';
import { conversationsRepository } from '../conversations.repository.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import type { Handoff } from './handoff.usecases.ts';
import { teamRepository } from './team.repository.ts';

export const handBackJob = defineJob({
  name: 'conversations.hand-back',
  payload: z.object({ accountId: z.string(), userId: z.string() }),
  retryLimit: 5,
  expireInSeconds: 60,
  concurrency: 1,
});

/**
 * Sees to it that nobody waits for a member who may not answer any more; in the transaction that took them away
 * or took something from them.
 */
export async function handBackSoon(
  tx: Transaction,
  jobs: Pick<Jobs, 'send'>,
  member: { accountId: string; userId: string },
): Promise<void> {
  await jobs.send(tx, handBackJob, { accountId: member.accountId, userId: member.userId });
}

/** What a member leaves behind who was suspended or removed, or may do less. */
export function createHandBack(
  { database, clock }: Pick<ConversationsServices, 'database' | 'clock'>,
  handoff: Pick<Handoff, 'tell' | 'enqueue'>,
) {
  return {
    /**
     * Puts the conversations of a member that they may not answer any more into the team's queue, and takes
     * their name off those that they only were to look after. Each under its lock; again changes nothing.
     */
    async handBackOf({ accountId, userId }: { accountId: string; userId: string }): Promise<void> {
      const { ids, member } = await database.account(accountId, async (tx) => ({
        ids: await teamRepository(tx).heldBy(userId),
        member: (await findMembers(tx, accountId)).find((one) => one.userId === userId),
      }));
      for (const id of ids)
        await database.account(accountId, async (tx) => {
          const repository = conversationsRepository(tx);
          const conversation = await repository.lockConversation(id);
          if (!conversation) return;
          if (
            member &&
            !member.suspendedAt &&
            roleGrants(member.role, 'inbox.reply') &&
            reachesAgent(member, conversation.agentId)
          )
            return;
          if (conversation.assigneeId === userId) await repository.setConversation(id, { assigneeId: null });
          const free = {
            ...conversation,
            assigneeId: conversation.assigneeId === userId ? null : conversation.assigneeId,
          };
          if (conversation.handler !== 'human' || conversation.handlerUserId !== userId)
            return handoff.tell(tx, free);
          // What sleeps goes on sleeping, and wakes in the queue: its visitor waits from then on.
          if (conversation.status !== 'snoozed')
            return handoff.enqueue(tx, { ...free, waitingSince: conversation.waitingSince ?? clock.now() });
          await repository.setConversation(id, { handler: 'waiting', handlerUserId: null, returnAt: null });
          await handoff.tell(tx, free);
        });
    },
  };
}

export type HandBack = ReturnType<typeof createHandBack>;
