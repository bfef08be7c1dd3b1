import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from './input.tsx';

type Props = {
  value: number;
  onChange: (value: number) => void;
  /** The number that is meant; null for what can't be read. */
  read: (typed: string) => number | null;
  show: (value: number) => string;
  /** How it is written: `1,234.50`. */
  example: string;
  unit: string;
  disabled?: boolean;
  'aria-label'?: string;
};

/**
 * A number as people of a language write it. What is typed stays as it is while it means the same: "5," is on
 * its way to "5,50". What can't be read stays, too, and changes nothing: the field says how it is written and
 * which number holds until then.
 */
export function TypedInput({
  value,
  onChange,
  read,
  show,
  example,
  unit,
  disabled = false,
  'aria-label': label,
}: Props) {
  const { t } = useTranslation('amounts');
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const meant = typed === null ? null : read(typed);
  const isOdd = typed !== null && meant === null;
  return (
    <div className="grid gap-1.5">
      <Input
        inputMode="decimal"
        autoComplete="off"
        unit={unit}
        disabled={disabled}
        aria-label={label}
        aria-describedby={isOdd ? id : undefined}
        aria-invalid={isOdd || undefined}
        value={typed !== null && (isOdd || meant === value) ? typed : show(value)}
        onChange={({ target }) => {
          const next = read(target.value);
          setTyped(target.value);
          if (next !== null) onChange(next);
        }}
        onBlur={() => !isOdd && setTyped(null)}
        className="max-w-56"
      />
      {isOdd && (
        <p id={id} role="alert" className="text-sm text-danger-ink">
          {t('kept', { example, value: `${show(value)} ${unit}` })}
        </p>
      )}
    </div>
  );
}
