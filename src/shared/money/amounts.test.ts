import { describe, expect, test } from 'vitest';
import { exampleOf, minorOf, numberOf, readDecimal, typedNumber, typedOf } from './amounts.ts';
import { languages } from '../languages.ts';

const most = 100_000_000;
const cents = (language: string) => (typed: string) => minorOf(typed, 2, most, language);

describe('an amount', () => {
  test('is understood as people of a language type it', () => {
    const english: [string, number][] = [
      ['12', 1_200],
      ['12.5', 1_250],
      ['1,000', 100_000],
      ['1,000.25', 100_025],
      ['1 000.25', 100_025],
      ['0', 0],
      ['.5', 50],
      ['12,50', 1_250],
      ['5.', 500],
      [' 7 ', 700],
    ];
    for (const [typed, amount] of english) expect([typed, cents('en')(typed)]).toEqual([typed, amount]);
    const others: [string, number][] = [
      ['12', 1_200],
      ['12,5', 1_250],
      ['1.000', 100_000],
      ['1.000,25', 100_025],
      ['1 000,25', 100_025],
      ['1\u202f000,25', 100_025],
      ['9.999', 999_900],
      ['12.50', 1_250],
      ['1,000.25', 100_025],
    ];
    for (const language of languages.filter((one) => one !== 'en'))
      for (const [typed, amount] of others)
        expect([language, typed, cents(language)(typed)]).toEqual([language, typed, amount]);
  });

  test('that can’t be read is refused, and never becomes another one', () => {
    const odd = [
      '',
      ' ',
      '.',
      ',',
      'ten',
      '-5',
      '+5',
      '1e3',
      '1,5,0',
      '1.5.0',
      '９',
      '٣',
      '5 0',
      '1 00',
      '12,34,567',
      '1,0000',
      '0,123,456',
      '1.234,5.6',
      '1,234,56',
      '0x10',
      '1_000',
      '€5',
      '5€',
      'NaN',
      'Infinity',
      '5-',
      '1,000.000.00',
      '9'.repeat(50),
    ];
    for (const language of languages)
      for (const typed of odd)
        expect([language, typed, cents(language)(typed)]).toEqual([language, typed, null]);
    expect([cents('en')('9.999'), cents('nl')('9,999'), cents('en')('100000000')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(['9.99', '9,5', '1.000'].map((typed) => minorOf(typed, 0, most, 'en'))).toEqual([
      null,
      null,
      null,
    ]);
    expect(['1,000', '500'].map((typed) => minorOf(typed, 0, most, 'en'))).toEqual([1_000, 500]);
  });

  test('of a currency with three digits is not taken for a thousandfold', () => {
    expect(
      ['1.5', '1.234', '0.250', '12', '1,000.125', '0,250', '1,234'].map((typed) =>
        minorOf(typed, 3, most, 'en'),
      ),
    ).toEqual([1_500, 1_234, 250, 12_000, 1_000_125, 250, null]);
    expect(['1,5', '0,250', '1.000,125', '1,2345'].map((typed) => minorOf(typed, 3, most, 'nl'))).toEqual([
      1_500,
      250,
      1_000_125,
      null,
    ]);
  });

  test('without a language is refused where two of them read it differently', () => {
    expect(readDecimal('1,234', null)).toBeNull();
    expect(readDecimal('1.234', null)).toBeNull();
    expect(readDecimal('1,234.50', null)).toEqual({ whole: '1234', fraction: '50' });
    expect(readDecimal('0,234', null)).toEqual({ whole: '0', fraction: '234' });
  });

  test('means the same again as its field and its example show it', () => {
    for (const language of languages)
      for (const digits of [0, 2, 3]) {
        for (const minor of [0, 5, 250, 1_250, 12_340, 100_000, 9_999_999])
          if (digits < 3 || minor % 1_000 !== 0 || minor < 1_000_000)
            expect([
              language,
              digits,
              minorOf(typedOf(minor, digits, language), digits, most, language),
            ]).toEqual([language, digits, minor]);
        expect(minorOf(exampleOf(digits, language), digits, most, language)).toBe(
          digits === 0 ? 1_234 : 1_234.5 * 10 ** digits,
        );
      }
  });
});

describe('a plain number', () => {
  test('is understood as people of a language type it, also below zero', () => {
    const english: [string, number][] = [
      ['0', 0],
      ['-0', 0],
      ['12.5', 12.5],
      ['-3', -3],
      ['\u22121,000', -1_000],
      [' 7 ', 7],
    ];
    for (const [typed, number] of english) expect([typed, numberOf(typed, 'en')]).toEqual([typed, number]);
    for (const language of languages) {
      for (const number of [0, 7, -2.5, 1_000, 0.000001]) {
        expect([language, numberOf(typedNumber(number, language), language)]).toEqual([language, number]);
      }
    }
  });

  test('is never guessed', () => {
    for (const typed of [
      '',
      ' ',
      '-',
      '--5',
      '1e3',
      '0x10',
      'NaN',
      'Infinity',
      '\u0663',
      '5\u20ac',
      '\u{1f600}',
      '\u202e5',
      '0.1234567',
      '1000000001',
    ]) {
      expect([typed, numberOf(typed, 'en')]).toEqual([typed, null]);
    }
  });
});
