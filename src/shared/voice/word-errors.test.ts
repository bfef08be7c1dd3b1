import { expect, test } from 'vitest';
import { processorMs } from '#tests/support/processor-time.ts';
import { wordErrors } from './word-errors.ts';

test.each([
  ['What does a bell cost?', 'what does a bell cost', 5, 0, ['what does a bell cost']],
  ['Kolik stojí loďka?', 'Kolik stojí Loďka', 3, 0, ['Kolik stojí Loďka']],
  ['Where is order 12?', 'Where is older 12', 4, 1, ['Where is', '!older', '12']],
  ['one two three', 'one three', 3, 1, ['one three']],
  ['one three', 'one two three', 2, 1, ['one', '!two', 'three']],
  ['three boats for two', '', 4, 4, []],
  ['Hello', 'good bye my friend', 1, 4, ['!good bye my friend']],
  ['', 'a noise', 0, 2, ['!a noise']],
  ['a b c d', 'x b y d z', 4, 3, ['!x', 'b', '!y', 'd', '!z']],
  // What is written with marks is said without.
  ["Don't – stop!", 'dont stop', 2, 0, ['dont stop']],
])('%s / %s', (said, heard, words, wrong, pieces) => {
  const errors = wordErrors(said, heard);
  expect(errors).toMatchObject({ words, wrong });
  expect(errors.understood.map(({ text, isWrong }) => (isWrong ? `!${text}` : text))).toEqual(pieces);
});

test('the longest messages are compared in a moment', async () => {
  const long = (word: string) => `${word} `.repeat(1_300);
  const compare = () =>
    expect(wordErrors(long('one'), long('two'))).toMatchObject({ words: 1_300, wrong: 1_300 });
  expect(await processorMs(compare)).toBeLessThan(3_000);
});
