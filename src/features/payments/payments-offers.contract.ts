import { breakDown, discounted } from '#shared/money/money.ts';
import type { OfferSetting, PaymentSection } from '#features/paywall/paywall.contract.ts';
import type { Offer } from './payments-visitor.contract.ts';

/**
 * An offer as visitors see it, out of the owner's settings and the percent that a coupon takes off. Its id is
 * the key alone; the server's names price and terms, too.
 */
export function presentOffer(payment: PaymentSection, setting: OfferSetting, percentOff: number): Offer {
  const { currency, taxBehaviour, taxPercent } = payment;
  const { key, type, amount, title, description, buttonText } = setting;
  const split = (price: number) => breakDown(price, currency, Math.round(taxPercent * 1_000), taxBehaviour);
  const isSubscription = type === 'subscription';
  return {
    id: key,
    title,
    description,
    buttonText,
    isRecommended: payment.offers.length > 1 && setting.recommended,
    type,
    interval: isSubscription ? setting.interval : null,
    currency,
    ...split(percentOff > 0 ? discounted(amount, currency, percentOff) : amount),
    taxPercent,
    before: percentOff > 0 ? split(amount).total : null,
    trialDays: isSubscription ? setting.trialDays : 0,
    messages: type === 'pack' ? setting.messages : null,
    days: isSubscription || setting.days === 0 ? null : setting.days,
    fairUsePerDay: type === 'pack' ? null : payment.fairUsePerDay,
  };
}
