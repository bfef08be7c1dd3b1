import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import { roleGrants } from '#features/accounts/accounts.contract.ts';
import {
  findUserById,
  findWorkingMembers,
  reachesAgent,
} from '#features/accounts/server/accounts.usecases.ts';
import type { ConversationRow } from '#features/conversations/server/handoff/team.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { waitingMailMinutes } from '../../inbox.contract.ts';
import { noticesRepository } from './notices.repository.ts';

/** Who has waited for longer is no news, for example after a server was off. */
const oldestMs = 86_400_000;
const atOnce = 200;

export type NoticesServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  translator: Pick<Translator, 'text'>;
  mail: Pick<MailUsecases, 'send'>;
  publicUrl(): string;
};

/**
 * Tells by mail of visitors who wait for a person and whom nobody looks after: once in each stretch of
 * waiting.
 */
export function createNotices(services: NoticesServices) {
  const { database, clock } = services;

  /** The member who has the conversation, where they can answer; else the account's owners. */
  async function recipients(
    tx: Transaction,
    { accountId, agentId, assigneeId, handlerUserId }: ConversationRow,
  ): Promise<string[]> {
    const able = (await findWorkingMembers(tx, accountId)).filter(
      (member) => roleGrants(member.role, 'inbox.reply') && reachesAgent(member, agentId),
    );
    const own = able.find(({ userId }) => userId === (handlerUserId ?? assigneeId));
    const chosen = own ? [own] : able.filter(({ role }) => role === 'owner');
    const silent = await noticesRepository(tx).withoutMails(
      accountId,
      chosen.map(({ userId }) => userId),
    );
    return chosen.map(({ userId }) => userId).filter((userId) => !silent.has(userId));
  }

  async function tell(tx: Transaction, id: string, from: Date, through: Date): Promise<void> {
    const repository = noticesRepository(tx);
    const conversation = await repository.take(id, from, through);
    if (!conversation || (await repository.isSeen(conversation))) return;
    const names = await repository.names(conversation.agentId, conversation.contactId);
    const url = services.publicUrl() + paths.inboxThread(id);
    for (const userId of await recipients(tx, conversation)) {
      const user = await findUserById(database, userId);
      if (!user) continue;
      const visitor = (
        names.visitor ?? services.translator.text(user.language, 'mail:summary.someone')
      ).slice(0, 80);
      await services.mail.send(
        {
          kind: 'visitor-waits',
          to: user.email,
          language: user.language,
          accountId: conversation.accountId,
          variables: { url, visitor, agent: names.agent.slice(0, 80), minutes: waitingMailMinutes },
          ...(conversation.lastMessage && conversation.lastMessageRole === 'visitor'
            ? { paragraphs: [conversation.lastMessage] }
            : {}),
        },
        tx,
      );
    }
  }

  return {
    /** Looks for visitors who wait; of several processes that see the same one, one tells. */
    async tellDue(signal?: AbortSignal): Promise<void> {
      const now = clock.now().getTime();
      const [from, through] = [new Date(now - oldestMs), new Date(now - waitingMailMinutes * 60_000)];
      for (const { id } of await noticesRepository(database.direct).due(from, through, atOnce)) {
        if (signal?.aborted) return;
        // What goes wrong with one visitor keeps nobody from hearing of the others.
        await database
          .system((tx) => tell(tx, id, from, through))
          .catch((error: unknown) =>
            services.log.error(
              { err: error, conversationId: id },
              'nobody could be told of a visitor who waits',
            ),
          );
      }
    },
  };
}

export type Notices = ReturnType<typeof createNotices>;
