import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError, commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { inboxMailEndpoints, inboxMailErrors } from '../../inbox-mail.contract.ts';
import { mostMailBytes, type InboundMail } from './inbound.usecases.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @param secret what the mail server shows; null where none hands mails over */
export function inboundMailRoutes(binder: Binder, inbound: InboundMail, secret: string | null): void {
  bindEndpoints(binder, inboxMailEndpoints, {
    async receive({ request }) {
      if (secret === null || !inbound.isOn) throw new AppError(commonErrors.notFound);
      const given = /^Bearer (.{1,300})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      if (!timingSafeEqual(digest(given), digest(secret))) throw new AppError(inboxMailErrors.notAllowed);
      const { bytes } = await uploadedFile(request, {
        admit: () => Promise.resolve(),
        missing: inboxMailErrors.missing,
        maxBytes: mostMailBytes,
      });
      return { taken: (await inbound.receive(bytes)) === null };
    },
  });
}
