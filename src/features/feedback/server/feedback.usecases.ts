import { commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { findSuperadmins, findUserById } from '#features/accounts/server/accounts.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { feedbackRepository } from './feedback.repository.ts';

const rule = { name: 'feedback', limit: 20, windowSeconds: 3_600 };

export function createFeedbackUsecases(services: {
  database: Database;
  clock: Clock;
  limiter: RateLimiter;
  mail: Pick<MailUsecases, 'send'>;
  publicUrl(): string;
}) {
  return {
    async submit(
      scope: AccountScope,
      kind: 'bug-report' | 'feature-request',
      input: { title: string; description: string },
    ): Promise<void> {
      await admit(services.limiter, commonErrors.tooManyRequests, [{ rule, key: scope.accountId }]);
      const id = newId('fbk');
      const [sender, operators] = [
        await findUserById(services.database, scope.userId),
        await findSuperadmins(services.database),
      ];
      await services.database.system(async (tx) => {
        await feedbackRepository(tx).insert({
          id,
          accountId: scope.accountId,
          userId: scope.userId,
          kind,
          ...input,
          createdAt: services.clock.now(),
        });
        for (const { email, language } of operators)
          await services.mail.send(
            {
              kind: 'feedback',
              to: email,
              language,
              variables: {
                url: `${services.publicUrl()}${paths.superadmin}?tab=feedback`,
                title: input.title,
                sender: sender?.email ?? '',
              },
              paragraphs: [input.description],
            },
            tx,
          );
      });
    },
    async newest() {
      const rows = await feedbackRepository(services.database.direct).newest(100);
      return rows.map(({ submission, email }) => ({
        id: submission.id,
        kind: submission.kind,
        title: submission.title,
        description: submission.description,
        status: submission.status,
        email,
        createdAt: submission.createdAt.toISOString(),
      }));
    },
  };
}

export type FeedbackUsecases = ReturnType<typeof createFeedbackUsecases>;
