import { z } from 'zod';

/** A list of words in one text, as people write and compare them. */
export const wordList = z.string().transform((text) => text.split(/\s+/).filter(Boolean));
/** The inside of a regular expression, on text in small letters without accents. */
export const pattern = z.string().refine((source) => {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}, 'is no regular expression');

/** Ways to say one thing, each the inside of a regular expression; some languages have none for a thing. */
export const ways = z.array(pattern).transform((all) => all.join('|'));
