import { clsx } from 'clsx';
import { Check, Minus } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import * as Radix from 'radix-ui/checkbox';

type Props = {
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  label: ReactNode;
  help?: ReactNode;
  hideLabel?: boolean;
  disabled?: boolean;
  className?: string;
};

/** A yes or no that takes effect with the form, and the mark of a selected row (`hideLabel`). */
export function Checkbox({ checked, onChange, label, help, hideLabel = false, disabled, className }: Props) {
  const id = useId();
  return (
    <div
      className={clsx(
        'flex gap-2.5',
        hideLabel ? 'items-center' : 'min-h-11 items-start py-2.5 md:min-h-0 md:py-1',
        className,
      )}
    >
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
        disabled={disabled}
        aria-describedby={help ? `${id}-help` : undefined}
        className="relative mt-0.5 flex size-4.5 shrink-0 items-center justify-center rounded-[4px] border border-edge bg-surface text-page after:absolute after:-inset-3 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-accent-strong data-[state=checked]:bg-accent-strong data-[state=indeterminate]:border-accent-strong data-[state=indeterminate]:bg-accent-strong"
      >
        <Radix.Indicator>
          {checked === 'indeterminate' ? (
            <Minus size={14} strokeWidth={2.5} />
          ) : (
            <Check size={14} strokeWidth={2.5} />
          )}
        </Radix.Indicator>
      </Radix.Root>
      <div className={clsx('min-w-0', hideLabel && 'sr-only')}>
        <label htmlFor={id}>{label}</label>
        {help && (
          <p id={`${id}-help`} className="text-sm text-muted">
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
