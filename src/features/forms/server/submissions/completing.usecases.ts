import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { campaignIn } from '#shared/campaign.ts';
import type { FormAnswers } from '#shared/forms/answers.ts';
import { askedContactFields, contactAnswer } from '#shared/contacts/contact-fields.ts';
import type { FormBlock, FormDocument } from '#shared/forms/document.ts';
import { ownAnswers } from '#shared/forms/mapping.ts';
import { answerWords } from '#shared/forms/words.ts';
import type { FormValue } from '#shared/forms/values.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import {
  contactOfForm,
  fillOwnFields,
  giveConsent,
} from '#features/contacts/server/identity/forms.usecases.ts';
import { fulfil } from '#features/payments/server/checkout/forms.usecases.ts';
import { answersInWords, writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import { formPageErrors } from '../../forms-page.contract.ts';
import { addressOf } from '../payments/mark.models.ts';
import { amountInWords } from './export.models.ts';
import { formsRepository } from '../forms.repository.ts';
import { submissionsRepository, type SubmissionRow } from './submissions.repository.ts';
import type { FormPlace } from '../page/tokens.models.ts';

/** Writes the mails of a submission. */
export const submissionMailJob = defineJob({
  name: 'forms.mail',
  payload: z.object({ id: z.string() }),
  retryLimit: 6,
  expireInSeconds: 60,
  concurrency: 2,
});

/**
 * `spam` was sent by a program; what was paid for, by a purchase, has its place whatever the form's limit
 * says.
 */
export type SubmissionKind = 'free' | 'spam' | { purchaseId: string };
const isPaid = (kind: SubmissionKind): kind is { purchaseId: string } => typeof kind === 'object';

/** A visitor whose chat a form stands in. */
export type FormVisitor = {
  accountId: string;
  agentId: string;
  visitorId: string;
};
/** What was answered, as a chat shows it. */
type ChatAnswers = {
  title: string;
  values: FormValue[];
};
/** The chats that forms stand in. */
export type FormChats = {
  /**
   * Tells a chat what was answered, in the transaction that takes it; gives the visitor's contact, or null
   * when there is none.
   */
  fill(tx: Transaction, visitor: FormVisitor, filled: ChatAnswers): Promise<string | null>;
  /**
   * Marks the card that a form was filled in as sent and tells the chat, in the transaction that takes it;
   * `details` become the contact's.
   * `isFirst` is false where another submission was faster; null when nothing of the visitor is left.
   */
  fillCard(
    tx: Transaction,
    visitor: FormVisitor,
    card: FormPlace & { formId: string; submissionId: string; at: Date },
    given: { details: readonly FormValue[]; filled: ChatAnswers },
  ): Promise<{ contactId: string | null; isFirst: boolean } | null>;
  /** Called once that transaction is through. */
  filled(visitorId: string): void;
};
export type CompletingServices = {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  realtime: Realtime;
  chats: FormChats;
};

const contactFieldOf = ({ mapTo }: Pick<FormBlock, 'mapTo'>) =>
  askedContactFields.find((field) => field === mapTo);

/** Answers that become fields of the contact: a name, an address, a phone, a company. */
export function contactValues(form: Pick<FormDocument, 'blocks'>, answers: FormAnswers): FormValue[] {
  return form.blocks.flatMap((block) => {
    const answer = answers[block.key];
    const field = contactFieldOf(block);
    return field === undefined || typeof answer !== 'string' || answer === ''
      ? []
      : [contactAnswer(field, block.key, answer)];
  });
}

/** All answers with their questions, as a chat shows them; those that are mapped by what they are. */
export function chatValues(
  form: { blocks: FormBlock[]; settings: Pick<FormDocument['settings'], 'language'> },
  answers: FormAnswers,
): FormValue[] {
  const said = form.blocks.flatMap((block) => {
    const answer = answers[block.key];
    if (answer === undefined || block.type === 'file' || block.type === 'payment') return [];
    const field = contactFieldOf(block);
    const value = (
      field && typeof answer === 'string'
        ? answer
        : answerWords(block, answer, new Map(), form.settings.language)
    )
      .trim()
      .slice(0, 2_000);
    if (value === '') return [];
    return field
      ? [{ ...contactAnswer(field, block.key, value), label: block.label }]
      : [{ key: block.key, type: 'long_text' as const, label: block.label, value }];
  });
  return said.slice(0, 40);
}

/** Whether somebody agreed: by ticking it, or by sending a form that is about nothing else. */
function agreed(form: Pick<FormDocument, 'blocks'>, answers: FormAnswers): boolean {
  const asked = form.blocks.filter(({ type }) => type === 'consent');
  return asked.length === 0 || asked.some(({ key }) => answers[key] === true);
}

/** Answers as one text that is searched in; money as people see it. */
export function searchText(form: Pick<FormDocument, 'blocks'>, answers: FormAnswers): string {
  const blocks = new Map(form.blocks.map((block) => [block.key, block]));
  const words = ([key, answer]: [string, FormAnswers[string]]): string => {
    const block = blocks.get(key);
    if (typeof answer === 'object') return Object.values(answer).join(' ');
    return block && typeof answer === 'number' ? amountInWords(block, answer) : String(answer);
  };
  return Object.entries(answers).map(words).join(' ').toLowerCase().slice(0, 4_000);
}

/**
 * Makes a submission complete, once: its place in the form, its contact, its mails and the news of it stand
 * or fall together.
 */
export function createCompleting(services: CompletingServices) {
  const { database, clock, jobs, realtime, chats } = services;

  /** Tells the chat that a form stands in; gives the visitor's contact. */
  async function tellChat(
    tx: Transaction,
    form: { name: string; published: FormDocument },
    row: SubmissionRow,
    visitor: FormVisitor,
    kind: SubmissionKind,
  ): Promise<string | null> {
    const { conversationId, messageId, formId, id: submissionId, answers } = row;
    const filled = { title: form.name, values: chatValues(form.published, answers) };
    if (conversationId === null || messageId === null) return chats.fill(tx, visitor, filled);
    const done = await chats.fillCard(
      tx,
      visitor,
      { conversationId, messageId, formId, submissionId, at: row.submittedAt ?? clock.now() },
      { details: contactValues(form.published, answers), filled },
    );
    // Who paid twice is at least heard twice.
    if (done && !done.isFirst && !isPaid(kind)) throw new AppError(formPageErrors.alreadySent);
    return done?.contactId ?? null;
  }

  const write = (
    form: { id: string; accountId: string; name: string; published: FormDocument },
    row: SubmissionRow,
    kind: SubmissionKind,
  ): Promise<boolean> =>
    database.account(form.accountId, async (tx) => {
      const submissions = submissionsRepository(tx);
      const [now, isSpam] = [clock.now(), kind === 'spam'];
      const done: SubmissionRow = {
        ...row,
        state: 'complete',
        status: isSpam ? 'spam' : 'new',
        searchText: searchText(form.published, row.answers),
        submittedAt: now,
        updatedAt: now,
        onceKey: isSpam ? null : row.onceKey,
      };
      if (!(await submissions.write(done))) return false;
      await submissions.keepFiles(
        row.id,
        Object.values(row.answers).flatMap((answer) => (Array.isArray(answer) ? answer : [])),
      );
      // What a program sent takes nobody's place, makes no contact and writes to nobody.
      if (isSpam) return true;
      if (
        !(await formsRepository(tx).takePlace(form.id, form.published.settings.maxSubmissions, isPaid(kind)))
      )
        throw new AppError(formPageErrors.full);
      const { accountId, agentId, visitorId, language, device, tag, contactId } = row;
      const visit = {
        accountId,
        sourceAgentId: agentId,
        timezone: null,
        language,
        device,
        browser: null,
        os: null,
        landingUrl: row.landingUrl,
        referrer: row.referrer,
        tag: tag || null,
        utm: campaignIn(row.utm),
      };
      const own = ownAnswers(form.published, row.answers);
      const visitorsContact =
        visitorId && agentId ? await tellChat(tx, form, done, { accountId, agentId, visitorId }, kind) : null;
      const contact =
        visitorsContact ??
        (await contactOfForm(tx, visit, contactValues(form.published, row.answers), own, {
          confirmed: row.confirmedAt === null ? null : addressOf(form.published, row.answers),
          now,
        }));
      // Whoever is known from the chat need not say again who they are.
      const known = visitorsContact ?? (contact === null ? contactId : null);
      if (known !== null) await fillOwnFields(tx, known, own);
      if (contact !== null && contact !== contactId) await submissions.set(row.id, { contactId: contact });
      const person = contact ?? contactId;
      // Who confirmed by mail has shown that the address is theirs, and what they agreed to counts.
      if (row.confirmedAt !== null && person !== null && agreed(form.published, row.answers))
        await giveConsent(tx, person, {
          at: row.confirmedAt,
          source: 'form',
          textVersion: `${form.id} v${row.version}`,
        });
      if (isPaid(kind))
        await fulfil(
          tx,
          { id: kind.purchaseId, submissionId: row.id },
          { contactId: person, conversationId: row.conversationId },
        );
      await jobs.send(tx, submissionMailJob, { id: row.id });
      await realtime.publish(tx, {
        topic: `account:${accountId}`,
        data: { type: 'form.submitted', formId: form.id },
      });
      await writeEvent(tx, {
        accountId,
        type: 'form.submitted',
        at: now,
        data: {
          submission: {
            id: row.id,
            formId: form.id,
            formName: form.name,
            contactId: person,
            conversationId: row.conversationId,
            answers: answersInWords(chatValues(form.published, row.answers)),
            createdAt: now.toISOString(),
          },
        },
      });
      return true;
    });

  return {
    /** False when it was complete already. */
    async complete(
      form: { id: string; accountId: string; name: string; published: FormDocument },
      row: SubmissionRow,
      kind: SubmissionKind,
    ): Promise<boolean> {
      try {
        const isNew = await write(form, row, kind).catch((error: unknown) => {
          // Two people of one address at the same moment: the second time it is known.
          if (violatedConstraint(error) !== 'contacts_email') throw error;
          return write(form, row, kind);
        });
        if (row.visitorId !== null) chats.filled(row.visitorId);
        return isNew;
      } catch (error) {
        const isSecond = violatedConstraint(error) === 'form_submissions_once';
        // Who paid twice is at least heard twice.
        if (isSecond && isPaid(kind)) return write(form, { ...row, onceKey: null }, kind);
        if (isSecond) throw new AppError(formPageErrors.alreadySent, { cause: error });
        throw error;
      }
    },
  };
}

export type Completing = ReturnType<typeof createCompleting>;
