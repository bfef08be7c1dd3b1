import { Readable } from 'node:stream';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { savedAs } from '#platform/http/saved-as.ts';
import { accountDataEndpoints } from '../account-data.contract.ts';
import type { AccountData } from './account-data.usecases.ts';

export function accountDataRoutes(binder: Binder, usecases: AccountData): void {
  bindEndpoints(binder, accountDataEndpoints, {
    exports: async ({ scope }) => ({ exports: await usecases.exports(scope) }),
    startExport: ({ scope }) => usecases.startExport(scope),
    async exportFile({ scope, params, reply }) {
      const { byteCount, parts, fileName } = await usecases.exportFile(scope, params.id);
      await reply
        .header('cache-control', 'no-store')
        .header('content-length', byteCount)
        .header('content-disposition', savedAs(fileName))
        .type('application/zip')
        .send(Readable.from(parts));
      return {};
    },
    async reset({ scope, body }) {
      await usecases.reset(scope, body);
      return {};
    },
    async delete({ scope, body }) {
      await usecases.delete(scope, body);
      return {};
    },
  });
}
