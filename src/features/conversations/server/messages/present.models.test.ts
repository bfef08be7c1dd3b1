import { expect, test } from 'vitest';
import { excerpt } from '#shared/text/excerpt.ts';
import { messageExcerpt } from './present.models.ts';

test('a list shows the words of a message, not its marks, addresses and citations', () => {
  expect(excerpt('We **do** bake it [1]. See [our page](https://example.com/a) and\n`code`')).toBe(
    'We do bake it . See our page and code',
  );
  expect(excerpt('_Set_ shared_buffers higher')).toBe('Set shared_buffers higher');
  expect(excerpt('![Rye loaf](/images/1.webp)')).toBe('Rye loaf');
  expect(excerpt('f(x) is [not] a link (at all)')).toBe('f(x) is [not] a link (at all)');
});

test('a list counts characters as the database does, and cuts none in half', () => {
  expect(excerpt('🙂'.repeat(160))).toBe('🙂'.repeat(160));
  expect(excerpt(`a${'🙂'.repeat(160)}`)).toBe(`a${'🙂'.repeat(158)}…`);
  expect(messageExcerpt('', [{ name: '🙂'.repeat(200) }])).toBe(`[${'🙂'.repeat(159)}`);
});
