import { describe, expect, it } from 'vitest';
import { readFileDate, readFileNumber, type DateOrder } from './file-values.ts';

describe('a day of a file', () => {
  it.each<[string, DateOrder, string | null]>([
    ['31.12.2025', 'dmy', '2025-12-31'],
    ['3. 4. 2025', 'dmy', '2025-04-03'],
    ['03/04/2025', 'dmy', '2025-04-03'],
    ['03/04/2025', 'mdy', '2025-03-04'],
    ['2025-03-04', 'dmy', '2025-03-04'],
    ['2025/3/4', 'mdy', '2025-03-04'],
    ['3-4-25', 'dmy', '2025-04-03'],
    ['3.4.85', 'dmy', '1985-04-03'],
    ['12 March 2025', 'mdy', '2025-03-12'],
    ['12. března 2025', 'dmy', '2025-03-12'],
    ['12 de março de 2025', 'dmy', '2025-03-12'],
    ['1er août 2025', 'dmy', '2025-08-01'],
    ['Mar 12, 2025', 'dmy', '2025-03-12'],
    ['31.12.2025 14:30', 'dmy', '2025-12-31T14:30:00'],
    ['12/31/2025 2:05 PM', 'mdy', '2025-12-31T14:05:00'],
    ['31/12/2025', 'mdy', null],
    ['30.2.2025', 'dmy', null],
    ['next week', 'dmy', null],
    ['1.2.3', 'dmy', null],
    ['31.12.2025 25:00', 'dmy', null],
    ['', 'dmy', null],
  ])('%s, read as %s, is %s', (text, order, day) => {
    expect(readFileDate(text, order, 2026)).toBe(day);
  });
});

describe('a number of a file', () => {
  it.each<[string, 'comma' | 'point', string | null]>([
    ['1.234,56', 'comma', '1234.56'],
    ['1 234,5 €', 'comma', '1234.5'],
    ['1.234', 'comma', '1234'],
    ['1.234', 'point', '1.234'],
    ['1,234', 'point', '1234'],
    ['1,234.56', 'point', '1234.56'],
    ["CHF 1'234.50", 'point', '1234.50'],
    ['-12,5 %', 'comma', '-12.5'],
    ['(12.50)', 'point', '-12.50'],
    ['99 Kč', 'comma', '99'],
    ['12.5', 'comma', null],
    ['12,5', 'point', null],
    ['many', 'comma', null],
    ['1e9', 'point', null],
    ['=1+1', 'point', null],
  ])('%s with a %s is %s', (text, sign, number) => {
    expect(readFileNumber(text, sign)).toBe(number);
  });
});
