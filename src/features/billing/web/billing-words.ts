import { useTranslation } from 'react-i18next';
import { formatMoney, formatPrice } from '#shared/money/money.ts';
import type { Billing } from '../billing.contract.ts';
import type { Interval } from './billing-state.ts';

/** How plans, prices, days and cards are written in the person's language. */
export function useBillingWords() {
  const { t, i18n } = useTranslation('billing-web');
  const { language } = i18n;
  return {
    /** `$29`: as a price tag says it. */
    price: (amount: number, currency: string): string => formatPrice(amount, currency, language),
    /** `$29.00`: as a receipt says it. */
    money: (amount: number, currency: string): string => formatMoney(amount, currency, language),
    perInterval: (amount: number, currency: string, interval: Interval): string =>
      t(`per.${interval}`, { amount: formatPrice(amount, currency, language) }),
    day: (at: string): string =>
      new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(at)),
    expiry: ({
      expiryMonth,
      expiryYear,
    }: Pick<NonNullable<Billing['card']>, 'expiryMonth' | 'expiryYear'>): string =>
      `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`,
  };
}

/** Names that providers write small and without spaces. */
const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'eftpos',
  cartes_bancaires: 'Cartes Bancaires',
};

/** A card's type as it stands on the card. */
export function brandName(brand: string): string {
  return brands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1).replaceAll('_', ' ');
}
