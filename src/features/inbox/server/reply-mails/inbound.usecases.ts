import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { toLanguage, type Language } from '#shared/languages.ts';
import { boundedFileName } from '#shared/text/file-name.ts';
import type { Database } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import { readMail, type ReadMail } from '#platform/mail/read-mail.ts';
import type { RateLimiter, RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { MailSource } from '#providers/email/email.port.ts';
import type { AgentsUsecases } from '#features/agents/server/agents.usecases.ts';
import { mostAttachments } from '#features/conversations/conversations-attachments.contract.ts';
import { accessErrors } from '#features/conversations/conversations-access.contract.ts';
import type { AttachmentsUsecases } from '#features/conversations/server/attachments/attachments.usecases.ts';
import type { ConversationsUsecases } from '#features/conversations/server/conversations.usecases.ts';
import { mailboxOf } from '#features/mail/server/mail.usecases.ts';
import { isAutomatic, isForged, type MailRefusal } from './inbound.policy.ts';
import { ownWords } from './mail-text.models.ts';
import type { ReplyAddresses } from './reply-address.models.ts';
import { replyMailsRepository, type MailedConversation } from './reply-mails.repository.ts';

/** What one conversation and one account take by mail; what is beyond is left. */
const perConversation: RateRule = { name: 'mails-in-conversation', limit: 20, windowSeconds: 3_600 };
const perAccount: RateRule = { name: 'mails-in-account', limit: 1_000, windowSeconds: 86_400 };
/** Longest message of a visitor, as in the chat. */
const longest = 4_000;

/** The largest mail that is read, in bytes, with its files. */
export const mostMailBytes = 25 * 1_048_576;

export type InboundMailServices = {
  database: Database;
  log: Logger;
  limiter: Pick<RateLimiter, 'takeAll'>;
  translator: Pick<Translator, 'text'>;
  /** The mailbox for replies; null where a mail server hands them over. */
  source: MailSource | null;
  /** Null where replies don't come back. */
  addresses: ReplyAddresses | null;
  /** The instance's own sender, whose mails never enter a conversation. */
  ownAddress(): string;
  agents: Pick<AgentsUsecases, 'runningById'>;
  conversations: Pick<ConversationsUsecases, 'takeMailed'>;
  attachments: Pick<AttachmentsUsecases, 'upload' | 'checkRoom'>;
};

/** A key of a message that is the same each time the same mail comes. */
function keyOf(conversationId: string, mail: ReadMail, raw: Uint8Array): string {
  const hash = createHash('sha256').update(`${conversationId} ${mail.messageId ?? ''} `);
  const hex = (mail.messageId === null ? hash.update(raw) : hash).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Puts what visitors reply by mail into their conversations. */
export function createInboundMail(services: InboundMailServices) {
  const { database, log } = services;

  /** Whose reply it is, or why it is nobody's. */
  async function placeOf(
    mail: ReadMail,
    addresses: ReplyAddresses,
  ): Promise<MailedConversation | MailRefusal> {
    if (isAutomatic(mail)) return 'automatic';
    const from = mailboxOf(mail.from ?? '');
    if (from === mailboxOf(services.ownAddress()) || from === mailboxOf(addresses.mailbox)) return 'own';
    if (isForged(mail)) return 'forged';
    const named = mail.recipients.flatMap((each) => addresses.read(each) ?? [])[0];
    if (!named) return 'no-address';
    const found = await replyMailsRepository(database.direct).mailed(named.conversationId);
    if (!found) return 'unknown';
    const known = found.emails.filter((email) =>
      found.contactIds.some((contactId) =>
        addresses.isFor({ conversationId: found.id, contactId, email }, named.signature),
      ),
    );
    if (known.length === 0) return 'unknown';
    // Whoever was passed the address of somebody else has nothing to say in their conversation.
    return known.some((email) => mailboxOf(email) === from) ? found : 'stranger';
  }

  /**
   * Takes the files of a mail by the same checks as those of the chat, at most so many; names of those that are
   * not taken.
   */
  async function takeFiles(visitor: VisitorIdentity, files: ReadMail['files'], most: number) {
    const [ids, left]: [string[], string[]] = [[], files.slice(most).map(({ fileName }) => fileName)];
    for (const { fileName, bytes } of files.slice(0, most)) {
      const name = boundedFileName(fileName);
      try {
        await services.attachments.checkRoom(visitor);
        ids.push((await services.attachments.upload(visitor, { fileName: name, bytes })).id);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        left.push(name);
      }
    }
    return { ids, left };
  }

  async function take(raw: Uint8Array, addresses: ReplyAddresses): Promise<MailRefusal | null> {
    if (raw.byteLength > mostMailBytes) return 'unreadable';
    const mail = await readMail(raw).catch(() => null);
    if (!mail) return 'unreadable';
    const place = await placeOf(mail, addresses);
    if (typeof place === 'string') return place;
    const { id: conversationId, accountId, agentId, visitorId } = place;
    if (place.isBlocked) return 'blocked';
    const refused = await services.limiter.takeAll([
      { rule: perConversation, key: conversationId },
      { rule: perAccount, key: accountId },
    ]);
    if (refused !== null) return 'too-many';
    const words = ownWords(mail.text.replaceAll('\u0000', '')).toWellFormed();
    if (words === '' && mail.files.length === 0) return 'empty';
    const visitor: VisitorIdentity = { visitorId, accountId, agentId, isPreview: false };
    const agent = await services.agents.runningById(accountId, agentId, false);
    const { ids, left } = await takeFiles(
      visitor,
      mail.files,
      agent?.configuration.appearance.uploads ? mostAttachments : 0,
    );
    const language: Language = toLanguage(place.language) ?? 'en';
    const notes = left.map((name) => services.translator.text(language, 'inbox:mailed.fileLeft', { name }));
    const room = longest - notes.join('\n').length - 2;
    const text = [words.length > room ? `${words.slice(0, room - 1).toWellFormed()}…` : words, ...notes]
      .filter((part) => part !== '')
      .join('\n');
    try {
      await services.conversations.takeMailed(visitor, {
        conversationId,
        clientMessageId: keyOf(conversationId, mail, raw),
        text,
        attachments: ids,
        language,
      });
    } catch (error) {
      if (error instanceof AppError && error.code === accessErrors.blocked.code) return 'blocked';
      throw error;
    }
    return null;
  }

  async function receive(raw: Uint8Array): Promise<MailRefusal | null> {
    if (!services.addresses) return 'no-address';
    const refusal = await take(raw, services.addresses);
    if (refusal) log.info({ reason: refusal }, 'a mail entered no conversation');
    return refusal;
  }

  return {
    isOn: services.addresses !== null,
    /**
     * Looks into the mailbox for replies, where there is one. What goes wrong with one mail keeps no other out;
     * it comes again with the next look.
     */
    async look(signal?: AbortSignal): Promise<void> {
      if (!services.addresses || !services.source) return;
      await services.source.readNew(async (raw) => {
        await receive(raw);
      }, signal);
    },
    /**
     * Takes one mail as it came. Null when it entered its conversation (also before), else why it didn't; nobody
     * is written to about that, for such answers would go round.
     */
    receive,
  };
}

export type InboundMail = ReturnType<typeof createInboundMail>;
