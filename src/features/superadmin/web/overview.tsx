import { factGap } from '#shared/text/fact-gap.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money/money.ts';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { readableCost, readableNumber } from '#ui/browser/numbers.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';

/** What happens on the whole server. Each figure says what it counts. */
export function Overview() {
  const { t, i18n } = useTranslation('superadmin');
  const { data, error, refetch } = useEndpoint('GET /api/superadmin/overview', undefined, { staleTime: 0 });
  if (error && !data) return <ReadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  const number = (value: number) => readableNumber(value, i18n.language);
  const [first, ...others] = data.volume;
  return (
    <div className="grid gap-6">
      <SetupNotice />
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-4">
        <Figure name={t('overview.accounts')} value={number(data.accounts.all)}>
          {t('overview.accountsText', {
            active: number(data.accounts.active),
            recent: number(data.accounts.recent),
          })}
        </Figure>
        <Figure name={t('overview.agents')} value={number(data.liveAgents)}>
          {t('overview.agentsText')}
        </Figure>
        <Figure name={t('overview.conversations')} value={number(data.conversations)}>
          {t('overview.conversationsText')}
        </Figure>
        <Figure name={t('overview.messages')} value={number(data.messages)}>
          {t('overview.messagesText')}
        </Figure>
        <Figure name={t('overview.spent')} value={readableCost(data.spentMicros, i18n.language)}>
          {t('overview.spentText')}
        </Figure>
        <Figure
          name={t('overview.volume')}
          value={first ? formatMoney(first.gross, first.currency, i18n.language) : number(0)}
        >
          {others.map(({ gross, currency }) => formatMoney(gross, currency, i18n.language)).join(factGap) ||
            t('overview.volumeText')}
        </Figure>
        <Figure name={t('overview.jobs')} value={number(data.jobs.waiting)}>
          {t('overview.jobsText', { failed: number(data.jobs.failed) })}
        </Figure>
        <Figure name={t('overview.mails')} value={number(data.stuckMails)}>
          <Link to={paths.superadminSection('outbox')} className="underline-offset-4 hover:underline">
            {t('overview.mailsText')}
          </Link>
        </Figure>
      </dl>
    </div>
  );
}

/** Leads to what is asked once, until it was answered. */
function SetupNotice() {
  const { t } = useTranslation('superadmin');
  const { data } = useEndpoint('GET /api/superadmin/settings');
  if (!data || data.audience !== null) return null;
  return (
    <Callout
      icon={<Settings2 size={20} />}
      title={t('setup.title')}
      action={
        <Link
          to={paths.superadminSection('setup')}
          className={buttonClass({ variant: 'primary', size: 'sm' })}
        >
          {t('setup.action')}
        </Link>
      }
    >
      {t('setup.text')}
    </Callout>
  );
}

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="bg-surface p-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="tabular mt-1 text-xl font-semibold">{value}</dd>
      <dd className="mt-1 text-sm text-pretty text-muted">{children}</dd>
    </div>
  );
}
