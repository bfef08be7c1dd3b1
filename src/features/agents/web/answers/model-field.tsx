import { useTranslation } from 'react-i18next';
import type { Connection } from '#features/integrations/integrations.contract.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { useSection } from '../editor/editor-section.ts';
import { choosableModels, modelFacts } from './model-text.ts';

/**
 * The model of the chosen provider, with its context and price; typed by name where the provider lists none.
 */
export function ModelField({ connection }: { connection: Connection }) {
  const { t, i18n } = useTranslation('agents');
  const { draft, set, errors, canEdit } = useSection();
  const { model } = draft.ai;
  const found = connection.models.find((item) => item.id === model);
  const unknown = model && !found ? [{ value: model, label: model }] : [];
  const options = [
    ...unknown,
    ...choosableModels(connection, model).map((item) => ({
      value: item.id,
      label: item.label,
      hint: modelFacts(item, connection.ends, t, i18n.language) || undefined,
    })),
  ];
  return (
    <Field label={t('fields.ai.model')} help={t('help.ai.model')} error={errors['ai.model']}>
      {options.length > 0 ? (
        <Select
          value={model || undefined}
          onChange={(next) => set('ai.model', next)}
          options={options}
          placeholder={t('ai.choose')}
          disabled={!canEdit}
          className="max-w-md"
        />
      ) : (
        <Input
          value={model}
          maxLength={200}
          spellCheck={false}
          disabled={!canEdit}
          onChange={(event) => set('ai.model', event.target.value)}
          className="max-w-md"
        />
      )}
      {found && (
        <p className="tabular text-sm text-muted">{modelFacts(found, connection.ends, t, i18n.language)}</p>
      )}
    </Field>
  );
}
