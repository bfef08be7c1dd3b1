import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { agentsEndpoints } from '../agents.contract.ts';
import type { AgentsUsecases } from './agents.usecases.ts';

export function agentsRoutes(binder: Binder, usecases: AgentsUsecases): void {
  bindEndpoints(binder, agentsEndpoints, {
    list: async ({ scope, query }) => ({ agents: await usecases.list(scope, query.search) }),
    create: ({ scope, body, language }) =>
      usecases.create(scope, { from: body.from, input: body.input, language: body.language ?? language }),
    get: ({ scope, params }) => usecases.get(scope, params.id),
    saveDraft: ({ scope, params, body }) => usecases.saveDraft(scope, params.id, body),
    changes: ({ scope, params }) => usecases.changes(scope, params.id),
    publish: ({ scope, params, body }) => usecases.publish(scope, params.id, body),
    versions: async ({ scope, params }) => ({ versions: await usecases.versions(scope, params.id) }),
    versionChanges: ({ scope, params }) => usecases.versionChanges(scope, params.id, params.version),
    rollback: ({ scope, params, body }) => usecases.rollback(scope, params.id, params.version, body),
    restore: ({ scope, params }) => usecases.restore(scope, params.id, params.version),
    duplicate: ({ scope, params }) => usecases.duplicate(scope, params.id),
    async remove({ scope, params, query }) {
      await usecases.remove(scope, params.id, query.subscribers);
      return {};
    },
  });
}
