import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { answerGapsEndpoints } from '../answer-gaps.contract.ts';
import type { AnswerGaps } from './answer-gaps.usecases.ts';
import type { GapLosses } from './answer-gaps-losses.usecases.ts';

export function answerGapsRoutes(binder: Binder, usecases: AnswerGaps, losses: GapLosses): void {
  bindEndpoints(binder, answerGapsEndpoints, {
    list: async ({ scope, query }) => ({
      gaps: await losses.list(scope, query.agent),
      can: { answer: scope.can('agents.edit'), dismiss: scope.can('inbox.reply') },
    }),
    dismiss: async ({ scope, body }) => ({ dismissed: await usecases.dismiss(scope, body.messageIds) }),
    answer: ({ scope, params, body }) => usecases.answer(scope, params.id, body),
    check: async ({ scope, params, body }) => ({
      checks: await usecases.check(scope, params.id, body.question),
    }),
  });
}
