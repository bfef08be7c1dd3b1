/** A feature can't be made; `message` is one line for the person who asked. */
export class NewFeatureError extends Error {
  override readonly name = 'NewFeatureError';
}

/** A feature's word in the spellings that code uses. */
export type FeatureNames = {
  kebab: string;
  camel: string;
  pascal: string;
  snake: string;
  prefix: string;
};

/** The spellings of a word, and a prefix for its ids that no other has. */
export function featureNames(word: string, takenPrefixes: readonly string[]): FeatureNames {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(word) || word.length > 40)
    throw new NewFeatureError(
      `"${word}" is no name for a feature. Write lower-case words with dashes, like price-lists.`,
    );
  const pascal = word
    .split('-')
    .map((part) => (part[0] ?? '').toUpperCase() + part.slice(1))
    .join('');
  return {
    kebab: word,
    pascal,
    camel: (pascal[0] ?? '').toLowerCase() + pascal.slice(1),
    snake: word.replaceAll('-', '_'),
    prefix: freePrefix(word, takenPrefixes),
  };
}

function freePrefix(word: string, taken: readonly string[]): string {
  const letters = [...word.replace(/[^a-z]/g, ''), ...'xyz'];
  for (let second = 1; second < letters.length - 1; second++) {
    for (let third = second + 1; third < letters.length; third++) {
      const prefix = `${letters[0]}${letters[second]}${letters[third]}`;
      if (!taken.includes(prefix)) return prefix;
    }
  }
  throw new NewFeatureError(
    `No free prefix for ids of "${word}". Add one in src/shared/ids.ts and make the feature by hand.`,
  );
}
