import { expect, test } from 'vitest';
import { daySchema } from './day-schema.ts';

test.each(['1900-01-01', '2026-02-28', '2999-12-31'])('%s can be asked about', (day) => {
  expect(daySchema.safeParse(day).success).toBe(true);
});

test.each(['0000-01-01', '0002-11-24', '0202-11-24', '1899-12-31', '3000-01-01', '9999-12-31'])(
  '%s, as it stands in a field while a year is typed, is no day to ask about',
  (day) => {
    expect(daySchema.safeParse(day).success).toBe(false);
  },
);

test.each(['2026-02-30', '2026-W48', '-000001-01-01', '+010000-01-01', '', '2026-11-24T00:00:00Z'])(
  '"%s" is no day',
  (day) => {
    expect(daySchema.safeParse(day).success).toBe(false);
  },
);
