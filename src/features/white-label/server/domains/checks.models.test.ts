import { describe, expect, it } from 'vitest';
import type { DomainState } from '../../white-label-domains.contract.ts';
import { hintsOf, nothingFound, problemOf, stateAfter, type DnsFacts } from './checks.models.ts';

const token = '0123456789abcdef0123456789abcdef';
const facts = (change: Partial<DnsFacts> = {}): DnsFacts => ({
  txt: [token],
  chain: ['edge.chatelier.test'],
  isLoop: false,
  addresses: ['192.0.2.7'],
  targetAddresses: ['192.0.2.7', '2001:db8::7'],
  caa: [],
  ...change,
});
const problem = (change: Partial<DnsFacts>) => problemOf(facts(change), token, 'edge.chatelier.test');

describe('what the DNS says', () => {
  it('is enough with the token and an alias, or the very addresses for an apex', () => {
    expect(problem({})).toBeNull();
    expect(problem({ txt: ['v=spf1', token] })).toBeNull();
    expect(problem({ chain: ['a.example', 'edge.chatelier.test'] })).toBeNull();
    expect(problem({ chain: [], addresses: ['192.0.2.7'] })).toBeNull();
  });

  it('is told apart where it is not', () => {
    expect(problem({ txt: [] })).toBe('txt_missing');
    expect(problem({ txt: [token.toUpperCase()] })).toBe('txt_wrong');
    expect(problem({ chain: [], addresses: [] })).toBe('route_missing');
    expect(problem({ chain: [], addresses: ['192.0.2.7', '203.0.113.9'] })).toBe('route_wrong');
    expect(problem({ chain: ['shop.example'], addresses: ['203.0.113.9'] })).toBe('route_wrong');
    expect(problem({ chain: ['a.example', 'b.example', 'a.example'], isLoop: true })).toBe('loop');
  });

  it('brings hints about a proxy in between and about authorities', () => {
    expect(hintsOf({ ...nothingFound, addresses: ['104.21.3.4'], caa: ['digicert.com'] })).toEqual([
      'proxied',
      'caa',
    ]);
    expect(
      hintsOf({
        ...nothingFound,
        addresses: ['2606:4700::1'],
        caa: ['letsencrypt.org; validationmethods=http-01'],
      }),
    ).toEqual(['proxied']);
    expect(hintsOf({ ...nothingFound, addresses: ['192.0.2.7', 'odd'] })).toEqual([]);
  });
});

describe('an address after a look', () => {
  const begun = new Date('2026-05-01T00:00:00Z');
  const after = (hours: number): Date => new Date(begun.getTime() + hours * 3_600_000);
  const at = (hours: number, state: DomainState, found: Parameters<typeof stateAfter>[1], misses = 0) =>
    stateAfter({ state, createdAt: begun, misses }, found, after(hours));
  const minutesLater = (hours: number, next: Date | null): number | null =>
    next && (next.getTime() - after(hours).getTime()) / 60_000;

  it('is looked at every ten minutes for three days, then daily, and given up after thirty', () => {
    const later = (hours: number) => minutesLater(hours, at(hours, 'pending', 'txt_missing').nextCheckAt);
    expect([later(0), later(71), later(73), later(30 * 24 - 1)]).toEqual([10, 10, 1_440, 1_440]);
    expect(at(30 * 24, 'pending', 'txt_missing')).toEqual({
      state: 'failed',
      lastError: 'given_up',
      misses: 0,
      nextCheckAt: null,
    });
  });

  it('is verified when all is there, and stays what it was when it is shown already', () => {
    expect(at(1, 'pending', null)).toMatchObject({ state: 'verified', lastError: null });
    expect(at(31 * 24, 'failed', null)).toMatchObject({ state: 'verified' });
    expect(at(1, 'active', null, 2)).toMatchObject({ state: 'active', misses: 0 });
  });

  it('is taken back at the third daily look that finds it gone; a DNS without an answer counts for nothing', () => {
    expect(at(99, 'active', 'txt_missing')).toMatchObject({ state: 'active', misses: 1 });
    expect(at(99, 'active', 'no_answer', 2)).toMatchObject({ state: 'active', misses: 2 });
    expect(at(99, 'active', 'route_wrong', 2)).toMatchObject({ state: 'failed', lastError: 'route_wrong' });
  });
});
