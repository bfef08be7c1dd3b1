import { expect, test } from 'vitest';
import { wasSeen } from './contacts.contract.ts';

const [then, now] = ['2026-06-01T10:00:00.000Z', '2026-06-02T10:00:00.000Z'];

test.each([
  ['import', then, false],
  ['manual', then, false],
  ['import', now, true],
  ['widget', then, true],
  ['form', then, true],
] as const)('somebody from %s who was there last at %s was seen: %s', (source, lastSeenAt, was) => {
  expect(wasSeen({ source, createdAt: then, lastSeenAt })).toBe(was);
});
