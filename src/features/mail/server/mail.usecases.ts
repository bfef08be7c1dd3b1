import { z } from 'zod';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { renderMail } from '#platform/mail-templates/mail-frame.ts';
import type { EmailProvider } from '#providers/email/email.port.ts';
import type { MailKind, OutboxMail } from '../mail.contract.ts';
import { mailRepository } from './mail.repository.ts';

export const sendMailJob = defineJob({ name: 'mail.send', payload: z.object({ id: z.string() }), retryLimit: 6, expireInSeconds: 60, concurrency: 2 });

/** @param provider the mail server, or null: then mails are kept for the superadmin to read. */
export function createMailUsecases(services: { database: Database; clock: Clock; jobs: Jobs; translator: Translator; provider: EmailProvider | null; from: string; brand: { name: string; color: string } }) {
  const { database, translator } = services;
  return {
    /** Writes a mail to one address into the outbox and, with a mail server, sends it in the background. With the caller's transaction (over the wall) it stands or falls with that. */
    async send(mail: { kind: MailKind; to: string; language: Language; variables: { url: string } & Record<string, string | number>; accountId?: string; /** Something to copy, under the text. */ code?: string; /** More paragraphs under that. */ paragraphs?: readonly string[] }, within?: Transaction): Promise<void> {
      const variables = { brand: services.brand.name, ...mail.variables };
      const text = (part: string): string => translator.text(mail.language, `mail:${mail.kind}.${part}`, variables);
      const rendered = renderMail({ title: text('title'), paragraphs: [text('body')], code: mail.code, more: mail.paragraphs, button: { label: text('button'), url: mail.variables.url }, footer: text('footer') }, services.brand);
      const id = newId('eml');
      const write = async (tx: Transaction): Promise<void> => {
        await mailRepository(tx).insert({
          id,
          accountId: mail.accountId ?? null,
          kind: mail.kind,
          recipient: mail.to,
          subject: text('subject').replace(/[\r\n]+/g, ' '),
          textBody: rendered.text,
          htmlBody: rendered.html,
          state: services.provider ? 'queued' : 'kept',
          createdAt: services.clock.now(),
        });
        if (services.provider) await services.jobs.send(tx, sendMailJob, { id });
      };
      await (within ? write(within) : database.system(write));
    },

    /** Hands one queued mail to the mail server; throws so that the job is tried again. */
    async deliver(id: string): Promise<void> {
      const repository = mailRepository(database.direct);
      const row = await repository.byId(id);
      if (!row || !services.provider || row.state === 'sent' || row.state === 'kept') return;
      try {
        await services.provider.send({ from: services.from, to: row.recipient, subject: row.subject, text: row.textBody, html: row.htmlBody, messageId: `<${row.id}@chatelier>` });
      } catch (error) {
        await repository.markFailed(id, error instanceof Error ? error.message : 'unknown');
        throw error;
      }
      await repository.markSent(id, services.clock.now());
    },

    async outbox(): Promise<{ mails: OutboxMail[]; smtp: boolean }> {
      const rows = await mailRepository(database.direct).newest(100);
      return {
        smtp: services.provider !== null,
        mails: rows.map((row) => ({
          id: row.id,
          kind: row.kind,
          recipient: row.recipient,
          subject: row.subject,
          text: row.textBody,
          state: row.state,
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
