import { Search, X } from 'lucide-react';
import { useRef, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';

type Props = Omit<
  ComponentProps<typeof Input>,
  'type' | 'value' | 'onChange' | 'trailing' | 'leading' | 'unit' | 'aria-label'
> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** Search by text; Escape and the cross clear it. Debounce where it is read, not here. */
export function SearchField({ label, value, onChange, ...rest }: Props) {
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  return (
    <Input
      ref={input}
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !value) return;
        event.stopPropagation();
        onChange('');
      }}
      leading={<Search size={16} />}
      trailing={
        value && (
          <IconButton
            label={t('search.clear')}
            tooltip={false}
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          >
            <X size={16} />
          </IconButton>
        )
      }
    />
  );
}
