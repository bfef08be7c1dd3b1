import { expect, test } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import { patternEffort, readPattern } from './simple-pattern.ts';

const matches = (pattern: string, text: string): boolean | null =>
  readPattern(pattern)?.matches(text) ?? null;

test("a pattern holds for the whole value, as the engine's own expressions say", () => {
  const patterns = [
    '',
    'abc',
    'a|bc|',
    '[A-Z]{2}\\d{3,5}',
    '(\\+|00)?[\\d ]{4,}',
    'x*y+z?',
    '(ab){2}c',
    '[^0-9-]+',
    '\\w+\\.\\w{2}',
    '^NL-\\d+$',
    'a.c',
    '(?:a|b)+',
    '[\\d.]+',
    '\\(\\)',
  ];
  const texts = [
    '',
    'abc',
    'bc',
    'a',
    'AB123',
    'AB12345',
    'AB123456',
    '+420 602',
    '00420',
    'xxxyz',
    'yy',
    'ababc',
    'abc-',
    'hello',
    'mail.nl',
    'NL-7',
    'axc',
    'abba',
    '1.2',
    '()',
  ];
  for (const pattern of patterns)
    for (const text of texts)
      expect([pattern, text, matches(pattern, text)]).toEqual([
        pattern,
        text,
        new RegExp(`^(?:${pattern.replace(/^\^|\$$/g, '')})$`).test(text),
      ]);
});

test('letters of every language are letters', () => {
  expect(matches('\\w+', 'Žluťoučký')).toBe(true);
  expect(matches('\\W', 'ř')).toBe(false);
});

test('what only the engine knows, or nobody, is refused', () => {
  for (const pattern of [
    '(',
    ')',
    '[a',
    '[]',
    '*a',
    'a**',
    'a{3',
    'a{5,2}',
    'a{999}',
    '(?=a)',
    '(?<n>a)',
    '\\1',
    '\\bword',
    '[z-a]',
    'a$b',
    '((a{200}){200}){200}',
  ])
    expect([pattern, readPattern(pattern)]).toEqual([pattern, null]);
});

test('no pattern and no text take long', () => {
  const spent = countProcessorTime();
  expect(matches('(a+)+(a*)*(a|aa)+b', 'a'.repeat(10_000))).toBe(false);
  expect(spent()).toBeLessThan(2_000);
});

test('no pattern takes long to read: repetitions within repetitions multiply, and what stands for nothing says nothing', () => {
  const spent = countProcessorTime();
  const nested = (inside: string, times: string): string =>
    `${'('.repeat(12)}${inside}${`)${times}`.repeat(12)}`;
  const refused = [
    '((((){255}){255}){255}){255}',
    '()',
    '(|)',
    '(){0,255}',
    '((a){0}){255}',
    nested('', '{255}'),
    nested('', '*'),
    nested('a', '{9}'),
    nested('a?', '{0,9}'),
    `(${'|'.repeat(180)}a){255}`,
    '(a{255}){9}',
    '('.repeat(500) + 'a' + ')'.repeat(500),
    'a'.repeat(1_001),
  ];
  for (const pattern of refused) expect([pattern, readPattern(pattern)]).toEqual([pattern, null]);
  expect(matches('(a|){3}(b{2}){2}', 'aabbbb')).toBe(true);
  expect(matches('([A-Z]{1,20} ?){1,20}', 'AN EVERYDAY LIST OF WORDS')).toBe(true);
  expect(spent()).toBeLessThan(2_000);
});

const heavy = '(.*.{0,90}){0,4}(a|b|\\w|.)*x';

test('the largest pattern and the longest text end with the effort that they may take', () => {
  const spent = countProcessorTime();
  expect(matches(heavy, 'ab'.repeat(5_000))).toBeNull();
  expect(matches(heavy, 'abx')).toBe(true);
  expect(matches('(a*|b*|\\w*|.*)*', 'ab'.repeat(5_000))).toBe(true);
  expect(spent()).toBeLessThan(500);
});

test('several texts share one effort', () => {
  const effort = { left: patternEffort.request };
  const spent = countProcessorTime();
  const found = Array.from({ length: 100 }, () => readPattern(heavy)?.matches('ab'.repeat(5_000), effort));
  expect(new Set(found)).toEqual(new Set([null]));
  expect(spent()).toBeLessThan(1_000);
  const usual = { left: patternEffort.row };
  for (let field = 0; field < 20; field++)
    expect(
      readPattern('[A-Z]{2}-\\d{4,8}( .{0,200})?')?.matches(`NL-${'1'.repeat(8)} ${'x'.repeat(200)}`, usual),
    ).toBe(true);
});
