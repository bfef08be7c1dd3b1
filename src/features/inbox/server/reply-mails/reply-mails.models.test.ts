import { expect, test } from 'vitest';
import { processorMs } from '#tests/support/processor-time.ts';
import { mailWords } from './reply-mails.models.ts';

test.each([
  ['We **do** bake *rye* and ~~spelt~~ `today`', 'We do bake rye and spelt today'],
  [
    'See [our page](https://example.com/a), or [https://example.com](https://example.com)',
    'See our page (https://example.com/a), or https://example.com',
  ],
  ['# Hours\n> from 7\n- rye\n```js\nbake()\n```', 'Hours\nfrom 7\n- rye\n\nbake()\n'],
  ['2 * 3 * 4, 2**3, a_b_c, [1], 5 > 4', '2 * 3 * 4, 2**3, a_b_c, [1], 5 > 4'],
])('%j is mailed as %j', (written, mailed) => {
  expect(mailWords(written)).toBe(mailed);
});

test('a long run of marks is read at once', async () => {
  const marks = `${'*'.repeat(5_000)}${'['.repeat(5_000)}${'`'.repeat(5_000)}`;
  expect(await processorMs(() => mailWords(marks))).toBeLessThan(1_000);
});
