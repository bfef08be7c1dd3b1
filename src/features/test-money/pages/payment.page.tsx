import { formatMoney } from '#shared/money/money.ts';
import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { Bank, Cards, formatDay, Order, Payments, priceText, Problem } from './bank-parts.tsx';

/** Where test money is paid: what is bought, the cards, and honest words for every end that it can take. */
export function TestMoneyPaymentPage({
  page,
  problem,
  context,
}: PageProps['test-money'] & { context: PageContext }) {
  const { state, language, trialDays, firstChargeAt } = page;
  const text = (key: string, variables?: Record<string, string | number>): string =>
    context.text(`test-money:${key}`, variables);
  const price = priceText(page, context);
  const amount = formatMoney(page.price.total, page.currency, language);
  const date = firstChargeAt === null ? '' : formatDay(firstChargeAt, language);
  const isUnpaid = state === 'open' || state === 'confirming';
  const trial = trialDays > 0 && isUnpaid ? text('order.trial', { count: trialDays, price, date }) : null;
  const back = isUnpaid || state === 'expired' || state === 'called_off' ? page.cancelUrl : page.successUrl;
  return (
    <Bank title={text(`title.${state}`)} context={context}>
      <div className="bank-columns">
        <Order ordered={page} trial={trial} context={context} />
        {state === 'open' && (
          <form className="bank-card" method="post">
            <Problem problem={problem ?? page.failure} context={context} />
            <Cards ordered={page} problem={problem} context={context} />
            <button className="button bank-button" name="step" value="pay">
              {trial === null ? text('pay.button', { amount }) : text('pay.trial')}
            </button>
            <a className="bank-back" href={back}>
              {text('back')}
            </a>
          </form>
        )}
        {state === 'confirming' && (
          <form className="bank-card" method="post">
            <p>{text('confirm.text')}</p>
            <button className="button bank-button" name="step" value="confirm">
              {text('confirm.yes')}
            </button>
            <button className="bank-button bank-secondary" name="step" value="refuse">
              {text('confirm.no')}
            </button>
          </form>
        )}
        {!isUnpaid && (
          <div className="bank-stack">
            <section className={`bank-card bank-end bank-end-${state}`}>
              <p>{state === 'trial' ? text('end.trial', { amount, date }) : text(`end.${state}`)}</p>
              <a className="button bank-button" href={back}>
                {text('back')}
              </a>
            </section>
            {page.payments.length > 0 && <Payments ordered={page} context={context} />}
          </div>
        )}
      </div>
    </Bank>
  );
}
