import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { accountReviewEndpoints } from '../account-review.contract.ts';
import type { AccountReview } from './account-review.usecases.ts';

export function accountReviewRoutes(binder: Binder, usecases: AccountReview): void {
  bindEndpoints(binder, accountReviewEndpoints, {
    look: ({ scope }) => usecases.look(scope),
    finish: ({ scope, body }) => usecases.finish(scope, body.keep),
  });
}
