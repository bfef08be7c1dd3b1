import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Badge, Card, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { Table, type Column } from '#ui/page/table.tsx';
import type { OperatorSettingsView, VendorModels } from '../../operator-settings.contract.ts';
import { useKeepSettings } from '../setting-hooks.ts';
import { ModelPriceDialog } from './model-price-dialog.tsx';
import { pricedModels, readableRate, type PricedModel } from './priced-models.ts';

/** What models cost, which of each vendor comes first, and by which new agents answer. */
export function ModelsSection() {
  const settings = useEndpoint('GET /api/superadmin/settings', undefined, { staleTime: 0 });
  const known = useEndpoint('GET /api/superadmin/models');
  const failed = settings.error ?? known.error;
  if (failed && !(settings.data && known.data))
    return <ReadFailed error={failed} retry={() => (void settings.refetch(), void known.refetch())} />;
  if (!settings.data || !known.data) return <Skeleton className="h-96 w-full" />;
  const { vendors } = known.data;
  return (
    <div className="grid max-w-4xl gap-6">
      <NewAgents settings={settings.data} vendors={vendors} />
      {vendors.map((vendor) => (
        <VendorCard key={vendor.provider} settings={settings.data} vendor={vendor} />
      ))}
    </div>
  );
}

type CardProps = { settings: OperatorSettingsView };

function NewAgents({ settings, vendors }: CardProps & { vendors: readonly VendorModels[] }) {
  const { t } = useTranslation('superadmin-models');
  const change = useMutate('PUT /api/superadmin/settings', { onSuccess: useKeepSettings() });
  return (
    <Card aria-labelledby="new-agents">
      <h2 id="new-agents" className="text-md font-semibold">
        {t('newAgents.title')}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-pretty text-muted">{t('newAgents.text')}</p>
      <Field label={t('newAgents.label')} className="max-w-sm">
        <Select
          value={change.isPending ? change.variables.body.newAgentModels : settings.newAgentModels}
          disabled={change.isPending}
          onChange={(newAgentModels) => change.mutate({ body: { newAgentModels } })}
          options={[
            { value: 'built-in', label: t('newAgents.builtIn') },
            ...vendors.map(({ provider, label }) => ({ value: provider, label })),
          ]}
        />
      </Field>
    </Card>
  );
}

function VendorCard({ settings, vendor }: CardProps & { vendor: VendorModels }) {
  const { t, i18n } = useTranslation('superadmin-models');
  const [opened, setOpened] = useState<PricedModel | 'new' | null>(null);
  const change = useMutate('PUT /api/superadmin/settings', { onSuccess: useKeepSettings() });
  const { provider, label } = vendor;
  const rows = pricedModels(vendor, settings.modelPrices);
  const chat = rows.filter(({ kind }) => kind === 'chat');
  const first = settings.firstModels[provider] ?? chat[0]?.id;
  const rate = (micros: number | undefined) =>
    micros === undefined ? t('unknown') : readableRate(micros, i18n.language);
  const columns: Column<PricedModel>[] = [
    {
      key: 'model',
      header: t('model'),
      cell: (row) => (
        <span className="grid">
          <span className="flex flex-wrap items-center gap-x-2">
            {row.label}
            {row.set && <Badge tone="accent">{t('set')}</Badge>}
          </span>
          {row.label !== row.id && <span className="font-mono text-xs break-all text-muted">{row.id}</span>}
        </span>
      ),
    },
    {
      key: 'in',
      header: t('in'),
      align: 'right',
      cell: ({ kind, price }) =>
        kind === 'chat' ? rate(price?.inputMicros) : t('perPicture', { price: rate(price?.pictureMicros) }),
    },
    {
      key: 'cached',
      header: t('cached'),
      align: 'right',
      cell: ({ kind, price }) => (kind === 'chat' ? rate(price?.cachedInputMicros) : ''),
    },
    {
      key: 'out',
      header: t('out'),
      align: 'right',
      cell: ({ kind, price }) => (kind === 'chat' ? rate(price?.outputMicros) : ''),
    },
    {
      key: 'change',
      header: <span className="sr-only">{t('change')}</span>,
      align: 'right',
      isMenu: true,
      cell: (row) => (
        <Button size="sm" aria-label={t('changeOf', { model: row.label })} onClick={() => setOpened(row)}>
          {t('change')}
        </Button>
      ),
    },
  ];
  return (
    <Card aria-labelledby={`vendor-${provider}`}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <h2 id={`vendor-${provider}`} className="text-md font-semibold">
          {label}
        </h2>
        {chat.length > 1 && (
          <Field label={t('first')} className="w-full sm:w-64">
            <Select
              value={change.isPending ? change.variables.body.firstModels?.[provider] : first}
              disabled={change.isPending}
              onChange={(model) =>
                change.mutate({ body: { firstModels: { ...settings.firstModels, [provider]: model } } })
              }
              options={chat.map((row) => ({ value: row.id, label: row.label }))}
            />
          </Field>
        )}
      </div>
      {rows.length > 0 ? (
        <Table
          label={t('pricesOf', { vendor: label })}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
        />
      ) : (
        <p className="text-pretty text-muted">{t('none')}</p>
      )}
      <div className="mt-4">
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => setOpened('new')}
        >
          {t('add')}
        </Button>
      </div>
      {opened && (
        <ModelPriceDialog
          vendor={vendor}
          model={opened === 'new' ? null : opened}
          settings={settings}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  );
}
