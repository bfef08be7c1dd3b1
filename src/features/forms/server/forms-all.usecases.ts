import { createCompleting, type CompletingServices } from './forms-completing.usecases.ts';
import { createFormFiles, type FormFilesServices } from './forms-files.usecases.ts';
import { createFormMails, type FormMailsServices } from './forms-mails.usecases.ts';
import { createFormPages, type FormPageServices } from './forms-page.usecases.ts';
import { createFormPayments, type FormPaymentsServices } from './forms-payments.usecases.ts';
import { createSubmissions } from './forms-submissions.usecases.ts';
import { createFormsUsecases, type FormsServices } from './forms.usecases.ts';

/** Everything about forms, put together: for owners, for those who fill them, and for the background. */
export function createForms(services: FormsServices & CompletingServices & FormFilesServices & FormMailsServices & FormPaymentsServices & Pick<FormPageServices, 'box'>) {
  const [completing, payments, files] = [createCompleting(services), createFormPayments(services), createFormFiles(services)];
  return {
    owners: createFormsUsecases(services),
    submissions: createSubmissions(),
    pages: createFormPages({ ...services, completing, payments, files }),
    mails: createFormMails(services),
  };
}
