import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Slider } from '#ui/controls/slider.tsx';
import type { KnowledgeSettings } from '../../knowledge.contract.ts';

type Props = {
  settings: KnowledgeSettings;
  isTried: boolean;
  onChange: (settings: KnowledgeSettings) => void;
  onTake: () => void;
  onReset: () => void;
  canEdit: boolean;
};

/** Between provider and model in an option's value; no provider's name holds it. */
const separator = '|';

/**
 * How passages are chosen and shown. Changes are only tried until "Use these settings" puts them into the
 * agent.
 */
export function RetrievalSettings({ settings, isTried, onChange, onTake, onReset, canEdit }: Props) {
  const { t, i18n } = useTranslation('knowledge-web');
  const { data, error, refetch } = useEndpoint('GET /api/integrations');
  const models = (data?.connections ?? [])
    .filter((connection) => connection.isConnected)
    .flatMap(({ provider, label, embeddingModels }) =>
      embeddingModels.map((model) => ({ provider, label, model })),
    );
  const chosen =
    settings.embedding && [settings.embedding.provider, settings.embedding.model].join(separator);
  const known = models.some(({ provider, model }) => [provider, model].join(separator) === chosen);
  const options = [
    { value: 'none', label: t('settings.embeddingNone') },
    ...models.map(({ provider, label, model }) => ({
      value: [provider, model].join(separator),
      label: model,
      hint: label,
    })),
    ...(settings.embedding && chosen && !known
      ? [
          {
            value: chosen,
            label: settings.embedding.model,
            ...(data && { hint: t('settings.embeddingGone') }),
          },
        ]
      : []),
  ];
  const score = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2 });
  return (
    <div className="grid gap-4 rounded-card border border-line bg-surface p-4">
      <h3 className="font-semibold">{t('settings.title')}</h3>
      <Field label={t('settings.topK')} help={t('settings.topKHelp')}>
        <Slider
          label={t('settings.topK')}
          min={1}
          max={20}
          value={settings.topK}
          onChange={(topK) => onChange({ ...settings, topK })}
          disabled={!canEdit}
        />
      </Field>
      <Field label={t('settings.threshold')} help={t('settings.thresholdHelp')}>
        <Slider
          label={t('settings.threshold')}
          min={0}
          max={1}
          step={0.05}
          format={(value) => score.format(value)}
          value={settings.threshold}
          onChange={(threshold) => onChange({ ...settings, threshold: Number(threshold.toFixed(2)) })}
          disabled={!canEdit}
        />
      </Field>
      <Field label={t('settings.citations')}>
        <Select
          value={settings.citations}
          disabled={!canEdit}
          onChange={(citations) => onChange({ ...settings, citations })}
          options={(['inline', 'footer', 'off'] as const).map((value) => ({
            value,
            label: t(`settings.citationModes.${value}`),
          }))}
        />
      </Field>
      <Field label={t('settings.embedding')} help={t('settings.embeddingHelp')}>
        <Select
          value={chosen ?? 'none'}
          disabled={!canEdit}
          options={options}
          onChange={(value) => {
            const [provider = '', ...model] = value.split(separator);
            onChange({
              ...settings,
              embedding: model.length > 0 ? { provider, model: model.join(separator) } : null,
            });
          }}
        />
      </Field>
      {error && !data && <ReadFailed error={error} retry={refetch} />}
      {data && models.length === 0 && (
        <p className="-mt-2 text-sm text-muted">
          <Link
            to={paths.settings}
            search={{ tab: 'integrations' }}
            className="text-accent-ink underline underline-offset-4"
          >
            {t('settings.connect')}
          </Link>
        </p>
      )}
      {canEdit && isTried && (
        <div className="rise-in grid gap-2 border-t border-line pt-4">
          <p role="status" className="text-sm text-muted">
            {t('settings.tried')}
          </p>
          <Button onClick={onTake} className="w-full">
            {t('settings.take')}
          </Button>
          <Button variant="ghost" onClick={onReset} className="w-full">
            {t('settings.reset')}
          </Button>
        </div>
      )}
    </div>
  );
}
