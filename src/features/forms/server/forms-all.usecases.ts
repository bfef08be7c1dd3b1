import { createCompleting, type CompletingServices } from './submissions/completing.usecases.ts';
import { createConfirming, type ConfirmingServices } from './submissions/confirming.usecases.ts';
import { createFormFiles, type FormFilesServices } from './page/files.usecases.ts';
import { createFormMails, type FormMailsServices } from './submissions/mails.usecases.ts';
import { createFormPages, type FormPageServices } from './page/filling.usecases.ts';
import { createSubmissions } from './submissions/submissions.usecases.ts';
import { createFormsUsecases, type FormsServices } from './forms.usecases.ts';

/** Everything about forms, put together: for owners, for those who fill them, and for the background. */
export function createForms(
  services: FormsServices &
    CompletingServices &
    FormFilesServices &
    FormMailsServices &
    Omit<ConfirmingServices, 'completing'> &
    Pick<FormPageServices, 'payments' | 'areOff'>,
) {
  const [completing, files] = [createCompleting(services), createFormFiles(services)];
  const confirming = createConfirming({ ...services, completing });
  return {
    confirming,
    owners: createFormsUsecases(services),
    submissions: createSubmissions(),
    pages: createFormPages({ ...services, completing, confirming, files }),
    mails: createFormMails(services),
  };
}
