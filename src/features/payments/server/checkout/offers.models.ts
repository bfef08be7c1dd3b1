import { createHash } from 'node:crypto';
import { currencies, type PriceBreakdown } from '#shared/money/money.ts';
import {
  offersIn,
  type Coupon,
  type OfferSetting,
  type PaymentSection,
} from '#features/paywall/paywall.contract.ts';
import { presentOffer } from '../../payments-offers.contract.ts';
import type { Offer } from '../../payments-visitor.contract.ts';
import type { Terms } from '../../payments.contract.ts';

/**
 * An offer as it is sold: what the visitor sees, what is promised to the buyer, and the coupon that counts
 * for it.
 */
export type Sold = {
  offer: Offer;
  price: PriceBreakdown;
  terms: Terms;
  coupon: Coupon | null;
};

/** Whether visitors can be charged what the owner wrote. A draft may hold a price that can't. */
function isSellable({ amount }: OfferSetting, currency: PaymentSection['currency']): boolean {
  const { least, step } = currencies[currency];
  return amount >= least && amount % step === 0;
}

/**
 * A coupon that counts on this day for something that is offered, or null. How often it was used is asked
 * elsewhere.
 */
export function couponOf(payment: PaymentSection, code: string | undefined, now: Date): Coupon | null {
  const found = payment.coupons.find((coupon) => coupon.code === code?.toUpperCase());
  if (!found || (found.until !== '' && now.toISOString().slice(0, 10) > found.until)) return null;
  return offersIn(payment).some(({ key }) => countsFor(found, key)) ? found : null;
}

const countsFor = ({ offers }: Coupon, key: string): boolean => offers.length === 0 || offers.includes(key);

/**
 * What an agent sells, all of it from the owner's settings, in their order. Who had a trial before is offered
 * the same without one.
 */
export function offersOf(
  payment: PaymentSection,
  coupon: Coupon | null,
  agentName: string,
  hasTried: boolean,
): Sold[] {
  if (!payment.enabled) return [];
  const settings = offersIn(payment);
  // The single price's second one, for a year, is nothing without the first.
  if (payment.offers.length === 0 && settings[0] && !isSellable(settings[0], payment.currency)) return [];
  return settings
    .filter((setting) => isSellable(setting, payment.currency))
    .map((setting) =>
      sell(payment, setting, coupon && countsFor(coupon, setting.key) ? coupon : null, agentName, hasTried),
    );
}

function sell(
  payment: PaymentSection,
  setting: OfferSetting,
  coupon: Coupon | null,
  agentName: string,
  hasTried: boolean,
): Sold {
  const whole = presentOffer(payment, setting, coupon?.percentOff ?? 0);
  const shown = hasTried && whole.trialDays > 0 ? { ...whole, trialDays: 0, hadTrial: true } : whole;
  const { base, tax, subtotal, total, interval, trialDays, messages } = shown;
  const terms: Terms = {
    interval,
    trialDays,
    messages,
    days: shown.days ?? 0,
    graceDays: payment.graceDays,
    fairUsePerDay: payment.fairUsePerDay,
    taxThousandths: Math.round(payment.taxPercent * 1_000),
    taxBehaviour: payment.taxBehaviour,
    title: setting.title ? `${agentName} · ${setting.title}` : agentName,
    description: setting.description || payment.description,
    ...(payment.offers.length > 0 ? { offer: { key: setting.key, title: setting.title } } : {}),
  };
  const offer = { ...shown, id: `${setting.key}.${fingerprintOf(shown, terms)}` };
  return { offer, price: { base, tax, subtotal, total }, terms, coupon };
}

/** Changes with everything that a buyer is promised; words and order may change without it. */
function fingerprintOf(offer: Offer, { graceDays, fairUsePerDay }: Terms): string {
  const { type, interval, currency, base, tax, total, trialDays, messages, days } = offer;
  const promised = [
    type,
    interval,
    currency,
    base,
    tax,
    total,
    trialDays,
    messages,
    days,
    graceDays,
    fairUsePerDay,
  ];
  return createHash('sha256').update(JSON.stringify(promised)).digest('hex').slice(0, 12);
}
