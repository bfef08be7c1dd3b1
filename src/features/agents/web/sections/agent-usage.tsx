import { factGap } from '#shared/text/fact-gap.ts';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';

/** What the live agent has used today and this month, beside the limits that are published. */
export function AgentUsage({ agentId }: { agentId: string }) {
  const { t, i18n } = useTranslation('agent-access');
  const { data, error, refetch } = useEndpoint(
    'GET /api/agents/{id}/usage',
    { params: { id: agentId } },
    { staleTime: 0 },
  );
  const again = (): void => void refetch();
  useServerEvents({ 'agent.limit': again, 'agent.changed': again });
  if (!data && error) return <ReadFailed title={t('usage.unreadable')} error={error} retry={again} />;
  if (!data) return <Skeleton className="h-28 rounded-card" />;
  const count = (value: number): string => new Intl.NumberFormat(i18n.language).format(value);
  const money = (micros: number): string =>
    new Intl.NumberFormat(i18n.language, {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: micros > 0 && micros < 10_000 ? 4 : 2,
    }).format(micros / 1_000_000);
  return (
    <section
      aria-labelledby="agent-usage"
      className="grid gap-4 rounded-card border border-line bg-surface px-4 py-3.5"
    >
      <h4 id="agent-usage" className="font-medium">
        {t('usage.title')}
      </h4>
      <Meter
        label={t('usage.today')}
        used={data.dayMessages}
        limit={data.dayLimit}
        text={
          data.dayLimit > 0
            ? t('usage.messagesOf', { used: count(data.dayMessages), limit: count(data.dayLimit) })
            : t('usage.messages', { count: data.dayMessages, used: count(data.dayMessages) })
        }
      />
      <Meter
        label={t('usage.month')}
        used={data.monthMicros}
        limit={data.monthLimitMicros}
        text={`${t('usage.messages', { count: data.monthMessages, used: count(data.monthMessages) })}${factGap}${data.monthLimitMicros > 0 ? t('usage.moneyOf', { used: money(data.monthMicros), limit: money(data.monthLimitMicros) }) : money(data.monthMicros)}`}
      />
      <p className="text-sm text-pretty text-muted">{t('usage.help')}</p>
    </section>
  );
}

function Meter({ label, used, limit, text }: { label: string; used: number; limit: number; text: string }) {
  const { t } = useTranslation('agent-access');
  const percent = limit > 0 ? Math.min(100, (used / limit) * 100) : 0;
  const state = limit === 0 ? 'none' : percent >= 100 ? 'reached' : percent >= 80 ? 'near' : 'fine';
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{label}</span>
        <span className="tabular text-muted">{text}</span>
      </p>
      {limit > 0 && (
        <span
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(percent)}
          aria-valuetext={text}
          className="block h-2 overflow-hidden rounded-full bg-sunken"
        >
          <span
            className={clsx(
              'block h-full rounded-full',
              state === 'reached' ? 'bg-danger' : state === 'near' ? 'bg-warning-ink' : 'bg-accent-strong',
            )}
            style={{ width: `${percent}%` }}
          />
        </span>
      )}
      {state === 'near' && <p className="text-sm text-warning-ink">{t('usage.near')}</p>}
      {state === 'reached' && <p className="text-sm text-danger-ink">{t('usage.reached')}</p>}
    </div>
  );
}
