import type { TextKey } from '#features/conversations/chat/store/visitor-types.ts';
import type { Translate } from '#features/conversations/chat/shell/texts.ts';
import type { PublicAgent } from '#features/conversations/chat/store/visitor-types.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import { formatMoney } from '#shared/money/money.ts';
import type { Offer } from '../payments-visitor.contract.ts';

/**
 * Keys of texts that have a form for each number: `paywall.status.free` stands for `…_one`, `…_few`,
 * `…_other`.
 */
type Counted<Key> = Key extends `${infer Base}_other` ? Base : never;

export type Words = {
  t: Translate;
  /**
   * A text in the form that the language has for this number; `{{count}}` is the number as it is written
   * there.
   */
  count(key: Counted<TextKey>, count: number, values?: Record<string, string | number>): string;
  money(amount: number, currency: string): string;
  /** A day as one says it; with the year only when it is another one. */
  day(moment: string): string;
  moment(moment: string): string;
  percent(value: number): string;
};

/** How an agent's language counts, and writes money and dates. */
export function wordsOf(agent: PublicAgent, t: Translate): Words {
  const { language } = agent;
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  return {
    t,
    count(key, count, values) {
      const form = `${key}_${plural.select(count)}` as TextKey;
      return t(agent.texts[form] === undefined ? (`${key}_other` as TextKey) : form, {
        ...values,
        count: number.format(count),
      });
    },
    money: (amount, currency) => formatMoney(amount, currency, language),
    day: (moment) =>
      new Intl.DateTimeFormat(language, {
        day: 'numeric',
        month: 'long',
        ...(new Date(moment).getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }),
      }).format(new Date(moment)),
    moment: (moment) =>
      new Intl.DateTimeFormat(language, {
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
      }).format(new Date(moment)),
    percent: (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value),
  };
}

/** From so many free messages left the end is near, and what there is to buy is offered. */
const fewFree = 3;

/** Few free messages are left, but some. */
export const areFreeFew = (balance: PaywallBalance | null): boolean =>
  balance?.state === 'free' && balance.freeLeft <= fewFree;

/**
 * What a visitor has, in one line; empty where there is no paywall. Free messages are counted from the first one
 * on. Source: the specification, "Paywall (visitor)".
 */
export function statusLine(balance: PaywallBalance, { t, count, day }: Words): string {
  if (balance.isFrozen && balance.freeLeft + balance.packLeft === 0) return t('paywall.status.frozen');
  switch (balance.state) {
    case 'free':
      return count('paywall.status.free', balance.freeLeft);
    case 'free_used':
      return t(balance.freeTotal > 0 ? 'paywall.status.freeUsed' : 'paywall.status.paid');
    case 'pack':
      return count('paywall.status.pack', balance.packLeft);
    case 'pack_exhausted':
      return t('paywall.status.packUsed');
    case 'subscription':
      return balance.until
        ? t(balance.isEnding ? 'paywall.status.until' : 'paywall.status.renews', { date: day(balance.until) })
        : t('paywall.status.unlimited');
    case 'off':
      return '';
    default:
      return balance.until
        ? t('paywall.status.until', { date: day(balance.until) })
        : t('paywall.status.unlimited');
  }
}

/** Nothing is left with which one could write. */
export const isUsedUp = (balance: PaywallBalance | null): boolean =>
  balance?.state === 'free_used' || balance?.state === 'pack_exhausted';

/** How long it lasts. */
export const lastsFor = (days: number, { t, count }: Pick<Words, 't' | 'count'>): string =>
  days === 1 ? t('paywall.gets.hours') : count('paywall.gets.days', days);

/** What is charged again later, which stands beside the button; empty where nothing is. */
export function renewalOf(offer: Offer, { t, count, money }: Words): string {
  if (offer.type !== 'subscription') return '';
  const interval = offer.interval ?? 'month';
  if (offer.trialDays === 0) return t(`paywall.gets.renews.${interval}`);
  const total = money(offer.total, offer.currency);
  return count('paywall.gets.trial', offer.trialDays, { total, per: t(`paywall.per.${interval}`) });
}

/** What an offer gives, as a list that is read before paying. */
export function benefitsOf(offer: Offer, { t, count }: Words): string[] {
  const { type, interval, days, messages, fairUsePerDay } = offer;
  /* What "unlimited" means is said with the word, not lines below it. */
  const unlimited =
    fairUsePerDay === null ? t('paywall.gets.unlimited') : count('paywall.gets.fairUse', fairUsePerDay);
  const lines = [messages === null ? unlimited : count('paywall.gets.messages', messages)];
  if (type === 'subscription') {
    if (offer.hadTrial) lines.push(t('paywall.gets.hadTrial'));
    if (offer.trialDays > 0) lines.push(t(`paywall.gets.renews.${interval ?? 'month'}`));
  } else lines.push(days === null ? t('paywall.gets.forever') : lastsFor(days, { t, count }));
  if (messages !== null) lines.push(t('paywall.gets.charged'));
  return lines;
}

/** The owner's words for the button, or the usual ones, with the sum in them. */
export function buttonWords(own: string, offer: Offer, { t, count, money }: Words): string {
  const total = money(offer.total, offer.currency);
  if (own.trim()) return own.replaceAll('{total}', total);
  return offer.trialDays > 0
    ? count('paywall.continueTrial', offer.trialDays)
    : t('paywall.continue', { total });
}

/** A rough look at an address: what the server refuses all the same is said then. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text.trim());
