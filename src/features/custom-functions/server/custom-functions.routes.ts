import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { functionsEndpoints, functionsErrors, longestDescription } from '../custom-functions.contract.ts';
import type { OpenapiImporting } from './importing/openapi.usecases.ts';
import type { FunctionsUsecases } from './custom-functions.usecases.ts';

export function functionsRoutes(
  binder: Binder,
  usecases: FunctionsUsecases,
  openapi: OpenapiImporting,
): void {
  bindEndpoints(binder, functionsEndpoints, {
    async readOpenapiFile({ scope, query, request }) {
      const { bytes } = await uploadedFile(request, {
        admit: () => openapi.limit(scope),
        missing: functionsErrors.openapiMissing,
        maxBytes: longestDescription,
      });
      return openapi.readFile(scope, bytes, query.search);
    },
    readOpenapiAddress: ({ scope, body }) => openapi.readAddress(scope, body.url, body.search),
    list: async ({ scope }) => ({ functions: await usecases.list(scope) }),
    create: ({ scope, body }) => usecases.create(scope, body),
    read: ({ scope, params }) => usecases.read(scope, params.id),
    save: ({ scope, params, body }) => usecases.save(scope, params.id, body),
    async change({ scope, params, body }) {
      await usecases.setEnabled(scope, params.id, body.isEnabled);
      return {};
    },
    duplicate: ({ scope, params }) => usecases.duplicate(scope, params.id),
    async remove({ scope, params }) {
      await usecases.remove(scope, params.id);
      return {};
    },
    restore: ({ scope, params }) => usecases.restore(scope, params.id),
    versions: async ({ scope, params }) => ({ versions: await usecases.versions(scope, params.id) }),
    run: ({ scope, body }) => usecases.tryOut(scope, body),
  });
}
