import { CalendarClock, CircleCheck, CreditCard, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paidVisitorsDays } from '#features/accounts/accounts.contract.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge, Callout, Card, type Tone } from '#ui/page/display.tsx';
import { Time } from '#ui/browser/time.tsx';
import type { Billing } from '../billing.contract.ts';
import { billingState, isForNothing, type BillingState } from './billing-state.ts';
import { brandName, useBillingWords } from './billing-words.ts';

/** What a person can do with the subscription. */
export type SummaryActions = {
  cancel: () => void;
  resume: () => void;
  manage: () => void;
  withdraw: () => void;
};

type Props = {
  billing: Billing;
  mayManage: boolean;
  actions: SummaryActions;
  /** What is on its way to the server. */
  pending: keyof SummaryActions | null;
};

const looks: Record<BillingState, [tone: Tone, icon: LucideIcon]> = {
  free: ['success', CircleCheck],
  included: ['success', CircleCheck],
  trial: ['info', CalendarClock],
  trialOver: ['warning', TriangleAlert],
  unbegun: ['neutral', CalendarClock],
  incomplete: ['warning', TriangleAlert],
  overdue: ['danger', TriangleAlert],
  active: ['success', CircleCheck],
  ending: ['warning', CalendarClock],
  canceled: ['neutral', TriangleAlert],
};

/**
 * The plan of the account: what it is, what it costs, the next date, how it is paid, and what can be done
 * with it.
 */
export function PlanSummary({ billing, mayManage, actions, pending }: Props) {
  const { t } = useTranslation('billing-web');
  const words = useBillingWords();
  const state = billingState(billing);
  const [tone, Icon] = looks[state];
  const { amount, currency, interval, payUntil, endsAt, hasPortal } = billing;
  const until = state === 'incomplete' || state === 'overdue' ? payUntil : endsAt;
  const mustPay = state === 'incomplete' || state === 'overdue';
  return (
    <Card aria-labelledby="plan">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <Icon
              size={20}
              className={tone === 'success' || tone === 'info' ? 'text-accent-ink' : 'text-warning-ink'}
              aria-hidden="true"
            />
            <h2 id="plan" className="text-lg font-semibold">
              {t(`name.${state === 'trialOver' ? 'trial' : billing.plan}`)}
            </h2>
            <Badge tone={tone} dot>
              {t(`state.${state}`)}
            </Badge>
            {billing.isTest && <Badge tone="warning">{t('test.badge')}</Badge>}
          </div>
          <p className="mt-2 max-w-prose text-pretty">
            {t(`text.${state}`, { date: until ? words.day(until) : '', days: paidVisitorsDays })}
          </p>
        </div>
        {amount !== null && interval !== null && (
          <p className="tabular flex shrink-0 items-baseline gap-2">
            <span className="text-2xl font-semibold tracking-tight">{words.price(amount, currency)}</span>{' '}
            <span className="text-muted">{t(`each.${interval}`)}</span>
          </p>
        )}
      </div>
      {!isForNothing(state) && <Facts billing={billing} state={state} />}
      {billing.waiting && (
        <div className="mt-5">
          <Callout
            tone="info"
            icon={<CalendarClock size={20} aria-hidden="true" />}
            title={t('waiting.title')}
            {...(mayManage && {
              action: (
                <Button
                  pending={pending === 'withdraw'}
                  disabled={pending !== null}
                  onClick={actions.withdraw}
                >
                  {t('waiting.withdraw')}
                </Button>
              ),
            })}
          >
            {t('waiting.text', {
              date: words.day(billing.waiting.at),
              plan: t(`name.${billing.waiting.plan}`),
              price: words.perInterval(billing.waiting.amount, currency, billing.waiting.interval),
            })}
          </Callout>
        </div>
      )}
      {mayManage && (hasPortal || canCancel(state) || state === 'ending') && (
        <div className="mt-5 flex flex-wrap gap-2 border-t border-line pt-4">
          {state === 'ending' && (
            <Button
              variant="primary"
              pending={pending === 'resume'}
              disabled={pending !== null}
              onClick={actions.resume}
            >
              {t('resume.action')}
            </Button>
          )}
          {hasPortal && (
            <Button
              variant={mustPay ? 'primary' : 'outline'}
              icon={<CreditCard size={16} aria-hidden="true" />}
              pending={pending === 'manage'}
              disabled={pending !== null}
              onClick={actions.manage}
            >
              {t(mustPay ? 'manage.pay' : 'manage.action')}
            </Button>
          )}
          {canCancel(state) && (
            <Button variant="ghost" disabled={pending !== null} onClick={actions.cancel}>
              {t('cancel.action')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

const canCancel = (state: BillingState): boolean =>
  state === 'active' || state === 'incomplete' || state === 'overdue';

function Facts({ billing, state }: { billing: Billing; state: BillingState }) {
  const { t } = useTranslation('billing-web');
  const words = useBillingWords();
  const { card, trialEnd, nextBillingAt, endsAt, payUntil, credit, currency } = billing;
  const date = (at: string | null): ReactNode => at && <Time at={at} plain="date" />;
  const withDistance = (at: string | null): ReactNode =>
    at && (
      <>
        <Time at={at} plain /> <span className="font-normal text-muted">({<Time at={at} />})</span>
      </>
    );
  const facts: [string, ReactNode][] = [
    [
      t(state === 'trial' ? 'fact.trialEnds' : 'fact.trialEnded'),
      (state === 'trial' || state === 'trialOver') && withDistance(trialEnd),
    ],
    [t('fact.payUntil'), (state === 'incomplete' || state === 'overdue') && withDistance(payUntil)],
    [t('fact.next'), state === 'active' && date(nextBillingAt)],
    [
      t(state === 'canceled' ? 'fact.ended' : 'fact.ends'),
      (state === 'ending' || state === 'canceled') && date(endsAt),
    ],
    [
      t('fact.card'),
      card && (
        <>
          {brandName(card.brand)} <span aria-hidden="true">••••</span>{' '}
          <span className="sr-only">{t('fact.cardEnding')}</span> {card.lastFour}
        </>
      ),
    ],
    [t('fact.expiry'), card && words.expiry(card)],
    [
      t('fact.credit'),
      credit > 0 && (
        <>
          {words.money(credit, currency)}{' '}
          <span className="font-normal text-muted">({t('fact.creditHelp')})</span>
        </>
      ),
    ],
  ];
  const shown = facts.filter(([, value]) => Boolean(value));
  if (shown.length === 0) return null;
  return (
    <dl className="mt-5 grid grid-cols-2 gap-x-8 gap-y-3 sm:grid-cols-[repeat(3,auto)] sm:justify-start">
      {shown.map(([name, value]) => (
        <div key={name} className="first:col-span-2 sm:first:col-span-1">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="tabular font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
