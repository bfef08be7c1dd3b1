/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import type { Offer } from '../payments-visitor.contract.ts';
import { nameOf, notesOf, perOf, savingOf } from './offers.ts';
import type { Words } from './words.ts';

type OfferProps = {
  offer: Offer;
  words: Words;
};

/** The price of a single offer, large. */
export function Price({ offer, words }: OfferProps) {
  return (
    <section class="cw-price" aria-label={words.t('paywall.price.label')}>
      {offer.title && <h3>{offer.title}</h3>}
      <p class="cw-price-big">
        <Sum offer={offer} words={words} />
      </p>
      <Details offer={offer} words={words} />
    </section>
  );
}

/** What is paid, with what it was before a coupon. */
function Sum({ offer, words }: OfferProps) {
  const { t, money } = words;
  return (
    <>
      {offer.before !== null && offer.before > offer.total && (
        <>
          <span class="cw-hidden">{t('paywall.price.before')} </span>
          <s>{money(offer.before, offer.currency)}</s>
        </>
      )}{' '}
      <b>{money(offer.total, offer.currency)}</b> <span>{perOf(offer, words)}</span>
    </>
  );
}

/** What the price is made of, folded, and what is due today where that is something else. */
export function Details({ offer, words }: OfferProps) {
  const { t, money, percent } = words;
  const sum = (amount: number) => money(amount, offer.currency);
  const rows: [string, number][] = [
    [t('paywall.price.base'), offer.base],
    [t('paywall.price.tax', { percent: percent(offer.taxPercent) }), offer.tax],
    [t('paywall.price.subtotal'), offer.subtotal],
    [t('paywall.price.total'), offer.total],
  ];
  return (
    <>
      {offer.trialDays > 0 && (
        <p class="cw-price-today">
          <span>{t('paywall.price.today')}</span> <b>{sum(0)}</b>
        </p>
      )}
      <details class="cw-tax">
        <summary>
          {offer.taxPercent > 0
            ? t('paywall.price.incl', { percent: percent(offer.taxPercent) })
            : t('paywall.price.noTax')}{' '}
          · <u>{t('paywall.price.details')}</u>
        </summary>
        <dl>
          {rows.map(([label, amount]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{sum(amount)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

type ChoiceProps = {
  offers: readonly Offer[];
  offer: Offer;
  words: Words;
  choose: (id: string) => void;
};

/** Several offers, one of which is bought: arrow keys go from one to the next. */
export function Choice({ offers, offer: chosen, words, choose }: ChoiceProps) {
  const { t, count } = words;
  const list = useRef<HTMLFieldSetElement>(null);
  /* What is recommended may stand further down. */
  useEffect(() => {
    // In newer browsers scrolling gives a promise, which an effect must not.
    list.current?.querySelector('.cw-choice-on')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <fieldset ref={list} class="cw-choice">
      <legend class="cw-hidden">{t('paywall.offer.label')}</legend>
      {offers.map((offer) => {
        const saving = savingOf(offer, offers);
        const notes = notesOf(offer, words);
        return (
          <label key={offer.id} class={offer === chosen ? 'cw-choice-on' : ''}>
            <input
              type="radio"
              name="cw-offer"
              checked={offer === chosen}
              onChange={() => choose(offer.id)}
            />
            <span class="cw-choice-what">
              <b>{nameOf(offer, words)}</b>{' '}
              {offer.isRecommended && <em class="cw-choice-best">{t('paywall.offer.recommended')}</em>}{' '}
              {saving && (
                <em>
                  {'months' in saving
                    ? count('paywall.offer.months', saving.months)
                    : t('paywall.interval.save', saving)}
                </em>
              )}{' '}
              {notes && <span>{notes}</span>} {offer.description && <span>{offer.description}</span>}
            </span>{' '}
            <span class="cw-choice-price">
              <Sum offer={offer} words={words} />
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
