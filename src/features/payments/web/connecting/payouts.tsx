import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Badge, Skeleton, type Tone } from '#ui/page/display.tsx';
import { Time } from '#ui/browser/time.tsx';
import type { PayoutsView } from '../../payments-figures.contract.ts';
import { MoneySums, useMoney } from '../figures/money-parts.tsx';

type Latest = Exclude<NonNullable<PayoutsView['latest']>, 'none'>;
const tones: Record<Latest['state'], Tone> = {
  coming: 'info',
  paid: 'success',
  failed: 'danger',
  canceled: 'neutral',
};

/** How much is still at Stripe and when it reaches the bank, as Stripe says it. Test money never does. */
export function Payouts({ isTest }: { isTest: boolean }) {
  const { t } = useTranslation('money');
  const { data, error } = useEndpoint(
    'GET /api/payments/payouts',
    { query: { test: isTest ? 'true' : 'false' } },
    { staleTime: 60_000 },
  );
  if (data?.state === 'none') return <p className="text-sm text-pretty text-muted">{t('payouts.none')}</p>;
  return (
    <section
      aria-labelledby="payouts"
      className="grid gap-3 rounded-card border border-line bg-surface px-4 py-4 md:px-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="payouts" className="text-md font-semibold">
          {t('payouts.title')}
        </h2>
        {data?.url && (
          <a
            href={data.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 text-sm text-accent-ink underline underline-offset-4 md:min-h-0"
          >
            {t('payouts.open')}
            <ExternalLink size={16} aria-label={t('payouts.newTab')} />
          </a>
        )}
      </div>
      {!data && !error && <Skeleton className="h-12 w-full" />}
      {(error ?? data?.state === 'unreachable') && (
        <p className="text-sm text-pretty text-muted">{t('payouts.unreachable')}</p>
      )}
      {data?.state === 'not_permitted' && (
        <p className="max-w-prose text-sm text-pretty text-muted">{t('payouts.notPermitted')}</p>
      )}
      {data?.state === 'known' && <Figures payouts={data} />}
      <p className="max-w-prose text-sm text-pretty text-muted">{t('payouts.text')}</p>
    </section>
  );
}

function Figures({ payouts: { balance, latest } }: { payouts: PayoutsView }) {
  const { t } = useTranslation('money');
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {balance && (
        <>
          <Figure label={t('payouts.available')}>
            <MoneySums money={balance.available.map(({ amount, currency }) => ({ currency, net: amount }))} />
          </Figure>
          <Figure label={t('payouts.pending')}>
            <MoneySums money={balance.pending.map(({ amount, currency }) => ({ currency, net: amount }))} />
          </Figure>
        </>
      )}
      {latest && (
        <Figure label={t('payouts.latest')}>
          {latest === 'none' ? (
            <span className="text-base font-normal text-muted">{t('payouts.never')}</span>
          ) : (
            <LatestPayout latest={latest} />
          )}
        </Figure>
      )}
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="tabular mt-0.5 text-lg font-semibold">{children}</dd>
    </div>
  );
}

function LatestPayout({ latest: { amount, currency, arrivesAt, state } }: { latest: Latest }) {
  const { t } = useTranslation('money');
  const say = useMoney();
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {say(amount, currency)}
      <Badge tone={tones[state]} dot>
        {t(`payouts.state.${state}`)}
      </Badge>
      <Time at={arrivesAt} plain="date" className="text-sm font-normal text-muted" />
    </span>
  );
}
