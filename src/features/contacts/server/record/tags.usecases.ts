import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { contactsErrors, mostAccountTags, type ContactTag, type TagColor } from '../../contacts.contract.ts';
import { contactsTagsRepository } from './tags.repository.ts';

type Input = {
  name: string;
  color: TagColor;
};

/** The account's own words for its contacts. */
export function createContactsTags({ clock }: { clock: Clock }) {
  async function unlessTaken<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      if (violatedConstraint(error) === 'contact_tags_name') throw new AppError(contactsErrors.tagTaken);
      throw error;
    });
  }

  return {
    list: (scope: AccountScope) =>
      scope.run(async (tx) => {
        const repository = contactsTagsRepository(tx);
        const uses = await repository.uses();
        return {
          tags: (await repository.all()).map(({ id, name, color }) => ({
            id,
            name,
            color,
            contacts: uses.get(id) ?? 0,
          })),
        };
      }),
    create: (scope: AccountScope, { name, color }: Input): Promise<ContactTag> =>
      unlessTaken(
        scope.run(async (tx) => {
          const repository = contactsTagsRepository(tx);
          if ((await repository.count()) >= mostAccountTags)
            throw new AppError(contactsErrors.tooManyTags, { variables: { most: mostAccountTags } });
          const id = newId('ctg');
          await repository.insert({ id, accountId: scope.accountId, name, color, createdAt: clock.now() });
          return { id, name, color };
        }),
      ),
    update: (scope: AccountScope, id: string, { name, color }: Input): Promise<ContactTag> =>
      unlessTaken(
        scope.run(async (tx) => {
          if (!(await contactsTagsRepository(tx).update(id, { name, color })))
            throw new AppError(contactsErrors.noSuchTag);
          return { id, name, color };
        }),
      ),
    delete: (scope: AccountScope, id: string): Promise<Record<string, never>> =>
      scope.run(async (tx) => {
        if (!(await contactsTagsRepository(tx).delete(id))) throw new AppError(contactsErrors.noSuchTag);
        return {};
      }),
  };
}

export type ContactsTags = ReturnType<typeof createContactsTags>;
