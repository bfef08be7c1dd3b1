import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { api, type ApiError, type Output } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Badge, Progress } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { refreshPlan } from './billing-news.ts';
import { useBillingWords } from './billing-words.ts';
import { PlanContents } from './plan-contents.tsx';

type Checkout = Output<'POST /api/billing/checkout/{id}'>;

/** How often the provider is asked while a payment is confirmed, and how long that usually takes, in ms. */
const [askEvery, usually, askLaterEvery] = [2_000, 30_000, 10_000];

const isDecided = (checkout: Checkout | undefined): boolean =>
  checkout !== undefined && checkout.status !== 'open' && checkout.status !== 'processing';

/**
 * Where the payment provider leads owners back to: asks until it is known what became of the payment, and
 * says what is open now.
 */
export function SubscriptionSuccessPage() {
  const { t } = useTranslation('billing-web');
  const [id] = useUrlParam<string>('checkout', '');
  const { data: checkout, error, isLate } = useCheckout(id);
  return (
    <Page>
      <PageHeader title={t('return.title')} />
      <div aria-live="polite">
        {id === '' || error?.status === 404 ? (
          <Ending icon={CircleAlert} title={t('return.unknown.title')} text={t('return.unknown.text')} />
        ) : error?.status === 403 ? (
          <Ending icon={CircleAlert} title={t('return.forbidden.title')} text={error.message} />
        ) : checkout?.status === 'paid' ? (
          <Paid checkout={checkout} />
        ) : checkout && isDecided(checkout) ? (
          <Ending
            icon={CircleAlert}
            title={t(`return.${checkout.status === 'expired' ? 'expired' : 'failed'}.title`)}
            text={t(`return.${checkout.status === 'expired' ? 'expired' : 'failed'}.text`)}
            primary={t('return.again')}
          />
        ) : (
          <Confirming isLate={isLate} url={checkout?.status === 'open' ? checkout.url : null} />
        )}
      </div>
    </Page>
  );
}

/**
 * Asks what became of a payment page: every two seconds at first, then more calmly, for as long as nothing is
 * decided and somebody looks.
 */
function useCheckout(id: string) {
  const client = useQueryClient();
  const [isLate, setLate] = useState(false);
  const { data, error } = useQuery<Checkout, ApiError>({
    queryKey: ['billing-return', id],
    queryFn: ({ signal }) => api('POST /api/billing/checkout/{id}', { params: { id } }, signal),
    enabled: id !== '',
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isDecided(state.data) || state.error?.status === 404 || state.error?.status === 403
        ? false
        : isLate
          ? askLaterEvery
          : askEvery,
  });
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), usually);
    return () => clearTimeout(timer);
  }, []);
  const isPaid = data?.status === 'paid';
  useEffect(() => {
    if (isPaid) void refreshPlan(client);
  }, [client, isPaid]);
  return { data, error, isLate };
}

function Confirming({ isLate, url }: { isLate: boolean; url: string | null }) {
  const { t } = useTranslation('billing-web');
  return (
    <Frame
      icon={Clock}
      tone="text-accent-ink"
      title={t(isLate ? 'return.late.title' : 'return.confirming.title')}
      text={t(isLate ? 'return.late.text' : 'return.confirming.text')}
    >
      <Progress label={t('return.confirming.title')} className="mt-5 max-w-xs" />
      {isLate && (
        <div className="mt-6 flex flex-wrap gap-2">
          {url && (
            <a href={url} className={buttonClass({ variant: 'primary' })}>
              {t('return.late.page')}
            </a>
          )}
          <Link to={paths.settings} search={{ tab: 'billing' }} className={buttonClass()}>
            {t('return.billing')}
          </Link>
        </div>
      )}
    </Frame>
  );
}

function Paid({ checkout: { plan } }: { checkout: Checkout }) {
  const { t, i18n } = useTranslation('billing-web');
  const words = useBillingWords();
  const { data: billing } = useEndpoint('GET /api/billing', undefined, { staleTime: 0 });
  const name = t(`name.${plan}`);
  const next = billing?.plan === plan ? billing.nextBillingAt : null;
  return (
    <Frame
      icon={CircleCheck}
      tone="text-success-ink"
      title={t('return.paid.title', { plan: name })}
      badge={billing?.isTest && <Badge tone="warning">{t('test.badge')}</Badge>}
      text={next ? t('return.paid.textNext', { date: words.day(next) }) : t('return.paid.text')}
    >
      <div className="mt-5 border-t border-line pt-5">
        <h3 className="mb-3 font-semibold">{t('return.paid.open')}</h3>
        <PlanContents plan={plan} own={billing?.texts[i18n.language as Language]?.[plan].includes} />
      </div>
      <div className="mt-6 flex flex-wrap gap-2">
        <Link to={paths.agents} className={buttonClass({ variant: 'primary' })}>
          {t('return.agents')}
        </Link>
        <Link to={paths.settings} search={{ tab: 'billing' }} className={buttonClass()}>
          {t('return.billing')}
        </Link>
      </div>
    </Frame>
  );
}

function Ending({
  icon,
  title,
  text,
  primary,
}: {
  icon: LucideIcon;
  title: string;
  text: string;
  primary?: string;
}) {
  const { t } = useTranslation('billing-web');
  return (
    <Frame icon={icon} tone="text-warning-ink" title={title} text={text}>
      <div className="mt-6">
        <Link to={paths.settings} search={{ tab: 'billing' }} className={buttonClass({ variant: 'primary' })}>
          {primary ?? t('return.billing')}
        </Link>
      </div>
    </Frame>
  );
}

function Frame({
  icon: Icon,
  tone,
  title,
  badge,
  text,
  children,
}: {
  icon: LucideIcon;
  tone: string;
  title: string;
  badge?: ReactNode;
  text: string;
  children: ReactNode;
}) {
  return (
    <section className="max-w-2xl rounded-card border border-line bg-surface p-6 md:p-8">
      <Icon size={28} className={tone} aria-hidden="true" />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
        {badge}
      </div>
      <p className="mt-2 max-w-prose text-pretty text-muted">{text}</p>
      {children}
    </section>
  );
}
