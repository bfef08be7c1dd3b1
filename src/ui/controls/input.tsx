import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { useFieldControl } from './field.tsx';

/** The frame of every text control; 16 px text on phones, so that they do not zoom. */
export const controlClass = clsx(
  'w-full min-w-0 rounded-control border border-edge bg-surface px-3 text-md text-ink transition-colors duration-150 md:text-base',
  'hover:border-muted focus-visible:border-accent-strong focus-visible:outline-1 focus-visible:outline-offset-0',
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted [&:is(input,textarea):read-only]:bg-sunken',
);

type InputProps = Omit<ComponentProps<'input'>, 'prefix'> & {
  unit?: ReactNode;
  leading?: ReactNode;
  trailing?: ReactNode;
};

/**
 * One line of text. `unit` stands inside at the end ("seconds", "EUR"), `leading` and `trailing` take an icon
 * or button.
 */
export function Input({ className, unit, leading, trailing, ...rest }: InputProps) {
  const ids = useFieldControl(rest);
  const control = (
    <input
      {...rest}
      {...ids}
      className={clsx(
        controlClass,
        'h-11 md:h-9',
        leading && 'pl-9',
        (unit || trailing) && 'pr-11',
        !(unit || leading || trailing) && className,
      )}
    />
  );
  if (!unit && !leading && !trailing) return control;
  return (
    <span className={clsx('relative flex w-full items-center', className)}>
      {leading && <span className="pointer-events-none absolute left-3 flex text-muted">{leading}</span>}
      {control}
      {unit && (
        <span className="pointer-events-none absolute right-3 bg-inherit pl-1 text-sm text-muted">
          {unit}
        </span>
      )}
      {trailing && <span className="absolute right-0 flex">{trailing}</span>}
    </span>
  );
}

/** Several lines of text; grows with its content where the browser can. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const ids = useFieldControl(rest);
  return (
    <textarea
      rows={rows}
      {...rest}
      {...ids}
      className={clsx(controlClass, 'max-h-96 py-2 leading-6 [field-sizing:content]', className)}
      style={{ minHeight: `calc(${rows} * 1.5rem + 1rem + 2px)`, ...rest.style }}
    />
  );
}
