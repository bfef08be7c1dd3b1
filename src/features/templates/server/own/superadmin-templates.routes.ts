import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { templatesSuperadminEndpoints } from '../../templates-superadmin.contract.ts';
import type { SuperadminTemplates } from './superadmin-templates.usecases.ts';

/** `scopeOf`: what the superadmin may touch of the account that they work in, whose agents become templates. */
export function superadminTemplatesRoutes(
  binder: Binder,
  usecases: SuperadminTemplates,
  scopeOf: (user: { userId: string; accountId: string }) => Promise<AccountScope>,
): void {
  bindEndpoints(binder, templatesSuperadminEndpoints, {
    list: ({ language }) => usecases.list(language),
    async add(call) {
      await usecases.add(superadminOf(call), await scopeOf(call.user), call.body);
      return usecases.list(call.language);
    },
    async change(call) {
      await usecases.change(superadminOf(call), await scopeOf(call.user), call.params.slug, call.body);
      return usecases.list(call.language);
    },
    async show(call) {
      await usecases.show(superadminOf(call), call.params.slug, call.body.isShown);
      return usecases.list(call.language);
    },
    async move(call) {
      await usecases.move(superadminOf(call), call.params.slug, call.body.to);
      return usecases.list(call.language);
    },
    async remove(call) {
      await usecases.remove(superadminOf(call), call.params.slug);
      return usecases.list(call.language);
    },
  });
}
