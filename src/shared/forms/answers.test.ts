import { describe, expect, it } from 'vitest';
import { readAnswer, readNumber } from './answers.ts';
import { emptyBlock, formFieldTypes, type FormBlock, type FormBlockType } from './document.ts';

const block = (type: FormBlockType, more: Partial<FormBlock> = {}): FormBlock => ({
  ...emptyBlock('it', type),
  ...more,
});
const options = ['red', 'green', 'blue'].map((value) => ({ value, label: value.toUpperCase(), image: '' }));
const read = (type: FormBlockType, raw: unknown, more: Partial<FormBlock> = {}) =>
  readAnswer(block(type, more), raw);

describe('an answer', () => {
  it.each<[FormBlockType, unknown, unknown, Partial<FormBlock>?]>([
    ['short_text', '  Ada\u202e Lovelace\n ', 'Ada Lovelace'],
    ['long_text', 'One\r\n\r\n\r\n\r\nTwo', 'One\n\nTwo'],
    ['email', ' Ada@Example.TEST ', 'ada@example.test'],
    ['phone', '+31 20 123 4567', '+31 20 123 4567'],
    ['url', 'example.com/a', 'https://example.com/a'],
    ['number', '1 234,5', 1234.5, { decimals: 1 }],
    ['number', '1,234,567', 1_234_567],
    ['currency', '12.34', 1_234],
    ['currency', '1200', 1_200, { currency: 'JPY' }],
    ['date', '2028-02-29', '2028-02-29'],
    ['time', '09:30:00', '09:30'],
    ['datetime', '2026-12-24T18:00:00.000', '2026-12-24T18:00'],
    ['select', 'red', 'red', { options }],
    ['radio', ['green'], 'green', { options }],
    ['checkboxes', ['blue', 'red', 'blue'], ['red', 'blue'], { options }],
    ['multi_select', 'red', ['red'], { options }],
    ['picture_choice', 'red', 'red', { options }],
    ['picture_choice', ['red', 'blue'], ['red', 'blue'], { options, multiple: true }],
    ['ranking', ['blue', 'red', 'green'], ['blue', 'red', 'green'], { options }],
    ['matrix', { a: 'red', z: 'red' }, { a: 'red' }, { options, rows: [{ value: 'a', label: 'A' }] }],
    ['rating', '5', 5],
    ['nps', '0', 0],
    ['scale', 7, 7, { max: 7 }],
    [
      'address',
      { line1: 'Kade 1', postalCode: '1000 AA', city: 'Utrecht', country: 'NL', planet: 'Earth' },
      { line1: 'Kade 1', postalCode: '1000 AA', city: 'Utrecht', country: 'NL' },
    ],
    ['file', [`fup_${'0'.repeat(30)}`], [`fup_${'0'.repeat(30)}`]],
    ['consent', 'on', true],
  ])('to %s reads %j as %j', (type, raw, answer, more) => expect(read(type, raw, more)).toEqual({ answer }));

  it.each<[FormBlockType, unknown, string, Partial<FormBlock>?]>([
    ['short_text', 'x'.repeat(256), 'too_long'],
    ['short_text', 'x'.repeat(5_000_000), 'too_long'],
    ['short_text', 'ab', 'too_short', { min: 3 }],
    ['short_text', 'a1', 'letters', { format: 'letters' }],
    ['short_text', '12a', 'digits', { format: 'digits' }],
    ['short_text', 'a b', 'alphanumeric', { format: 'alphanumeric' }],
    ['email', 'a@b.test, c@d.test', 'email'],
    ['email', 'a@b.test\r\nBcc: x@y.test', 'email'],
    ['phone', 'call me', 'phone'],
    ['url', 'javascript:alert(1)', 'url'],
    ['number', '1e9', 'number'],
    ['number', '1,5,0', 'number'],
    ['number', '９', 'number'],
    ['number', '1,234', 'number'],
    ['currency', '9.999', 'amount'],
    ['currency', '9.99', 'decimals', { currency: 'JPY' }],
    ['currency', '1 00', 'amount'],
    ['number', 'NaN', 'number'],
    ['number', '1.5', 'decimals'],
    ['number', '3', 'too_low', { min: 4 }],
    ['currency', '5.001', 'amount'],
    ['currency', '101', 'too_high', { max: 100 }],
    ['date', '2026-02-29', 'date'],
    ['date', '2026-01-01', 'too_early', { from: '2026-02-01' }],
    ['date', '2026-01-01T10:00', 'date'],
    ['time', '24:00', 'time'],
    ['time', '19:00', 'too_late', { until: '18:00' }],
    ['datetime', '2026-01-01', 'time'],
    ['select', 'purple', 'option', { options }],
    ['radio', ['red', 'green'], 'option', { options }],
    ['checkboxes', ['red', 'purple'], 'option', { options }],
    ['checkboxes', ['red'], 'too_few', { options, min: 2 }],
    ['multi_select', ['red', 'green', 'blue'], 'too_many', { options, max: 2 }],
    ['ranking', ['red', 'red', 'green'], 'ranking', { options }],
    ['matrix', { a: 'purple' }, 'option', { options, rows: [{ value: 'a', label: 'A' }] }],
    [
      'matrix',
      { a: 'red' },
      'matrix',
      {
        options,
        required: true,
        rows: [
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ],
      },
    ],
    ['rating', '6', 'option'],
    ['nps', '11', 'option'],
    ['scale', '0', 'option'],
    ['address', { line1: 'Kade 1', country: 'NL' }, 'address'],
    ['address', { line1: 'Kade 1', postalCode: '1', city: 'U', country: 'XX' }, 'address'],
    ['file', ['/etc/passwd'], 'file'],
    ['file', [`fup_${'0'.repeat(30)}`, `fup_${'1'.repeat(30)}`], 'too_many'],
  ])('to %s refuses %j as %s', (type, raw, problem, more) => {
    const result = read(type, raw, more);
    expect(result.problem?.problem).toBe(problem);
    expect(result.answer).toBeUndefined();
  });

  it.each(formFieldTypes)('to %s that is of another shape is no crash and no answer', (type) => {
    const given = block(type, { options, rows: [{ value: 'a', label: 'A' }] });
    for (const raw of [
      undefined,
      null,
      '',
      [],
      {},
      false,
      [[1]],
      { filepath: '/etc/passwd' },
      { __proto__: { line1: 'x' } },
      Symbol.iterator,
    ]) {
      const { answer } = readAnswer(given, raw);
      expect([undefined, true]).toContain(answer);
    }
  });

  it('about money is never taken from the browser', () =>
    expect(read('payment', 'paid')).toEqual({ answer: undefined }));
});

it('reads numbers as people write them', () =>
  expect(['12', '1,5', '1.234,5', '1,234.5', '−3', '-3', '1 000'].map(readNumber)).toEqual([
    12, 1.5, 1234.5, 1234.5, -3, -3, 1000,
  ]));

describe('an amount of a form', () => {
  const amount = (raw: unknown, language: string, currency: FormBlock['currency'] = 'EUR') =>
    readAnswer(block('currency', { currency }), raw, language);
  it('is read in the form’s language, and says how it is written where it can’t be', () => {
    expect([
      amount('1,234', 'en'),
      amount('1.234', 'nl'),
      amount('12.5', 'nl'),
      amount('-3,50', 'cs'),
    ]).toEqual([123_400, 123_400, 1_250, -350].map((answer) => ({ answer })));
    expect(amount('9.999', 'en').problem).toEqual({ problem: 'decimals', value: 2 });
    expect(amount('9,999', 'nl').problem).toEqual({ problem: 'decimals', value: 2 });
    expect(amount('1e3', 'nl').problem).toEqual({ problem: 'amount', value: '1.234,50' });
    // A program's number is no text of anybody's language.
    expect(amount(1.234, 'nl', 'KWD')).toEqual({ answer: 1_234 });
  });
});
