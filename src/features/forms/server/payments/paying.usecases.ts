import { AppError } from '#shared/errors.ts';
import { dueOf, keptAnswers, evaluateForm } from '#shared/forms/logic.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { FormCheckouts, FormPurchase } from '#features/payments/server/checkout/forms.usecases.ts';
import { formPageErrors, type FormOutcome } from '../../forms-page.contract.ts';
import { formsRepository } from '../forms.repository.ts';
import { isPublished, type PublishedForm } from '../page/gate.models.ts';
import { outcomeOf } from '../page/submission-row.models.ts';
import type { Completing } from '../submissions/completing.usecases.ts';
import { submissionsRepository, type SubmissionRow } from '../submissions/submissions.repository.ts';
import { addressOf, markOf } from './mark.models.ts';

export type FormPayingServices = {
  database: Database;
  clock: Clock;
  completing: Completing;
  payments: FormCheckouts;
  originFor(accountId: string): Promise<string>;
};

/** The money of a form: asked for with the answers, and the submission completed when it was paid. */
export function createFormPaying(services: FormPayingServices) {
  const { database, clock } = services;
  const stored = (form: PublishedForm, id: string): Promise<SubmissionRow | null> =>
    database.account(form.accountId, (tx) => submissionsRepository(tx).find(form.id, id));

  /** Where somebody comes back to from a payment. */
  async function backUrlOf(form: PublishedForm): Promise<(id: string) => string> {
    const origin = await services.originFor(form.accountId);
    return (id) => `${origin}/forms/${form.publicId}?payment=${id}`;
  }

  /**
   * Asks for the money of these answers. They are kept together with their purchase, which is for them alone.
   */
  async function pay(
    form: PublishedForm,
    row: SubmissionRow,
    due: NonNullable<ReturnType<typeof dueOf>>,
  ): Promise<FormOutcome> {
    const email = addressOf(form.published, row.answers);
    if (email === null)
      throw new AppError(formPageErrors.invalid, {
        fields: Object.fromEntries(
          form.published.blocks
            .filter(({ type }) => type === 'email')
            .map(({ key }) => [key, 'form-page:problem.required']),
        ),
      });
    const { agentId, conversationId, tag } = row;
    const begun = await services.payments.begin({
      accountId: form.accountId,
      formId: form.id,
      formName: form.name,
      submissionId: row.id,
      agentId,
      conversationId,
      amount: due.amount,
      currency: due.currency,
      title: `${form.name}: ${due.label}`.slice(0, 200),
      email,
      tag,
      language: form.published.settings.language,
      boundTo: markOf(row.answers),
      keep: (tx) => submissionsRepository(tx).write({ ...row, state: 'unpaid' }),
      backUrl: await backUrlOf(form),
    });
    if (begun === null) throw new AppError(formPageErrors.paymentNotReady);
    if (begun !== 'complete' && begun.url !== null)
      return { next: 'pay', url: begun.url, title: '', text: '' };
    // It was paid before: what was paid for is what is said.
    if (begun !== 'complete') await finish(form, begun.id);
    return outcomeOf(form, (await stored(form, row.id)) ?? row);
  }

  /** Whether a submission is the one that was paid for: these answers, at the price that they have. */
  function fits(form: PublishedForm, row: SubmissionRow, purchase: FormPurchase): boolean {
    if (purchase.boundTo !== '' && purchase.boundTo !== markOf(row.answers)) return false;
    // A form that was published anew asks others for another price, and not those who have its old one in
    // hand.
    if (row.version !== form.publishedVersion) return true;
    const due = dueOf(form.published, evaluateForm(form.published, row.answers));
    return due !== null && due.amount === purchase.total && due.currency === purchase.currency;
  }

  /**
   * Completes the submission of a payment that was made; where none fits it, the payment is left for the
   * account's people to look at.
   */
  async function finish(
    form: PublishedForm | null,
    purchaseId: string,
    accountId = form?.accountId ?? '',
  ): Promise<void> {
    const purchase = await services.payments.byId(accountId, purchaseId);
    if (purchase?.status !== 'paid' || purchase.fulfilment !== '') return;
    const row = form && purchase.submissionId !== null ? await stored(form, purchase.submissionId) : null;
    if (form && row && row.state !== 'complete' && fits(form, row, purchase)) {
      const { answers, evaluation } = keptAnswers(form.published, row.answers, true);
      const done = { ...row, answers, variables: { ...evaluation.variables }, screen: evaluation.screen };
      if (await services.completing.complete(form, done, { purchaseId })) return;
    }
    // Whoever was faster with this very payment has said so in the same transaction.
    await services.payments.leave({ accountId, id: purchaseId });
  }

  async function finishPaid({
    accountId,
    formId,
    purchaseId,
  }: {
    accountId: string;
    formId: string;
    purchaseId: string;
  }): Promise<void> {
    const found = (await database.account(accountId, (tx) => formsRepository(tx).find(formId)))?.form ?? null;
    await finish(isPublished(found) ? found : null, purchaseId, accountId);
  }

  return {
    backUrlOf,
    pay,
    finish,
    /** Completes what was paid for, whether or not anybody came back to tell. May run twice. */
    finishPaid,

    /** Completes what was paid for some time ago and whose news was lost. */
    async finishForgotten(): Promise<void> {
      const before = new Date(clock.now().getTime() - 600_000);
      for (const { accountId, formId, id } of await services.payments.unfulfilled(before))
        await finishPaid({ accountId, formId: formId ?? '', purchaseId: id });
    },
  };
}
