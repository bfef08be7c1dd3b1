import { createCompleting, type CompletingServices } from './forms-completing.usecases.ts';
import { createFormFiles, type FormFilesServices } from './forms-files.usecases.ts';
import { createFormMails, type FormMailsServices } from './forms-mails.usecases.ts';
import { createFormPages, type FormPageServices } from './forms-page.usecases.ts';
import { createSubmissions } from './forms-submissions.usecases.ts';
import { createFormsUsecases, type FormsServices } from './forms.usecases.ts';

/** Everything about forms, put together: for owners, for those who fill them, and for the background. */
export function createForms(services: FormsServices & CompletingServices & FormFilesServices & FormMailsServices & Pick<FormPageServices, 'box' | 'payments'>) {
  const [completing, files] = [createCompleting(services), createFormFiles(services)];
  return {
    owners: createFormsUsecases(services),
    submissions: createSubmissions(),
    pages: createFormPages({ ...services, completing, files }),
    mails: createFormMails(services),
  };
}
