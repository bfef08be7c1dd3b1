import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import { disableAfterDays } from '../../webhooks.contract.ts';
import type { DeliveryRow } from '../webhooks.repository.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** Pauses before each try. Source: field.md 5.10, as Svix and Resend do. */
const pausesMs = [0, 5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
/** A part of each pause that differs, so that what failed together isn't tried together. */
const jitter = 0.2;
/** A receiver may ask for a longer pause, but not for one that never ends. */
const longestPauseMs = 10 * hour;

/** How a try went. */
export type Outcome = {
  status: number | null;
  problem: DeliveryRow['problem'];
  tookMs: number;
  /** The beginning of what was answered. */
  answer: string;
  /** How long the receiver asks to be left alone, in milliseconds. */
  retryAfterMs: number | null;
};

export const isDelivered = ({ problem }: Pick<Outcome, 'problem'>): boolean => problem === '';

/**
 * When it is tried again after so many tries, or null when it is given up.
 * @param random between 0 and 1
 */
export function nextTry(
  attempts: number,
  { retryAfterMs }: Pick<Outcome, 'retryAfterMs'>,
  now: Date,
  random: number,
): Date | null {
  const pause = pausesMs[attempts];
  if (pause === undefined) return null;
  const asked = Math.min(retryAfterMs ?? 0, longestPauseMs);
  return new Date(now.getTime() + Math.max(pause * (1 + jitter * random), asked));
}

/** What `Retry-After` asks for: seconds or a date; null when it says neither. */
export function readRetryAfter(value: string | null, now: Date): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * second;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** Whether a webhook that failed since then is switched off. */
export const isGivenUp = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= disableAfterDays * 24 * hour;

/** What of a failed request the owner is told. */
export function problemOf(error: unknown): DeliveryRow['problem'] {
  if (!(error instanceof SafeFetchError)) return 'unreachable';
  if (error.code === 'fetch.timeout') return 'timeout';
  if (error.code === 'fetch.too_large') return 'too_large';
  return error.code === 'fetch.address_not_allowed' || error.code === 'fetch.bad_url'
    ? 'not_allowed'
    : 'unreachable';
}
