import { toLanguage } from '#shared/languages.ts';
import { messageInWords } from '#shared/chat/message-parts.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { RateLimiter, RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { AgentsUsecases, RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { resumeDays, resumePath } from '#features/conversations/conversations-handoff.contract.ts';
import type { ConversationsUsecases } from '#features/conversations/server/conversations.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { ReplyAddresses } from './reply-address.models.ts';
import { mailWords } from './reply-mails.models.ts';
import { mailAddressOf } from '#features/contacts/server/identity/identity.usecases.ts';
import { replyMailsRepository } from './reply-mails.repository.ts';

/** What one address that somebody typed into a chat can be made to receive. */
const toVisitors: RateRule = { name: 'replies-to-visitor', limit: 20, windowSeconds: 86_400 };
const atOnce = 200;

export type ReplyMailsServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  realtime: Realtime;
  limiter: RateLimiter;
  mail: Pick<MailUsecases, 'send'>;
  agents: Pick<AgentsUsecases, 'runningById'>;
  conversations: Pick<ConversationsUsecases, 'resuming'>;
  /** Null where replies by mail don't come back. */
  addresses: ReplyAddresses | null;
  translator: Pick<Translator, 'text'>;
  /** What the account calls itself, and where its visitors' replies go else. */
  senderOf(accountId: string): Promise<{ name: string | null; replyEmail: string | null }>;
  publicUrl(): string;
};

/** Mails what people wrote to visitors who have left, with a link by which the conversation goes on. */
export function createReplyMails(services: ReplyMailsServices) {
  const { database, clock } = services;

  /**
   * Sends what is due in one conversation and notes it, in one transaction that only one process gets
   * through.
   */
  async function sendOne(tx: Transaction, id: string, agent: RunningAgent | null): Promise<void> {
    const repository = replyMailsRepository(tx);
    const conversation = await repository.lockDue(id, clock.now());
    if (!conversation) return;
    const { contactId, visitorReadSeq, lastVisitorSeq, mailedSeq } = conversation;
    // Whoever wrote on has read what stood before.
    const said = await repository.said(id, Math.max(visitorReadSeq, lastVisitorSeq, mailedSeq));
    const last = said.at(-1);
    const to =
      last && contactId && agent?.configuration.people.mailReplies
        ? await mailAddressOf(tx, contactId, conversation.visitorId)
        : null;
    if (
      last === undefined ||
      agent === null ||
      to === null ||
      (await services.limiter.take(toVisitors, to)) !== null
    )
      return repository.setMailed(id, mailedSeq);
    const url = `${services.publicUrl()}${resumePath}/${services.conversations.resuming.tokenFor(conversation)}`;
    const variables = {
      url,
      agent: agent.configuration.basic.name.slice(0, 80),
      person: (last.authorName ?? agent.configuration.basic.name).slice(0, 80),
      days: resumeDays,
    };
    // Files stay behind the link: a mail that is passed on opens none of them.
    const paragraphs = said.flatMap(({ body, parts, attachments }) => [
      ...mailWords(messageInWords(body, parts))
        .split(/\n+/)
        .filter((line) => line.trim() !== ''),
      ...attachments.map(({ name }) => `[${name}]`),
    ]);
    const language = toLanguage(conversation.language) ?? 'en';
    const own = await services.senderOf(conversation.accountId);
    const replyTo =
      contactId === null || !services.addresses
        ? own.replyEmail
        : services.addresses.addressFor({ conversationId: id, contactId, email: to });
    // Whoever wants no more mails of this account gets none.
    const isSent = await services.mail.send(
      {
        kind: 'team-reply',
        to,
        language,
        accountId: conversation.accountId,
        variables,
        paragraphs:
          replyTo === null
            ? paragraphs
            : [...paragraphs, services.translator.text(language, 'mail:replyByMail')],
        sender: { person: last.authorName?.split(' ')[0], brand: variables.agent },
        replyTo,
      },
      tx,
    );
    await repository.setMailed(id, isSent ? last.seq : mailedSeq);
    await services.realtime.publish(tx, {
      topic: `account:${conversation.accountId}`,
      data: { type: 'conversation.changed', conversationId: id, contactId },
    });
  }

  return {
    /** Looks for replies that nobody came to read, and sends each of them once. */
    async sendDue(signal?: AbortSignal): Promise<void> {
      for (const { id, accountId, agentId } of await replyMailsRepository(database.direct).due(
        clock.now(),
        atOnce,
      )) {
        if (signal?.aborted) return;
        const agent = await services.agents.runningById(accountId, agentId, false);
        // What goes wrong in one conversation keeps nobody else from their mail.
        await database
          .system((tx) => sendOne(tx, id, agent))
          .catch((error: unknown) =>
            services.log.error({ err: error, conversationId: id }, 'a reply could not be mailed'),
          );
      }
    },
  };
}

export type ReplyMails = ReturnType<typeof createReplyMails>;
