import { expect, test } from 'vitest';
import { at, stepsOf, strikeOut, withoutSecretFields } from './response.models.ts';

const answer = { data: { items: [{ 'a b': 1 }, { name: 'Linden' }] }, empty: null };

test.each([
  ['', answer],
  ['$', answer],
  ['$.data.items[1].name', 'Linden'],
  ['data.items[0]["a b"]', 1],
  ['$.data.items[7]', undefined],
  ['$.empty.more', undefined],
  ['$.constructor', undefined],
  ['$.data.items.length', 2],
])('the path %j leads to its value', (path, value) => {
  expect(at(answer, path)).toEqual(value);
});

test.each(['$..x', '$.a[', '$.a[x]', '$.a[*]', 'a..b'])('%j is no path', (path) => {
  expect(stepsOf(path)).toBeNull();
});

test('tokens and passwords that an answer brings are struck out, the rest stays', () => {
  expect(
    withoutSecretFields({
      access_token: 'abc',
      user: [{ password: 'x', name: 'Vera', apiKey: 'k', 'api-key': 'k' }],
      tokens_used: 7,
      token: 12,
      next_page_token: 'p',
    }),
  ).toEqual({
    access_token: '[hidden]',
    user: [{ password: '[hidden]', name: 'Vera', apiKey: '[hidden]', 'api-key': '[hidden]' }],
    tokens_used: 7,
    token: 12,
    next_page_token: 'p',
  });
});

test('a secret is struck out in every spelling', () => {
  const secret = 'p"ss/word?';
  const text = `${secret} ${encodeURIComponent(secret)} ${Buffer.from(secret).toString('base64')} ${JSON.stringify({ secret })}`;
  expect(strikeOut(text, [secret])).toBe('[hidden] [hidden] [hidden] {"secret":"[hidden]"}');
  expect(strikeOut('a b', ['a'])).toBe('a b');
});
