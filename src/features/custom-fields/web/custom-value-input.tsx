import type { CustomValue } from '#shared/contacts/custom-fields.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { useTranslation } from 'react-i18next';
import type { CustomField } from '../custom-fields.contract.ts';
import { localMoment, typedValue } from './custom-value-words.ts';

const none = ' none';
const inputTypes = {
  date: 'date',
  datetime: 'datetime-local',
  url: 'url',
  email: 'email',
  phone: 'tel',
} as const;

type Props = {
  field: Pick<CustomField, 'type' | 'options' | 'currency' | 'label'>;
  value: CustomValue | null;
  onChange: (value: CustomValue | null) => void;
};

/**
 * The input that fits a field's type, in a form that is sent as a whole. What is typed is read when it is
 * sent.
 */
export function CustomValueInput({ field, value, onChange }: Props) {
  const { t } = useTranslation('custom-fields');
  const { type } = field;
  if (type === 'multi_select') {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset className="grid gap-1 rounded-control border border-edge px-3 py-2">
        <legend className="sr-only">{field.label}</legend>
        {field.options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={(isOn) =>
              onChange(isOn ? [...chosen, option.value] : chosen.filter((each) => each !== option.value))
            }
          />
        ))}
      </fieldset>
    );
  }
  const options =
    type === 'checkbox'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : field.options;
  if (type === 'select' || type === 'checkbox')
    return (
      <Select
        value={value === null || value === '' ? none : String(value)}
        onChange={(next) => onChange(next === none ? null : type === 'checkbox' ? next === 'true' : next)}
        options={[{ value: none, label: '–' }, ...options]}
      />
    );
  const text = value === null ? '' : String(value);
  if (type === 'long_text')
    return (
      <Textarea rows={3} maxLength={10_000} value={text} onChange={({ target }) => onChange(target.value)} />
    );
  const unit = type === 'currency' ? field.currency : type === 'percent' ? '%' : undefined;
  const isNumber = type === 'number' || type === 'currency' || type === 'percent';
  return (
    <Input
      type={inputTypes[type as keyof typeof inputTypes] ?? 'text'}
      inputMode={isNumber ? 'decimal' : undefined}
      unit={unit}
      autoComplete="off"
      maxLength={2_048}
      value={type === 'datetime' ? localMoment(text) : text}
      onChange={({ target }) => onChange(typedValue(type, target.value))}
    />
  );
}
