import { CalendarClock, CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/button.tsx';
import { Badge, Callout, Card, Skeleton } from '#ui/display.tsx';
import { Time } from '#ui/time.tsx';

type State = 'free' | 'trial' | 'ended' | 'paid' | 'incomplete';

/** Where the account stands with its trial, in plain words. Paying arrives with its own endpoints. */
export function BillingTab() {
  const { t } = useTranslation('settings');
  const { data, error, refetch } = useEndpoint('GET /api/subscription/status');
  if (error && !data)
    return (
      <Callout tone="danger" action={<Button onClick={() => void refetch()}>{t('common:tryAgain')}</Button>}>
        {t('billing.unreadable')}
      </Callout>
    );
  if (!data) return <Skeleton className="h-40 w-full" />;
  const over = Date.parse(data.trialEnd) <= Date.now();
  const state: State = data.hasPaid ? 'paid' : data.status === 'active' ? 'free' : data.status === 'incomplete' ? 'incomplete' : over || data.status === 'canceled' ? 'ended' : 'trial';
  const Icon = state === 'trial' ? CalendarClock : state === 'paid' || state === 'free' ? CircleCheck : TriangleAlert;
  return (
    <Card aria-labelledby="plan">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon size={20} strokeWidth={1.75} className="text-accent-ink" aria-hidden="true" />
        <h2 id="plan" className="text-md font-semibold">
          {t(`billing.${state}.title`)}
        </h2>
        <Badge tone={state === 'trial' ? 'info' : state === 'paid' || state === 'free' ? 'success' : 'warning'} dot>
          {t(`billing.${state}.badge`)}
        </Badge>
      </div>
      <p className="mt-2 max-w-prose text-pretty">{t(`billing.${state}.text`)}</p>
      <dl className="mt-5 grid max-w-xl gap-3 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">{t('billing.since')}</dt>
          <dd className="tabular font-medium">
            <Time at={data.createdAt} plain="date" />
          </dd>
        </div>
        {state !== 'paid' && state !== 'free' && (
          <div>
            <dt className="text-sm text-muted">{t(over ? 'billing.trialEnded' : 'billing.trialEnds')}</dt>
            <dd className="tabular font-medium">
              <Time at={data.trialEnd} plain /> <span className="font-normal text-muted">({<Time at={data.trialEnd} />})</span>
            </dd>
          </div>
        )}
      </dl>
      {state !== 'free' && <p className="mt-5 max-w-prose border-t border-line pt-4 text-sm text-pretty text-muted">{t('billing.later')}</p>}
    </Card>
  );
}
