import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldControl } from './field.tsx';
import { controlClass } from './input.tsx';

type Props = {
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  className?: string;
};

/**
 * A colour as `#rrggbb`: the browser's picker and the same value as text. Calls `onChange` only with whole
 * colours.
 */
export function ColorField({ value, onChange, disabled, className }: Props) {
  const { t } = useTranslation('common');
  const ids = useFieldControl({});
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <span className={clsx('flex items-center gap-2', className)}>
      <input
        type="color"
        aria-label={t('color.pick')}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
        disabled={disabled}
        onChange={(event) => {
          setTyped(null);
          onChange(event.target.value);
        }}
        className="size-11 shrink-0 cursor-pointer rounded-control border border-edge bg-surface p-1 md:size-9 [&::-webkit-color-swatch]:rounded-[3px] [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
      />
      <input
        {...ids}
        value={typed ?? value}
        disabled={disabled}
        spellCheck={false}
        maxLength={7}
        onChange={(event) => {
          const text = event.target.value.trim();
          const color = text.startsWith('#') ? text : `#${text}`;
          setTyped(text);
          if (/^#[0-9a-f]{6}$/i.test(color)) onChange(color.toLowerCase());
        }}
        onBlur={() => setTyped(null)}
        className={clsx(controlClass, 'h-11 max-w-32 font-mono md:h-9')}
      />
    </span>
  );
}
