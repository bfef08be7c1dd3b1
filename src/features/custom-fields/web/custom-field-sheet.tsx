import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  customFieldLimits,
  customFieldTypes,
  hasCustomOptions,
  takesPattern,
  typesAfter,
  type CustomFieldScope,
} from '#shared/contacts/custom-fields.ts';
import { currencyCodes } from '#shared/money/money.ts';
import { api } from '#ui/api/client.ts';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import type { CustomField } from '../custom-fields.contract.ts';
import { draftProblems, emptyField, keyFor, newOption, type CustomFieldDraft } from './custom-field-draft.ts';
import { CustomValueInput } from './custom-value-input.tsx';

type Props = {
  scope: CustomFieldScope;
  /** Null for a new one. */
  field: CustomField | null;
  others: readonly CustomField[];
  onClose: () => void;
};

/** Writes a new field, or changes one: what it is called, what it may hold, where it is asked for. */
export function CustomFieldSheet({ scope, field, others, onClose }: Props) {
  const { t } = useTranslation('custom-fields');
  const [hasOwnKey, setOwnKey] = useState(false);
  const taken = new Set(others.filter(({ id }) => id !== field?.id).map(({ key }) => key));
  const form = useServerForm({
    values: field ? withoutId(field) : emptyField(scope),
    check: (values) =>
      Object.fromEntries(
        Object.entries(draftProblems(values, taken)).map(([part, problem]) => [
          part,
          t(`problem.${problem}`),
        ]),
      ),
    send: async ({ key, scope: of, ...settings }) => {
      if (field) await api('PATCH /api/custom-fields/{id}', { params: { id: field.id }, body: settings });
      else await api('POST /api/custom-fields', { body: { key, scope: of, ...settings } });
    },
    refreshes: ['/api/custom-fields'],
    onDone: onClose,
  });
  const { values: draft, set, errorOf } = form;
  const types = field ? typesAfter(field.type) : customFieldTypes;
  return (
    <FormDialog
      isSheet
      of={form}
      title={t(field ? 'sheet.change' : scope === 'contact' ? 'sheet.newContact' : 'sheet.newConversation')}
      submit={t(field ? 'sheet.save' : 'sheet.add')}
      onClose={onClose}
    >
      <Field label={t('sheet.label')} error={errorOf('label')} required>
        <Input
          value={draft.label}
          maxLength={customFieldLimits.label}
          placeholder={t('sheet.labelExample')}
          onChange={({ target }) =>
            set({ label: target.value, ...(!field && !hasOwnKey && { key: keyFor(target.value, taken) }) })
          }
        />
      </Field>
      <Field
        label={t('sheet.key')}
        help={t(field ? 'sheet.keyFixed' : 'sheet.keyHelp')}
        error={errorOf('key')}
        required
      >
        <Input
          value={draft.key}
          readOnly={field !== null}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          onChange={({ target }) => {
            setOwnKey(true);
            set({ key: target.value.toLowerCase() });
          }}
        />
      </Field>
      {draft.key !== '' && (
        <p className="-mt-3 text-sm text-muted">
          {t('sheet.inPrompts')} <code className="font-mono text-ink">{`{{${scope}.${draft.key}}}`}</code>
        </p>
      )}
      <Field
        label={t('sheet.type')}
        help={field ? t(types.length > 1 ? 'sheet.typeSome' : 'sheet.typeFixed') : undefined}
      >
        <Select
          value={draft.type}
          disabled={types.length === 1}
          onChange={(type) => set({ type, initial: field ? draft.initial : null })}
          options={types.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
      </Field>
      {draft.type === 'currency' && (
        <Field label={t('sheet.currency')}>
          <Select
            value={draft.currency}
            onChange={(currency) => set({ currency })}
            options={currencyCodes.map((value) => ({ value, label: value }))}
          />
        </Field>
      )}
      {hasCustomOptions(draft.type) && (
        <Options draft={draft} error={errorOf('options')} onChange={(options) => set({ options })} />
      )}
      <Field label={t('sheet.hint')} help={t('sheet.hintHelp')}>
        <Input
          value={draft.hint}
          maxLength={customFieldLimits.hint}
          onChange={({ target }) => set({ hint: target.value })}
        />
      </Field>
      {takesPattern(draft.type) && (
        <Field label={t('sheet.pattern')} help={t('sheet.patternHelp')} error={errorOf('pattern')}>
          <Input
            value={draft.pattern}
            maxLength={customFieldLimits.pattern}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            placeholder="[A-Z]{2}-\d{4}"
            onChange={({ target }) => set({ pattern: target.value })}
          />
        </Field>
      )}
      {!(hasCustomOptions(draft.type) && draft.options.length === 0) && (
        <Field
          label={t('sheet.initial')}
          help={t(scope === 'contact' ? 'sheet.initialContact' : 'sheet.initialConversation')}
          error={errorOf('initial')}
        >
          <CustomValueInput field={draft} value={draft.initial} onChange={(initial) => set({ initial })} />
        </Field>
      )}
      <div className="grid gap-2 border-t border-line pt-4">
        {scope === 'contact' && (
          <Switch
            label={t('sheet.required')}
            help={t('sheet.requiredHelp')}
            checked={draft.isRequired}
            onChange={(isRequired) => set({ isRequired })}
          />
        )}
        <Switch
          label={t('sheet.inInbox')}
          help={t('sheet.inInboxHelp')}
          checked={draft.inInbox}
          onChange={(inInbox) => set({ inInbox })}
        />
      </div>
    </FormDialog>
  );
}

function withoutId({ id: _id, isArchived: _isArchived, ...draft }: CustomField): CustomFieldDraft {
  return draft;
}

/** The choices, in the order in which they are offered. */
function Options({
  draft,
  error,
  onChange,
}: {
  draft: CustomFieldDraft;
  error: string | undefined;
  onChange: (options: CustomField['options']) => void;
}) {
  const { t } = useTranslation('custom-fields');
  const [next, setNext] = useState('');
  const { options } = draft;
  const add = () => {
    const label = next.trim();
    if (label === '' || options.length >= customFieldLimits.options) return;
    onChange([...options, newOption(label, options)]);
    setNext('');
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{t('sheet.options')}</legend>
      {options.map(({ value, label }, at) => (
        <div key={value} className="flex items-center gap-1">
          <Input
            aria-label={t('sheet.option', { number: at + 1 })}
            value={label}
            maxLength={customFieldLimits.option}
            onChange={({ target }) =>
              onChange(
                options.map((option) =>
                  option.value === value ? { ...option, label: target.value } : option,
                ),
              )
            }
          />
          <IconButton
            label={t('sheet.removeOption', { option: label })}
            onClick={() => onChange(options.filter((option) => option.value !== value))}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      {options.length < customFieldLimits.options && (
        <div className="flex items-center gap-1">
          <Input
            aria-label={t('sheet.newOption')}
            placeholder={t('sheet.newOption')}
            value={next}
            maxLength={customFieldLimits.option}
            onChange={({ target }) => setNext(target.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || next.trim() === '') return;
              event.preventDefault();
              add();
            }}
          />
          <IconButton label={t('sheet.addOption')} onClick={add}>
            <Plus size={16} />
          </IconButton>
        </div>
      )}
      {error && (
        <p role="alert" className="rise-in text-sm text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}
