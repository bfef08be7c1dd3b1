import { clsx } from 'clsx';
import { Link } from '@tanstack/react-router';
import { Clock, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { buttonClass } from '#ui/button.tsx';
import { Callout } from '#ui/display.tsx';
import { toast } from '#ui/toast-store.ts';
import { bannerState, remaining } from './subscription.ts';

/** How often the state is asked for, and how long an answer counts as fresh, in ms. Source: the specification, "Calls". */
const refetchEvery = 60_000;
const freshFor = 30_000;

/** Trial and subscription notice on top of every dashboard page. */
export function SubscriptionBanner() {
  const { t } = useTranslation('shell');
  const { data, error } = useEndpoint('GET /api/subscription/status', undefined, { refetchInterval: refetchEvery, staleTime: freshFor });
  const [, setExpired] = useState(0);
  useEffect(() => {
    if (error) toast({ title: t('banner.failureTitle'), description: t('banner.failureText') });
  }, [error, t]);
  if (error || !data) return null;
  const state = bannerState(data, Date.now());
  if (state.kind === 'none') return null;
  const subscribe = (
    <Link to={paths.settings} search={{ tab: 'billing' } as never} className={buttonClass({ size: 'sm', variant: state.kind === 'expired' ? 'primary' : 'outline' })}>
      {t('banner.subscribe')}
    </Link>
  );
  if (state.kind === 'expired')
    return (
      <Callout tone={state.reason === 'trialing' ? 'danger' : 'warning'} icon={<TriangleAlert size={20} strokeWidth={1.75} />} action={subscribe} className="mx-4 mt-4 md:mx-8">
        {t(state.reason === 'trialing' ? 'banner.trialExpired' : 'banner.paymentDue')}
      </Callout>
    );
  return <Countdown deadline={state.deadline} text={t(state.reason === 'trialing' ? 'banner.trialLeft' : 'banner.paymentLeft')} action={subscribe} onExpire={() => setExpired(Date.now())} />;
}

const tones = { info: 'bg-sunken text-muted border border-line', warning: 'bg-warning-tint text-warning-ink', danger: 'bg-danger-tint text-danger-ink' };

type CountdownProps = { deadline: number; text: string; action?: React.ReactNode; onExpire?: () => void; redirectUrl?: string };

/** A clock that runs to a deadline; at zero it says "Expired", tells the caller and leaves for `redirectUrl` if there is one. */
export function Countdown({ deadline, text, action, onExpire, redirectUrl }: CountdownProps) {
  const { t } = useTranslation('shell');
  const [now, setNow] = useState(Date.now);
  const left = remaining(deadline, now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (!left.over) return;
    onExpire?.();
    if (redirectUrl) location.assign(redirectUrl);
  }, [left.over]);
  const parts = [
    [left.days, 'days'],
    [left.hours, 'hours'],
    [left.minutes, 'minutes'],
    [left.seconds, 'seconds'],
  ] as const;
  return (
    <section aria-label={text} data-tone={left.tone} className={clsx('mx-4 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card py-1.5 pr-1.5 pl-4 md:mx-8', tones[left.tone])}>
      <Clock size={16} strokeWidth={1.75} aria-hidden="true" className={clsx('shrink-0', left.pulses && 'animate-[pulse_1.6s_ease-in-out_infinite]')} />
      <p className="mr-auto font-medium text-ink">{text}</p>
      <p role="timer" aria-live="off" className="tabular flex gap-2.5">
        {left.over
          ? t('banner.expired')
          : parts.map(([value, unit]) => (
              <span key={unit} className="whitespace-nowrap">
                <span className="font-semibold">{String(value).padStart(unit === 'days' ? 1 : 2, '0')}</span> <span className="text-sm">{t(`banner.units.${unit}`, { count: value })}</span>
              </span>
            ))}
      </p>
      {action}
    </section>
  );
}
