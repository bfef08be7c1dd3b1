import { newId } from '#shared/ids.ts';
import type { Transaction } from '#platform/database/database.ts';
import { mostAccountTags } from '../../contacts.contract.ts';
import { contactsTagsRepository } from '../record/tags.repository.ts';

/**
 * The tags of rows that are read: known ones by their names, and new ones as far as the account has room.
 * `pending` are the names that earlier rows of the file brought. `isWriting` makes the new ones.
 */
export async function takeTags(
  tx: Transaction,
  given: { accountId: string; now: Date; pending: readonly string[]; isWriting: boolean },
) {
  const repository = contactsTagsRepository(tx);
  const known = new Set((await repository.all()).map(({ name }) => name.toLowerCase()));
  const before = new Set(given.pending.map((name) => name.toLowerCase()));
  const room = mostAccountTags - known.size - [...before].filter((name) => !known.has(name)).length;
  const fresh = new Map<string, string>();
  const asked = new Map<string, string>();

  return {
    /** Takes the tags of a row; false, and none of them, where the account would have too many. */
    admit(names: readonly string[]): boolean {
      const more = names.filter((name) => {
        const key = name.toLowerCase();
        return !known.has(key) && !before.has(key) && !fresh.has(key);
      });
      if (fresh.size + more.length > room) return false;
      for (const name of more) fresh.set(name.toLowerCase(), name);
      for (const name of names) if (!asked.has(name.toLowerCase())) asked.set(name.toLowerCase(), name);
      return true;
    },
    /** The tags that the file brings and the account had not. */
    newNames: (): string[] => [...given.pending, ...fresh.values()],
    /** The ids of a name that was taken, once the new ones are made; none while nothing is written. */
    async ids(): Promise<(name: string) => string[]> {
      if (!given.isWriting || asked.size === 0) return () => [];
      await repository.insertMissing(
        [...asked.values()].map((name) => ({
          id: newId('ctg'),
          accountId: given.accountId,
          name,
          color: 'grey' as const,
          createdAt: given.now,
        })),
      );
      const ids = await repository.idsOf([...asked.keys()]);
      return (name) => [ids.get(name.toLowerCase()) ?? []].flat();
    },
  };
}
