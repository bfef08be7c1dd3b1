import { expect, test } from 'vitest';
import { emptyBlock, type FormBlockType } from './document.ts';
import { answerWords } from './words.ts';

const options = [
  { value: 'a', label: 'Apple', image: '' },
  { value: 'b', label: 'Bread', image: '' },
];
const words = (type: FormBlockType, answer: Parameters<typeof answerWords>[1]) =>
  answerWords(
    { ...emptyBlock('x', type), options, rows: [{ value: 'r', label: 'Row' }] },
    answer,
    new Map([['fup_1', 'cv.pdf']]),
    'en',
  );

test.each<[FormBlockType, Parameters<typeof answerWords>[1], string]>([
  ['radio', 'b', 'Bread'],
  ['checkboxes', ['a', 'b'], 'Apple, Bread'],
  ['ranking', ['b', 'a'], '1. Bread, 2. Apple'],
  ['matrix', { r: 'a' }, 'Row: Apple'],
  ['currency', 1_250, '€12.50'],
  ['number', 1_234.5, '1,234.5'],
  ['date', '2026-02-03', 'Feb 3, 2026'],
  ['time', '14:30', '2:30 PM'],
  ['datetime', '2026-12-24T08:00', 'Dec 24, 2026, 8:00 AM'],
  ['file', ['fup_1'], 'cv.pdf'],
  ['consent', true, '✓'],
  [
    'address',
    { line1: 'Kade 1', postalCode: '1000 AA', city: 'Utrecht', country: 'NL' },
    'Kade 1, 1000 AA Utrecht, Netherlands',
  ],
  ['short_text', undefined, ''],
])('an answer to %s reads “%s” as “%s”', (type, answer, expected) =>
  expect(words(type, answer)).toBe(expected),
);
