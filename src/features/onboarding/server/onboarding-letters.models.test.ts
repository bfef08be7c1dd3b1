import { expect, it } from 'vitest';
import { letterOf } from './onboarding-letters.models.ts';

const day = 86_400_000;
const createdAt = new Date('2026-03-02T10:00:00Z');
const nothing = {
  agent: false,
  knowledge: false,
  published: false,
  site: false,
  payment: false,
  colleague: false,
};

/** What is written in nine days, by day, when the clock is looked at every six hours. */
function weekOf(
  founder: { isProven: boolean; hasTrial: boolean },
  doneFrom: (days: number) => Partial<typeof nothing> = () => ({}),
): string[] {
  const letters: string[] = [];
  let lastLetterAt: Date | null = null;
  const written: string[] = [];
  for (let days = 0; days < 9; days += 0.25) {
    const now = new Date(createdAt.getTime() + days * day);
    const kind = letterOf(
      { createdAt, letters, lastLetterAt, ...founder },
      { ...nothing, ...doneFrom(days) },
      now,
    );
    if (kind === null) continue;
    letters.push(kind);
    lastLetterAt = now;
    written.push(`${Math.floor(days)} ${kind}`);
  }
  return written;
}

it('welcomes at once, and writes on three days about what is open, never twice about the same', () => {
  expect(weekOf({ isProven: true, hasTrial: false })).toEqual([
    '0 welcome',
    '1 steps-agent',
    '3 steps-knowledge',
    '5 steps-published',
  ]);
});

it('passes over what is done, and is silent when all is', () => {
  const busy = () => ({ agent: true, knowledge: true, published: true });
  expect(weekOf({ isProven: true, hasTrial: false }, busy)).toEqual([
    '0 welcome',
    '1 steps-site',
    '3 steps-payment',
    '5 steps-colleague',
  ]);
  const all = { agent: true, knowledge: true, published: true, site: true, payment: true, colleague: true };
  expect(weekOf({ isProven: true, hasTrial: false }, (days) => (days > 2 ? all : {}))).toEqual([
    '0 welcome',
    '1 steps-agent',
  ]);
});

it('leaves the fifth day to the mail about the trial’s end, where plans are sold', () => {
  expect(weekOf({ isProven: true, hasTrial: true })).toEqual([
    '0 welcome',
    '1 steps-agent',
    '3 steps-knowledge',
  ]);
});

it('writes to an address that nobody proved no more than twice', () => {
  expect(weekOf({ isProven: false, hasTrial: false })).toEqual(['0 welcome', '1 steps-agent']);
});

it('makes up for nothing: a server that was off for days welcomes nobody late and writes one letter', () => {
  const founder = { createdAt, isProven: true, letters: [], lastLetterAt: null, hasTrial: false };
  const now = new Date(createdAt.getTime() + 5.5 * day);
  expect(letterOf(founder, nothing, now)).toBe('steps-agent');
  expect(
    letterOf(
      { ...founder, letters: ['steps-agent'], lastLetterAt: now },
      nothing,
      new Date(now.getTime() + 3_600_000),
    ),
  ).toBeNull();
  expect(letterOf(founder, nothing, new Date(createdAt.getTime() + 7 * day))).toBeNull();
});
