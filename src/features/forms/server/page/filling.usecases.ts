import { AppError } from '#shared/errors.ts';
import type { FormAnswers } from '#shared/forms/answers.ts';
import type { FormBlock } from '#shared/forms/document.ts';
import { checkAnswers, dueOf } from '#shared/forms/logic.ts';
import { leastFillMs, proofBits } from '#shared/forms/page.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import { isProof } from '#shared/chat/proof-of-work.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { mintToken, readToken } from '#platform/crypto/signed-token.ts';
import type { Database } from '#platform/database/database.ts';
import { isVisitorBlocked } from '#features/contacts/server/identity/forms.usecases.ts';
import type { FormCheckouts } from '#features/payments/server/checkout/forms.usecases.ts';
import { formPageErrors, type FormAnswerInput, type FormOutcome } from '../../forms-page.contract.ts';
import { createFormPaying } from '../payments/paying.usecases.ts';
import type { Completing } from '../submissions/completing.usecases.ts';
import type { Confirming } from '../submissions/confirming.usecases.ts';
import type { FormFiles } from './files.usecases.ts';
import { assertOpen, gateOf, isPublished, type PublishedForm } from './gate.models.ts';
import { outcomeOf, submissionRow, type FormSender } from './submission-row.models.ts';
import { submissionsRepository, type SubmissionRow } from '../submissions/submissions.repository.ts';
import {
  chatTicket,
  nowhere,
  pageToken,
  type FormOrigin,
  type FormPlace,
  type PageToken,
} from './tokens.models.ts';
import { formsRepository } from '../forms.repository.ts';

export type FormPageServices = {
  database: Database;
  clock: Clock;
  box: SecretBox;
  completing: Completing;
  confirming: Confirming;
  payments: FormCheckouts;
  files: FormFiles;
  /** Whether the account's agency keeps it from using forms. */
  areOff(accountId: string): Promise<boolean>;
  originFor(accountId: string): Promise<string>;
};

const tokenMs = 7 * 86_400_000;

/** In whose chat a form stands, and in which message; without one it is the agent's contact form. */
export type FormChat = {
  agentId: string;
  visitorId: string;
  isPreview: boolean;
  place: FormPlace | null;
};

/**
 * A form's page: shown, filled step by step, sent. Everything that the browser checked is checked here again.
 */
export function createFormPages(services: FormPageServices) {
  const { database, clock, box } = services;
  const { backUrlOf, pay, finish, finishPaid, finishForgotten } = createFormPaying(services);

  async function published(publicId: string): Promise<PublishedForm> {
    const form = await formsRepository(database.direct).byPublicId(publicId);
    if (!isPublished(form) || (await services.areOff(form.accountId)))
      throw new AppError(formPageErrors.notFound);
    return form;
  }
  function read(form: PublishedForm, token: string): PageToken {
    const found = readToken(box, pageToken, token, clock.now().getTime());
    if (!found || found.f !== form.id) throw new AppError(formPageErrors.expired);
    return found;
  }
  /** Whether the form stands in the chat of somebody from whom the account takes nothing. */
  const isBlocked = async (form: PublishedForm, { w: visitorId }: PageToken): Promise<boolean> =>
    visitorId !== undefined && database.account(form.accountId, (tx) => isVisitorBlocked(tx, visitorId));
  /** How whoever fills a form came: to its page, or to the chat in which it stands. */
  const originOf = async (form: PublishedForm, { o, w: visitorId }: PageToken): Promise<FormOrigin> =>
    (visitorId === undefined
      ? o
      : await database.account(form.accountId, (tx) => submissionsRepository(tx).originOf(visitorId))) ??
    nowhere;
  const stored = (form: PublishedForm, id: string): Promise<SubmissionRow | null> =>
    database.account(form.accountId, (tx) => submissionsRepository(tx).find(form.id, id));

  /** Files have to be those that this very page uploaded for this very field. */
  async function checkFiles(form: PublishedForm, id: string, answers: FormAnswers): Promise<void> {
    const blocks = form.published.blocks.filter(
      ({ type, key }) => type === 'file' && answers[key] !== undefined,
    );
    if (blocks.length === 0) return;
    const files = await database.account(form.accountId, (tx) => submissionsRepository(tx).filesOf([id]));
    const bad = blocks.filter(
      ({ key }) =>
        !(answers[key] as string[]).every((file) =>
          files.some((known) => known.id === file && known.field === key),
        ),
    );
    if (bad.length > 0)
      throw new AppError(formPageErrors.invalid, {
        fields: Object.fromEntries(bad.map(({ key }) => [key, 'form-page:problem.file'])),
      });
  }

  /** For which field of which submission a file is. */
  async function uploadPlace(
    publicId: string,
    key: string,
    token: string,
  ): Promise<{ form: PublishedForm; page: PageToken; block: FormBlock }> {
    const form = await published(publicId);
    const page = read(form, token);
    assertOpen(form, clock.now());
    if (await isBlocked(form, page)) throw new AppError(formPageErrors.blocked);
    const block = form.published.blocks.find((entry) => entry.key === key && entry.type === 'file');
    if (!block) throw new AppError(formPageErrors.notFound);
    return { form, page, block };
  }

  return {
    /** The form at an address and whether it takes answers; null when there is none. */
    async open(
      identifier: string,
      sender: Pick<FormSender, 'onceKey'>,
    ): Promise<{ form: PublishedForm; gate: ReturnType<typeof gateOf> | 'sent_before' } | null> {
      if (!/^[A-Za-z0-9-]{3,60}$/.test(identifier)) return null;
      const form = await formsRepository(database.direct).byAddress(identifier);
      if (!isPublished(form)) return null;
      const gate = (await services.areOff(form.accountId)) ? 'closed' : gateOf(form, clock.now());
      const hasSent =
        gate === 'open' &&
        form.published.settings.onePerVisitor &&
        (await database.account(form.accountId, (tx) =>
          submissionsRepository(tx).hasSent(form.id, sender.onceKey),
        ));
      return { form, gate: hasSent ? 'sent_before' : gate };
    },

    /** The language of a form; undefined when there is no such form, or none any more. */
    async language(publicId: string): Promise<Language | undefined> {
      const form = await formsRepository(database.direct).byPublicId(publicId);
      return isPublished(form) ? form.published.settings.language : undefined;
    },

    /** In whose chat a page of this form is opened; null for a ticket of something else. */
    chatOf(form: Pick<PublishedForm, 'id'>, ticket: string): FormChat | null {
      const read = readToken(box, chatTicket, ticket, clock.now().getTime());
      if (!read || read.f !== form.id) return null;
      const { a: agentId, w: visitorId, p: isPreview, c: conversationId, m: messageId } = read;
      return {
        agentId,
        visitorId,
        isPreview,
        place: conversationId !== undefined && messageId !== undefined ? { conversationId, messageId } : null,
      };
    },

    /** The token of a page that is given out now. */
    token(
      form: Pick<PublishedForm, 'id' | 'publishedVersion'>,
      chat: Omit<FormChat, 'isPreview'> | null,
      origin: FormOrigin | null = null,
    ): string {
      const now = clock.now().getTime();
      const payload: PageToken = {
        f: form.id,
        v: form.publishedVersion,
        i: newId('fsb', now),
        s: now,
        ...(chat && { a: chat.agentId, w: chat.visitorId }),
        ...(chat?.place && { c: chat.place.conversationId, m: chat.place.messageId }),
        ...(origin && { o: origin }),
      };
      return mintToken(box, pageToken, payload, now + tokenMs);
    },

    /** How whoever holds this token came; null for one that is no longer good. */
    cameBy(form: Pick<PublishedForm, 'id'>, token: string): FormOrigin | null {
      const found = readToken(box, pageToken, token, clock.now().getTime());
      return found?.f === form.id ? (found.o ?? null) : null;
    },

    /** Takes a form. The same token again is answered as the first time. */
    async submit(publicId: string, input: FormAnswerInput, sender: FormSender): Promise<FormOutcome> {
      const form = await published(publicId);
      const token = read(form, input.token);
      const earlier = await stored(form, token.i);
      if (earlier?.state === 'complete') return outcomeOf(form, earlier);
      const now = clock.now();
      assertOpen(form, now);
      if (await isBlocked(form, token)) throw new AppError(formPageErrors.blocked);
      const { spam } = form.published.settings;
      if (spam !== 'none' && now.getTime() - token.s < leastFillMs)
        throw new AppError(formPageErrors.tooFast, { retryAfterSeconds: Math.ceil(leastFillMs / 1000) });
      if (spam === 'proof-of-work' && !isProof(token.i, input.proof, proofBits))
        throw new AppError(formPageErrors.unproven);
      const { answers, problems, evaluation } = checkAnswers(form.published, input.answers);
      if (Object.keys(problems).length > 0) {
        const fields = Object.fromEntries(
          Object.entries(problems).map(([key, { problem, value }]) => [
            key,
            `form-page:problem.${problem}${value === undefined ? '' : `|${value}`}`,
          ]),
        );
        throw new AppError(
          token.v === form.publishedVersion ? formPageErrors.invalid : formPageErrors.changed,
          { fields },
        );
      }
      await checkFiles(form, token.i, answers);
      const row = submissionRow(
        form,
        token,
        await originOf(form, token),
        {
          answers,
          variables: { ...evaluation.variables },
          screen: evaluation.screen,
          page: evaluation.path.at(-1) ?? 0,
          lastField: '',
          tag: input.tag,
          utm: input.utm,
          referrer: input.referrer,
        },
        sender,
        clock.now(),
      );
      if (spam !== 'none' && input.website !== '') {
        await services.completing.complete(form, row, 'spam');
        return outcomeOf(form, row);
      }
      const due = dueOf(form.published, evaluation);
      const addressee = due ? null : services.confirming.addressee(form, row);
      if (
        (due || addressee !== null) &&
        row.onceKey !== null &&
        (await database.account(form.accountId, (tx) =>
          submissionsRepository(tx).hasSent(form.id, row.onceKey ?? ''),
        ))
      )
        throw new AppError(formPageErrors.alreadySent);
      if (addressee !== null) return services.confirming.ask(form, row, addressee);
      if (due) return pay(form, row, due);
      if (earlier?.state === 'unpaid') {
        const backUrl = await backUrlOf(form);
        const begun = await services.payments.withdraw({
          accountId: form.accountId,
          submissionId: row.id,
          backUrl,
        });
        if (begun === 'open') throw new AppError(formPageErrors.paymentNotReady);
        if (begun) return { next: 'pay', url: backUrl(begun.id), title: '', text: '' };
      }
      await services.completing.complete(form, row, 'free');
      return outcomeOf(form, (await stored(form, row.id)) ?? row);
    },

    /** Keeps what was answered so far; what is not right yet is left out. */
    async progress(
      publicId: string,
      input: { token: string; answers: Record<string, unknown>; page: number; field: string },
      sender: FormSender,
    ): Promise<void> {
      const form = await published(publicId);
      const token = read(form, input.token);
      if (gateOf(form, clock.now()) !== 'open' || (await isBlocked(form, token))) return;
      const { answers, problems, evaluation } = checkAnswers(form.published, input.answers);
      const right = Object.fromEntries(Object.entries(answers).filter(([key]) => !problems[key]));
      const isKnown = form.published.blocks.some(({ key }) => key === input.field);
      const row = submissionRow(
        form,
        token,
        await originOf(form, token),
        {
          answers: right,
          variables: { ...evaluation.variables },
          screen: '',
          page: input.page,
          lastField: isKnown ? input.field : '',
          tag: '',
          utm: {},
          referrer: '',
        },
        sender,
        clock.now(),
      );
      await database.account(form.accountId, async (tx) => {
        const before = await submissionsRepository(tx).lock(row.id);
        // What waits for its payment or its confirmation is not a draft again.
        if (before?.state !== 'unpaid' && before?.state !== 'unconfirmed')
          await submissionsRepository(tx).write({ ...row, onceKey: null });
      });
    },

    /** Throws where no file is taken: asked with the page's token before anything of the file is read. */
    async checkUpload(publicId: string, key: string, token: string): Promise<void> {
      const { form, page } = await uploadPlace(publicId, key, token);
      await services.files.checkRoom(form, page.i);
    },
    async upload(
      publicId: string,
      key: string,
      token: string,
      file: { fileName: string; bytes: Uint8Array },
    ): Promise<{ id: string; name: string; size: number }> {
      const { form, page, block } = await uploadPlace(publicId, key, token);
      return services.files.upload(form, page.i, block, file);
    },

    /**
     * Where a payment stands, for the page that people come back to; asks the vendor when `asks`. `held` was
     * paid, and no submission fits it.
     * Null when there is no such payment of this form.
     */
    async paid(
      publicId: string,
      paymentId: string,
      asks: boolean,
    ): Promise<{
      form: PublishedForm;
      state: 'paid' | 'held' | 'waiting';
      url: string;
      outcome: FormOutcome;
    } | null> {
      const form = await published(publicId);
      const purchase = await services.payments.state(form.id, paymentId, asks);
      if (!purchase?.submissionId) return null;
      if (purchase.status === 'paid') await finish(form, purchase.id);
      const row = await stored(form, purchase.submissionId);
      const now =
        purchase.status === 'paid' ? await services.payments.byId(form.accountId, purchase.id) : purchase;
      if (now?.fulfilment === 'unmatched' || (purchase.status === 'paid' && !row))
        return {
          form,
          state: 'held',
          url: '',
          outcome: outcomeOf(form, { screen: '', variables: {}, answers: {} }),
        };
      return (
        row && {
          form,
          state: purchase.status === 'paid' ? 'paid' : 'waiting',
          url: purchase.status === 'open' ? purchase.checkoutUrl : '',
          outcome: outcomeOf(form, row),
        }
      );
    },

    /** Writes the mail again by which a form is confirmed. */
    async askAgain(publicId: string, token: string): Promise<void> {
      const form = await published(publicId);
      await services.confirming.again(form, read(form, token).i);
    },

    outcomeOf,

    /**
     * Forgets uploads that were never sent once their page has run out, what nobody confirmed in a month, and
     * what somebody began three months ago.
     */
    sweep(): Promise<void> {
      const now = clock.now().getTime();
      return database.system((tx) =>
        submissionsRepository(tx).sweep(
          new Date(now - 8 * 86_400_000),
          new Date(now - 90 * 86_400_000),
          new Date(now - 30 * 86_400_000),
        ),
      );
    },

    finishPaid,
    finishForgotten,
  };
}

export type FormPages = ReturnType<typeof createFormPages>;
