import { sql, type SQL } from 'drizzle-orm';

/** The words of what somebody typed to find something; more of them than six tell nothing new. */
export const searchedWords = (search = ''): string[] => search.trim().split(/\s+/).filter(Boolean).slice(0, 6);

/** A word as a pattern for `LIKE` on folded text: small letters without marks, anywhere in it. */
export const patternOf = (word: string): SQL => sql`'%' || fold_text(${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}) || '%'`;

/** That a folded text holds every word. */
export const holdsWords = (folded: SQL, words: readonly string[]): SQL => sql.join(words.map((word) => sql`${folded} LIKE ${patternOf(word)}`), sql` AND `);

/** The patterns of words, as the functions take them that ask an index over the wall. */
export const patternsOf = (words: readonly string[]): SQL => sql`ARRAY[${sql.join(words.map(patternOf), sql`, `)}]`;
