import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';

/**
 * Why a mail is written, which decides how it is treated. `security`: codes, links and news about who may
 * come in; `receipt`: what was paid; neither is ever held back. `tips`: what the product writes by itself in
 * somebody's first week; it ends with one press.
 * `account`: to people who work with the product. `contact`: to people who talked with an account's agents or
 * filled in its forms, and who can say that they want no more.
 */
const purposes = ['security', 'receipt', 'account', 'contact', 'tips'] as const;
export type MailPurpose = (typeof purposes)[number];

/** What the product writes to people; each kind has its texts in `locales/<language>/mail.json`. */
export const mailPurposes = {
  'reset-password': 'security',
  'register-attempt': 'security',
  'confirm-email': 'security',
  'password-changed': 'security',
  'two-factor-on': 'security',
  'two-factor-off': 'security',
  'ownership-code': 'security',
  'ownership-moved': 'security',
  'account-deleted': 'security',
  'restore-code': 'security',
  'order-code': 'security',
  'payment-receipt': 'receipt',
  'form-receipt': 'receipt',
  'plan-receipt': 'receipt',
  'renewal-failed': 'receipt',
  'subscription-canceled': 'receipt',
  'cancellation-withdrawn': 'receipt',
  'subscription-over': 'receipt',
  refund: 'receipt',
  'trial-ending': 'receipt',
  'price-changed': 'receipt',
  'subscription-paused': 'receipt',
  'subscription-resumed': 'receipt',
  'subscription-ended': 'receipt',
  'subscription-ending': 'receipt',
  'subscription-ended-by-team': 'receipt',
  'subscription-ending-by-team': 'receipt',
  'renewal-given-back': 'receipt',
  'subscription-twice': 'receipt',
  'trial-used': 'receipt',
  'subscription-merged': 'receipt',
  'renewal-given-back-owner': 'account',
  sale: 'account',
  'sale-renewal-failed': 'account',
  'sale-refunded': 'account',
  'dispute-opened': 'account',
  'dispute-won': 'account',
  'dispute-lost': 'account',
  'agent-limit-near': 'account',
  'agent-limit-reached': 'account',
  'model-ending': 'account',
  'install-agent': 'account',
  'client-released': 'account',
  'domain-failing': 'account',
  'domain-failed': 'account',
  'plan-trial-ending': 'account',
  'plan-trial-over': 'account',
  'plan-payment-failed': 'account',
  'plan-ended': 'account',
  'experiment-ended': 'account',
  'weekly-letter': 'account',
  'monthly-report': 'account',
  welcome: 'tips',
  'welcome-proof': 'tips',
  'steps-agent': 'tips',
  'steps-knowledge': 'tips',
  'steps-published': 'tips',
  'steps-site': 'tips',
  'steps-payment': 'tips',
  'steps-colleague': 'tips',
  invitation: 'account',
  'export-ready': 'account',
  'webhook-off': 'account',
  feedback: 'account',
  'feedback-reply': 'account',
  'conversation-summary': 'account',
  'visitor-waits': 'account',
  'visitors-wait': 'account',
  mentioned: 'account',
  'form-submission': 'account',
  'conversation-copy': 'contact',
  'team-reply': 'contact',
  'form-reply': 'contact',
  'form-confirmation': 'contact',
} as const satisfies Record<string, MailPurpose>;
export type MailKind = keyof typeof mailPurposes;
/**
 * What a stranger can have written to an address that they only typed: in a form, in a chat, as an
 * invitation. All of them together have one bound for each mailbox. Links and codes by which people come in
 * are bounded where they are asked for, so that a flood of these keeps nobody from those.
 */
export const kindsForTypedAddresses: ReadonlySet<MailKind> = new Set<MailKind>([
  'register-attempt',
  'install-agent',
  'invitation',
  'conversation-copy',
  'team-reply',
  'form-reply',
  'form-confirmation',
]);
/**
 * What an account has written as things happen, to addresses that its people chose. Nobody proved them, so a
 * mailbox gets no endless number of these either, from whichever accounts.
 */
export const noticeKinds: ReadonlySet<MailKind> = new Set<MailKind>([
  'form-submission',
  'conversation-summary',
  'visitor-waits',
  'visitors-wait',
  'mentioned',
  'feedback',
]);
/** What members are written by the clock because they were chosen for it; one press ends it. */
export const letterKinds: ReadonlySet<MailKind> = new Set<MailKind>(['weekly-letter', 'monthly-report']);
export const mailKinds = Object.keys(mailPurposes) as [MailKind, ...MailKind[]];

const previewSchema = z.object({
  kind: z.enum(mailKinds),
  purpose: z.enum(purposes),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type MailPreview = z.infer<typeof previewSchema>;

export const outboxMailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  /** Who it is from, in words, and where replies go; null: the instance. */
  senderName: z.string().nullable(),
  replyTo: z.string().nullable(),
  /** Empty when it was removed because of its age. */
  text: z.string(),
  /** `failed` is tried again, `dead` was given up, `held` is beyond what its account may write in a day. */
  state: z.enum(['kept', 'queued', 'sent', 'failed', 'dead', 'held']),
  attempts: z.number(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
export type OutboxMail = z.infer<typeof outboxMailSchema>;

export const mailErrors = defineErrors('mail', { notDead: 409 });

/** How often a mail is handed to the mail server before it is given up. */
export const mailTries = 7;
/** Mails that strangers can have written to one mailbox in a day, of all kinds and accounts together. */
export const strangersMailsPerDay = 30;
/** Notices of all accounts together that one mailbox gets in a day. */
export const noticesPerDay = 300;
/** Mails that one account writes in a day to its people, and as many to those who talked with its agents. */
export const mailsPerDay = 1_000;
/** What was sent is kept so long; then only that it was sent. */
export const mailTextDays = 30;

export const mailEndpoints = {
  outbox: endpoint({
    method: 'GET',
    path: '/api/superadmin/outbox',
    access: 'superadmin',
    summary: 'The newest 100 mails of this instance, sent or kept.',
    response: z.object({ mails: z.array(outboxMailSchema), smtp: z.boolean() }),
  }),
  previews: endpoint({
    method: 'GET',
    path: '/api/superadmin/mail-previews',
    access: 'superadmin',
    summary: 'How every kind of mail looks in a language, with made-up people in it.',
    query: z.strictObject({ language: z.enum(languages) }),
    response: z.object({ mails: z.array(previewSchema) }),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/superadmin/outbox/{id}/resend',
    access: 'superadmin',
    summary: 'Sends a mail again that was given up or held back.',
    params: z.strictObject({ id: z.string().max(60) }),
    response: z.object({}),
    errors: [mailErrors.notDead],
  }),
} as const;
