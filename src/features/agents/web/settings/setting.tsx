import { clsx } from 'clsx';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select, type SelectOption } from '#ui/controls/select.tsx';
import { Slider } from '#ui/controls/slider.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { useSection } from '../editor/editor-section.ts';
import { longestOf, rangeOf } from './setting-bounds.ts';
import {
  settingAt,
  type ChoicePath,
  type SettingOf,
  type SettingValue,
  type ShownPath,
} from './setting-path.ts';
import { draftFields } from '../editor/use-editor-keys.ts';
import { useLabels } from './setting-labels.ts';

/** Around the fields of a section whose typing the draft's undo takes back. */
export function DraftFields({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-6" {...draftFields}>
      {children}
    </div>
  );
}

/** A heading inside a section. */
export function SettingGroup({
  title,
  help,
  children,
}: {
  title: ReactNode;
  help?: ReactNode;
  children: ReactNode;
}) {
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

/** Where a setting stands, so that the search and the list of errors can lead to it. */
export function SettingPlace({
  path,
  children,
  className,
}: {
  path: ShownPath;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      data-setting={path}
      className={clsx(
        'min-w-0 scroll-my-32 rounded-control data-found:outline-2 data-found:outline-offset-8 data-found:outline-accent-strong',
        className,
      )}
    >
      {children}
    </div>
  );
}

type FieldProps = {
  path: ShownPath;
  aside?: ReactNode;
  hasHelp?: boolean;
  children: ReactNode;
};

/** A control with the label, help and error of its setting. */
export function SettingField({ path, aside, hasHelp = true, children }: FieldProps) {
  const { errors } = useSection();
  const { label, help } = useLabels(path);
  return (
    <SettingPlace path={path}>
      <Field label={label} help={hasHelp && help} error={errors[path]} aside={aside}>
        {children}
      </Field>
    </SettingPlace>
  );
}

type TextProps = {
  path: SettingOf<string>;
  rows?: number;
  tall?: boolean;
  placeholder?: string;
  type?: 'text' | 'url';
  spellCheck?: boolean;
  below?: ReactNode;
};

/** Text of the draft, with its length beside the label; the schema says how long it may be. */
export function TextSetting({
  path,
  rows,
  tall = false,
  placeholder,
  type = 'text',
  spellCheck,
  below,
}: TextProps) {
  const { draft, set, canEdit } = useSection();
  const value = settingAt(draft, path);
  const max = longestOf(path);
  const shared = { value, maxLength: max, placeholder, spellCheck, disabled: !canEdit };
  return (
    <SettingField path={path} aside={<Counter used={value.length} max={max} />}>
      {rows ? (
        <Textarea
          {...shared}
          rows={rows}
          onChange={(event) => set(path, event.target.value)}
          style={tall ? { maxHeight: 'none' } : undefined}
        />
      ) : (
        <Input {...shared} type={type} onChange={(event) => set(path, event.target.value)} />
      )}
      {below}
    </SettingField>
  );
}

export function Counter({ used, max }: { used: number; max: number }) {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language);
  return (
    <span className={clsx('tabular', used >= max && 'text-warning-ink')}>
      {format.format(used)} / {format.format(max)}
    </span>
  );
}

/** A yes or no of the draft. */
export function SwitchSetting({ path }: { path: SettingOf<boolean> }) {
  const { draft, set, canEdit } = useSection();
  const { label, help } = useLabels(path);
  return (
    <SettingPlace path={path}>
      <Switch
        checked={settingAt(draft, path)}
        onChange={(next) => set(path, next)}
        label={label}
        help={help}
        disabled={!canEdit}
      />
    </SettingPlace>
  );
}

/** One of several named values of the draft. */
export function SelectSetting<Path extends ChoicePath>({
  path,
  options,
}: {
  path: Path;
  options: readonly SelectOption<SettingValue<Path> & string>[];
}) {
  const { draft, set, canEdit } = useSection();
  return (
    <SettingField path={path}>
      <Select
        value={settingAt(draft, path) as SettingValue<Path> & string}
        onChange={(next) => set(path, next)}
        options={options}
        disabled={!canEdit}
        className="max-w-80"
      />
    </SettingField>
  );
}

/** Name and help of a group of choices, tied to it. */
function ChoiceGroup({ path, name, children }: { path: ShownPath; name: string; children: ReactNode }) {
  const { errors, canEdit } = useSection();
  const { label, help } = useLabels(path);
  return (
    <SettingPlace path={path}>
      <fieldset disabled={!canEdit} className="min-w-0" aria-describedby={help && `${name}-help`}>
        <legend className="font-medium">{label}</legend>
        {help && (
          <p id={`${name}-help`} className="text-sm text-muted">
            {help}
          </p>
        )}
        {children}
        {errors[path] && (
          <p role="alert" className="mt-1.5 text-sm text-danger-ink">
            {errors[path]}
          </p>
        )}
      </fieldset>
    </SettingPlace>
  );
}

/** One of a few values, each with a line that says what it means; arrow keys move between them. */
export function ChoiceSetting<Path extends ChoicePath>({
  path,
  options,
}: {
  path: Path;
  /** `isOff`: it can't be chosen now; what stands beside says why. */
  options: readonly { value: SettingValue<Path> & string; label: string; hint: string; isOff?: boolean }[];
}) {
  const { draft, set } = useSection();
  const name = useId();
  const value = settingAt(draft, path);
  return (
    <ChoiceGroup path={path} name={name}>
      <div className="mt-1.5 overflow-hidden rounded-card border border-line bg-surface">
        {options.map((option) => (
          <label
            key={option.value}
            htmlFor={`${name}-${option.value}`}
            className={clsx(
              'flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-strong',
              option.value === value ? 'bg-accent-tint' : !option.isOff && 'hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              id={`${name}-${option.value}`}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.isOff}
              onChange={() => set(path, option.value)}
              aria-describedby={`${name}-${option.value}-hint`}
              className="mt-1 size-4 shrink-0 accent-accent-strong outline-none"
            />
            <span className="min-w-0">
              <span className={clsx('font-medium', option.isOff && 'text-muted')}>{option.label}</span>
              <span
                id={`${name}-${option.value}-hint`}
                className={clsx(
                  'block text-sm text-pretty',
                  option.value === value ? 'text-ink' : 'text-muted',
                )}
              >
                {option.hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </ChoiceGroup>
  );
}

/** One of a few values, each drawn; arrow keys move between them. */
export function TileSetting<Path extends ChoicePath>({
  path,
  options,
  columns = 3,
}: {
  path: Path;
  options: readonly {
    value: SettingValue<Path> & string;
    label: string;
    picture: ReactNode;
    disabled?: boolean;
  }[];
  columns?: 3 | 5;
}) {
  const { draft, set } = useSection();
  const name = useId();
  const value = settingAt(draft, path);
  return (
    <ChoiceGroup path={path} name={name}>
      <div
        className={clsx('mt-1.5 grid gap-2', columns === 5 ? 'grid-cols-3 sm:grid-cols-5' : 'grid-cols-3')}
      >
        {options.map((option) => (
          <label
            key={option.value}
            htmlFor={`${name}-${option.value}`}
            className={clsx(
              'relative flex min-h-20 flex-col items-center justify-end gap-1.5 rounded-card border px-1 pt-3 pb-2 text-center text-sm transition-colors duration-150',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong',
              option.value === value
                ? 'border-accent-strong bg-accent-tint font-medium text-accent-ink'
                : option.disabled
                  ? 'border-line bg-surface text-muted'
                  : 'border-line bg-surface text-muted hover:border-edge hover:text-ink',
            )}
          >
            <input
              type="radio"
              id={`${name}-${option.value}`}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => set(path, option.value)}
              className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
            />
            <span
              aria-hidden="true"
              className={clsx('flex grow items-center', option.disabled && 'opacity-45')}
            >
              {option.picture}
            </span>
            <span className="text-balance">{option.label}</span>
          </label>
        ))}
      </div>
    </ChoiceGroup>
  );
}

/** A whole number of the draft within the bounds of its schema; what is out of them is put right, and said. */
export function NumberSetting({ path, unit }: { path: SettingOf<number>; unit: string }) {
  const { draft, set, canEdit } = useSection();
  const { t } = useTranslation('agents');
  const { min, max } = rangeOf(path);
  const value = settingAt(draft, path);
  const [isBent, setBent] = useState(false);
  const take = (typed: number) => {
    const taken = Number.isNaN(typed) ? min : Math.min(max, Math.max(0, Math.round(typed)));
    setBent(!Number.isNaN(typed) && taken !== typed);
    set(path, taken);
  };
  return (
    <SettingField path={path}>
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
        onChange={(event) => take(event.target.valueAsNumber)}
        onBlur={() => {
          if (value >= min) return;
          set(path, min);
          setBent(true);
        }}
        className="max-w-56"
      />
      {isBent && (
        <p role="status" className="text-sm text-warning-ink">
          {t('editor.bent', { min, max, value })}
        </p>
      )}
    </SettingField>
  );
}

/** A number of the draft on a range. */
export function SliderSetting({
  path,
  step,
  ends,
  format,
}: {
  path: SettingOf<number>;
  step: number;
  ends: readonly [string, string];
  format: (value: number) => string;
}) {
  const { draft, set, canEdit } = useSection();
  const { label } = useLabels(path);
  const { min, max } = rangeOf(path);
  return (
    <SettingField path={path}>
      <div className="max-w-md">
        <Slider
          value={settingAt(draft, path)}
          onChange={(next) => set(path, Math.round(next / step) / Math.round(1 / step))}
          min={min}
          max={max}
          step={step}
          label={label}
          format={format}
          disabled={!canEdit}
        />
        <p aria-hidden="true" className="-mt-1 mr-15 flex justify-between text-xs text-muted">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </p>
      </div>
    </SettingField>
  );
}
