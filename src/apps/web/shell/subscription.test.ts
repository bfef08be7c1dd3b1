import { ApiError } from '#ui/api/client.ts';
import { describe, expect, it } from 'vitest';
import { bannerState, remaining, isStatusNews } from './subscription.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const hour = 3_600_000;
const at = (offset: number) => new Date(now + offset).toISOString();

describe('the subscription banner', () => {
  it('shows nothing once paid, and nothing in other states', () => {
    expect(bannerState({ status: 'trialing', hasPaid: true, trialEnd: at(hour) }, now)).toEqual({
      kind: 'none',
    });
    expect(bannerState({ status: 'active', hasPaid: false, trialEnd: at(hour) }, now)).toEqual({
      kind: 'none',
    });
  });
  it('counts down to the end of the trial, then says that it has expired', () => {
    expect(bannerState({ status: 'trialing', hasPaid: false, trialEnd: at(hour) }, now)).toEqual({
      kind: 'countdown',
      reason: 'trialing',
      deadline: now + hour,
    });
    expect(bannerState({ status: 'trialing', hasPaid: false, trialEnd: at(0) }, now)).toEqual({
      kind: 'expired',
      reason: 'trialing',
    });
  });
  it('says of an account that began without a trial that it has no plan', () => {
    const trial = { status: 'trialing', hasPaid: false, createdAt: at(-hour), trialEnd: at(-hour) };
    expect(bannerState(trial, now)).toEqual({ kind: 'expired', reason: 'none' });
    expect(bannerState({ ...trial, createdAt: at(-2 * hour) }, now)).toEqual({
      kind: 'expired',
      reason: 'trialing',
    });
  });
  it('gives an incomplete payment seven days from the start, taking a missing start as one day ago', () => {
    expect(bannerState({ status: 'incomplete', hasPaid: false, createdAt: at(-24 * hour) }, now)).toEqual({
      kind: 'countdown',
      reason: 'incomplete',
      deadline: now + 6 * 24 * hour,
    });
    expect(bannerState({ status: 'incomplete', hasPaid: false }, now)).toEqual({
      kind: 'countdown',
      reason: 'incomplete',
      deadline: now + 6 * 24 * hour,
    });
    expect(bannerState({ status: 'incomplete', hasPaid: false, createdAt: at(-8 * 24 * hour) }, now)).toEqual(
      { kind: 'expired', reason: 'incomplete' },
    );
  });
});

describe('the countdown', () => {
  it('splits the time left', () => {
    expect(remaining(now + 3 * 24 * hour + 4 * hour + 5 * 60_000 + 6_000, now)).toMatchObject({
      days: 3,
      hours: 4,
      minutes: 5,
      seconds: 6,
      over: false,
      tone: 'info',
      pulses: false,
    });
  });
  it('warns on the last day, alarms under 12 hours and ends at zero', () => {
    expect(remaining(now + 24 * hour, now)).toMatchObject({ tone: 'info', pulses: false });
    expect(remaining(now + 24 * hour - 1_000, now)).toMatchObject({ tone: 'warning', pulses: true });
    expect(remaining(now + 12 * hour, now)).toMatchObject({ tone: 'warning' });
    expect(remaining(now + 12 * hour - 1_000, now)).toMatchObject({ tone: 'danger', pulses: true });
    expect(remaining(now - 5, now)).toMatchObject({ over: true, days: 0, seconds: 0 });
  });
});

describe('a status that could not be read', () => {
  it('is told, but not to somebody who is signed out', () => {
    expect(isStatusNews(new ApiError('down', 500, null))).toBe(true);
    expect(isStatusNews(new Error('no connection'))).toBe(true);
    expect(isStatusNews(new ApiError('signed out', 401, null))).toBe(false);
    expect(isStatusNews(null)).toBe(false);
  });
});
