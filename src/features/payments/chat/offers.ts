import type { Offer, Wall } from '../payments-visitor.contract.ts';
import { lastsFor, type Words } from './words.ts';

/** Whether something can be bought: nothing is sold by what is paused, or before it is known. */
export const isForSale = (wall: Pick<Wall, 'offers'> | null): boolean =>
  wall !== null && wall.offers.length > 0;

/** The offer that a link names (`?offer=…`), in the shape of an offer's id; empty where it names none. */
export function offerInLink(search: string): string {
  const named = new URLSearchParams(search).get('offer') ?? '';
  return /^[\w.-]{1,80}$/.test(named) ? named : '';
}

/** The same address without the offer it named. */
export function addressWithoutOffer(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('offer');
  return url.href;
}

/** Where its price or terms changed, the same offer has another id with the same beginning. */
const keyOf = (id: string) => id.split('.')[0];

/** The offer that stands there at first, or that was chosen: by its id, else the recommended one, else the first. */
export const chosenOf = (offers: readonly Offer[], chosen: string): Offer | undefined =>
  offers.find(({ id }) => id === chosen) ??
  offers.find(({ id }) => keyOf(id) === keyOf(chosen)) ??
  offers.find(({ isRecommended }) => isRecommended) ??
  offers[0];

/** What an offer is called: the owner's words, or what it gives. */
export const nameOf = (offer: Offer, words: Words): string => offer.title || sizeOf(offer, words);

/** What an offer gives, in a few words. */
function sizeOf({ type, interval, messages, days }: Offer, { t, count }: Words): string {
  if (type === 'subscription') return t(`paywall.interval.${interval ?? 'month'}`);
  if (type === 'pack') return count('paywall.gets.messages', messages ?? 0);
  return days === null
    ? t('paywall.offer.forever')
    : days === 1
      ? t('paywall.offer.hours')
      : count('paywall.offer.days', days);
}

/**
 * What stands under an offer's name: what it gives where the name doesn't say it, how long a pack lasts, and
 * how it begins.
 */
export const notesOf = (offer: Offer, words: Words): string =>
  [
    offer.title && sizeOf(offer, words),
    offer.type === 'pack' && offer.days !== null && lastsFor(offer.days, words),
    offer.trialDays > 0 && words.count('paywall.offer.trial', offer.trialDays),
  ]
    .filter(Boolean)
    .join(' · ');

/** For how long, or for what, the price is. */
export const perOf = ({ type, interval }: Offer, { t }: Words): string =>
  t(`paywall.per.${type === 'subscription' ? (interval ?? 'month') : 'once'}`);

/**
 * What an offer saves against another one here that gives the same in smaller parts; null when it saves
 * nothing. A year is held against the cheapest month, a pack against the smallest that lasts as long. Always
 * rounded down.
 */
export function savingOf(
  offer: Offer,
  offers: readonly Offer[],
): { months: number } | { percent: number } | null {
  const percent = (price: number, instead: number) => Math.floor((1 - price / instead) * 100 + 1e-9);
  if (offer.type === 'subscription' && offer.interval === 'year') {
    const month = Math.min(
      ...offers.filter(({ interval }) => interval === 'month').map(({ total }) => total),
    );
    const months = Number.isFinite(month) ? Math.floor(12 - offer.total / month + 1e-9) : 0;
    if (months >= 1) return { months };
    const saved = Number.isFinite(month) ? percent(offer.total, 12 * month) : 0;
    return saved > 0 ? { percent: saved } : null;
  }
  const [smallest] = offers
    .filter(({ type, days, messages }) => type === 'pack' && days === offer.days && messages !== null)
    .toSorted((one, other) => (one.messages ?? 0) - (other.messages ?? 0));
  if (offer.type !== 'pack' || !smallest?.messages || !offer.messages || smallest.messages >= offer.messages)
    return null;
  const saved = percent(offer.total / offer.messages, smallest.total / smallest.messages);
  return saved > 0 ? { percent: saved } : null;
}
