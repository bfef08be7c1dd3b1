import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { findAccount } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { findSuperadmins } from '#features/accounts/server/accounts-superadmin.usecases.ts';
import { findUserById } from '#features/accounts/server/accounts.usecases.ts';
import { superadminActor, type Superadmin } from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import {
  feedbackErrors,
  type FeedbackInput,
  type FeedbackKind,
  type feedbackStatuses,
} from '../feedback.contract.ts';
import { feedbackRepository } from './feedback.repository.ts';

const rule = { name: 'feedback', limit: 20, windowSeconds: 3_600 };

export type FeedbackServices = {
  database: Database;
  clock: Clock;
  limiter: RateLimiter;
  mail: Pick<MailUsecases, 'send'>;
  publicUrl(): string;
};

export function createFeedbackUsecases(services: FeedbackServices) {
  /** A mail to everybody who runs this instance. The submission is kept before, whatever becomes of the mails. */
  async function tellOperators(scope: AccountScope, input: FeedbackInput): Promise<void> {
    const sender = await findUserById(services.database, scope.userId);
    for (const { email, language } of await findSuperadmins(services.database))
      await services.mail.send({
        kind: 'feedback',
        to: email,
        language,
        variables: {
          url: `${services.publicUrl()}${paths.superadminSection('feedback')}`,
          title: input.title,
          sender: sender?.email ?? '',
        },
        paragraphs: [input.description],
      });
  }

  return {
    /**
     * Keeps a report or a wish of a member and mails it to the operators. At most 20 an hour for an account.
     * @throws `too_many_requests`
     */
    async submit(scope: AccountScope, kind: FeedbackKind, input: FeedbackInput): Promise<void> {
      await admit(services.limiter, commonErrors.tooManyRequests, [{ rule, key: scope.accountId }]);
      const submission = {
        id: newId('fbk'),
        accountId: scope.accountId,
        userId: scope.userId,
        kind,
        ...input,
        createdAt: services.clock.now(),
      };
      await scope.run((tx) => feedbackRepository(tx).insert(submission));
      await tellOperators(scope, input);
    },

    /** @throws `common.not_found` */
    async setStatus(
      superadmin: Superadmin,
      id: string,
      status: (typeof feedbackStatuses)[number],
    ): Promise<void> {
      const actor = await superadminActor(services.database, superadmin);
      await services.database.system(async (tx) => {
        const title = await feedbackRepository(tx).setStatus(id, status);
        if (title === null) throw new AppError(commonErrors.notFound);
        await writeAudit(tx, actor, 'operator.feedback_changed', { id, name: title, details: { status } });
      });
    },

    /**
     * Writes back by mail, kept beside what it answers. An answer goes to whoever wrote.
     * @throws `common.not_found`, `feedback.sender_gone`
     */
    async reply(superadmin: Superadmin, id: string, body: string): Promise<void> {
      const { database, clock } = services;
      const actor = await superadminActor(database, superadmin);
      const writer = await findUserById(database, superadmin.userId);
      const known = await feedbackRepository(database.direct).byId(id);
      if (!known || !writer) throw new AppError(commonErrors.notFound);
      const account = await findAccount(database, known.accountId);
      const sender = known.userId === null ? null : await findUserById(database, known.userId);
      if (!sender || sender.disabledAt) throw new AppError(feedbackErrors.senderGone);
      await database.system(async (tx) => {
        await feedbackRepository(tx).addReply({
          id: newId('fbr'),
          feedbackId: id,
          authorName: writer.name,
          body,
          createdAt: clock.now(),
        });
        await services.mail.send(
          {
            kind: 'feedback-reply',
            to: sender.email,
            language: sender.language,
            replyTo: writer.email,
            // People of a client know no other brand than its agency's.
            brandOf: account?.client?.agencyId,
            variables: {
              url: `${services.publicUrl()}${paths.dashboard}`,
              title: known.title,
              person: writer.name,
            },
            paragraphs: [body],
          },
          tx,
        );
        await writeAudit(tx, actor, 'operator.feedback_answered', { id, name: known.title });
      });
    },

    /** The newest 100 of all accounts, for the people who run this instance. */
    async newest() {
      const rows = await feedbackRepository(services.database.direct).newest(100);
      const replies = await feedbackRepository(services.database.direct).repliesOf(
        rows.map(({ submission }) => submission.id),
      );
      return rows.map(({ submission, email }) => ({
        replies: replies
          .filter(({ feedbackId }) => feedbackId === submission.id)
          .map((reply) => ({
            id: reply.id,
            author: reply.authorName,
            body: reply.body,
            createdAt: reply.createdAt.toISOString(),
          })),
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
