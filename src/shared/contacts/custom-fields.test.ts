import { describe, expect, it, test } from 'vitest';
import {
  customFieldTypes,
  customValueText,
  readCustomValue,
  readFieldConditions,
  writeFieldConditions,
  type CustomFieldRules,
  type CustomFieldType,
} from './custom-fields.ts';

const field = (type: CustomFieldType, more: Partial<CustomFieldRules> = {}): CustomFieldRules => ({
  type,
  options: [
    { value: 'gold', label: 'Gold plan' },
    { value: 'free', label: 'Free' },
  ],
  pattern: '',
  currency: 'EUR',
  ...more,
});
const read = (type: CustomFieldType, typed: unknown, more: Partial<CustomFieldRules> = {}): unknown => {
  const result = readCustomValue(field(type, more), typed);
  return 'problem' in result ? `!${result.problem}` : result.value;
};

describe('a value of a custom field', () => {
  it('becomes one form, whoever typed it', () => {
    expect(read('text', '  A \u0000 b  ')).toBe('A b');
    expect(read('long_text', 'one\r\ntwo')).toBe('one\ntwo');
    expect([
      read('number', '1 234,5'),
      read('number', -3),
      read('percent', '12.5 %'),
      read('currency', '19.90'),
    ]).toEqual([1234.5, -3, 12.5, 19.9]);
    expect([
      read('date', '2024-02-29'),
      read('datetime', '2024-02-29T10:30+02:00'),
      read('datetime', '2024-02-29 10:30'),
    ]).toEqual(['2024-02-29', '2024-02-29T08:30:00.000Z', '2024-02-29T10:30:00.000Z']);
    expect([
      read('select', 'gold'),
      read('select', 'GOLD plan'),
      read('multi_select', 'free; Gold plan'),
      read('multi_select', ['free', 'free']),
    ]).toEqual(['gold', 'gold', ['gold', 'free'], ['free']]);
    expect([read('checkbox', 'Ja'), read('checkbox', false), read('checkbox', '0')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([
      read('url', 'example.com'),
      read('email', 'Ann@Example.TEST'),
      read('phone', '00420 602 111 222'),
    ]).toEqual(['https://example.com/', 'ann@example.test', '+420602111222']);
  });
  it('is nothing when nothing is typed, in every type', () => {
    for (const type of customFieldTypes)
      for (const typed of ['', null, []]) expect([type, read(type, typed)]).toEqual([type, null]);
    expect(read('text', ' \u200b ')).toBeNull();
  });
  it('is refused with its reason', () => {
    const wrong: [CustomFieldType, unknown, string][] = [
      ['text', 'x'.repeat(256), '!long'],
      ['long_text', 'x'.repeat(10_001), '!long'],
      ['number', 'many', '!number'],
      ['number', '1e5', '!number'],
      ['number', Number.NaN, '!number'],
      ['number', true, '!number'],
      ['currency', '1.234', '!decimals'],
      ['percent', '1.1234567', '!decimals'],
      ['date', '2023-02-29', '!date'],
      ['date', '29.2.2024', '!date'],
      ['datetime', '2024-02-29T25:00', '!date'],
      ['datetime', 'today', '!date'],
      ['select', 'silver', '!option'],
      ['select', ['gold'], '!option'],
      ['multi_select', 'gold, silver', '!option'],
      ['checkbox', 'perhaps', '!check'],
      ['url', 'javascript:alert(1)', '!url'],
      ['email', 'a@b', '!email'],
      ['phone', '12', '!phone'],
      ['text', { length: 3 }, '!check'],
    ];
    for (const [type, typed, problem] of wrong)
      expect([type, typed, read(type, typed)]).toEqual([type, typed, problem]);
  });
  it("obeys the owner's pattern as a whole", () => {
    const pattern = { pattern: '[A-Z]{2}\\d{3}' };
    expect([
      read('text', 'AB123', pattern),
      read('text', 'xAB123', pattern),
      read('text', '', pattern),
    ]).toEqual(['AB123', '!pattern', null]);
  });
  it('stays what it is when it is read again', () => {
    for (const [type, typed] of [
      ['number', 0.000001],
      ['number', 9_999_999_999_999],
      ['currency', 19.9],
      ['datetime', '2024-02-29T10:30Z'],
      ['multi_select', 'gold'],
      ['phone', '+420602111222'],
    ] as const) {
      const once = read(type, typed);
      expect([type, read(type, once)]).toEqual([type, once]);
    }
  });
  it('is said in the words of its options', () => {
    expect([
      customValueText(field('multi_select'), ['gold', 'old']),
      customValueText(field('checkbox'), false),
      customValueText(field('number'), 0.000001),
    ]).toEqual(['Gold plan; old', 'no', '0.000001']);
  });
});

test('conditions go into an address and come back', () => {
  const conditions = [
    { key: 'plan', operator: 'is', value: 'a~b.c/ř' },
    { key: 'seats', operator: 'gte', value: '10' },
    { key: 'since', operator: 'lte', value: '2024-01-31' },
    { key: 'note', operator: 'none', value: '' },
  ] as const;
  expect(readFieldConditions(writeFieldConditions(conditions))).toEqual(conditions);
  for (const text of [
    '',
    'plan',
    'plan.is.',
    'plan.like.x',
    'Plan.is.x',
    'seats.gte.many',
    'plan.has.x',
    'plan.is.%E0%A4%A',
    'plan.is.%00',
    Array(6).fill('plan.is.x').join('~'),
  ])
    expect([text, readFieldConditions(text)]).toEqual([text, null]);
});
