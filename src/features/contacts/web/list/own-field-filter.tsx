import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isCustomNumber,
  mostFieldConditions,
  readCustomValue,
  readFieldConditions,
  writeFieldConditions,
  type CustomValue,
  type FieldCondition,
} from '#shared/contacts/custom-fields.ts';
import type { CustomField } from '#features/custom-fields/custom-fields.contract.ts';
import { CustomValueInput } from '#features/custom-fields/web/custom-value-input.tsx';
import { customValueWords } from '#features/custom-fields/web/custom-value-words.ts';
import { useCustomFields } from '#features/custom-fields/web/use-custom-fields.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';

type Props = {
  fields: string;
  onChange: (fields: string) => void;
};

const isOrdered = ({ type }: CustomField): boolean =>
  isCustomNumber(type) || type === 'date' || type === 'datetime';
const operatorsOf = (field: CustomField): FieldCondition['operator'][] =>
  isOrdered(field)
    ? ['is', 'gte', 'lte', 'has', 'none']
    : field.type === 'long_text'
      ? ['has', 'none']
      : ['is', 'has', 'none'];

/** Adds a condition on one of the account's own fields: which, how, what. */
export function OwnFieldFilter({ fields, onChange }: Props) {
  const { t } = useTranslation('custom-fields');
  const own = useCustomFields('contact');
  const [key, setKey] = useState<string | null>(null);
  const [operator, setOperator] = useState<FieldCondition['operator']>('is');
  const [value, setValue] = useState<CustomValue | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const conditions = readFieldConditions(fields) ?? [];
  const field = own.find((each) => each.key === key);
  if (own.length === 0 || conditions.length >= mostFieldConditions) return null;
  const choose = (next: string) => {
    const chosen = own.find((each) => each.key === next);
    setKey(next);
    setOperator((chosen && operatorsOf(chosen)[0]) ?? 'is');
    setValue(null);
    setProblem(null);
  };
  const needsValue = operator !== 'has' && operator !== 'none';
  // Of several choices one is asked for at a time.
  const asked: CustomField | undefined =
    field?.type === 'multi_select' ? { ...field, type: 'select' } : field;
  const add = () => {
    if (!asked) return;
    const read = needsValue ? readCustomValue({ ...asked, pattern: '' }, value) : { value: '' };
    if ('problem' in read) return setProblem(t(`problem.${read.problem}`));
    if (read.value === null) return setProblem(t('problem.required'));
    onChange(writeFieldConditions([...conditions, { key: asked.key, operator, value: String(read.value) }]));
    setKey(null);
    setValue(null);
    setProblem(null);
  };
  return (
    <fieldset className="grid gap-3 border-t border-line pt-3">
      <legend className="sr-only">{t('title')}</legend>
      <Field label={t('title')}>
        <Select
          value={key ?? undefined}
          placeholder={t('filter.choose')}
          onChange={choose}
          options={own.map((each) => ({ value: each.key, label: each.label }))}
        />
      </Field>
      {asked && (
        <>
          <Field label={t('filter.condition')} hideLabel>
            <Select
              value={operator}
              onChange={setOperator}
              options={operatorsOf(asked).map((each) => ({ value: each, label: t(`operator.${each}`) }))}
            />
          </Field>
          {needsValue && (
            <Field label={asked.label} hideLabel error={problem}>
              <CustomValueInput field={asked} value={value} onChange={setValue} />
            </Field>
          )}
          <Button icon={<Plus size={16} />} onClick={add}>
            {t('filter.add')}
          </Button>
        </>
      )}
    </fieldset>
  );
}

/** The conditions that are on, as entries of the list of filters. */
export function OwnFieldChips({ fields, onChange }: Props) {
  const { t, i18n } = useTranslation(['custom-fields', 'contact-filters']);
  const own = useCustomFields('contact');
  const conditions = readFieldConditions(fields) ?? [];
  return conditions.map((condition, at) => {
    const field = own.find(({ key }) => key === condition.key);
    const read =
      field && condition.value !== '' ? readCustomValue({ ...field, pattern: '' }, condition.value) : null;
    const words =
      read && field && 'value' in read && read.value !== null
        ? customValueWords(field, read.value, i18n.language, { yes: t('yes'), no: t('no') })
        : condition.value;
    const label = `${field?.label ?? condition.key} ${t(`operator.${condition.operator}`)}`;
    return (
      <li
        key={`${condition.key}-${at}`}
        className="inline-flex min-h-11 max-w-full items-center gap-1 rounded-full border border-line bg-surface pl-3 text-sm md:min-h-8 dark:bg-raised"
      >
        <span className="min-w-0 truncate">
          <span className="text-muted">{label}</span> <span className="font-medium">{words}</span>
        </span>
        <button
          type="button"
          aria-label={t('contact-filters:takeOff', { filter: `${label} ${words}` })}
          onClick={() => onChange(writeFieldConditions(conditions.filter((_, other) => other !== at)))}
          className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:text-ink md:size-8"
        >
          <X size={14} strokeWidth={2} />
        </button>
      </li>
    );
  });
}
