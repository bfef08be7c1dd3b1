import { sql, type SQL } from 'drizzle-orm';

/** The words of what somebody typed to find something; more of them than six tell nothing new. */
export const searchedWords = (search = ''): string[] =>
  search.trim().split(/\s+/).filter(Boolean).slice(0, 6);

/** A word as a pattern for `LIKE` on folded text: small letters without marks, anywhere in it. */
export const patternOf = (word: string): SQL =>
  sql`'%' || fold_text(${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}) || '%'`;

/** That a folded text holds every word. */
export const holdsWords = (folded: SQL, words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`${folded} LIKE ${patternOf(word)}`),
    sql` AND `,
  );

/** Words of one or two letters or digits: no index of letters finds them in the middle of others. */
const shortest = /^[\p{L}\p{N}]{1,2}$/u;
/** What may stand before a word. With signs beyond ASCII in it, the index is not used. */
const beforeWords = '(^|[][ \\t\\n\\\\_/.,;:!?()"\'+@#&*<>=%$|~{}-])';

/** The patterns of `beginsOrHolds`, for functions that know expressions from patterns for `LIKE` by their first sign. */
export const beginningsOrPatternsOf = (words: readonly string[]): SQL =>
  sql`ARRAY[${sql.join(
    words.map((word) => (shortest.test(word) ? sql`${beforeWords} || fold_text(${word})` : patternOf(word))),
    sql`, `,
  )}]`;

/** That a folded text holds every word; one of one or two letters has to begin a word there. */
export const beginsOrHolds = (folded: SQL, words: readonly string[]): SQL =>
  sql.join(
    words.map((word) =>
      shortest.test(word)
        ? sql`${folded} ~ (${beforeWords} || fold_text(${word}))`
        : holdsWords(folded, [word]),
    ),
    sql` AND `,
  );

/** The patterns of words, as the functions take them that ask an index over the wall. */
export const patternsOf = (words: readonly string[]): SQL =>
  sql`ARRAY[${sql.join(words.map(patternOf), sql`, `)}]`;

/** How far words are looked for in which way. */
export type SearchLimits = {
  /**
   * So many are gone through first, where going through costs a look at each: what is found there says whether
   * a page is among the nearest or the index is the shorter way. All of the nearest unless it is given.
   */
  first?: number;
  /**
   * So many rows are gone through in their order before the words' index is asked: common words are found
   * there.
   */
  nearest: number;
  /** So many are gone through of words with more hits than are put in order, where the first ones had some. */
  farthest: number;
  /** So many hits of the index are put in order; of words that more rows have, all rows are gone through. */
  mostHits: number;
};
/** Ids of a page. `isAll`: there are no more, or no more are needed. */
export type FoundIds = {
  ids: string[];
  isAll: boolean;
};

/** Ids as an array for `= ANY(…)`. */
export const idArray = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}`;

/**
 * Finds a page of `limit` rows that have the searched words, as an array of ids: common words among the first
 * rows of the order, rare ones by their index. The database would take every word for a rare one.
 */
export async function searchInOrder(
  limit: number,
  { nearest, farthest, first = nearest }: SearchLimits,
  ways: {
    /** Goes through so many rows in their order. */
    walk(most: number): Promise<FoundIds>;
    byIndex(): Promise<FoundIds>;
    /** Goes through all of them. */
    throughAll(): SQL | Promise<SQL>;
  },
): Promise<SQL> {
  const isEnough = ({ ids, isAll }: FoundIds): boolean => isAll || ids.length === limit;
  let walked = first;
  let near = await ways.walk(walked);
  /** Whether a full page may be found among the first `most`, by what was found so far. */
  const isPromising = (most: number): boolean => near.ids.length * (most / walked) >= limit;
  async function walkNearest(): Promise<void> {
    if (isEnough(near) || walked >= nearest) return;
    walked = nearest;
    near = await ways.walk(walked);
  }
  if (isPromising(nearest)) await walkNearest();
  if (isEnough(near)) return idArray(near.ids);
  const hits = await ways.byIndex();
  if (hits.isAll) return idArray(hits.ids);
  await walkNearest();
  if (isEnough(near)) return idArray(near.ids);
  // Of what many have but not the first ones, those promise whether a full page is near.
  const far = isPromising(farthest) ? await ways.walk(farthest) : near;
  return isEnough(far) ? idArray(far.ids) : ways.throughAll();
}
