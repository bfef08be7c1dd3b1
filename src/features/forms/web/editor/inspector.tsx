import { useTranslation } from 'react-i18next';
import { formFileKinds, hasOptions, takesAnswer, type FormBlock } from '#shared/forms/document.ts';
import { exampleOf, minorOf, typedOf } from '#shared/money/amounts.ts';
import { currencyDigits } from '#shared/chat/message-parts.ts';
import { currencyCodes, mostCharged } from '#shared/money/money.ts';
import { TypedInput } from '#ui/controls/typed-input.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { MapTo } from './map-to.tsx';
import { FormNumber } from './number-input.tsx';
import { Options, Rows, type InspectorProps } from './inspector-lists.tsx';

const texts = new Set<FormBlock['type']>(['short_text', 'long_text']);
const numbers = new Set<FormBlock['type']>(['number', 'currency']);
const moments = new Set<FormBlock['type']>(['date', 'time', 'datetime']);
const several = new Set<FormBlock['type']>(['checkboxes', 'multi_select']);
const withPlaceholder = new Set<FormBlock['type']>([
  'short_text',
  'long_text',
  'email',
  'phone',
  'url',
  'select',
  'number',
  'currency',
]);

/** Everything that can be said about the chosen block, and nothing that does not concern its kind. */
export function FormInspector({ block, document: form, disabled, onChange }: InspectorProps) {
  const { t, i18n } = useTranslation('forms');
  const set =
    <K extends keyof FormBlock>(name: K) =>
    (value: FormBlock[K]) =>
      onChange({ [name]: value } as Partial<FormBlock>, `${block.key}.${name}`);
  const line = (
    name: 'label' | 'placeholder' | 'initial' | 'source' | 'lowLabel' | 'highLabel',
    most: number,
    help?: string,
  ) => (
    <Field
      label={t(block.type === 'image' && name === 'label' ? 'inspector.alt' : `inspector.${name}`)}
      help={help}
    >
      <Input value={block[name]} maxLength={most} onChange={(event) => set(name)(event.target.value)} />
    </Field>
  );
  const limitField = (name: 'min' | 'max', label: string) => (
    <Field label={label}>
      <FormNumber key={`${block.key}-${name}`} value={block[name]} onChange={set(name)} />
    </Field>
  );
  const isQuestion = takesAnswer(block) && block.type !== 'hidden';
  const calculated = [
    ...new Set(
      form.rules.flatMap(({ actions }) =>
        actions.flatMap((action) => (action.type === 'calculate' ? [action.name] : [])),
      ),
    ),
  ];
  return (
    <fieldset disabled={disabled} className="grid gap-4">
      {block.type === 'paragraph' ? (
        <Field label={t('inspector.text')}>
          <Textarea
            rows={4}
            value={block.label}
            maxLength={200}
            onChange={(event) => set('label')(event.target.value)}
          />
        </Field>
      ) : (
        block.type !== 'divider' && block.type !== 'page_break' && line('label', 200)
      )}
      {(block.type === 'page_break' || block.type === 'divider') && (
        <p className="text-muted">{t(`inspector.${block.type}`)}</p>
      )}
      {isQuestion && (
        <Field label={t('inspector.help')}>
          <Textarea
            rows={2}
            value={block.help}
            maxLength={500}
            onChange={(event) => set('help')(event.target.value)}
          />
        </Field>
      )}
      {(block.type === 'hidden' || block.type === 'image') &&
        line('source', 2_048, t(`inspector.source_${block.type}`))}
      {hasOptions(block) && <Options block={block} onChange={onChange} />}
      {block.type === 'matrix' && <Rows block={block} onChange={onChange} />}
      {isQuestion && block.type !== 'payment' && (
        <Switch
          label={t('inspector.required')}
          checked={block.required}
          disabled={disabled}
          onChange={set('required')}
        />
      )}
      {block.type === 'picture_choice' && (
        <Switch
          label={t('inspector.multiple')}
          checked={block.multiple}
          disabled={disabled}
          onChange={set('multiple')}
        />
      )}
      {withPlaceholder.has(block.type) && line('placeholder', 100)}
      {(texts.has(block.type) || numbers.has(block.type)) && line('initial', 255)}
      {texts.has(block.type) && (
        <div className="grid grid-cols-2 items-start gap-3">
          {limitField('min', t('inspector.minCharacters'))}
          {limitField('max', t('inspector.maxCharacters'))}
        </div>
      )}
      {block.type === 'short_text' && (
        <Field label={t('inspector.format')}>
          <Select
            value={block.format || 'any'}
            onChange={(value) => set('format')(value === 'any' ? '' : value)}
            options={(['any', 'letters', 'digits', 'alphanumeric'] as const).map((value) => ({
              value,
              label: t(`formats.${value}`),
            }))}
          />
        </Field>
      )}
      {(block.type === 'currency' || block.type === 'payment') && (
        <Field label={t('inspector.currency')}>
          <Select
            value={block.currency}
            onChange={set('currency')}
            options={currencyCodes.map((value) => ({ value, label: value }))}
          />
        </Field>
      )}
      {(numbers.has(block.type) ||
        several.has(block.type) ||
        (block.type === 'picture_choice' && block.multiple)) && (
        <div className="grid grid-cols-2 items-start gap-3">
          {limitField('min', t(numbers.has(block.type) ? 'inspector.least' : 'inspector.minChoices'))}
          {limitField('max', t(numbers.has(block.type) ? 'inspector.most' : 'inspector.maxChoices'))}
        </div>
      )}
      {block.type === 'number' && (
        <Field label={t('inspector.decimals')}>
          <Select
            value={String(block.decimals)}
            onChange={(value) => set('decimals')(Number(value))}
            options={['0', '1', '2', '3', '4'].map((value) => ({ value, label: value }))}
          />
        </Field>
      )}
      {moments.has(block.type) && (
        <div className="grid grid-cols-2 items-start gap-3">
          {(['from', 'until'] as const).map((name) => (
            <Field key={name} label={t(`inspector.${name}`)}>
              <Input
                type={block.type === 'time' ? 'time' : 'date'}
                value={block[name]}
                onChange={(event) => set(name)(event.target.value)}
              />
            </Field>
          ))}
        </div>
      )}
      {block.type === 'rating' && (
        <Field label={t('inspector.icon')}>
          <Select
            value={block.icon}
            onChange={set('icon')}
            options={(['star', 'heart', 'number'] as const).map((value) => ({
              value,
              label: t(`icons.${value}`),
            }))}
          />
        </Field>
      )}
      {(block.type === 'rating' || block.type === 'scale') && (
        <Field label={t('inspector.points')}>
          <Select
            value={String(block.max ?? 5)}
            onChange={(value) => set('max')(Number(value))}
            options={(block.type === 'rating' ? [3, 4, 5, 6, 7, 8, 9, 10] : [3, 4, 5, 6, 7]).map((value) => ({
              value: String(value),
              label: String(value),
            }))}
          />
        </Field>
      )}
      {(block.type === 'nps' || block.type === 'scale' || block.type === 'rating') && (
        <div className="grid grid-cols-2 items-start gap-3">
          {line('lowLabel', 60)}
          {line('highLabel', 60)}
        </div>
      )}
      {block.type === 'file' && (
        <>
          <Field label={t('inspector.files')}>
            <Select
              value={String(block.max ?? 1)}
              onChange={(value) => set('max')(Number(value))}
              options={['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))}
            />
          </Field>
          <div role="group" aria-label={t('inspector.accept')} className="grid gap-2">
            <p className="font-medium">{t('inspector.accept')}</p>
            {formFileKinds.map((kind) => (
              <Checkbox
                key={kind}
                label={t(`files.${kind}`)}
                disabled={disabled}
                checked={block.accept.includes(kind)}
                onChange={(isOn) =>
                  set('accept')(
                    formFileKinds.filter((entry) => (entry === kind ? isOn : block.accept.includes(entry))),
                  )
                }
              />
            ))}
          </div>
        </>
      )}
      {block.type === 'payment' && (
        <>
          <Field label={t('inspector.price')}>
            <Select
              value={block.amountFrom || '='}
              onChange={(value) => set('amountFrom')(value === '=' ? '' : value)}
              options={[
                { value: '=', label: t('inspector.fixedPrice') },
                ...calculated.map((name) => ({
                  value: name,
                  label: t('inspector.calculatedPrice', { name }),
                })),
              ]}
            />
          </Field>
          {block.amountFrom === '' && (
            <Field label={t('inspector.amount')}>
              <TypedInput
                key={`${block.key}-${block.currency}`}
                value={block.amount}
                onChange={set('amount')}
                read={(typed) => minorOf(typed, currencyDigits(block.currency), mostCharged, i18n.language)}
                show={(amount) => typedOf(amount, currencyDigits(block.currency), i18n.language)}
                example={exampleOf(currencyDigits(block.currency), i18n.language)}
                unit={block.currency}
                disabled={disabled}
              />
            </Field>
          )}
          <p className="text-sm text-muted">{t('inspector.payment')}</p>
        </>
      )}
      {isQuestion && (
        <Field label={t('inspector.width')}>
          <Select
            value={block.width}
            onChange={set('width')}
            options={(['full', 'half'] as const).map((value) => ({ value, label: t(`widths.${value}`) }))}
          />
        </Field>
      )}
      <MapTo block={block} onChange={onChange} />
      {takesAnswer(block) && (
        <p className="text-sm text-muted">
          {t('inspector.key')} <code className="font-mono text-ink">{block.key}</code>
        </p>
      )}
    </fieldset>
  );
}
