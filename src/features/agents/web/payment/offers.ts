import { currencies } from '#shared/money/money.ts';
import {
  mostAmount,
  offersIn,
  offerSetting,
  type Coupon,
  type OfferSetting,
  type PaymentSection,
} from '#features/paywall/paywall.contract.ts';

/** What the section sells, as the section of one of its offers: what shows a price knows a single one. */
export function sectionOf(payment: PaymentSection, offer: OfferSetting): PaymentSection {
  return {
    ...payment,
    offers: [],
    type: offer.type,
    amount: offer.amount,
    yearlyAmount: 0,
    trialDays: offer.trialDays,
    messagesPerPack: offer.messages,
    ...(offer.type === 'once' ? { passDays: offer.days } : { packDays: offer.days }),
  };
}

/** What tells two offers apart where they have no titles. */
const kindOf = ({ type, interval, messages, days }: OfferSetting): string =>
  type === 'subscription'
    ? `${type} ${interval}`
    : type === 'pack'
      ? `${type} ${messages}`
      : `${type} ${days}`;

/**
 * An offer that the section does not have yet, near to what it has: a larger pack, the year to a month, a
 * pass.
 */
function proposal(payment: PaymentSection, offers: readonly OfferSetting[], key: string): OfferSetting {
  const { step, least } = currencies[payment.currency];
  const near = (amount: number): number =>
    Math.min(mostAmount, Math.max(least, Math.round(amount / step) * step));
  const base = offers[0]?.amount ?? payment.amount;
  const month = offers.find(({ type, interval }) => type === 'subscription' && interval === 'month');
  const [pack, ...otherPacks] = offers.filter(({ type }) => type === 'pack');
  const make = (given: Partial<OfferSetting>): OfferSetting =>
    offerSetting.parse({ key, type: 'once', amount: near(base), ...given });
  const larger = pack && otherPacks.length === 0 && pack.messages * 5 <= 100_000;
  const ideas = [
    ...(month
      ? [
          make({
            type: 'subscription',
            interval: 'year',
            amount: near(month.amount * 10),
            trialDays: month.trialDays,
          }),
        ]
      : []),
    ...(larger
      ? [make({ type: 'pack', messages: pack.messages * 5, days: pack.days, amount: near(pack.amount * 4) })]
      : []),
    make({ type: 'subscription' }),
    make({ days: 7 }),
    make({ type: 'pack' }),
    make({ days: 30, amount: near(base * 3) }),
    make({ days: 1 }),
    make({ days: 90, amount: near(base * 6) }),
  ];
  const known = new Set(offers.map(kindOf));
  return ideas.find((idea) => !known.has(kindOf(idea))) ?? make({ days: 365 });
}

/** The section with one more offer; the single price becomes the first one. */
export function withNewOffer(payment: PaymentSection, key: string): PaymentSection {
  const offers = offersIn(payment);
  return { ...payment, offers: [...offers, proposal(payment, offers, key)] };
}

/**
 * The section without an offer. Coupons that counted for it alone go with it. The last one that is left is
 * the single price again, unless that can't say what it is: its title, or that it is paid by the year.
 */
export function withoutOffer(payment: PaymentSection, key: string): PaymentSection {
  const offers = payment.offers.filter((offer) => offer.key !== key);
  const coupons = payment.coupons.flatMap((coupon): Coupon[] => {
    const left = coupon.offers.filter((one) => one !== key);
    return coupon.offers.length > 0 && left.length === 0 ? [] : [{ ...coupon, offers: left }];
  });
  const [last] = offers;
  const isSingle =
    last &&
    offers.length === 1 &&
    last.title === '' &&
    !(last.type === 'subscription' && last.interval === 'year');
  if (!isSingle) return { ...payment, offers, coupons };
  return {
    ...sectionOf(payment, last),
    description: payment.description || last.description,
    buttonText: payment.buttonText || last.buttonText,
    coupons: coupons.map((coupon) => ({ ...coupon, offers: [] })),
  };
}

/** The section with a changed offer. Only one is recommended. */
export function withOffer(
  payment: PaymentSection,
  key: string,
  change: Partial<OfferSetting>,
): PaymentSection {
  const offers = payment.offers.map((offer) => {
    if (offer.key === key) return { ...offer, ...change };
    return change.recommended ? { ...offer, recommended: false } : offer;
  });
  return { ...payment, offers };
}
