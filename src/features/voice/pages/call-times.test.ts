import { expect, test } from 'vitest';
import { createCallTimes, type CallEvent, type CallTimes } from './call-times.ts';

const timesOf = (events: CallEvent[]): CallTimes => {
  const times = createCallTimes();
  return events.map((event) => times.note(event)).at(-1) ?? {};
};
const phase = (name: string, at: number): CallEvent => ({ kind: 'phase', phase: name, at });

test('a turn is measured from the press and from the last word', () => {
  expect(
    timesOf([
      { kind: 'press', at: 100 },
      phase('opening', 120),
      phase('listening', 400),
      { kind: 'heard', at: 2_000 },
      { kind: 'heard', at: 2_500 },
      phase('thinking', 3_200),
      phase('speaking', 3_400),
      { kind: 'sound', at: 3_460 },
    ]),
  ).toEqual({ toCall: 300, toAnswer: 900, toSound: 960 });
});

test('later sentences of an answer and a greeting are no first sound of an answer', () => {
  expect(
    timesOf([
      { kind: 'press', at: 0 },
      phase('speaking', 200),
      { kind: 'sound', at: 230 },
      phase('listening', 2_000),
      { kind: 'heard', at: 3_000 },
      phase('thinking', 3_700),
      phase('speaking', 3_800),
      { kind: 'sound', at: 3_850 },
      { kind: 'sound', at: 6_000 },
    ]),
  ).toEqual({ toCall: 200, toAnswer: 800, toSound: 850 });
});

test('a vendor shows no words before they are sent: then the turn begins where they are', () => {
  expect(
    timesOf([
      phase('listening', 0),
      phase('thinking', 5_000),
      phase('speaking', 5_300),
      { kind: 'sound', at: 5_700 },
    ]),
  ).toEqual({ toAnswer: 300, toSound: 700 });
});
