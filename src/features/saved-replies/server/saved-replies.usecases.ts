import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { mostSavedReplies, savedRepliesErrors, type SavedReply } from '../saved-replies.contract.ts';
import { savedRepliesRepository } from './saved-replies.repository.ts';

const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw violatedConstraint(error) === 'saved_replies_name'
      ? new AppError(savedRepliesErrors.nameTaken)
      : error;
  });
}

/** Texts that the team says often. */
export function createSavedRepliesUsecases({ clock }: { clock: Clock }) {
  return {
    list: (scope: AccountScope): Promise<SavedReply[]> =>
      scope.run(async (tx) =>
        (await savedRepliesRepository(tx).list(mostSavedReplies)).map(({ id, name, body }) => ({
          id,
          name,
          body,
        })),
      ),

    async create(scope: AccountScope, input: Omit<SavedReply, 'id'>): Promise<SavedReply> {
      const id = newId('rep');
      const now = clock.now();
      await unlessTaken(
        scope.run(async (tx) => {
          const repository = savedRepliesRepository(tx);
          if ((await repository.count()) >= mostSavedReplies) throw new AppError(savedRepliesErrors.tooMany);
          await repository.insert({
            ...input,
            id,
            accountId: scope.accountId,
            nameKey: keyOf(input.name),
            createdAt: now,
            updatedAt: now,
          });
        }),
      );
      return { id, ...input };
    },
    async change(scope: AccountScope, id: string, input: Omit<SavedReply, 'id'>): Promise<SavedReply> {
      const isThere = await unlessTaken(
        scope.run((tx) =>
          savedRepliesRepository(tx).change(id, {
            ...input,
            nameKey: keyOf(input.name),
            updatedAt: clock.now(),
          }),
        ),
      );
      if (!isThere) throw new AppError(savedRepliesErrors.notFound);
      return { id, ...input };
    },
    async remove(scope: AccountScope, id: string): Promise<void> {
      if (!(await scope.run((tx) => savedRepliesRepository(tx).remove(id))))
        throw new AppError(savedRepliesErrors.notFound);
    },
  };
}

export type SavedRepliesUsecases = ReturnType<typeof createSavedRepliesUsecases>;
