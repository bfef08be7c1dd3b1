import { expect, test } from 'vitest';
import { pauseActionOf, type ServiceFacts } from './pauses.models.ts';

const now = new Date('2026-05-10T12:00:00Z');
const later = new Date('2026-06-01T12:00:00Z');
const live: ServiceFacts = {
  agent: { status: 'live', servesPaid: false, isFree: false },
  planEndsAt: null,
  servedDays: 30,
};
const free: ServiceFacts = { ...live, agent: { status: 'live', servesPaid: false, isFree: true } };
const running = {
  closing: '',
  stoppedAt: null,
  unservedAt: null,
  isPaused: false,
  isEnding: false,
  periodEnd: later,
} as const;

test('nobody pays on for what became free, also where nothing was noted when it did', () => {
  expect(pauseActionOf(running, live, now)).toEqual({ do: 'nothing' });
  expect(pauseActionOf(running, free, now)).toEqual({ do: 'end_with_period' });
  expect(pauseActionOf({ ...running, closing: 'pause', isPaused: true, stoppedAt: now }, free, now)).toEqual({
    do: 'end_with_period',
  });
  expect(pauseActionOf({ ...running, isEnding: true }, free, now)).toEqual({ do: 'nothing' });
});
