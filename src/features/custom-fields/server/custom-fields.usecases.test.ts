import { expect, test } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import type { CustomField } from '../custom-fields.contract.ts';
import { readImportRow } from '#features/contacts/server/import/rows.models.ts';
import { readCustomInput } from './custom-fields.usecases.ts';

const field = (key: string, pattern: string): CustomField => ({
  id: key,
  scope: 'contact',
  key,
  label: key,
  hint: '',
  type: 'long_text',
  options: [],
  pattern,
  currency: 'EUR',
  initial: null,
  isRequired: false,
  inInbox: false,
  isArchived: false,
});
const heavy = '(.*.{0,90}){0,4}(a|b|\\w|.)*x';
const many = Array.from({ length: 100 }, (_, at) => field(`f${at}`, `${heavy}${at}`));
const long = 'ab'.repeat(5_000);

test('a hundred fields with the heaviest patterns and the longest texts are refused in time, with a reason', () => {
  const spent = countProcessorTime();
  expect(() => readCustomInput(many, Object.fromEntries(many.map(({ key }) => [key, long])))).toThrow(
    expect.objectContaining({
      fields: expect.objectContaining({
        'customFields.f0': 'custom-fields:problem.effort',
        'customFields.f99': 'custom-fields:problem.effort',
      }),
    }),
  );
  expect(spent()).toBeLessThan(1_500);
});

test('usual patterns of a hundred fields fit', () => {
  const usual = Array.from({ length: 100 }, (_, at) => field(`f${at}`, '[A-Z]{2}-\\d{4,8}( .{0,200})?'));
  const values = Object.fromEntries(usual.map(({ key }) => [key, `NL-12345678 ${'x'.repeat(200)}`]));
  expect(readCustomInput(usual, values)).toEqual({ set: values, gone: [] });
});

test('a row of a file takes some milliseconds, whatever its own fields ask', () => {
  const spent = countProcessorTime();
  for (let row = 0; row < 20; row++)
    expect(
      readImportRow([`n${row}`, ...many.map(() => long)], row, {
        plan: {
          mapping: { name: 0 },
          own: Object.fromEntries(many.map(({ key }, at) => [key, at + 1])),
          existing: 'update',
          tagId: null,
          dates: {},
          numbers: {},
        },
        columns: ['n', ...many.map(({ key }) => key)],
        dateOrder: () => 'dmy',
        decimalSign: () => 'comma',
        own: many,
        hidesLocation: false,
        thisYear: 2026,
      }).problems,
    ).toMatchObject(many.map(() => ({ problem: 'own.effort' })));
  expect(spent()).toBeLessThan(1_500);
});
