import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { pageOfAll } from './listing.models.ts';

describe('pages of a list', () => {
  it('give every item once, whatever the size of a page', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 })),
        fc.integer({ min: 1, max: 7 }),
        (keys, limit) => {
          const seen: string[] = [];
          for (let cursor: string | undefined; ;) {
            const { data, nextCursor } = pageOfAll(keys, (key) => key, { limit, cursor });
            seen.push(...data);
            if (nextCursor === null) break;
            cursor = nextCursor;
          }
          expect(seen).toEqual(keys.toSorted((a, b) => (a < b ? 1 : -1)));
        },
      ),
    );
  });

  it('go on after an item that is gone', () => {
    const { nextCursor } = pageOfAll(['c', 'b', 'a'], (key) => key, { limit: 2 });
    expect(pageOfAll(['c', 'a'], (key) => key, { limit: 2, cursor: nextCursor ?? '' }).data).toEqual(['a']);
  });

  it.each(['x', Buffer.from('null').toString('base64url'), Buffer.from('{"key":1}').toString('base64url')])(
    'refuse the cursor %s',
    (cursor) => {
      expect(() => pageOfAll([], String, { limit: 1, cursor })).toThrow(AppError);
    },
  );
});
