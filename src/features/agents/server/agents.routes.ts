import { AppError, commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { agentsEndpoints, agentsErrors } from '../agents.contract.ts';
import type { AgentsUsecases } from './agents.usecases.ts';

const largestAvatar = 2 * 1_048_576;

export function agentsRoutes(binder: Binder, usecases: AgentsUsecases): void {
  bindEndpoints(binder, agentsEndpoints, {
    list: async ({ scope, query }) => ({ agents: await usecases.list(scope, query.search) }),
    create: ({ scope, body, language }) => usecases.create(scope, { from: body.from, input: body.input, language: body.language ?? language }),
    get: ({ scope, params }) => usecases.get(scope, params.id),
    saveDraft: ({ scope, params, body }) => usecases.saveDraft(scope, params.id, body),
    changes: async ({ scope, params }) => ({ changes: await usecases.changes(scope, params.id) }),
    publish: ({ scope, params, body }) => usecases.publish(scope, params.id, body),
    versions: async ({ scope, params }) => ({ versions: await usecases.versions(scope, params.id) }),
    versionChanges: async ({ scope, params }) => ({ changes: await usecases.versionChanges(scope, params.id, params.version) }),
    restore: ({ scope, params }) => usecases.restore(scope, params.id, params.version),
    duplicate: ({ scope, params }) => usecases.duplicate(scope, params.id),
    async remove({ scope, params }) {
      await usecases.remove(scope, params.id);
      return {};
    },
    async setAvatar({ scope, params, request }) {
      if (!request.isMultipart()) throw new AppError(commonErrors.unsupportedType);
      const { bytes } = await uploadedFile(request, agentsErrors.imageUnusable, largestAvatar);
      return usecases.setAvatar(scope, params.id, Buffer.from(bytes));
    },
    removeAvatar: ({ scope, params }) => usecases.setAvatar(scope, params.id, null),
    async avatar({ params, reply }) {
      const image = await usecases.avatar(params.hash);
      if (!image) throw new AppError(commonErrors.notFound);
      await reply.header('cache-control', 'public, max-age=31536000, immutable').header('content-security-policy', "default-src 'none'; sandbox").header('cross-origin-resource-policy', 'cross-origin').type(image.type).send(image.bytes);
      return {};
    },
  });
}
