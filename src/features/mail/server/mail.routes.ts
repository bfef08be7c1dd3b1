import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { mailEndpoints, mailKinds } from '../mail.contract.ts';
import type { MailUsecases } from './mail.usecases.ts';

export function mailRoutes(binder: Binder, usecases: MailUsecases): void {
  bindEndpoints(binder, mailEndpoints, {
    outbox: () => usecases.outbox(),
    previews: async ({ query }) => ({
      mails: await Promise.all(mailKinds.map((kind) => usecases.preview(kind, query.language))),
    }),
    async resend(call) {
      await usecases.resend(superadminOf(call), call.params.id);
      return {};
    },
  });
}
