import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { MailBrand, MailParts, MailRenderer, MailRow, MailSection } from '#shared/mail-document.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { superadminActor, type Superadmin } from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { EmailProvider } from '#providers/email/email.port.ts';
import {
  mailErrors,
  mailPurposes,
  kindsForTypedAddresses,
  letterKinds,
  mailsPerDay,
  mailTextDays,
  mailTries,
  noticeKinds,
  noticesPerDay,
  strangersMailsPerDay,
  type MailKind,
  type MailPreview,
  type MailPurpose,
  type OutboxMail,
} from '../mail.contract.ts';
import { isOneAddress, mailboxOf, movedTo, plainText, senderName, subjectLine } from './mail.models.ts';
import type { MailPreferences } from './mail-preferences.usecases.ts';
import { mailSamples } from './mail-samples.models.ts';
import { mailRepository, type OutboxAttachment, type OutboxRow } from './mail.repository.ts';

export { mailboxOf };

export const sendMailJob = defineJob({
  name: 'mail.send',
  payload: z.object({ id: z.string() }),
  retryLimit: mailTries - 1,
  expireInSeconds: 60,
  concurrency: 2,
});

/**
 * What an account writes in a day: to its own people, and by itself to those who talked with its agents, so
 * that strangers who make it write don't use up what its people are written. What is beyond is held back
 * until the superadmin lets it go.
 */
const perDay = { name: 'account-mails', limit: mailsPerDay, windowSeconds: 86_400 };
/**
 * What strangers can make this server write to one mailbox in a day, by whatever they ask for and of
 * whichever account.
 */
const noticesPerMailbox = { name: 'mailbox-notices', limit: noticesPerDay, windowSeconds: 86_400 };
const perMailbox = { name: 'mailbox', limit: strangersMailsPerDay, windowSeconds: 86_400 };
const dayMs = 86_400_000;

export type MailServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Pick<Jobs, 'send'>;
  translator: Translator;
  limiter: Pick<RateLimiter, 'takeAll'>;
  /** The mail server, or null: then mails are kept for the superadmin to read. */
  provider(): EmailProvider | null;
  from(): string;
  /** Whether an account writes nothing to anybody, because what is in it is invented. */
  isSilent(accountId: string): Promise<boolean>;
  /** In whose name an account's mails are written, null being the product's, and where their links lead. */
  lookOf(accountId: string | null): Promise<MailLook>;
  /** Address of this server. */
  publicUrl(): string;
  render: MailRenderer;
  preferences: Pick<MailPreferences, 'linkFor' | 'reportsLinkFor'>;
  /** What an account calls itself to its visitors, and where their replies go; null where it says nothing. */
  senderOf(accountId: string): Promise<{ name: string | null; replyEmail: string | null }>;
};

/** In whose name mails are written. */
export type MailLook = {
  brand: MailBrand;
  /** Address under which people know it. */
  origin: string;
  /** Whether it stands in place of the product's own. */
  isOwn: boolean;
};

/** A mail that is to be written to one address, in the words of `locales/<language>/mail.json`. */
export type MailRequest = {
  kind: MailKind;
  to: string;
  language: Language;
  /** What the texts name; `url` is where the button leads. */
  variables: { url: string } & Record<string, string | number>;
  accountId?: string;
  /** The account in whose brand it is written, where that is not the one that it belongs to. */
  brandOf?: string | undefined;
  /** Something to copy, under the text. */
  code?: string;
  rows?: readonly MailRow[];
  /**
   * Whether a stranger could have it written to an address that they only typed. Most kinds say so by
   * themselves.
   */
  isForTypedAddress?: boolean;
  /** More paragraphs. */
  paragraphs?: readonly string[];
  sections?: readonly MailSection[];
  links?: MailParts['links'];
  /**
   * Who of the team writes, and what stands for the account while it has no name of its own; for mails to
   * visitors.
   */
  sender?: { person?: string | undefined; brand?: string | undefined };
  /** Where a reply goes, where that is not up to the account. */
  replyTo?: string | null | undefined;
  /** A file that goes along; it is kept until the mail is sent. */
  attachment?: OutboxAttachment;
  /** For letters to a member: who says that they want no more of them, whatever their address is. */
  readerId?: string;
};

const purposeOf = (kind: MailKind): MailPurpose => mailPurposes[kind];
const isForContact = (mail: MailRequest): mail is MailRequest & { accountId: string } =>
  mail.accountId !== undefined && purposeOf(mail.kind) === 'contact';
/** Kinds whose readers can say that they want no more. */
const isStoppable = (mail: MailRequest): mail is MailRequest & { accountId: string } =>
  isForContact(mail) ||
  (mail.accountId !== undefined && (purposeOf(mail.kind) === 'tips' || mail.readerId !== undefined));
/** Kinds that an account writes to those who bought from it. */
const isFromAccount = (mail: MailRequest): mail is MailRequest & { accountId: string } =>
  isForContact(mail) ||
  (mail.accountId !== undefined && purposeOf(mail.kind) === 'receipt' && mail.kind !== 'plan-receipt');
/** What the product writes about itself, beside its plans and its tips. */
const ofProduct: ReadonlySet<MailKind> = new Set([
  'client-released',
  'domain-failing',
  'domain-failed',
  'feedback',
  'feedback-reply',
]);
/** The account in whose brand a mail is written; null: what the product writes about itself. */
const brandAccountOf = ({ kind, accountId, brandOf }: MailRequest): string | null =>
  brandOf ??
  (kind.startsWith('plan-') || ofProduct.has(kind) || purposeOf(kind) === 'tips'
    ? null
    : (accountId ?? null));
const stateOf = ({ state, attempts }: OutboxRow): OutboxMail['state'] =>
  state === 'failed' && attempts >= mailTries ? 'dead' : state;

export function createMailUsecases(services: MailServices) {
  const { database, clock, translator } = services;

  /**
   * Whether this mail is one too many today, for its mailbox or of its account. Nobody is kept out of their
   * account by that:
   * links and codes that people sign in with have limits of their own, where they are asked for.
   */
  async function isBeyond({ kind, to, accountId, isForTypedAddress }: MailRequest): Promise<boolean> {
    const purpose = purposeOf(kind);
    const isTyped = isForTypedAddress ?? kindsForTypedAddresses.has(kind);
    const isCounted = accountId !== undefined && (purpose === 'account' || purpose === 'contact');
    const uses = [
      ...(isTyped ? [{ rule: perMailbox, key: mailboxOf(to) }] : []),
      ...(noticeKinds.has(kind) ? [{ rule: noticesPerMailbox, key: mailboxOf(to) }] : []),
      ...(isCounted
        ? [{ rule: perDay, key: purpose === 'account' ? accountId : `${accountId} ${purpose}` }]
        : []),
    ];
    return uses.length > 0 && (await services.limiter.takeAll(uses)) !== null;
  }

  function compose(
    mail: Omit<MailRequest, 'to'>,
    unsubscribeUrl: string | null,
    look: MailLook,
  ): { subject: string; text: string; html: string } {
    const moved = (text: string): string => movedTo(look.origin, services.publicUrl(), text);
    const variables: MailRequest['variables'] = {
      brand: look.brand.name,
      ...mail.variables,
      url: moved(mail.variables.url),
    };
    const text = (part: string): string =>
      translator.text(mail.language, `mail:${mail.kind}.${part}`, variables);
    const unsubscribe =
      unsubscribeUrl === null
        ? undefined
        : { label: translator.text(mail.language, 'mail:unsubscribe'), url: unsubscribeUrl };
    const parts: MailParts = {
      title: text('title'),
      body: text('body'),
      code: mail.code,
      rows: mail.rows,
      more: mail.paragraphs?.map(moved),
      sections: mail.sections,
      button: { label: text('button'), url: variables.url },
      links: mail.links?.map(({ label, url }) => ({ label, url: moved(url) })),
      footer: text('footer'),
      unsubscribe,
    };
    return {
      subject: subjectLine(text('subject')),
      text: plainText(parts, mail.language),
      html: services.render(parts, look.brand, mail.language),
    };
  }

  return {
    /** Whether mails leave this server; without a mail server they wait in the outbox. */
    leaves: (): boolean => services.provider() !== null,

    /** How a mail of this kind looks, with made-up people in it. */
    async preview(kind: MailKind, language: Language): Promise<MailPreview> {
      const { variables, ...sample } = mailSamples(language, (key, values) =>
        translator.text(language, key, values),
      )[kind];
      const site = 'https://chat.example.com';
      return {
        kind,
        purpose: purposeOf(kind),
        ...compose(
          { ...sample, kind, language, variables: { url: `${site}/dashboard`, ...variables } },
          ['contact', 'tips'].includes(purposeOf(kind)) || letterKinds.has(kind)
            ? `${site}/unsubscribe/sample`
            : null,
          await services.lookOf(null),
        ),
      };
    },

    /** A mail as it would be written, for whoever looks at it first: its link to say no is the reader's own. */
    async draft(mail: Omit<MailRequest, 'to'>): Promise<{ subject: string; text: string; html: string }> {
      const look = await services.lookOf(brandAccountOf({ ...mail, to: '' }));
      return compose(mail, mail.readerId === undefined ? null : `${look.origin}/unsubscribe`, look);
    },

    /**
     * Writes a mail into the outbox and, with a mail server, sends it in the background. With the caller's
     * transaction (over the wall) it stands or falls with that.
     * @returns false when nothing was written, because the person wants no more mails of this account, or because
     * the account is a sample
     */
    async send(mail: MailRequest, within?: Transaction): Promise<boolean> {
      if (!isOneAddress(mail.to))
        throw new Error(`A mail of the kind ${mail.kind} is addressed to something that is no address`);
      if (mail.accountId !== undefined && (await services.isSilent(mail.accountId))) return false;
      const link = isStoppable(mail)
        ? mail.readerId === undefined
          ? await services.preferences.linkFor(mail.accountId, mail.to, mail.language)
          : await services.preferences.reportsLinkFor(mail.accountId, mail.readerId, mail.language)
        : null;
      if (isStoppable(mail) && link === null) return false;
      const look = await services.lookOf(brandAccountOf(mail));
      const unsubscribeUrl = link === null ? null : movedTo(look.origin, services.publicUrl(), link);
      const written = compose(mail, unsubscribeUrl, look);
      const own = isFromAccount(mail) ? await services.senderOf(mail.accountId) : null;
      const id = newId('eml');
      const provider = services.provider();
      const isHeld = await isBeyond(mail);
      if (isHeld)
        services.log.warn(
          { mailId: id, accountId: mail.accountId, kind: mail.kind, limit: mailsPerDay },
          'a mail is held back: its account or its mailbox has as many as it may have today',
        );
      const write = async (tx: Transaction): Promise<void> => {
        await mailRepository(tx).insert({
          id,
          accountId: mail.accountId ?? null,
          kind: mail.kind,
          recipient: mail.to,
          subject: written.subject,
          textBody: written.text,
          htmlBody: written.html,
          state: isHeld ? 'held' : provider ? 'queued' : 'kept',
          createdAt: clock.now(),
          unsubscribeUrl,
          senderName: own
            ? senderName([mail.sender?.person, own.name ?? mail.sender?.brand])
            : look.isOwn
              ? senderName([look.brand.name])
              : null,
          replyTo: mail.replyTo ?? own?.replyEmail ?? null,
        });
        if (mail.attachment) await mailRepository(tx).attach(id, mail.attachment);
        if (provider && !isHeld) await services.jobs.send(tx, sendMailJob, { id });
      };
      await (within ? write(within) : database.system(write));
      return true;
    },

    /**
     * Hands one queued mail to the mail server; throws so that the job is tried again. Its row is locked
     * meanwhile: a job that was taken for lost and begun anew does not send it a second time. What the server
     * took just before the process died goes again, under the same Message-ID, by which mail servers and
     * programs tell that it is the same.
     */
    async deliver(id: string): Promise<void> {
      const provider = services.provider();
      if (!provider) return;
      const failure = await database.system(async (tx) => {
        const repository = mailRepository(tx);
        const row = await repository.take(id);
        // Looked after again later: whoever sends it now may fail.
        if (!row && (await repository.isDue(id)))
          return { error: new Error(`The mail ${id} is being sent already`) };
        if (!row) return null;
        const mail = {
          from: services.from(),
          senderName: row.senderName,
          replyTo: row.replyTo,
          to: row.recipient,
          subject: row.subject,
          text: row.textBody,
          html: row.htmlBody,
          messageId: `<${row.id}@chatelier>`,
          unsubscribeUrl: row.unsubscribeUrl,
          attachment: await repository.attachmentOf(id),
        };
        try {
          await provider.send(mail);
        } catch (error) {
          await repository.markFailed(id, error instanceof Error ? error.message : 'unknown');
          return { error };
        }
        await repository.markSent(id, clock.now());
        return null;
      });
      if (failure) throw failure.error;
    },

    /** Sends a dead letter or a mail that was held back. */
    async resend(superadmin: Superadmin, id: string): Promise<void> {
      const actor = await superadminActor(database, superadmin);
      const provider = services.provider();
      await database.system(async (tx) => {
        const revived = await mailRepository(tx).revive(id, mailTries, provider ? 'queued' : 'kept');
        if (!revived) throw new AppError(mailErrors.notDead);
        if (provider) await services.jobs.send(tx, sendMailJob, { id });
        await writeAudit(tx, actor, 'operator.mail_resent', {
          id,
          name: revived.recipient,
        });
      });
    },

    /**
     * Removes the text of old mails that nobody has to send any more; that they were written stays. Nothing
     * stays of codes for orders: who buys in a shop is none of its agents' contacts, and could not be erased.
     */
    async sweep(): Promise<void> {
      await mailRepository(database.direct).removeBefore(
        'order-code',
        new Date(clock.now().getTime() - dayMs),
      );
      await mailRepository(database.direct).emptyBefore(
        new Date(clock.now().getTime() - mailTextDays * dayMs),
      );
    },

    async outbox(): Promise<{ mails: OutboxMail[]; smtp: boolean }> {
      const rows = await mailRepository(database.direct).newest(100);
      return {
        smtp: services.provider() !== null,
        mails: rows.map((row) => ({
          id: row.id,
          kind: row.kind,
          recipient: row.recipient,
          subject: row.subject,
          text: row.textBody,
          senderName: row.senderName,
          replyTo: row.replyTo,
          state: stateOf(row),
          attempts: row.attempts,
          lastError: row.lastError,
          createdAt: row.createdAt.toISOString(),
          sentAt: row.sentAt?.toISOString() ?? null,
        })),
      };
    },
  };
}

export type MailUsecases = ReturnType<typeof createMailUsecases>;
