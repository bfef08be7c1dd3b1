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
/** So many of those who wait, or of the notes, are told in words. */
const mostNamed = 12;
const longestWords = 160;
const clip = (text: string): string =>
  text.length > longestWords ? `${text.slice(0, longestWords - 1).toWellFormed()}…` : text;

type Names = {
  agent: string;
  visitor: string | null;
};

export type NoticesServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  translator: Pick<Translator, 'text'>;
  mail: Pick<MailUsecases, 'send'>;
  publicUrl(): string;
};

/**
 * Tells by mail of visitors who wait for a person and whom nobody looks after, once in each stretch of waiting,
 * and of notes that name a member who did not look.
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

  /** Tells of those of one account who wait: each member of all of theirs in one mail. */
  async function tell(tx: Transaction, ids: readonly string[], from: Date, through: Date): Promise<void> {
    const repository = noticesRepository(tx);
    const byMember = new Map<string, { conversation: ConversationRow; names: Names }[]>();
    for (const id of ids) {
      const conversation = await repository.take(id, from, through);
      if (!conversation || (await repository.isSeen(conversation))) continue;
      const names = await repository.names(conversation.agentId, conversation.contactId);
      for (const userId of await recipients(tx, conversation))
        byMember.set(userId, [...(byMember.get(userId) ?? []), { conversation, names }]);
    }
    for (const [userId, waiting] of byMember) {
      const user = await findUserById(database, userId);
      const [first] = waiting;
      if (!user || !first) continue;
      const nameOf = ({ visitor }: Names): string =>
        (visitor ?? services.translator.text(user.language, 'mail:summary.someone')).slice(0, 80);
      const to = {
        to: user.email,
        language: user.language,
        accountId: first.conversation.accountId,
      };
      if (waiting.length === 1)
        await services.mail.send(
          {
            kind: 'visitor-waits',
            ...to,
            variables: {
              url: services.publicUrl() + paths.inboxThread(first.conversation.id),
              visitor: nameOf(first.names),
              agent: first.names.agent.slice(0, 80),
              minutes: waitingMailMinutes,
            },
            ...(first.conversation.lastMessage && first.conversation.lastMessageRole === 'visitor'
              ? { paragraphs: [first.conversation.lastMessage] }
              : {}),
          },
          tx,
        );
      else
        await services.mail.send(
          {
            kind: 'visitors-wait',
            ...to,
            variables: {
              url: `${services.publicUrl()}${paths.inbox}?view=unassigned`,
              count: waiting.length,
              minutes: waitingMailMinutes,
            },
            paragraphs: waiting
              .slice(0, mostNamed)
              .map(({ conversation, names }) => `${nameOf(names)}: ${clip(conversation.lastMessage)}`),
          },
          tx,
        );
    }
  }

  /** Tells members of notes that name them and that they did not look at: of all of them in one mail. */
  async function tellNamed(tx: Transaction, from: Date, through: Date): Promise<void> {
    const repository = noticesRepository(tx);
    const mentions = await repository.takeMentions(from, through, clock.now(), atOnce);
    const byMember = Map.groupBy(mentions, ({ accountId, userId }) => `${accountId} ${userId}`);
    for (const all of byMember.values()) {
      const { accountId, userId } = all[0]!;
      const member = (await findWorkingMembers(tx, accountId)).find((one) => one.userId === userId);
      const user = await findUserById(database, userId);
      const reached = all.filter(({ agentId }) => member && reachesAgent(member, agentId));
      const [first] = reached;
      if (!user || !first || (await repository.withoutMails(accountId, [userId])).has(userId)) continue;
      const isOne = new Set(reached.map(({ conversationId }) => conversationId)).size === 1;
      await services.mail.send(
        {
          kind: 'mentioned',
          to: user.email,
          language: user.language,
          accountId,
          variables: {
            url: isOne
              ? services.publicUrl() + paths.inboxThread(first.conversationId)
              : `${services.publicUrl()}${paths.inbox}?view=mentions`,
            count: reached.length,
            person: [...new Set(reached.map(({ author }) => author))].slice(0, 3).join(', ').slice(0, 80),
          },
          paragraphs: reached.slice(0, mostNamed).map(({ author, body }) => `${author}: ${clip(body)}`),
        },
        tx,
      );
    }
  }

  return {
    /**
     * Looks for visitors who wait, and for members whom a note named; of several processes that see the same
     * one, one tells.
     */
    async tellDue(signal?: AbortSignal): Promise<void> {
      const now = clock.now().getTime();
      const [from, through] = [new Date(now - oldestMs), new Date(now - waitingMailMinutes * 60_000)];
      const due = await noticesRepository(database.direct).due(from, through, atOnce);
      for (const [accountId, rows] of Map.groupBy(due, (row) => row.accountId)) {
        if (signal?.aborted) return;
        // What goes wrong in one account keeps nobody from hearing of the others.
        await database
          .system((tx) =>
            tell(
              tx,
              rows.map(({ id }) => id),
              from,
              through,
            ),
          )
          .catch((error: unknown) =>
            services.log.error({ err: error, accountId }, 'nobody could be told of visitors who wait'),
          );
      }
      await database
        .system((tx) => tellNamed(tx, from, through))
        .catch((error: unknown) =>
          services.log.error({ err: error }, 'nobody could be told of notes that name them'),
        );
    },
  };
}

export type Notices = ReturnType<typeof createNotices>;
