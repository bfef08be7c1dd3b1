import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { feedbackEndpoints } from '../feedback.contract.ts';
import type { FeedbackUsecases } from './feedback.usecases.ts';

export function feedbackRoutes(binder: Binder, usecases: FeedbackUsecases): void {
  bindEndpoints(binder, feedbackEndpoints, {
    async bugReport({ scope, body }) {
      await usecases.submit(scope, 'bug-report', body);
      return {};
    },
    async featureRequest({ scope, body }) {
      await usecases.submit(scope, 'feature-request', body);
      return {};
    },
    async reply(call) {
      await usecases.reply(superadminOf(call), call.params.id, call.body.body);
      return {};
    },
    async setStatus(call) {
      await usecases.setStatus(superadminOf(call), call.params.id, call.body.status);
      return {};
    },
    list: async () => ({ feedback: await usecases.newest() }),
  });
}
