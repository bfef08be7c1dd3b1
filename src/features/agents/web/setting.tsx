import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Input, Textarea } from '#ui/input.tsx';
import { Select, type SelectOption } from '#ui/select.tsx';
import { Slider } from '#ui/slider.tsx';
import { Switch } from '#ui/switch.tsx';
import { fieldOf, useSection } from './editor-section.ts';
import { draftFields } from './use-editor-keys.ts';

/** Around the fields of a section whose typing the draft's undo takes back. */
export function DraftFields({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-6" {...draftFields}>
      {children}
    </div>
  );
}

/** A heading inside a section. */
export function SettingGroup({ title, help, children }: { title: ReactNode; help?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-5 border-t border-line pt-6">
      <div>
        <h3 className="text-md font-semibold">{title}</h3>
        {help && <p className="mt-0.5 text-pretty text-muted">{help}</p>}
      </div>
      {children}
    </div>
  );
}

/** Label and help of a field: `agents:fields.<path>` and, where there is one, `agents:help.<path>`. */
function useLabels(path: string): { label: string; help: string | undefined } {
  const { t, i18n } = useTranslation('agents');
  return { label: t(`fields.${path}`), help: i18n.exists(`agents:help.${path}`) ? t(`help.${path}`) : undefined };
}

type TextProps = { path: string; max: number; rows?: number; tall?: boolean; placeholder?: string; leading?: ReactNode; spellCheck?: boolean; below?: ReactNode };

/** Text of the draft, with its length beside the label. */
export function TextSetting({ path, max, rows, tall = false, placeholder, spellCheck, below }: TextProps) {
  const { draft, set, errors, canEdit } = useSection();
  const { label, help } = useLabels(path);
  const value = String(fieldOf(draft, path) ?? '');
  const shared = { value, maxLength: max, placeholder, spellCheck, disabled: !canEdit };
  return (
    <Field label={label} help={help} error={errors[path]} aside={<Counter used={value.length} max={max} />}>
      {rows ? (
        <Textarea {...shared} rows={rows} onChange={(event) => set(path, event.target.value)} style={tall ? { maxHeight: 'none' } : undefined} />
      ) : (
        <Input {...shared} onChange={(event) => set(path, event.target.value)} />
      )}
      {below}
    </Field>
  );
}

function Counter({ used, max }: { used: number; max: number }) {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language);
  return (
    <span className={clsx('tabular', used >= max && 'text-warning-ink')}>
      {format.format(used)} / {format.format(max)}
    </span>
  );
}

/** A yes or no of the draft. */
export function SwitchSetting({ path }: { path: string }) {
  const { draft, set, canEdit } = useSection();
  const { label, help } = useLabels(path);
  return <Switch checked={fieldOf(draft, path) === true} onChange={(next) => set(path, next)} label={label} help={help} disabled={!canEdit} />;
}

/** One of several named values of the draft. */
export function SelectSetting<T extends string>({ path, options }: { path: string; options: readonly SelectOption<T>[] }) {
  const { draft, set, errors, canEdit } = useSection();
  const { label, help } = useLabels(path);
  return (
    <Field label={label} help={help} error={errors[path]}>
      <Select value={fieldOf(draft, path) as T} onChange={(next) => set(path, next)} options={options} disabled={!canEdit} className="max-w-80" />
    </Field>
  );
}

/** One of a few values, each drawn; arrow keys move between them. */
export function TileSetting<T extends string>({ path, options, columns = 3 }: { path: string; options: readonly { value: T; label: string; picture: ReactNode; disabled?: boolean }[]; columns?: 3 | 5 }) {
  const { draft, set, canEdit } = useSection();
  const { label, help } = useLabels(path);
  const name = useId();
  const value = fieldOf(draft, path);
  return (
    <fieldset disabled={!canEdit} className="min-w-0" aria-describedby={help && `${name}-help`}>
      <legend className="font-medium">{label}</legend>
      {help && (
        <p id={`${name}-help`} className="text-sm text-muted">
          {help}
        </p>
      )}
      <div className={clsx('mt-1.5 grid gap-2', columns === 5 ? 'grid-cols-3 sm:grid-cols-5' : 'grid-cols-3')}>
        {options.map((option) => (
          <label
            key={option.value}
            htmlFor={`${name}-${option.value}`}
            className={clsx(
              'relative flex min-h-20 flex-col items-center justify-end gap-1.5 rounded-card border bg-surface px-1 pt-3 pb-2 text-center text-sm transition-colors duration-150',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong',
              option.value === value ? 'border-accent-strong bg-accent-tint font-medium text-accent-ink' : option.disabled ? 'border-line text-muted' : 'border-line text-muted hover:border-edge hover:text-ink',
            )}
          >
            <input type="radio" id={`${name}-${option.value}`} name={name} value={option.value} checked={option.value === value} disabled={option.disabled} onChange={() => set(path, option.value)} className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed" />
            <span aria-hidden="true" className={clsx('flex grow items-center', option.disabled && 'opacity-45')}>
              {option.picture}
            </span>
            <span className="text-balance">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A whole number of the draft within bounds; what is out of bounds is put right on leaving the field. */
export function NumberSetting({ path, min, max, unit }: { path: string; min: number; max: number; unit: string }) {
  const { draft, set, errors, canEdit } = useSection();
  const { label, help } = useLabels(path);
  const value = Number(fieldOf(draft, path));
  return (
    <Field label={label} help={help} error={errors[path]}>
      <Input
        key={canEdit ? 'on' : 'off'}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
        unit={unit}
        disabled={!canEdit}
        value={Number.isFinite(value) ? value : ''}
        onChange={(event) => set(path, event.target.value === '' ? min : Math.min(max, Math.max(0, Math.round(event.target.valueAsNumber))))}
        onBlur={() => value < min && set(path, min)}
        className="max-w-56"
      />
    </Field>
  );
}

/** A number of the draft on a range. */
export function SliderSetting({ path, min, max, step, ends, format }: { path: string; min: number; max: number; step: number; ends: readonly [string, string]; format: (value: number) => string }) {
  const { draft, set, canEdit } = useSection();
  const { label, help } = useLabels(path);
  return (
    <Field label={label} help={help}>
      <div className="max-w-md">
        <Slider value={Number(fieldOf(draft, path))} onChange={(next) => set(path, Math.round(next / step) / Math.round(1 / step))} min={min} max={max} step={step} label={label} format={format} disabled={!canEdit} />
        <p aria-hidden="true" className="-mt-1 mr-15 flex justify-between text-xs text-muted">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </p>
      </div>
    </Field>
  );
}
