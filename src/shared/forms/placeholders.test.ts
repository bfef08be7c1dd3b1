import { describe, expect, test } from 'vitest';
import { emptyBlock, type FormPlan } from './document.ts';
import { filled, fillings, placeholderNames, unknownPlaceholders } from './placeholders.ts';

const option = (value: string, label: string) => ({ value, label, image: '' });
const form: FormPlan = {
  blocks: [
    { ...emptyBlock('name', 'short_text'), label: 'Name' },
    { ...emptyBlock('size', 'radio'), options: [option('l', 'Large'), option('s', 'Small')] },
    emptyBlock('day', 'date'),
    emptyBlock('cv', 'file'),
    { ...emptyBlock('pay', 'payment'), currency: 'EUR', amountFrom: 'price' },
  ],
  rules: [
    {
      id: 'one',
      match: 'all',
      groups: [],
      actions: [
        { type: 'calculate', name: 'price', by: 'set', amount: 12.5, field: '' },
        { type: 'calculate', name: 'score', by: 'set', amount: 1_234.5, field: '' },
      ],
    },
  ],
  screens: [],
  settings: { language: 'nl' },
};
const given = { answers: { name: 'Ada', size: 'l', day: '2026-12-24' }, variables: { price: 12.5 } };

describe('names in double braces', () => {
  test('are filled with answers and calculated values as people of the form’s language read them', () => {
    expect(
      filled('{{name}}: {{ size }} op {{day}}, {{price}}, {{score}}', fillings(form, given, 'page')),
    ).toBe('Ada: Large op 24 dec 2026, €\u00a012,50, 0');
  });
  test('leave nothing behind where a question was not answered, and stay where nobody knows them', () => {
    const words = fillings(form, { answers: {}, variables: {} }, 'page');
    expect(filled('Dear {{name}}{{nobody}}', words)).toBe('Dear {{nobody}}');
  });
  test('never carry what people type into a mail to an address that nobody confirmed', () => {
    expect(placeholderNames(form, 'mail')).toEqual(['size', 'day', 'pay', 'price', 'score']);
    expect(placeholderNames(form, 'confirmed mail')).toContain('name');
    expect(filled('{{name}} {{size}}', fillings(form, given, 'mail'))).toBe('{{name}} Large');
  });
  test('that nothing fills are told, also those that are no names', () => {
    expect(
      unknownPlaceholders(form, 'Yes {{price}}, {{ Price }}, {{}}, {{cv}} and {{nobody}}', 'mail'),
    ).toEqual(['Price', '', 'cv', 'nobody']);
  });
});
