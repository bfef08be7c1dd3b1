import { clsx } from 'clsx';
import { Link } from '@tanstack/react-router';
import { Clock, TriangleAlert } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { useMediaQuery } from '#ui/browser/media.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { bannerState, isStatusNews, remaining, type Remaining } from './subscription.ts';

/**
 * How often the state is asked for, and how long an answer counts as fresh, in ms. Source: the specification,
 * "Calls".
 */
const refetchEvery = 60_000;
const freshFor = 30_000;

/** Trial and subscription notice on top of every dashboard page. */
export function SubscriptionBanner() {
  const notice = useNotice();
  return (
    notice && <div className="subscription-banner mx-auto w-full max-w-6xl px-4 pt-4 md:px-8">{notice}</div>
  );
}

function useNotice(): ReactNode {
  const { t } = useTranslation('shell');
  const { data, error, refetch } = useEndpoint('GET /api/subscription/status', undefined, {
    refetchInterval: refetchEvery,
    staleTime: freshFor,
  });
  useEffect(() => {
    if (isStatusNews(error)) toast({ title: t('banner.failureTitle'), description: t('banner.failureText') });
  }, [error, t]);
  return error || !data || bannerState(data, Date.now()).kind === 'none' ? null : (
    <SubscriptionNotice subscription={data} onExpire={() => void refetch()} />
  );
}

type NoticeProps = {
  subscription: Parameters<typeof bannerState>[0];
  /** Another name than its text, where two stand on a page. */
  label?: string;
  /** The time is over: what the account may do has changed. */
  onExpire?: () => void;
};

/**
 * What is said about a subscription: the time that is left, or that it is over. Nothing for one that is paid.
 */
export function SubscriptionNotice({ subscription, label, onExpire }: NoticeProps) {
  const { t } = useTranslation('shell');
  const [, setExpired] = useState(0);
  const state = bannerState(subscription, Date.now());
  if (state.kind === 'none') return null;
  const subscribe = (
    <Link
      to={paths.settings}
      search={{ tab: 'billing' }}
      className={buttonClass({ size: 'sm', variant: state.kind === 'expired' ? 'primary' : 'outline' })}
    >
      {t('banner.subscribe')}
    </Link>
  );
  if (state.kind === 'expired')
    return (
      <Callout
        tone={state.reason === 'trialing' ? 'danger' : 'warning'}
        icon={<TriangleAlert size={20} />}
        action={subscribe}
      >
        {t(`banner.over.${state.reason}`)}
      </Callout>
    );
  return (
    <Countdown
      deadline={state.deadline}
      text={t(state.reason === 'trialing' ? 'banner.trialLeft' : 'banner.paymentLeft')}
      label={label}
      action={subscribe}
      onExpire={() => (setExpired(Date.now()), onExpire?.())}
    />
  );
}

const tones = {
  info: 'border-line bg-sunken text-muted',
  warning: 'border-transparent bg-warning-tint text-warning-ink',
  danger: 'border-transparent bg-danger-tint text-danger-ink',
};

type CountdownProps = {
  deadline: number;
  text: string;
  label?: string | undefined;
  action?: ReactNode;
  onExpire?: () => void;
  redirectUrl?: string;
};

/**
 * A clock that runs to a deadline; at zero it says "Expired", tells the caller and leaves for `redirectUrl`
 * if there is one.
 */
export function Countdown({ deadline, text, label = text, action, onExpire, redirectUrl }: CountdownProps) {
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- happens at zero, not when a caller passes a new function
  }, [left.over]);
  return (
    <section
      aria-label={label}
      data-tone={left.tone}
      className={clsx('flex items-center gap-x-3 rounded-card border py-1.5 pr-1.5 pl-4', tones[left.tone])}
    >
      <Clock
        size={16}
        aria-hidden="true"
        className={clsx('shrink-0 max-md:hidden', left.pulses && 'animate-[pulse_1.6s_ease-in-out_infinite]')}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium text-ink">{text}</p>
        <p role="timer" aria-live="off" className="tabular flex flex-wrap gap-x-2.5 md:mr-2">
          {left.over ? t('banner.expired') : <TimeLeft left={left} />}
        </p>
      </div>
      {action}
    </section>
  );
}

/** Days, hours, minutes and seconds as the language writes them; short on a phone. */
function TimeLeft({ left }: { left: Remaining }) {
  const { i18n } = useTranslation();
  const phone = useMediaQuery('(max-width: 767px)');
  return (['day', 'hour', 'minute', 'second'] as const).map((unit) => (
    <span key={unit} className="whitespace-nowrap">
      {new Intl.NumberFormat(i18n.language, {
        style: 'unit',
        unit,
        unitDisplay: phone ? 'narrow' : 'long',
        minimumIntegerDigits: unit === 'day' ? 1 : 2,
      })
        .formatToParts(left[`${unit}s`])
        .map(({ type, value }, index) =>
          type === 'integer' ? (
            <span key={index} className="font-semibold">
              {value}
            </span>
          ) : (
            value
          ),
        )}
    </span>
  ));
}
