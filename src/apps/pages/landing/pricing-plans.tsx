/** What Pro includes, in the order of the specification. */
const included = ['agents', 'conversations', 'voice', 'analytics', 'support', 'fees', 'stripe'] as const;
const whiteLabel = ['pro', 'brand', 'domain', 'legal', 'priority'] as const;

type Props = {
  text: (key: string) => string;
  /** Below the heading that stands above the plans. */
  heading?: 'h2' | 'h3';
  /** On a server that sells nothing (`PLANS=free`) everything is there for everybody. */
  arePlansFree: boolean;
};

/**
 * The plans with the figures of the specification ("Business constants"). The toggle is two radio buttons,
 * which style sheets read: it works without a script.
 */
export function PricingPlans({ text, arePlansFree, heading: Heading = 'h3' }: Props) {
  if (arePlansFree) return <p className="lead">{text('pricing.free')}</p>;
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
          <a className="button" href="/auth?tab=register">
            {text('pricing.pro.action')}
          </a>
          <p className="note">{text('pricing.pro.note')}</p>
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
          <a className="button quiet" href="/auth?tab=register&next=%2Fdashboard%2Fsettings%3Ftab%3Dbilling">
            {text('pricing.whiteLabel.action')}
          </a>
        </article>
      </div>
    </div>
  );
}
