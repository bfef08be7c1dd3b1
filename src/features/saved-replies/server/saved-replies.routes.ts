import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { savedRepliesEndpoints } from '../saved-replies.contract.ts';
import type { SavedRepliesUsecases } from './saved-replies.usecases.ts';

export function savedRepliesRoutes(binder: Binder, usecases: SavedRepliesUsecases): void {
  bindEndpoints(binder, savedRepliesEndpoints, {
    list: async ({ scope }) => ({ replies: await usecases.list(scope) }),
    create: ({ scope, body }) => usecases.create(scope, body),
    change: ({ scope, params, body }) => usecases.change(scope, params.id, body),
    async remove({ scope, params }) {
      await usecases.remove(scope, params.id);
      return {};
    },
  });
}
