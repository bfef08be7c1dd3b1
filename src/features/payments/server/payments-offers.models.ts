import { breakDown, currencies, discounted, type PriceBreakdown } from '#shared/money.ts';
import type { Coupon, PaymentSection } from '#features/paywall/paywall.contract.ts';
import type { Offer, Terms } from '../payments.contract.ts';

/** An offer as it is sold: what the visitor sees, and what is promised to the buyer. */
export type Sold = { offer: Offer; price: PriceBreakdown; terms: Terms };

/** Whether visitors can be charged what the owner wrote. A draft may hold a price that can't. */
export function isSellable(payment: PaymentSection): boolean {
  const { least, step } = currencies[payment.currency];
  return payment.amount >= least && payment.amount % step === 0;
}

/** A coupon that counts on this day, or null. How often it was used is asked elsewhere. */
export function couponOf(payment: PaymentSection, code: string | undefined, now: Date): Coupon | null {
  const found = payment.coupons.find((coupon) => coupon.code === code?.toUpperCase());
  return found && (found.until === '' || now.toISOString().slice(0, 10) <= found.until) ? found : null;
}

/** What an agent sells, all of it from the owner's settings. A subscription by the year stands beside the one by the month. */
export function offersOf(payment: PaymentSection, coupon: Coupon | null, agentName: string): Sold[] {
  if (!payment.enabled || !isSellable(payment)) return [];
  const { type, currency, taxBehaviour } = payment;
  const isSubscription = type === 'subscription';
  const taxThousandths = Math.round(payment.taxPercent * 1_000);
  const sell = (amount: number, interval: 'month' | 'year' | null): Sold => {
    const price = breakDown(coupon ? discounted(amount, currency, coupon.percentOff) : amount, currency, taxThousandths, taxBehaviour);
    const days = type === 'pack' ? payment.packDays : type === 'once' ? payment.passDays : 0;
    const trialDays = isSubscription ? payment.trialDays : 0;
    const messages = type === 'pack' ? payment.messagesPerPack : null;
    return {
      price,
      offer: {
        type,
        interval,
        currency,
        ...price,
        taxPercent: payment.taxPercent,
        before: coupon ? breakDown(amount, currency, taxThousandths, taxBehaviour).total : null,
        trialDays,
        messages,
        days: isSubscription || days === 0 ? null : days,
        fairUsePerDay: type === 'pack' ? null : payment.fairUsePerDay,
      },
      terms: { interval, trialDays, messages, days, graceDays: payment.graceDays, fairUsePerDay: payment.fairUsePerDay, taxThousandths, taxBehaviour, title: agentName, description: payment.description },
    };
  };
  if (!isSubscription) return [sell(payment.amount, null)];
  return [sell(payment.amount, 'month'), ...(payment.yearlyAmount >= currencies[currency].least ? [sell(payment.yearlyAmount, 'year')] : [])];
}
