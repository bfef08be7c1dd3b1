import { expect, test } from 'vitest';
import { isMadeIn } from './made-in.ts';

test('an agent was there in a span that its making lies in, up to the moment it ends', () => {
  const agent = { createdAt: '2026-10-31T22:59:59.999Z' };
  expect(isMadeIn(agent, '~2026-10-31T23:00:00Z')).toBe(true);
  expect(isMadeIn(agent, '~2026-10-31T22:59:59.999Z')).toBe(false);
  expect(isMadeIn(agent, '2026-11-01T00:00:00Z~')).toBe(false);
  expect(isMadeIn(agent, '~')).toBe(true);
});

test('what is no span leaves nobody out', () => {
  expect(isMadeIn({ createdAt: '2026-10-31T22:59:59Z' }, '')).toBe(true);
  expect(isMadeIn({ createdAt: '2026-10-31T22:59:59Z' }, 'soon')).toBe(true);
});
