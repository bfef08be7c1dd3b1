import { formatPrice } from '#shared/money/money.ts';
import type { PlanOffer, PlanText } from '#shared/money/plan-offer.ts';
import type { PageContext } from '#shared/page-contract.ts';
import { paths } from '#shared/paths.ts';
import { openingNote } from './opening-note.ts';

/** What Pro includes, in the order of the specification. */
const included = ['agents', 'conversations', 'voice', 'analytics', 'support', 'fees', 'stripe'] as const;
const whiteLabel = ['pro', 'brand', 'domain', 'legal', 'priority'] as const;

type Props = {
  context: PageContext;
  plans: PlanOffer;
  /** Below the heading that stands above the plans. */
  heading?: 'h2' | 'h3';
};
const billing = encodeURIComponent(paths.billing);
/** Plans are sold in dollars, which every language writes alike here. */
const priceOf = (cents: number): string => formatPrice(cents, 'USD', 'en');

/** The operator's words about a plan, or the product's own where there are none. */
const wordsOf = (own: PlanText | undefined, about: string, includes: () => string[]): PlanText => ({
  about: own?.about || about,
  includes: own?.includes.length ? own.includes : includes(),
});

/**
 * The plans with their figures: those of the specification ("Business constants"), or the operator's. The toggle is two radio buttons,
 * which style sheets read: it works without a script.
 */
export function PricingPlans({ context, plans, heading: Heading = 'h3' }: Props) {
  const text = (key: string, given: Record<string, string | number> = {}): string =>
    context.text(`landing:${key}`, { brand: context.brandName, ...given });
  const { proMonth, proYear, whiteLabelMonth } = plans.prices;
  const before = proMonth * 12;
  const saved = before - proYear;
  const pro = wordsOf(plans.texts?.pro, text('pricing.pro.text'), () =>
    included.map((item) => text(`pricing.pro.includes.${item}`)),
  );
  const agency = wordsOf(plans.texts?.white_label, text('pricing.whiteLabel.text'), () =>
    whiteLabel.map((item) => text(`pricing.whiteLabel.includes.${item}`)),
  );
  const isOpen = context.opening.signUp === 'open';
  // On a server that sells nothing everything is there for everybody.
  if (context.opening.trialDays === null) return <p className="lead">{text('pricing.free')}</p>;
  return (
    <div className="pricing">
      <fieldset className="periods">
        <legend className="sr-only">{text('pricing.period')}</legend>
        <label>
          <input type="radio" name="period" value="monthly" defaultChecked />
          {text('pricing.monthly')}
        </label>
        <label>
          <input type="radio" name="period" value="yearly" />
          {text('pricing.yearly')}
          <span className="badge">
            {plans.isUsual
              ? text('pricing.badge')
              : text('pricing.badgeOther', { percent: Math.floor((saved / before) * 100) })}
          </span>
        </label>
      </fieldset>
      <div className="plans">
        <article className="plan" data-reveal>
          <Heading>Pro</Heading>
          <p className="price monthly">
            <strong>{priceOf(proMonth)}</strong> {text('pricing.perMonth')}
          </p>
          <p className="price yearly">
            <strong>{priceOf(proYear)}</strong> {text('pricing.perYear')}
            <span className="saving">
              <s>{text('pricing.pro.before', { amount: priceOf(before) })}</s>{' '}
              {text('pricing.pro.save', { amount: priceOf(saved) })}
            </span>
          </p>
          <p>{pro.about}</p>
          <ul className="included">
            {pro.includes.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {isOpen ? (
            <a className="button" href="/auth?tab=register">
              {text(context.opening.trialDays > 0 ? 'pricing.pro.action' : 'nav.start')}
            </a>
          ) : (
            <a className="button" href={`/auth?next=${billing}`}>
              {text('pricing.signIn')}
            </a>
          )}
          <p className="note">{openingNote(context)}</p>
        </article>
        <article className="plan" data-reveal>
          <Heading>White Label</Heading>
          <p className="price">
            <strong>{priceOf(whiteLabelMonth)}</strong> {text('pricing.perMonth')}
          </p>
          <p>{agency.about}</p>
          <ul className="included">
            {agency.includes.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <a className="button quiet" href={`/auth?${isOpen ? 'tab=register&' : ''}next=${billing}`}>
            {text(isOpen ? 'pricing.whiteLabel.action' : 'pricing.signIn')}
          </a>
        </article>
      </div>
    </div>
  );
}
