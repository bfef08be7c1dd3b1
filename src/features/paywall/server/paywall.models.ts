import type { LotKind, PaymentSection, PaywallBalance } from '../paywall.contract.ts';

/**
 * What a message of an agent's visitor takes now: how many are free and for which day or month, whether test
 * money counts, and how much use of an unlimited access is fair for a day.
 */
export type PaywallTerms = {
  free: number;
  /** The day on which the period of the free messages began, `2026-11-23`; empty where they never come back. */
  period: string;
  isTest: boolean;
  fairUse: number;
};

/** How a reserved message ends. `reason` is a code of `paywall:reason`. */
export type ReservationEnd =
  | { outcome: 'commit'; reason: 'answered' | 'stopped' | 'tool' | 'minute' }
  | {
      outcome: 'release';
      reason: 'failed' | 'interrupted' | 'stopped_early' | 'unsure' | 'deleted' | 'tool_failed';
    };

/** One lot of a wallet, as the database tells it. */
export type Holding = {
  kind: LotKind;
  isTest: boolean;
  /** Null is unlimited. */
  granted: number | null;
  used: number;
  held: number;
  remaining: number | null;
  period: string;
  isEnding: boolean;
  expiresAt: string | null;
  isExpired: boolean;
  isFrozen: boolean;
  isRevoked: boolean;
};

const dateOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/**
 * The day on which the running period began, in UTC. A wallet is refilled when its period is earlier than
 * this. Always a date, whatever the length, so that going from one length to another can't stop refills.
 */
const periodStart: Record<PaymentSection['refill'], (now: Date) => string> = {
  off: () => '',
  day: dateOf,
  month: (now) => dateOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))),
};

/** What an agent's payment settings mean for a message at `now`; null when the agent asks for no money. */
export function paywallTermsOf(payment: PaymentSection, isTest: boolean, now: Date): PaywallTerms | null {
  if (!payment.enabled) return null;
  return {
    free: payment.freeMessages,
    period: periodStart[payment.refill](now),
    isTest,
    fairUse: payment.fairUsePerDay,
  };
}

/** Free messages that are left, before the next message brings the lot up to date. */
function freeLeft(holding: Holding | undefined, terms: PaywallTerms): number {
  if (!holding) return terms.free;
  return Math.max(0, terms.free - (terms.period > holding.period ? holding.held : holding.used));
}

/**
 * A pack is nearly used up: at most five or a tenth of it are left, whichever is more, and never more than
 * half.
 */
const isNearlyUsedUp = (left: number, total: number): boolean =>
  left <= Math.min(total / 2, Math.max(5, total / 10));

const nothing: PaywallBalance = {
  state: 'off',
  freeLeft: 0,
  freeTotal: 0,
  packLeft: 0,
  packTotal: 0,
  isLow: false,
  until: null,
  isEnding: false,
  isFrozen: false,
  isTest: false,
};

/**
 * What the holder of a wallet may still say, in the order in which it is used: unlimited access, free
 * messages, what was given or bought.
 */
export function balanceOf(
  holdings: readonly Holding[],
  terms: PaywallTerms | null,
  now: Date,
): PaywallBalance {
  if (!terms) return nothing;
  const counted = holdings.filter(
    ({ kind, isTest }) => kind === 'free' || kind === 'goodwill' || isTest === terms.isTest,
  );
  const isOver = ({ expiresAt, isExpired }: Holding): boolean =>
    isExpired || (expiresAt !== null && new Date(expiresAt) <= now);
  const open = counted.filter((holding) => !isOver(holding) && !holding.isFrozen && !holding.isRevoked);
  const unlimited = open.filter(({ granted }) => granted === null);
  const packs = open.filter(({ kind, granted }) => kind !== 'free' && granted !== null);
  const sum = (values: (number | null)[]): number =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const [packLeft, packTotal] = [
    sum(packs.map(({ remaining }) => remaining)),
    sum(packs.map(({ granted }) => granted)),
  ];
  const balance = {
    ...nothing,
    freeLeft: freeLeft(
      counted.find(({ kind }) => kind === 'free'),
      terms,
    ),
    freeTotal: terms.free,
    packLeft,
    packTotal,
    isTest: terms.isTest,
  };
  const [longest] = unlimited.toSorted(
    (a, b) =>
      (b.expiresAt === null ? Infinity : Date.parse(b.expiresAt)) -
      (a.expiresAt === null ? Infinity : Date.parse(a.expiresAt)),
  );
  if (longest) {
    const state = longest.kind === 'subscription' || longest.kind === 'once' ? longest.kind : 'access';
    return {
      ...balance,
      state,
      until: longest.expiresAt === null ? null : new Date(longest.expiresAt).toISOString(),
      isEnding: longest.isEnding,
    };
  }
  if (packLeft > 0)
    return {
      ...balance,
      state: 'pack',
      isLow: balance.freeLeft === 0 && isNearlyUsedUp(packLeft, packTotal),
    };
  if (balance.freeLeft > 0) return { ...balance, state: 'free' };
  const isFrozen = counted.some((holding) => !isOver(holding) && (holding.isFrozen || holding.isRevoked));
  return {
    ...balance,
    state: counted.some(({ kind }) => kind === 'pack') ? 'pack_exhausted' : 'free_used',
    isFrozen,
  };
}
