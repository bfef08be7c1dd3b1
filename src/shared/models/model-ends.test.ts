import { expect, test } from 'vitest';
import { daysUntilEnd, findModelEnd } from './model-ends.ts';

const ends = [
  { model: 'gpt-4o', endsOn: '2027-01-14', replacement: 'gpt-6-luna' },
  { model: 'gpt-4o-mini', endsOn: '2027-01-20', replacement: null },
  { model: 'gpt-4o-2024-05-13', endsOn: '2026-10-23', replacement: null },
];

test.each([
  ['gpt-4o', '2027-01-14'],
  ['gpt-4o-2024-11-20', '2027-01-14'],
  ['gpt-4o-2024-05-13', '2026-10-23'],
  ['gpt-4o-mini-2024-07-18', '2027-01-20'],
  ['gpt-4o-audio', undefined],
  ['gpt-4', undefined],
])('%s ends on %s', (id, endsOn) => {
  expect(findModelEnd(ends, id)?.endsOn).toBe(endsOn);
});

test('days are counted to the beginning of the day without it', () => {
  const end = { endsOn: '2027-01-14' };
  expect(daysUntilEnd(end, new Date('2027-01-13T12:00:00Z'))).toBe(1);
  expect(daysUntilEnd(end, new Date('2027-01-14T00:00:00Z'))).toBe(0);
  expect(daysUntilEnd(end, new Date('2027-01-20T00:00:00Z'))).toBe(-6);
  expect(daysUntilEnd(end, new Date('2026-11-15T00:00:00Z'))).toBe(60);
});
