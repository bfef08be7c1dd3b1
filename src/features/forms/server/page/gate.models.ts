import { AppError } from '#shared/errors.ts';
import type { FormDocument } from '#shared/forms/document.ts';
import type { FormPageState } from '#shared/forms/page.ts';
import { formPageErrors } from '../../forms-page.contract.ts';
import type { FormRow } from '../forms.repository.ts';

export type PublishedForm = FormRow & { published: FormDocument };

/** A form that people may see. */
export const isPublished = (form: FormRow | null): form is PublishedForm =>
  form !== null && form.published !== null;

/** Whether a form takes answers at this moment, and why not. */
export function gateOf(
  form: PublishedForm,
  now: Date,
): Extract<FormPageState, 'open' | 'closed' | 'not_open' | 'full'> {
  const { openFrom, openUntil, maxSubmissions } = form.published.settings;
  if (!form.isActive || (openUntil !== '' && now >= new Date(openUntil))) return 'closed';
  if (openFrom !== '' && now < new Date(openFrom)) return 'not_open';
  return maxSubmissions > 0 && form.submissionCount >= maxSubmissions ? 'full' : 'open';
}

/** Refuses what comes to a form that takes nothing. */
export function assertOpen(form: PublishedForm, now: Date): void {
  const gate = gateOf(form, now);
  if (gate !== 'open')
    throw new AppError(
      { closed: formPageErrors.closed, not_open: formPageErrors.notOpenYet, full: formPageErrors.full }[gate],
    );
}
