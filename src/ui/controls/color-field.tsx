import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldControl } from './field.tsx';
import { controlClass } from './input.tsx';

type Props = {
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  className?: string;
};

/** The whole colour that is meant: `FFF`, `#fff` and `#ffffff` are one; null for what is none. */
export function readColor(typed: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}

/**
 * A colour as `#rrggbb`: the browser's picker and the same value as text. Calls `onChange` only with whole
 * colours; what is none stays to be corrected, and the field says which colour holds until then.
 */
export function ColorField({ value, onChange, disabled, className }: Props) {
  const { t } = useTranslation('common');
  const ids = useFieldControl({});
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  /* Half a colour is no mistake while it is being typed. */
  const [isLeft, setLeft] = useState(false);
  const isOdd = typed !== null && readColor(typed) === null;
  return (
    <span className={clsx('flex flex-wrap items-center gap-2', className)}>
      <input
        type="color"
        aria-label={t('color.pick')}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
        disabled={disabled}
        onChange={(event) => {
          setTyped(null);
          setLeft(false);
          onChange(event.target.value);
        }}
        className="size-11 shrink-0 cursor-pointer rounded-control border border-edge bg-surface p-1 md:size-9 [&::-webkit-color-swatch]:rounded-[3px] [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
      />
      <input
        {...ids}
        aria-describedby={isOdd && isLeft ? id : ids['aria-describedby']}
        aria-invalid={(isOdd && isLeft) || ids['aria-invalid']}
        value={typed ?? value}
        disabled={disabled}
        spellCheck={false}
        maxLength={7}
        onChange={(event) => {
          const color = readColor(event.target.value);
          setTyped(event.target.value);
          setLeft(false);
          if (color) onChange(color);
        }}
        onBlur={() => (isOdd ? setLeft(true) : setTyped(null))}
        className={clsx(controlClass, 'h-11 max-w-32 font-mono md:h-9')}
      />
      {isOdd && isLeft && (
        <span id={id} role="alert" className="basis-full text-sm text-danger-ink">
          {t('color.invalid', { value })}
        </span>
      )}
    </span>
  );
}
