import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exampleOf, numberOf, typedNumber } from '#shared/money/amounts.ts';
import { Input } from '#ui/controls/input.tsx';

type Props = {
  value: number | null;
  /** Null for a field that was emptied. */
  onChange: (value: number | null) => void;
  className?: string;
  'aria-label'?: string;
};

/**
 * A number of a form's rule or limit. What can't be read stays as it was typed and changes nothing; the field
 * says so.
 */
export function FormNumber({ value, onChange, className, 'aria-label': label }: Props) {
  const { t, i18n } = useTranslation('amounts');
  const problem = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): number | null => (text.trim() === '' ? null : numberOf(text, i18n.language));
  const isOdd = typed !== null && typed.trim() !== '' && read(typed) === null;
  const shown = value === null ? '' : typedNumber(value, i18n.language);
  const example = exampleOf(2, i18n.language);
  return (
    <div className="grid min-w-0 gap-1.5">
      <Input
        inputMode="decimal"
        autoComplete="off"
        className={className}
        aria-label={label}
        aria-describedby={isOdd ? problem : undefined}
        aria-invalid={isOdd || undefined}
        value={typed ?? shown}
        onChange={({ target }) => {
          const next = read(target.value);
          setTyped(target.value);
          if (next !== null || target.value.trim() === '') onChange(next);
        }}
        onBlur={() => !isOdd && setTyped(null)}
      />
      {isOdd && (
        <p id={problem} role="alert" className="text-sm text-danger-ink">
          {value === null ? t('expected', { example }) : t('kept', { example, value: shown })}
        </p>
      )}
    </div>
  );
}
