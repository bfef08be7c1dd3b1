import type { ReadMail } from '#platform/mail/read-mail.ts';

/** Why a mail enters no conversation. */
export type MailRefusal =
  | 'unreadable'
  | 'automatic'
  | 'own'
  | 'no-address'
  | 'unknown'
  | 'stranger'
  | 'forged'
  | 'blocked'
  | 'too-many'
  | 'empty';

/** Headers that only what no person wrote carries, or everything on a list. */
const machineHeaders = [
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-auto-response-suppress',
  'list-id',
  'list-unsubscribe',
  'x-failed-recipients',
  'feedback-id',
] as const;
const machineNames =
  /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|notifications?)(?:[+@.-]|$)/;

/**
 * Whether nobody wrote this mail: an answer of an absent person's program, a report of a mail server, a list
 * (RFC 3834). Answering such mails would go on for ever.
 */
export function isAutomatic({
  headers,
  from,
  mimeType,
}: Pick<ReadMail, 'headers' | 'from' | 'mimeType'>): boolean {
  const first = (name: string): string => headers.get(name)?.[0]?.trim().toLowerCase() ?? '';
  const submitted = first('auto-submitted');
  return (
    from === null ||
    machineNames.test(from) ||
    (submitted !== '' && !submitted.startsWith('no')) ||
    /^(?:bulk|junk|list|auto_reply)$/.test(first('precedence')) ||
    first('return-path') === '<>' ||
    mimeType === 'multipart/report' ||
    machineHeaders.some((name) => headers.has(name))
  );
}

/** Whether the mail server that took the mail says that its sender is not who it says. */
export const isForged = ({ headers }: Pick<ReadMail, 'headers'>): boolean =>
  /(?:^|[;\s])dmarc=fail\b/i.test(headers.get('authentication-results')?.[0] ?? '');
