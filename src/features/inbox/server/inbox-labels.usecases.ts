import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { labelErrors, mostLabels, type InboxLabel } from '../inbox-labels.contract.ts';
import { presentLabel } from './inbox-presenting.models.ts';
import { inboxRepository } from './inbox.repository.ts';

/** The account's own labels for conversations. */
export function createInboxLabels({ clock }: { clock: Clock }) {
  return {
    labels: (scope: AccountScope): Promise<InboxLabel[]> =>
      scope.run(async (tx) => (await inboxRepository(tx).labels()).map(presentLabel)),

    async addLabel(scope: AccountScope, input: Omit<InboxLabel, 'id'>): Promise<InboxLabel> {
      const row = {
        ...input,
        id: newId('lab'),
        accountId: scope.accountId,
        nameKey: keyOf(input.name),
        createdAt: clock.now(),
      };
      await unlessTaken(
        scope.run(async (tx) => {
          const repository = inboxRepository(tx);
          if ((await repository.labels()).length >= mostLabels) throw new AppError(labelErrors.tooManyLabels);
          await repository.insertLabel(row);
        }),
      );
      return presentLabel(row);
    },
    async editLabel(scope: AccountScope, id: string, input: Omit<InboxLabel, 'id'>): Promise<InboxLabel> {
      if (
        !(await unlessTaken(
          scope.run((tx) => inboxRepository(tx).setLabel(id, { ...input, nameKey: keyOf(input.name) })),
        ))
      )
        throw new AppError(labelErrors.labelNotFound);
      return { id, ...input };
    },
    async removeLabel(scope: AccountScope, id: string): Promise<void> {
      if (!(await scope.run((tx) => inboxRepository(tx).removeLabel(id))))
        throw new AppError(labelErrors.labelNotFound);
    },
  };
}

function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw violatedConstraint(error) === 'inbox_labels_name' ? new AppError(labelErrors.labelTaken) : error;
  });
}
