import { ExternalLink, Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  readCustomValue,
  type CustomValue,
  type CustomValues as Values,
} from '#shared/contacts/custom-fields.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Badge } from '#ui/page/display.tsx';
import { Popover } from '#ui/controls/menu.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { CustomField, CustomInput } from '../custom-fields.contract.ts';
import { customValueWords, localMoment, typedValue } from './custom-value-words.ts';
import { InlineField } from './inline-field.tsx';

const inputTypes = {
  text: 'text',
  long_text: 'text',
  number: 'text',
  currency: 'text',
  percent: 'text',
  date: 'date',
  datetime: 'datetime-local',
  select: 'text',
  multi_select: 'text',
  checkbox: 'text',
  url: 'url',
  email: 'email',
  phone: 'tel',
} as const;

type Props = {
  fields: readonly CustomField[];
  values: Values;
  disabled: boolean;
  onSave: (input: CustomInput) => Promise<void>;
};

/**
 * The account's own fields with their values, each changed where it stands, by the input that fits it. Rows
 * of a `<dl>`.
 */
export function CustomValues({ fields, values, disabled, onSave }: Props) {
  return fields.map((field) => (
    <CustomValueRow
      key={field.key}
      field={field}
      value={Object.hasOwn(values, field.key) ? (values[field.key] ?? null) : null}
      disabled={disabled}
      onSave={(value) => onSave({ [field.key]: value })}
    />
  ));
}

type RowProps = {
  field: CustomField;
  value: CustomValue | null;
  disabled: boolean;
  onSave: (value: CustomValue | null) => Promise<void>;
};

function CustomValueRow({ field, value, disabled, onSave }: RowProps) {
  const { t, i18n } = useTranslation('custom-fields');
  const { type } = field;
  if (type === 'multi_select')
    return (
      <ChoicesRow
        field={field}
        value={Array.isArray(value) ? value : []}
        disabled={disabled}
        onSave={onSave}
      />
    );
  const words =
    value === null ? '' : customValueWords(field, value, i18n.language, { yes: t('yes'), no: t('no') });
  const save = async (text: string): Promise<void> => {
    const read = readCustomValue(field, typedValue(type, text));
    if ('problem' in read)
      throw new Error(read.problem === 'pattern' && field.hint ? field.hint : t(`problem.${read.problem}`));
    await onSave(read.value);
  };
  const options =
    type === 'checkbox'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : type === 'select'
        ? field.options
        : undefined;
  return (
    <InlineField
      label={field.label}
      type={inputTypes[type]}
      value={value === null ? '' : type === 'datetime' ? localMoment(String(value)) : String(value)}
      shown={words}
      disabled={disabled}
      multiline={type === 'long_text'}
      {...(options && { options })}
      {...(typeof value === 'string' &&
        leadsAway(type, value) && {
          link: <Away href={leadsAway(type, value)} label={t('open', { field: field.label })} />,
        })}
      onSave={save}
    />
  );
}

/** Where a value leads: only addresses that a browser may open. */
function leadsAway(type: CustomField['type'], value: string): string {
  if (type === 'url') return /^https?:\/\//i.test(value) ? value : '';
  return type === 'email' ? `mailto:${value}` : type === 'phone' ? `tel:${value.replace(/[^\d+]/g, '')}` : '';
}

function Away({ href, label }: { href: string; label: string }) {
  return (
    <a
      href={href}
      aria-label={label}
      title={label}
      {...(href.startsWith('http') && { target: '_blank', rel: 'noopener noreferrer nofollow' })}
      className="flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink md:size-8 dark:hover:bg-line"
    >
      <ExternalLink size={14} aria-hidden="true" />
    </a>
  );
}

/** Several choices: shown as words, ticked in a small sheet, saved at each tick. */
function ChoicesRow({
  field,
  value,
  disabled,
  onSave,
}: {
  field: CustomField;
  value: readonly string[];
  disabled: boolean;
  onSave: (value: string[] | null) => Promise<void>;
}) {
  const { t } = useTranslation('custom-fields');
  const id = useId();
  const [draft, setDraft] = useState<readonly string[] | null>(null);
  const chosen = draft ?? value;
  const label = (option: string): string =>
    field.options.find((each) => each.value === option)?.label ?? option;
  const toggle = (option: string, isOn: boolean) => {
    const next = field.options
      .map((each) => each.value)
      .filter((each) => (each === option ? isOn : chosen.includes(each)));
    setDraft(next);
    onSave(next.length > 0 ? next : null).then(
      () => setDraft(null),
      (error: unknown) => {
        setDraft(null);
        toast({
          variant: 'destructive',
          title: t('inline.notSaved'),
          description: error instanceof Error ? error.message : undefined,
        });
      },
    );
  };
  const shown =
    chosen.length > 0 ? (
      <span className="flex min-w-0 flex-wrap gap-1 py-1">
        {chosen.map((option) => (
          <Badge key={option}>{label(option)}</Badge>
        ))}
      </span>
    ) : null;
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-3 text-base">
      <dt id={id} className="flex min-h-11 items-center text-sm text-muted md:min-h-8">
        {field.label}
      </dt>
      <dd className="min-w-0">
        {disabled ? (
          <p className="flex min-h-8 items-center">{shown ?? <span className="text-muted">–</span>}</p>
        ) : (
          <Popover
            label={field.label}
            trigger={
              <button
                type="button"
                className="group -mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center justify-between gap-2 rounded-control px-2 text-left hover:bg-sunken md:min-h-8 dark:hover:bg-line"
              >
                <span className="sr-only">{t('inline.edit', { field: field.label })}</span>
                {shown ?? <span className="text-muted">{t('inline.add')}</span>}
                <Pencil
                  size={14}
                  aria-hidden="true"
                  className="shrink-0 text-muted opacity-0 transition-opacity duration-150 group-hover:opacity-100 group-focus-visible:opacity-100"
                />
              </button>
            }
          >
            <fieldset className="grid max-h-72 gap-1 overflow-y-auto">
              <legend className="sr-only">{field.label}</legend>
              {field.options.map((option) => (
                <Checkbox
                  key={option.value}
                  label={option.label}
                  checked={chosen.includes(option.value)}
                  onChange={(isOn) => toggle(option.value, isOn)}
                />
              ))}
            </fieldset>
          </Popover>
        )}
      </dd>
    </div>
  );
}
