/** @jsxImportSource preact */
import type { Offer } from '../payments.contract.ts';
import type { Words } from './words.ts';

/** The price, large, and what it is made of. */
export function Price({ offer, words }: { offer: Offer; words: Words }) {
  const { t, money, percent } = words;
  const sum = (amount: number) => money(amount, offer.currency);
  const per = offer.type === 'subscription' ? t(`paywall.per.${offer.interval ?? 'month'}`) : t('paywall.per.once');
  const rows: [string, number][] = offer.taxPercent > 0 ? [[t('paywall.price.base'), offer.base], [t('paywall.price.subtotal'), offer.subtotal], [t('paywall.price.tax', { percent: percent(offer.taxPercent) }), offer.tax]] : [];
  return (
    <section class="cw-price" aria-label={t('paywall.price.label')}>
      <p class="cw-price-big">
        {offer.before !== null && offer.before > offer.total && (
          <>
            <span class="cw-hidden">{t('paywall.price.before')} </span>
            <s>{sum(offer.before)}</s>
          </>
        )}
        <b>{sum(offer.total)}</b> <span>{per}</span>
      </p>
      <dl>
        {rows.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{sum(amount)}</dd>
          </div>
        ))}
        {rows.length > 0 && (
          <div class="cw-price-total">
            <dt>{t('paywall.price.total')}</dt>
            <dd>{sum(offer.total)}</dd>
          </div>
        )}
        {offer.trialDays > 0 && (
          <div class="cw-price-total">
            <dt>{t('paywall.price.today')}</dt>
            <dd>{sum(0)}</dd>
          </div>
        )}
      </dl>
      {rows.length === 0 && <p class="cw-help">{t('paywall.price.noTax')}</p>}
    </section>
  );
}
