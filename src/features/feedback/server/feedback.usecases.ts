import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { feedbackRepository } from './feedback.repository.ts';

const rule = { name: 'feedback', limit: 20, windowSeconds: 3_600 };

export function createFeedbackUsecases(services: { database: Database; clock: Clock; limiter: RateLimiter }) {
  return {
    async submit(scope: AccountScope, kind: 'bug-report' | 'feature-request', input: { title: string; description: string }): Promise<void> {
      const seconds = await services.limiter.take(rule, scope.accountId);
      if (seconds !== null) throw new AppError(commonErrors.tooManyRequests, { retryAfterSeconds: seconds });
      await scope.run((tx) => feedbackRepository(tx).insert({ id: newId('fbk'), accountId: scope.accountId, userId: scope.userId, kind, ...input, createdAt: services.clock.now() }));
    },
    async newest() {
      const rows = await feedbackRepository(services.database.direct).newest(100);
      return rows.map(({ submission, email }) => ({ id: submission.id, kind: submission.kind, title: submission.title, description: submission.description, status: submission.status, email, createdAt: submission.createdAt.toISOString() }));
    },
  };
}

export type FeedbackUsecases = ReturnType<typeof createFeedbackUsecases>;
