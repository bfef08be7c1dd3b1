import type { TFunction } from 'i18next';
import type { PriceSuggestion } from '../templates.contract.ts';

/** What a visitor would pay, as a few words: `€12.00 a month`. */
export function readablePrice(price: PriceSuggestion, language: string, t: TFunction<'templates'>): string {
  if (price.type === 'none') return t('price.none');
  const amount = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: price.currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(price.amount / 100);
  if (price.type === 'subscription') return t('price.month', { amount });
  if (price.type === 'message-pack') return t('price.pack', { amount, count: price.packMessages ?? 0 });
  return price.accessDays === null
    ? t('price.once', { amount })
    : t('price.days', { amount, count: price.accessDays });
}
