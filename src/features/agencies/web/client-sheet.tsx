import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { ClientDetails } from '../agencies.contract.ts';
import { ClientEndings } from './client-endings.tsx';
import { ClientLimitsForm } from './client-limits.tsx';
import { ClientPeople } from './client-people.tsx';
import { ClientState, useRevenueText } from './client-state.tsx';

const tabs = ['figures', 'limits', 'people', 'danger'] as const;

type Props = {
  id: string;
  /** The plan has no clients any more: they are read and let go. */
  isLocked: boolean;
  onClose: () => void;
};

/** A client beside the list: what it does, what it may do, who belongs to it, and how it ends. */
export function ClientSheet({ id, isLocked, onClose }: Props) {
  const { t } = useTranslation('agencies');
  const { data, error, refetch } = useEndpoint('GET /api/clients/{id}', { params: { id } }, { staleTime: 0 });
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={data?.name ?? t('columns.client')}
      className="md:w-[min(36rem,92vw)]"
    >
      {data ? (
        <ClientTabs client={data} isLocked={isLocked} onClose={onClose} />
      ) : error ? (
        <ReadFailed error={error} retry={refetch} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Sheet>
  );
}

function ClientTabs({ client, isLocked, onClose }: Omit<Props, 'id'> & { client: ClientDetails }) {
  const { t } = useTranslation('agencies');
  const [tab, setTab] = useState<(typeof tabs)[number]>('figures');
  // Everything that was read belongs to the account of before: the app begins anew.
  const enter = useMutate('POST /api/clients/{id}/enter', {
    onSuccess: () => location.assign(paths.dashboard),
  });
  const content = {
    figures: <Figures client={client} />,
    limits: <ClientLimitsForm client={client} isLocked={isLocked} />,
    people: <ClientPeople client={client} isLocked={isLocked} />,
    danger: <ClientEndings client={client} isLocked={isLocked} onGone={onClose} />,
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ClientState state={client.state} />
        <Button
          variant="primary"
          icon={<LogIn size={16} />}
          pending={enter.isPending || enter.isSuccess}
          disabled={isLocked}
          onClick={() => enter.mutate({ params: { id: client.id } })}
        >
          {t('enter')}
        </Button>
      </div>
      {isLocked && <Callout tone="info">{t('lockedText')}</Callout>}
      <Tabs
        label={client.name}
        value={tab}
        onChange={setTab}
        tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`), content: content[value] }))}
      />
    </div>
  );
}

function Figures({ client }: { client: ClientDetails }) {
  const { t, i18n } = useTranslation('agencies');
  const revenueText = useRevenueText();
  const number = (value: number) => readableNumber(value, i18n.language);
  const rows = [
    [t('count.agents'), number(client.agents)],
    [t('count.messages'), number(client.messages)],
    [t('count.conversations'), number(client.conversations)],
    [t('count.contacts'), number(client.contacts)],
    [t('revenueMonth'), revenueText(client.revenue)],
    [t('revenueEver'), revenueText(client.revenueEver)],
    [t('columns.active'), client.lastActiveAt ? <Time key="at" at={client.lastActiveAt} /> : t('never')],
  ] as const;
  return (
    <dl className="grid gap-2 pt-2">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-2">
          <dt className="text-muted">{label}</dt>
          <dd className="tabular text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
