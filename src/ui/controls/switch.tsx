import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';
import * as Radix from 'radix-ui/switch';

type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
  hideLabel?: boolean;
  className?: string;
};

/**
 * On or off, taking effect at once. Label left, switch right; brings its own label, so no `<Field>` around
 * it.
 */
export function Switch({ checked, onChange, label, help, disabled, hideLabel = false, className }: Props) {
  const id = useId();
  return (
    <div className={clsx('flex min-h-11 items-center justify-between gap-4 md:min-h-9', className)}>
      <div className={clsx('min-w-0', hideLabel && 'sr-only')}>
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-sm text-muted">
            {help}
          </p>
        )}
      </div>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={help ? `${id}-help` : undefined}
        className="relative h-5.5 w-10 shrink-0 rounded-full border border-edge bg-edge transition-colors duration-150 after:absolute after:-inset-3 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-accent-strong data-[state=checked]:bg-accent-strong"
      >
        <Radix.Thumb className="block size-4.5 translate-x-px rounded-full bg-page transition-transform duration-150 data-[state=checked]:translate-x-[1.1875rem]" />
      </Radix.Root>
    </div>
  );
}
