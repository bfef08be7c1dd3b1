import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { savedAs } from '#platform/http/saved-as.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { backupsEndpoints } from '../backups.contract.ts';
import type { BackupsUsecases } from './backups.usecases.ts';

export function backupsRoutes(binder: Binder, usecases: BackupsUsecases): void {
  bindEndpoints(binder, backupsEndpoints, {
    list: () => usecases.list(),
    start: (call) => usecases.start(superadminOf(call)),
    link: (call) => usecases.link(superadminOf(call), call.params.id, call.body.password),
    async file({ user, params, query, reply }) {
      const { fileName, bytes, read } = await usecases.file(user.userId, params.id, query.token);
      await reply
        .header('cache-control', 'no-store')
        .header('content-length', bytes)
        .header('content-disposition', savedAs(fileName))
        .type('application/gzip')
        .send(read());
      return {};
    },
    remove: (call) => usecases.remove(superadminOf(call), call.params.id),
  });
}
