import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { Bank, Cards, formatDay, Order, Payments, Problem } from './bank-parts.tsx';

/** Where a customer looks after a subscription: the card, the end, the payments. */
export function TestMoneyPortalPage({
  portal,
  problem,
  context,
}: PageProps['test-money-portal'] & { context: PageContext }) {
  const { subscription, language } = portal;
  const text = (key: string, variables?: Record<string, string | number>): string =>
    context.text(`test-money:${key}`, variables);
  const isRunning = subscription !== null && subscription.status !== 'canceled';
  const state =
    subscription === null ? null : isRunning && subscription.isEnding ? 'ending' : subscription.status;
  return (
    <Bank title={text(subscription ? 'title.portal' : 'title.payments')} context={context}>
      <p>
        <a href={portal.returnUrl}>{text('back')}</a>
      </p>
      <div className="bank-columns">
        <div className="bank-stack">
          <Order ordered={portal} trial={null} context={context} />
          {subscription && (
            <section className="bank-card">
              <p className={subscription.status === 'past_due' ? 'bank-problem' : 'bank-note'}>
                {text(`portal.${state}`, { date: formatDay(subscription.periodEnd, language) })}
              </p>
              {isRunning && (
                <form method="post">
                  <button
                    className="bank-button bank-secondary"
                    name="step"
                    value={subscription.isEnding ? 'resume' : 'end'}
                  >
                    {text(subscription.isEnding ? 'portal.resume' : 'portal.end')}
                  </button>
                </form>
              )}
            </section>
          )}
        </div>
        <div className="bank-stack">
          <Payments ordered={portal} context={context} />
          {isRunning && (
            <form className="bank-card" method="post">
              <h2>{text('portal.card', { lastFour: subscription.lastFour })}</h2>
              <Problem problem={problem} context={context} />
              <Cards ordered={portal} problem={problem} context={context} />
              <button className="button bank-button" name="step" value="card">
                {text('portal.changeCard')}
              </button>
            </form>
          )}
        </div>
      </div>
    </Bank>
  );
}
