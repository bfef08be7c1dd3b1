import type { ReactNode } from 'react';
import { formatMoney } from '#shared/money/money.ts';
import type { PageContext } from '#shared/page-contract.ts';
import type {
  TestMoneyPageState,
  TestMoneyPortalState,
  TestMoneyProblem,
} from '#shared/money/test-money-page.ts';

type Ordered = TestMoneyPageState | TestMoneyPortalState;

export const formatDay = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));

/** The price as it is paid each time: `€9.99 a month`. */
export function priceText({ price, currency, interval, language }: Ordered, context: PageContext): string {
  const amount = formatMoney(price.total, currency, language);
  return interval === null ? amount : context.text(`test-money:order.${interval}`, { amount });
}

/** The frame of the simulated bank: it says first what it is. */
export function Bank({
  title,
  context,
  children,
}: {
  title: string;
  context: PageContext;
  children: ReactNode;
}) {
  return (
    <>
      <header>
        <p className="bank-ribbon">
          <strong>{context.text('test-money:test')}</strong> {context.text('test-money:ribbon')}
        </p>
        <p className="bank-header">
          <svg
            width="26"
            height="26"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <circle cx="12" cy="12" r="9" strokeDasharray="3.2 2.45" />
            <path d="M8.5 9.5h7M12 9.5v6" />
          </svg>
          {context.text('test-money:brand')}
        </p>
      </header>
      <main className="bank">
        <h1>{title}</h1>
        {children}
      </main>
    </>
  );
}

/** What is bought, and what it is made of. */
export function Order({
  ordered,
  trial,
  context,
}: {
  ordered: Ordered;
  trial: string | null;
  context: PageContext;
}) {
  const { title, description, price, currency, language, taxPercent, email } = ordered;
  const money = (amount: number): string => formatMoney(amount, currency, language);
  const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(taxPercent);
  return (
    <section className="bank-card bank-order" aria-labelledby="order">
      <h2 id="order">{title}</h2>
      {description && <p className="bank-muted">{description}</p>}
      <dl className="bank-sums">
        {price.tax > 0 && (
          <>
            <div>
              <dt>{context.text('test-money:order.price')}</dt>
              <dd>{money(price.base)}</dd>
            </div>
            <div>
              <dt>{context.text('test-money:order.tax', { percent })}</dt>
              <dd>{money(price.tax)}</dd>
            </div>
          </>
        )}
        <div className="bank-total">
          <dt>{context.text('test-money:order.total')}</dt>
          <dd>{priceText(ordered, context)}</dd>
        </div>
        {trial !== null && (
          <div>
            <dt>{context.text('test-money:order.today')}</dt>
            <dd>{money(0)}</dd>
          </div>
        )}
      </dl>
      {trial !== null && <p className="bank-note">{trial}</p>}
      <p className="bank-muted">
        {context.text('test-money:order.receipt')} <span className="bank-mail">{email}</span>
      </p>
    </section>
  );
}

/** Test cards to choose by one click, and a field for the number of one. */
export function Cards({
  ordered,
  problem,
  context,
}: {
  ordered: Ordered;
  problem: TestMoneyProblem | null;
  context: PageContext;
}) {
  const isTyped = problem === 'not_a_test_card';
  return (
    <fieldset className="bank-cards">
      <legend>{context.text('test-money:card.legend')}</legend>
      {ordered.cards.map(({ name, number }, at) => (
        <label key={name} className="bank-choice">
          <input type="radio" name="card" value={name} defaultChecked={!isTyped && at === 0} />
          <span className="bank-choice-name">{context.text(`test-money:card.${name}`)}</span>
          <span className="bank-number">{number}</span>
        </label>
      ))}
      <label className="bank-choice bank-typed">
        <input type="radio" name="card" value="typed" defaultChecked={isTyped} />
        <span className="bank-choice-name">{context.text('test-money:card.typed')}</span>
      </label>
      {/* The field has no name that a browser knows, so that none offers to fill in a real card. */}
      <label className="bank-field">
        <span>{context.text('test-money:card.number')}</span>
        <input
          name="number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          placeholder="4242 4242 4242 4242"
          aria-invalid={isTyped || undefined}
          aria-describedby={isTyped ? 'problem' : undefined}
        />
      </label>
      <p className="bank-muted">{context.text('test-money:card.warning')}</p>
    </fieldset>
  );
}

/** Why the last click came to nothing; it has the focus, so that nobody overlooks it. */
export function Problem({ problem, context }: { problem: TestMoneyProblem | null; context: PageContext }) {
  return (
    problem && (
      <p className="bank-problem" id="problem" role="alert" tabIndex={-1} autoFocus>
        {context.text(`test-money:problem.${problem}`)}
      </p>
    )
  );
}

/** Every payment so far with what became of it. */
export function Payments({ ordered, context }: { ordered: Ordered; context: PageContext }) {
  const { payments, currency, language } = ordered;
  const stateOf = ({ isPaid, amount, refunded }: Ordered['payments'][number]): string =>
    !isPaid
      ? context.text('test-money:payments.failed')
      : refunded === 0
        ? context.text('test-money:payments.paid')
        : refunded === amount
          ? context.text('test-money:payments.refunded')
          : context.text('test-money:payments.part', { amount: formatMoney(refunded, currency, language) });
  return (
    <section className="bank-card" aria-labelledby="payments">
      <h2 id="payments">{context.text('test-money:payments.heading')}</h2>
      {payments.length === 0 && <p className="bank-muted">{context.text('test-money:payments.none')}</p>}
      <ul className="bank-payments">
        {payments.toReversed().map((payment) => (
          <li key={payment.id}>
            <span>{formatDay(payment.at, language)}</span>
            <span className="bank-amount">{formatMoney(payment.amount, currency, language)}</span>
            <span className="bank-muted">
              {context.text('test-money:payments.card', { lastFour: payment.lastFour })}
            </span>
            <span className={payment.isPaid ? 'bank-muted' : 'bank-failed'}>{stateOf(payment)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
