import type { FormAnswers } from '#shared/forms/answers.ts';
import { pageAddress } from '#shared/campaign.ts';
import { filled, fillings } from '#shared/forms/placeholders.ts';
import { toLanguage } from '#shared/languages.ts';
import type { FormOutcome } from '../../forms-page.contract.ts';
import { chatOnceKey } from '../chat/cards.usecases.ts';
import type { SubmissionRow } from '../submissions/submissions.repository.ts';
import type { PublishedForm } from './gate.models.ts';
import type { FormOrigin, PageToken } from './tokens.models.ts';

/** Who sends: what is known of the browser, and a mark for forms that take one answer from each. */
export type FormSender = {
  onceKey: string;
  device: string | null;
  language: string | null;
};

/** What is said to somebody whose submission is complete. */
export function outcomeOf(
  form: PublishedForm,
  row: Pick<SubmissionRow, 'screen' | 'variables' | 'answers'>,
): FormOutcome {
  const screen = form.published.screens.find(({ id }) => id === row.screen) ?? form.published.screens[0];
  if (screen && screen.redirectUrl !== '')
    return { next: 'redirect', url: screen.redirectUrl, title: '', text: '' };
  const words = fillings(form.published, row, 'page');
  return {
    next: 'screen',
    url: '',
    title: filled(screen?.title ?? '', words),
    text: filled(screen?.text ?? '', words),
  };
}

/** The row of what a page sent, not yet complete. */
export function submissionRow(
  form: PublishedForm,
  token: PageToken,
  origin: FormOrigin,
  given: {
    answers: FormAnswers;
    variables: Record<string, number>;
    screen: string;
    page: number;
    lastField: string;
    tag: string;
    utm: Record<string, string>;
    referrer: string;
  },
  sender: FormSender,
  now: Date,
): SubmissionRow {
  return {
    id: token.i,
    accountId: form.accountId,
    formId: form.id,
    version: form.publishedVersion,
    state: 'partial',
    status: 'new',
    searchText: '',
    onceKey: form.published.settings.onePerVisitor ? onceKeyOf(token, sender) : null,
    contactId: null,
    conversationId: token.c ?? null,
    messageId: token.m ?? null,
    agentId: token.a ?? null,
    visitorId: token.w ?? null,
    device: sender.device,
    language: toLanguage(sender.language),
    startedAt: new Date(token.s),
    submittedAt: null,
    notifiedAt: null,
    confirmedAt: null,
    confirmMails: 0,
    confirmMailedAt: null,
    updatedAt: now,
    ...given,
    ...origin,
    utm: Object.keys(given.utm).length === 0 ? origin.utm : given.utm,
    referrer: origin.referrer ?? pageAddress(given.referrer),
  };
}

/**
 * A contact form lets each visitor of its chat pass once anyway; in a card it is the person who is marked, and not
 * their browser.
 */
const onceKeyOf = ({ w: visitorId, m: messageId }: PageToken, sender: FormSender): string | null =>
  visitorId === undefined ? sender.onceKey : messageId === undefined ? null : chatOnceKey(visitorId);
