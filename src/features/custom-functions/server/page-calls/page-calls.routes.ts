import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { pageCallEndpoints } from '../../custom-functions-pages.contract.ts';
import type { PageCalls } from './page-calls.usecases.ts';

export function pageCallsRoutes(binder: Binder, usecases: PageCalls): void {
  bindEndpoints(binder, pageCallEndpoints, {
    takePageCall: ({ visitor, params, body }) => usecases.take(visitor, params.id, body),
    async answerPageCall({ visitor, params, body }) {
      await usecases.answer(visitor, params.id, body);
      return {};
    },
  });
}
