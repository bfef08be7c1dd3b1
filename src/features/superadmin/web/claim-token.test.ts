import { describe, expect, it } from 'vitest';
import { forgetClaimToken, takeClaimToken } from './claim-token.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe('the superadmin link', () => {
  it('survives the way over the sign-in, which loses the fragment', () => {
    const store = storage();
    expect(takeClaimToken({ hash: '#tok_1', store })).toBe('tok_1');
    expect(takeClaimToken({ hash: '', store })).toBe('tok_1');
  });
  it('is forgotten once used', () => {
    const store = storage();
    takeClaimToken({ hash: '#tok_1', store });
    forgetClaimToken(store);
    expect(takeClaimToken({ hash: '', store })).toBeNull();
  });
  it('works where storage is forbidden', () => {
    const store = {
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new Error('forbidden');
      },
    };
    expect(takeClaimToken({ hash: '#tok_2', store })).toBe('tok_2');
  });
});
