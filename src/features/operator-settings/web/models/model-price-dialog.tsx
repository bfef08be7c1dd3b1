import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { useMutate } from '#ui/api/hooks.ts';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import type { ModelPrice, OperatorSettingsView, VendorModels } from '../../operator-settings.contract.ts';
import { useKeepSettings } from '../setting-hooks.ts';
import { microsOf, typedRate, type PricedModel } from './priced-models.ts';

type Props = {
  vendor: VendorModels;
  /** Null: one that is added. */
  model: PricedModel | null;
  settings: OperatorSettingsView;
  onClose: () => void;
};

/** What a model costs here, or what it costs again by what its vendor prints. */
export function ModelPriceDialog({ vendor, model, settings, onClose }: Props) {
  const { t, i18n } = useTranslation('superadmin-models');
  const typed = (micros: number | undefined): string => typedRate(micros, i18n.language);
  const read = (rate: string): number | null => microsOf(rate, i18n.language);
  const keep = useKeepSettings();
  const { provider } = vendor;
  const isPicture = model?.kind === 'picture';
  const done = (changed: OperatorSettingsView): void => (keep(changed), onClose());
  const others = (id: string): ModelPrice[] =>
    settings.modelPrices.filter((price) => price.provider !== provider || price.model !== id);
  const needed = isPicture ? (['picture'] as const) : (['input', 'output'] as const);
  const form = useServerForm({
    values: {
      model: model?.id ?? '',
      input: typed(model?.price?.inputMicros),
      cached: typed(model?.price?.cachedInputMicros),
      output: typed(model?.price?.outputMicros),
      picture: typed(model?.price?.pictureMicros),
    },
    check: (values) => ({
      model: values.model.trim() === '' ? t('validation.model') : undefined,
      ...Object.fromEntries(
        needed.map((name) => [name, read(values[name]) === null ? t('validation.price') : undefined]),
      ),
      cached: values.cached.trim() !== '' && read(values.cached) === null ? t('validation.price') : undefined,
    }),
    send: ({ model: name, input, cached, output, picture }) => {
      const id = name.trim();
      const inputMicros = read(input) ?? 0;
      const price = isPicture
        ? { provider, model: id, pictureMicros: read(picture) ?? 0 }
        : {
            provider,
            model: id,
            inputMicros,
            cachedInputMicros: read(cached) ?? inputMicros,
            outputMicros: read(output) ?? 0,
          };
      return api('PUT /api/superadmin/settings', { body: { modelPrices: [...others(id), price] } });
    },
    onDone: done,
  });
  const back = useMutate('PUT /api/superadmin/settings', { onSuccess: done });
  return (
    <FormDialog
      of={form}
      title={model ? t('dialog.title', { model: model.label }) : t('dialog.add', { vendor: vendor.label })}
      description={t(isPicture ? 'dialog.textPicture' : 'dialog.text')}
      submit={t('dialog.action')}
      onClose={onClose}
    >
      {!model && (
        <Field label={t('dialog.model')} help={t('dialog.modelHelp')} error={form.errorOf('model')}>
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('model')} />
        </Field>
      )}
      {isPicture ? (
        <Field label={t('dialog.picture')} error={form.errorOf('picture')}>
          <Input inputMode="decimal" autoComplete="off" unit="USD" {...form.register('picture')} />
        </Field>
      ) : (
        <div className="grid items-start gap-4 sm:grid-cols-3">
          {(['input', 'cached', 'output'] as const).map((name) => (
            <Field key={name} label={t(`dialog.${name}`)} error={form.errorOf(name)}>
              <Input inputMode="decimal" autoComplete="off" unit="USD" {...form.register(name)} />
            </Field>
          ))}
        </div>
      )}
      {model?.set && (
        <div>
          <Button
            variant="ghost"
            pending={back.isPending}
            disabled={form.isBusy}
            onClick={() => back.mutate({ body: { modelPrices: others(model.id) } })}
          >
            {t(model.isKnown ? 'dialog.back' : 'dialog.remove')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
