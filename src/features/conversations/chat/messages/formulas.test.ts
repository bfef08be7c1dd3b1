import { expect, test } from 'vitest';
import { hideFormulas } from './formulas.ts';
import { lexBlocks } from './markdown-blocks.ts';

/** How many formulas a text has. */
const count = (text: string) => hideFormulas(text).split('\uE001').length - 1;

test('formulas are found in all four ways of writing them', () => {
  expect(count(String.raw`Area: \(\pi r^2\), and \[ E = mc^2 \]`)).toBe(2);
  expect(count('The sum $a^2 + b^2 = c^2$ holds for $a$ and $b$.')).toBe(3);
  expect(count('$$\n\\int_0^1 x\\,dx\n$$')).toBe(1);
});

test('prices, code and single signs are none', () => {
  for (const text of [
    'It costs $5 and $10.',
    'From $5, up to 10$ a month',
    'Take $20 off = nothing, or $30',
    '`$x^2$` and\n```\n\\(a\\) $$b$$\n```\n',
    'A lone $ sign, an escaped \\$x^2$',
    'US$5 = CA$7',
  ])
    expect([text, count(text)]).toEqual([text, 0]);
});

test('the markdown reader takes a formula as one word, in tables and lists, too', () => {
  const [table] = lexBlocks(hideFormulas('| f |\n| - |\n| $|x|_1 * _y_ * 2$ |')) as unknown as [
    { rows: { text: string }[][] },
  ];
  expect(table.rows[0]).toHaveLength(1);
  expect(table.rows[0]![0]!.text).toMatch(/^\uE000[^ *_|]+\uE001$/);
});
