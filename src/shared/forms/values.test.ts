import { describe, expect, test } from 'vitest';
import { readFormValues, type FormField, type FormFieldType } from './values.ts';

const field = (type: FormFieldType, about: Partial<FormField> = {}): FormField => ({
  key: 'answer',
  type,
  label: '',
  required: false,
  options: [],
  ...about,
});
const read = (type: FormFieldType, answer: unknown, about: Partial<FormField> = {}) => {
  const { values, problems } = readFormValues([field(type, about)], { answer });
  return problems['answer'] ? `! ${problems['answer']}` : (values[0]?.value ?? '');
};

describe('what a person types into a form', () => {
  test('an email address is one address, in small letters', () => {
    expect(read('email', '  Anna.Novak+shop@Mail.Example.CZ ')).toBe('anna.novak+shop@mail.example.cz');
    for (const wrong of [
      'anna',
      'anna@localhost',
      'a@b@c.cz',
      'anna..n@x.cz',
      '.anna@x.cz',
      'anna.@x.cz',
      'anna@x.cz, eve@x.cz',
      '"anna"@x.cz',
      'Anna <anna@x.cz>',
      '=cmd@x.cz',
      'anna@-x.cz',
      'anna@x.c',
      'á@x.cz',
      `${'a'.repeat(65)}@x.cz`,
    ])
      expect(read('email', wrong), wrong).toBe('! email');
  });

  test('nothing begins a new header or a new row', () => {
    expect(read('email', 'anna@x.cz\r\nBcc: eve@x.cz')).toBe('! email');
    expect(read('name', 'Anna\r\nBcc: eve@x.cz\u0000\u202e')).toBe('Anna Bcc: eve@x.cz');
    expect(read('name', '=HYPERLINK("http://x")')).toBe('HYPERLINK("http://x")');
    expect(read('long_text', 'one\r\ntwo\u0007\n\n\n\nthree')).toBe('one\ntwo\n\nthree');
  });

  test('a phone number has 6 to 15 digits and is kept as it was written', () => {
    expect(read('phone', '+420 (221) 111-111')).toBe('+420 (221) 111-111');
    for (const wrong of ['12345', '1234567890123456', '+420 abc', '221+111111'])
      expect(read('phone', wrong), wrong).toBe('! phone');
  });

  test('numbers with a comma or a point are the same; addresses of pages are completed', () => {
    expect(read('number', '1 200,50')).toBe('1200.50');
    expect(read('number', 'twelve')).toBe('! number');
    expect(read('url', 'example.com/shop')).toBe('https://example.com/shop');
    expect(read('url', 'example.com:8080')).toBe('https://example.com:8080/');
    for (const wrong of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://example.com',
      'https://user:pass@example.com',
      'shop',
      'exam ple.com',
    ])
      expect(read('url', wrong), wrong).toBe('! url');
  });

  test('a choice is one of the options, a required box is ticked, a required field is filled', () => {
    expect(read('select', 'Blue', { options: ['Red', 'Blue'] })).toBe('Blue');
    expect(read('select', 'Green', { options: ['Red', 'Blue'] })).toBe('! option');
    expect(read('checkbox', true)).toBe('true');
    expect(read('checkbox', undefined)).toBe('false');
    expect(read('checkbox', 'no', { required: true })).toBe('! check');
    expect(read('name', ' \u200b ', { required: true })).toBe('! required');
    expect(read('name', '')).toBe('');
    expect(read('short_text', 'x'.repeat(256))).toBe('! long');
  });

  test('keys that the form does not have, and things that are no text, are dropped', () => {
    expect(
      readFormValues([field('name')], { other: 'x', __proto__: { answer: 'x' }, answer: { toString: 'x' } }),
    ).toEqual({ values: [], problems: {} });
  });
});
