import type { PageContext } from '#shared/page-contract.ts';
import { paths } from '#shared/paths.ts';
import { openingNote } from './opening-note.ts';

/** What Pro includes, in the order of the specification. */
const included = ['agents', 'conversations', 'voice', 'analytics', 'support', 'fees', 'stripe'] as const;
const whiteLabel = ['pro', 'brand', 'domain', 'legal', 'priority'] as const;

type Props = {
  context: PageContext;
  /** Below the heading that stands above the plans. */
  heading?: 'h2' | 'h3';
};
const billing = encodeURIComponent(paths.billing);

/**
 * The plans with the figures of the specification ("Business constants"). The toggle is two radio buttons,
 * which style sheets read: it works without a script.
 */
export function PricingPlans({ context, heading: Heading = 'h3' }: Props) {
  const text = (key: string): string => context.text(`landing:${key}`, { brand: context.brandName });
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
          <span className="badge">{text('pricing.badge')}</span>
        </label>
      </fieldset>
      <div className="plans">
        <article className="plan" data-reveal>
          <Heading>Pro</Heading>
          <p className="price monthly">
            <strong>{text('pricing.pro.month')}</strong> {text('pricing.perMonth')}
          </p>
          <p className="price yearly">
            <strong>{text('pricing.pro.year')}</strong> {text('pricing.perYear')}
            <span className="saving">
              <s>{text('pricing.pro.before')}</s> {text('pricing.pro.save')}
            </span>
          </p>
          <p>{text('pricing.pro.text')}</p>
          <ul className="included">
            {included.map((item) => (
              <li key={item}>{text(`pricing.pro.includes.${item}`)}</li>
            ))}
          </ul>
          {isOpen ? (
            <a className="button" href="/auth?tab=register">
              {text('pricing.pro.action')}
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
            <strong>{text('pricing.whiteLabel.month')}</strong> {text('pricing.perMonth')}
          </p>
          <p>{text('pricing.whiteLabel.text')}</p>
          <ul className="included">
            {whiteLabel.map((item) => (
              <li key={item}>{text(`pricing.whiteLabel.includes.${item}`)}</li>
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
