import { useTranslation } from 'react-i18next';
import type { Field as BlockField, Fields, PictureValue } from '#shared/landing-pages/fields.ts';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import { formatPrice } from '#shared/money/money.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { AddressInput } from './address-input.tsx';
import { ItemFields } from './item-fields.tsx';
import { picturesElsewhere, withPicture } from '../checks/markdown-pictures.ts';
import { PictureInput } from './picture-input.tsx';
import { TakeIn } from './take-in.tsx';

export type ValueFieldsProps = {
  fields: Fields;
  values: Record<string, unknown>;
  pageId: string;
  facts: PageFacts;
  /** Number of the agent whose offers may be chosen. */
  agent: number;
  onChange: (change: Record<string, unknown>) => void;
};

/** A field of the builder for each field of a block, in their order. */
export function ValueFields(props: ValueFieldsProps) {
  return Object.entries(props.fields).map(([name, field]) =>
    field.kind === 'slot' ? null : <ValueField key={name} {...props} name={name} field={field} />,
  );
}

/** Stands for '' and 0 in choices, which know no empty value. */
const none = 'none';

function ValueField({
  name,
  field,
  values,
  pageId,
  facts,
  agent,
  onChange,
}: ValueFieldsProps & { name: string; field: Exclude<BlockField, { kind: 'slot' }> }) {
  const { t, i18n } = useTranslation('landing-builder');
  const label = t(`fields.${name}`);
  const value = values[name];
  const set = (next: unknown): void => onChange({ [name]: next });
  const choose = (options: { value: string; label: string }[], chosen: string, first: string) => (
    <Field label={label}>
      <Select
        value={chosen === '' ? none : chosen}
        options={[{ value: none, label: first }, ...options]}
        onChange={(next) =>
          set(field.kind === 'agent' ? (next === none ? 0 : Number(next)) : next === none ? '' : next)
        }
      />
    </Field>
  );
  switch (field.kind) {
    case 'text':
      return (
        <Field label={label} {...(name === 'points' ? { help: t('help.points') } : {})}>
          {field.isLong ? (
            <Textarea
              value={String(value)}
              maxLength={field.max}
              rows={3}
              onChange={(event) => set(event.target.value)}
            />
          ) : (
            <Input
              value={String(value)}
              maxLength={field.max}
              onChange={(event) => set(event.target.value)}
            />
          )}
        </Field>
      );
    case 'markdown':
    case 'html':
      return (
        <>
          <Field label={label} help={t(field.kind === 'html' ? 'help.html' : 'help.markdown')}>
            <Textarea
              value={String(value)}
              maxLength={field.max}
              rows={9}
              spellCheck={field.kind === 'markdown'}
              onChange={(event) => set(event.target.value)}
            />
          </Field>
          {field.kind === 'markdown' &&
            picturesElsewhere(String(value)).map((url) => (
              <TakeIn
                key={url}
                pageId={pageId}
                url={url}
                isLink
                onTake={(src) => set(withPicture(String(value), url, src))}
              />
            ))}
        </>
      );
    case 'link':
    case 'video':
    case 'anchor':
      return <AddressInput kind={field.kind} label={label} value={String(value)} onChange={set} />;
    case 'moment':
      return (
        <Field label={label}>
          <Input
            type="datetime-local"
            value={localMoment(String(value))}
            onChange={({ target }) => set(target.value === '' ? '' : new Date(target.value).toISOString())}
          />
        </Field>
      );
    case 'picture':
      return <PictureInput label={label} value={value as PictureValue} pageId={pageId} onChange={set} />;
    case 'choice':
      return (
        <Field label={label}>
          <Select
            value={String(value)}
            options={field.options.map((option) => ({
              value: option,
              label: t(`options.${option}`, { defaultValue: option.replaceAll('-', ' : ') }),
            }))}
            onChange={set}
          />
        </Field>
      );
    case 'switch':
      return <Switch label={label} checked={value === true} onChange={set} />;
    case 'number':
      return (
        <Field label={label}>
          <Input
            type="number"
            min={field.min}
            max={field.max}
            step={field.step}
            value={Number(value)}
            onChange={({ target }) =>
              set(Math.min(field.max, Math.max(field.min, Math.round(target.valueAsNumber || 0))))
            }
          />
        </Field>
      );
    case 'agent':
      return choose(
        Object.values(facts.agents).map((one) => ({ value: String(one.number), label: one.name })),
        value === 0 ? '' : String(value),
        t('options.pageAgent'),
      );
    case 'offer':
      return choose(
        (facts.agents[String(agent)]?.offers ?? []).map((one) => ({
          value: one.id,
          label: `${one.title} ${formatPrice(one.total, one.currency, i18n.language)}`.trim(),
        })),
        String(value),
        t('options.allOffers'),
      );
    case 'form':
      return choose(
        Object.values(facts.forms).map((one) => ({ value: one.publicId, label: one.name })),
        String(value),
        t('options.noForm'),
      );
    case 'list':
      return (
        <ItemFields
          label={label}
          field={field}
          items={value as Record<string, unknown>[]}
          draw={(item, onItem) => (
            <ValueFields
              fields={field.of}
              values={item}
              pageId={pageId}
              facts={facts}
              agent={agent}
              onChange={onItem}
            />
          )}
          onChange={set}
        />
      );
  }
}

/** A moment as the browser's own field writes it, in the person's zone. */
function localMoment(moment: string): string {
  if (moment === '') return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
