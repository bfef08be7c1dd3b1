import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { formPageErrors, type FormOutcome } from '../../forms-page.contract.ts';
import { addressOf, markOf } from '../payments/mark.models.ts';
import { searchText, type Completing } from './completing.usecases.ts';
import { gateOf, isPublished, type PublishedForm } from '../page/gate.models.ts';
import { submissionsRepository, type SubmissionRow } from './submissions.repository.ts';
import { formsRepository } from '../forms.repository.ts';

export type ConfirmingServices = {
  database: Database;
  clock: Clock;
  box: SecretBox;
  limiter: RateLimiter;
  translator: Translator;
  mail: Pick<MailUsecases, 'send'>;
  completing: Completing;
  publicUrl(): string;
};

/**
 * Which submission is confirmed, a mark of the address and the answers that were asked about, and when the
 * mail was written, in milliseconds.
 */
type ConfirmToken = {
  a: string;
  f: string;
  s: string;
  h: string;
  t: number;
};
const confirmToken: TokenKind<ConfirmToken> = {
  purpose: 'form-confirm',
  // Links of before name no answers: they fit none, and say that they have expired.
  parse: (value) =>
    z
      .object({
        a: z.string(),
        f: z.string(),
        s: z.string(),
        h: z.string().default(''),
        t: z.number().default(0),
      })
      .safeParse(value).data ?? null,
};
const confirmDays = 7;
const pauseSeconds = 60;
const mostMails = 3;
/** Whoever types somebody else's address into forms must not fill that person's mailbox. */
const addressRule = { name: 'form-confirmations', limit: 5, windowSeconds: 86_400 };

/** What a link of a mail leads to: `open` can be confirmed now, `done` was, `over` no longer can be. */
export type Confirmation = {
  form: PublishedForm;
  row: SubmissionRow;
  email: string;
  state: 'open' | 'done' | 'over';
};

/** Double opt-in: what was sent waits until whoever owns the address says that it was them. */
export function createConfirming(services: ConfirmingServices) {
  const { database, clock, box, translator } = services;

  /** Writes the mail about these answers, as far as mails are left; false when none is. */
  async function write(
    tx: Transaction,
    form: PublishedForm,
    row: Pick<SubmissionRow, 'id' | 'answers'>,
    email: string,
    isPaused: boolean,
  ): Promise<boolean> {
    const now = clock.now();
    if (
      !(await submissionsRepository(tx).takeMail(
        row.id,
        mostMails,
        new Date(now.getTime() - (isPaused ? pauseSeconds * 1_000 : 0)),
        now,
      ))
    )
      return false;
    if ((await services.limiter.take(addressRule, `${form.accountId} ${email}`)) !== null) return true;
    const token = mintToken(
      box,
      confirmToken,
      { a: form.accountId, f: form.id, s: row.id, h: markOf(email, row.answers), t: now.getTime() },
      null,
    );
    const url = `${services.publicUrl()}/confirm-form/${token}`;
    // Words of the owner and none of the sender: nobody can make this server say what they like to a stranger.
    await services.mail.send(
      {
        kind: 'form-confirmation',
        to: email,
        language: form.published.settings.language,
        accountId: form.accountId,
        variables: { url, form: form.name, days: confirmDays },
      },
      tx,
    );
    return true;
  }

  async function look(token: string): Promise<Confirmation | null> {
    const read = readToken(box, confirmToken, token, clock.now().getTime());
    if (!read) return null;
    const found = await database.account(read.a, async (tx) => ({
      form: (await formsRepository(tx).find(read.f))?.form ?? null,
      row: await submissionsRepository(tx).find(read.f, read.s),
    }));
    const { form, row } = found;
    const email = isPublished(form) && row ? addressOf(form.published, row.answers) : null;
    if (
      !isPublished(form) ||
      !row ||
      email === null ||
      (row.state !== 'unconfirmed' && row.confirmedAt === null)
    )
      return null;
    const isOver =
      read.h !== markOf(email, row.answers) || clock.now().getTime() > read.t + confirmDays * 86_400_000;
    if (isOver) return { form, row, email, state: 'over' };
    return { form, row, email, state: row.state === 'complete' ? 'done' : 'open' };
  }

  return {
    /**
     * Who has to confirm a submission; null where nobody has to. Who writes in a chat is there, and who left
     * no address can't be asked.
     */
    addressee: (form: PublishedForm, row: SubmissionRow): string | null =>
      form.published.settings.confirm && row.visitorId === null
        ? addressOf(form.published, row.answers)
        : null,

    /**
     * Keeps a submission until it is confirmed, and writes the mail; the same again writes no other one.
     * Other answers need another mail, because the link of the first confirms what was sent first and nothing
     * else. Throws where no mail is left: then the first answers stay.
     */
    async ask(form: PublishedForm, row: SubmissionRow, email: string): Promise<FormOutcome> {
      await database.system(async (tx) => {
        const submissions = submissionsRepository(tx);
        const before = await submissions.lock(row.id);
        if (
          !(await submissions.write({
            ...row,
            state: 'unconfirmed',
            searchText: searchText(form.published, row.answers),
          }))
        )
          return;
        await submissions.keepFiles(
          row.id,
          Object.values(row.answers).flatMap((answer) => (Array.isArray(answer) ? answer : [])),
        );
        if (before?.state === 'unconfirmed' && markOf(before.answers) === markOf(row.answers)) return;
        if (!(await write(tx, form, row, email, false)))
          throw new AppError(formPageErrors.noMoreMails, { variables: { most: mostMails } });
      });
      const text = (key: string): string =>
        translator.text(form.published.settings.language, `form-page:confirm.${key}`, { email });
      return { next: 'confirm', url: '', title: text('sentTitle'), text: text('sentText') };
    },

    /** Writes the mail once more, for somebody who did not get it. */
    async again(form: PublishedForm, id: string): Promise<void> {
      const isWritten = await database.system(async (tx) => {
        const row = await submissionsRepository(tx).lock(id);
        const email =
          row?.state === 'unconfirmed' && row.formId === form.id
            ? addressOf(form.published, row.answers)
            : null;
        if (!row || email === null) throw new AppError(formPageErrors.expired);
        const rest = pauseSeconds - (clock.now().getTime() - (row.confirmMailedAt?.getTime() ?? 0)) / 1_000;
        if (row.confirmMails < mostMails && rest > 0)
          throw new AppError(formPageErrors.mailJustSent, { retryAfterSeconds: Math.ceil(rest) });
        return write(tx, form, row, email, true);
      });
      if (!isWritten) throw new AppError(formPageErrors.noMoreMails, { variables: { most: mostMails } });
    },

    look,

    /** Makes a submission complete by the link of its mail. A second time changes nothing. */
    async confirm(token: string): Promise<Confirmation | null> {
      const found = await look(token);
      if (found?.state !== 'open') return found;
      const { form, row } = found;
      const gate = gateOf(form, clock.now());
      if (gate !== 'open') throw new AppError(gate === 'full' ? formPageErrors.full : formPageErrors.closed);
      await services.completing.complete(form, { ...row, confirmedAt: clock.now() }, 'free');
      return look(token);
    },
  };
}

export type Confirming = ReturnType<typeof createConfirming>;
