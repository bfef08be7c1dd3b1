import { formatMoney, type Currency } from '#shared/money/money.ts';
import { takesAnswer } from '#shared/forms/document.ts';
import { filled, fillings } from '#shared/forms/placeholders.ts';
import { answerWords } from '#shared/forms/words.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { addressesToTell } from '#features/accounts/server/accounts.usecases.ts';
import type { PurchaseState } from '#features/payments/payments.contract.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { paymentsOfSubmissions } from '#features/payments/server/checkout/forms.usecases.ts';
import { addressOf } from '../payments/mark.models.ts';
import { isPublished } from '../page/gate.models.ts';
import { submissionsRepository } from './submissions.repository.ts';
import { formAddress } from '../forms.usecases.ts';
import { formsRepository } from '../forms.repository.ts';

export type FormMailsServices = {
  database: Database;
  clock: Clock;
  limiter: RateLimiter;
  translator: Translator;
  mail: Pick<MailUsecases, 'send'>;
  publicUrl(): string;
};

/** Whoever types somebody else's address into forms must not fill that person's mailbox. */
const replyRule = { name: 'form-replies', limit: 3, windowSeconds: 86_400 };
const mostAnswers = 40;

/** Whether money came, whatever became of it since. */
const isReceived = (state: PurchaseState): boolean =>
  !['open', 'processing', 'failed', 'expired'].includes(state);

/**
 * The mails of a submission: to those whom the form names, and the answer that its owner wrote for whoever
 * sent it.
 */
export function createFormMails(services: FormMailsServices) {
  const { database, clock, limiter, mail } = services;
  return {
    /** May run twice; the mails are written once. */
    async send(id: string): Promise<void> {
      const row = await submissionsRepository(database.direct).lock(id);
      const form = row && ((await formsRepository(database.direct).find(row.formId))?.form ?? null);
      if (!row || row.notifiedAt !== null || row.status === 'spam' || !form || !isPublished(form)) return;
      const { blocks, settings } = form.published;
      const files = await submissionsRepository(database.direct).filesOf([id]);
      const names = new Map(files.map((file) => [file.id, file.name]));
      const rows = blocks.filter(takesAnswer).flatMap((block) => {
        const words = answerWords(block, row.answers[block.key], names, settings.language);
        return words === '' ? [] : [{ label: block.label || block.key, value: words }];
      });
      const payment = (await paymentsOfSubmissions(database.direct, [id])).get(id);
      if (payment && isReceived(payment.state))
        rows.push({
          label: blocks.find(({ type }) => type === 'payment')?.label ?? '',
          value: [
            formatMoney(payment.amount, payment.currency as Currency, settings.language),
            ...(payment.isTest ? [services.translator.text(settings.language, 'test-money:brand')] : []),
          ].join(' · '),
        });
      const asker = addressOf(form.published, row.answers);
      const repliesTo =
        settings.reply.enabled &&
        asker !== null &&
        (await limiter.take(replyRule, `${form.accountId} ${asker}`)) === null
          ? asker
          : null;
      const told = await addressesToTell(database, form.accountId, settings.notify);
      const root = services.publicUrl();
      await database.system(async (tx) => {
        const locked = await submissionsRepository(tx).lock(id);
        if (!locked || locked.notifiedAt !== null) return;
        const common = { language: settings.language, accountId: form.accountId };
        const url = `${root}/dashboard/forms/${form.id}/submissions?open=${id}`;
        const notice = {
          ...common,
          kind: 'form-submission',
          variables: { url, form: form.name },
          rows: rows.slice(0, mostAnswers),
        } as const;
        for (const to of told) await mail.send({ ...notice, to }, tx);
        // Words of the owner and none of the sender, unless the address is theirs: nobody can make this server
        // say what they like to a stranger.
        const words = fillings(form.published, row, row.confirmedAt === null ? 'mail' : 'confirmed mail');
        if (repliesTo !== null)
          await mail.send(
            {
              ...common,
              kind: 'form-reply',
              to: repliesTo,
              variables: {
                url: formAddress(root, form),
                form: form.name,
                subject: filled(settings.reply.subject, words).replace(/\s+/g, ' ') || form.name,
                text: filled(settings.reply.text, words),
              },
            },
            tx,
          );
        await submissionsRepository(tx).set(id, { notifiedAt: clock.now() });
      });
    },
  };
}

export type FormMails = ReturnType<typeof createFormMails>;
