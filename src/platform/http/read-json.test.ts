import { expect, test } from 'vitest';
import { mostJsonNames } from '#shared/text/json-size.ts';
import { mostJsonValues, readJson } from './read-json.ts';

test('refuses a body of more values than any form of ours holds, before it is read', () => {
  for (const [open, close, between] of [
    ['[', ']', '1,'],
    ['{', '}', '"a":1,'],
    ['[', ']', '[],'],
  ] as const) {
    expect(() => readJson(`${open}${between.repeat(mostJsonValues)}${between.slice(0, -1)}${close}`)).toThrow(
      'common.too_large',
    );
  }
  expect(() => readJson('['.repeat(mostJsonValues + 1) + ']'.repeat(mostJsonValues + 1))).toThrow(
    'common.too_large',
  );
  expect(readJson(`[${'1,'.repeat(1_000)}1]`)).toHaveLength(1_001);
});

test('refuses an object of more names than any of ours has, wherever it stands', () => {
  const named = (count: number, value: string): string =>
    `{${Array.from({ length: count }, (_, at) => `"a${at}":${value}`).join()}}`;
  for (const value of ['1', '{}', '{"b":{"c":":::"}}', '[{"b":1}]']) {
    expect(readJson(`{"a":[1,${named(mostJsonNames, value)}],"b":2}`)).toMatchObject({ b: 2 });
    expect(() => readJson(`{"a":[1,${named(mostJsonNames + 1, value)}]}`)).toThrow('common.too_large');
  }
});

test('counts nothing that stands in a text', () => {
  const text = ',[{:\\"\\\\'.repeat(mostJsonValues);
  expect(readJson(JSON.stringify({ text }))).toEqual({ text });
});

test('leaves out what the database refuses, and what names a prototype', () => {
  expect(readJson('{"a":["\\u0000x\\ud800"],"b":{"\\u005f_proto__":{"c":1}}}')).toEqual({
    a: ['x\uFFFD'],
    b: {},
  });
  expect(Object.keys(readJson('{"__proto__":{"c":1},"d":2}') as object)).toEqual(['d']);
  expect(() => readJson('{')).toThrow(SyntaxError);
});
