import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';

/** What the product writes to people; each kind has its texts in `locales/<language>/mail.json`. */
export const mailKinds = ['reset-password', 'register-attempt', 'password-changed', 'agent-limit-near', 'agent-limit-reached', 'install-agent', 'payment-receipt', 'restore-code', 'plan-trial-ending', 'plan-trial-over', 'plan-payment-failed', 'plan-ended', 'conversation-summary', 'conversation-copy', 'invitation', 'ownership-code', 'ownership-moved', 'export-ready', 'account-deleted', 'two-factor-on', 'two-factor-off', 'form-submission', 'form-reply'] as const;
export type MailKind = (typeof mailKinds)[number];

export const outboxMailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(['kept', 'queued', 'sent', 'failed']),
  attempts: z.number(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
export type OutboxMail = z.infer<typeof outboxMailSchema>;

export const mailEndpoints = {
  outbox: endpoint({
    method: 'GET',
    path: '/api/superadmin/outbox',
    access: 'superadmin',
    summary: 'The newest 100 mails of this instance, sent or kept.',
    response: z.object({ mails: z.array(outboxMailSchema), smtp: z.boolean() }),
  }),
} as const;
