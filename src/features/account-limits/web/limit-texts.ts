import { readableBytes, readableNumber } from '#ui/browser/numbers.ts';
import type { LimitKind } from '../account-limits.contract.ts';

/** A limit is typed in these: storage in megabytes, all else in pieces. */
export const unitOf = (kind: LimitKind): number => (kind === 'storage' ? 1_000_000 : 1);

/** So much of a kind, as people read it. */
export const readableOf = (kind: LimitKind, value: number, language: string): string =>
  kind === 'storage' ? readableBytes(value, language) : readableNumber(value, language);
