import nodemailer from 'nodemailer';
import type { EmailProvider } from '../email.port.ts';

const timeoutMs = '20000';
const options = new URLSearchParams({
  pool: 'true',
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs,
});

/** The address in a sender like `Chatelier <no-reply@example.com>`. */
const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/**
 * Sends through an SMTP server, `smtp://…` or `smtps://…`. Waits at most 20 seconds for each of its answers.
 */
export function createSmtpProvider(url: string): EmailProvider {
  const transport = nodemailer.createTransport(`${url}${url.includes('?') ? '&' : '?'}${options.toString()}`);
  return {
    async send(mail) {
      await transport.sendMail({
        from: mail.senderName === null ? mail.from : { name: mail.senderName, address: addressOf(mail.from) },
        ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
        to: { name: '', address: mail.to },
        subject: mail.subject.replace(/[\r\n]+/g, ' '),
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        ...(mail.unsubscribeUrl !== null && {
          headers: {
            'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${mail.unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
        ...(mail.attachment !== null && {
          attachments: [
            {
              filename: mail.attachment.name,
              contentType: mail.attachment.type,
              content: mail.attachment.content,
            },
          ],
        }),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}
