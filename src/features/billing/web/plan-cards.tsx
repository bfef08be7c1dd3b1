import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Badge } from '#ui/page/display.tsx';
import type { Language } from '#shared/languages.ts';
import type { Billing, Plan } from '../billing.contract.ts';
import {
  offerFor,
  paidPlan,
  planActionOf,
  yearlyPercent,
  yearlySaving,
  type Interval,
  type Offer,
} from './billing-state.ts';
import { useBillingWords } from './billing-words.ts';
import { PlanContents } from './plan-contents.tsx';

type Props = {
  billing: Billing;
  interval: Interval;
  onInterval: (interval: Interval) => void;
  mayManage: boolean;
  /** Buys the offer, or begins the change to it. */
  onChoose: (offer: Offer) => void;
  /** The plan whose page is being opened. */
  pending: Plan | null;
};

/** The plans beside each other: price, contents, and the way to each. */
export function PlanCards({ billing, interval, onInterval, mayManage, onChoose, pending }: Props) {
  const { t } = useTranslation('billing-web');
  const { offers } = billing;
  const hasYear = offers.some((offer) => offer.interval === 'year');
  return (
    <section aria-labelledby="plans" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="plans" className="text-lg font-semibold">
          {t('plans')}
        </h2>
        {hasYear && (
          <IntervalSwitch interval={interval} onInterval={onInterval} percent={yearlyPercent(offers)} />
        )}
      </div>
      <ul className="grid gap-4 md:grid-cols-2">
        {(['pro', 'white_label'] as const).map((plan) => (
          <PlanCard
            key={plan}
            plan={plan}
            offer={offerFor(offers, plan, interval)}
            billing={billing}
            mayManage={mayManage}
            isPending={pending === plan}
            isBlocked={pending !== null}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </section>
  );
}

function IntervalSwitch({
  interval,
  onInterval,
  percent,
}: Pick<Props, 'interval' | 'onInterval'> & { percent: number | null }) {
  const { t } = useTranslation('billing-web');
  return (
    <div
      role="group"
      aria-label={t('interval.label')}
      className="flex rounded-control border border-line bg-surface p-0.5"
    >
      {(['month', 'year'] as const).map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={interval === value}
          onClick={() => onInterval(value)}
          className={clsx(
            'flex min-h-10 items-center gap-2 rounded-control px-3 text-sm font-medium md:min-h-7.5',
            interval === value ? 'bg-accent-tint text-accent-ink' : 'text-muted hover:text-ink',
          )}
        >
          {t(`interval.${value}`)}
          {value === 'year' && (
            <Badge tone="success">
              {percent === null ? t('interval.save') : t('interval.saveOther', { percent })}
            </Badge>
          )}
        </button>
      ))}
    </div>
  );
}

type CardProps = {
  plan: Plan;
  offer: Offer | null;
  billing: Billing;
  mayManage: boolean;
  isPending: boolean;
  isBlocked: boolean;
  onChoose: (offer: Offer) => void;
};

function PlanCard({ plan, offer, billing, mayManage, isPending, isBlocked, onChoose }: CardProps) {
  const { t, i18n } = useTranslation('billing-web');
  const words = useBillingWords();
  const own = billing.texts[i18n.language as Language]?.[plan];
  const isCurrent = paidPlan(billing) === plan && billing.isActive;
  const step = offer ? planActionOf(offer, billing) : 'none';
  const saving = offer?.interval === 'year' ? yearlySaving(billing.offers, plan) : null;
  const name = t(`name.${plan}`);
  return (
    <li
      className={clsx(
        'flex flex-col rounded-card border bg-surface p-5',
        isCurrent ? 'border-accent-strong' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-md font-semibold">{name}</h3>
        {isCurrent && (
          <Badge tone="accent" dot>
            {t('current')}
          </Badge>
        )}
      </div>
      <p className="mt-1 text-pretty text-muted">{own?.about || t(`about.${plan}`)}</p>
      {offer && (
        <p className="tabular mt-4 flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <span className="text-2xl font-semibold tracking-tight">
            {words.price(offer.amount, offer.currency)}
          </span>
          <span className="text-muted">{t(`each.${offer.interval}`)}</span>
          {saving && (
            <>
              <s className="text-muted">
                <span className="sr-only">{t('before')}</span>{' '}
                {words.perInterval(saving.before, offer.currency, 'year')}
              </s>
              <Badge tone="success">
                {t('saved', { amount: words.price(saving.saved, offer.currency) })}
              </Badge>
            </>
          )}
        </p>
      )}
      <div className="mt-4">
        <PlanContents plan={plan} isActive={isCurrent} own={own?.includes} />
      </div>
      {offer && mayManage && step !== 'none' && (
        <div className="mt-auto pt-5">
          <Button
            variant={step === 'subscribe' && plan === 'pro' ? 'primary' : 'outline'}
            className="w-full"
            pending={isPending}
            disabled={isBlocked}
            onClick={() => onChoose(offer)}
          >
            {step === 'subscribe'
              ? t('choose.subscribe', { plan: name })
              : step === 'switch'
                ? t(`choose.switch.${offer.interval}`)
                : t(plan === 'white_label' ? 'choose.upgrade' : 'choose.change', { plan: name })}
          </Button>
        </div>
      )}
    </li>
  );
}
