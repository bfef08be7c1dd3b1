import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const inboxMailErrors = defineErrors('inbox_mail', { missing: 400, notAllowed: 401 });

export const inboxMailEndpoints = {
  receive: endpoint({
    method: 'POST',
    path: '/api/mail/inbound',
    access: 'public',
    summary:
      'For the mail server of `MAIL_REPLY_ADDRESS`, with `MAIL_WEBHOOK_SECRET` as bearer token: hands over one mail as it came (RFC 5322), as `file` of a form. `taken` says whether it entered a conversation; what did not need not be sent again.',
    transport: 'upload',
    response: z.object({ taken: z.boolean() }),
    errors: [inboxMailErrors.missing, inboxMailErrors.notAllowed],
  }),
} as const;
