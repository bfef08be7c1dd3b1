import { languages, type Language } from '#shared/languages.ts';
import { plainText } from '#shared/text/plain-text.ts';

/** Longer messages say more than a request that a pattern could name whole. */
const longestRequest = 300;

/** `one word after the other`, without accents, marks and capitals; empty for what is too long to be a request. */
export const spoken = (text: string): string =>
  text.length > longestRequest
    ? ''
    : plainText(text)
        .replaceAll(/['’ʼ`](?=(?:s|t|d|re|ve|ll|m)(?!\p{L}))/gu, '')
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();

/** The six languages, the given one first: short messages are often taken for another one. */
export const languagesFrom = (first: Language): Language[] => [
  first,
  ...languages.filter((language) => language !== first),
];
