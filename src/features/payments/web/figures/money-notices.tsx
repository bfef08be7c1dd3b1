import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setEndpointData, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { MoneyPreferences } from '../../payments-notices.contract.ts';

const place = '/api/payment-notices';
const kinds = [
  'sales',
  'failures',
  'refunds',
  'disputes',
] as const satisfies readonly (keyof MoneyPreferences)[];

/** The way to what the member is written to about money. */
export function MoneyNoticesButton() {
  const { t } = useTranslation('money-notices');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Bell size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && (
        <Sheet open onOpenChange={setOpen} title={t('title')} description={t('text')}>
          <Preferences />
        </Sheet>
      )}
    </>
  );
}

function Preferences() {
  const { t } = useTranslation('money-notices');
  const { data, error, refetch } = useEndpoint('GET /api/payment-notices');
  const save = useMutate('PUT /api/payment-notices', {
    optimistic: (client, { body }) => {
      const change = body as Partial<MoneyPreferences>;
      setEndpointData(client, 'GET /api/payment-notices', undefined, (old) => old && { ...old, ...change });
      return data;
    },
    undo: (client, before) =>
      setEndpointData(client, 'GET /api/payment-notices', undefined, (old) => before ?? old),
    refreshes: [place],
  });
  if (!data && error) return <ReadFailed title={t('unreadable')} error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-56 w-full" />;
  return (
    <div className="divide-y divide-line">
      {kinds.map((kind) => (
        <Switch
          key={kind}
          className="py-2.5"
          checked={data[kind]}
          onChange={(isOn) => save.mutate({ body: { [kind]: isOn } })}
          label={t(kind)}
          help={t(`${kind}Help`)}
        />
      ))}
    </div>
  );
}
