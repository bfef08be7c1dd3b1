import { z } from 'zod';
import { AppError, commonErrors } from '#shared/errors.ts';
import { readCursor, writeCursor } from '#platform/database/cursor.ts';

/** What one page of a list is asked for. */
export type Page = {
  limit: number;
  cursor?: string | undefined;
};

const invalid = (): AppError =>
  new AppError(commonErrors.invalidInput, { fields: { cursor: 'errors:fields.invalid' } });

/**
 * One page of a list that is known as a whole. `keyOf` names and sorts the items, from the largest key down;
 * what was added or removed meanwhile neither repeats an item nor leaves one out.
 * @throws AppError where the cursor is none of ours
 */
export function pageOfAll<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { limit, cursor }: Page,
): { data: Item[]; nextCursor: string | null } {
  const after = cursor === undefined ? null : keyIn(cursor);
  const sorted = items
    .map((item) => ({ item, key: keyOf(item) }))
    .filter(({ key }) => after === null || key < after)
    .toSorted((a, b) => (a.key < b.key ? 1 : a.key > b.key ? -1 : 0));
  const shown = sorted.slice(0, limit);
  return {
    data: shown.map(({ item }) => item),
    nextCursor: sorted.length > limit ? writeCursor({ key: shown.at(-1)?.key ?? '' }) : null,
  };
}

function keyIn(cursor: string): string {
  const { key } = readJsonCursor(cursor) as { key?: unknown };
  if (typeof key !== 'string') throw invalid();
  return key;
}

/** What a cursor says. @throws AppError where it says nothing */
export function readJsonCursor(cursor: string): object {
  const found = readCursor(cursor, z.looseObject({}));
  if (!found) throw invalid();
  return found;
}
