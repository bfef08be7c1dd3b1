import { clsx } from 'clsx';
import { createContext, use, useId, type ReactNode } from 'react';

type FieldIds = {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
};
const FieldContext = createContext<FieldIds | null>(null);

/** Ids that a control inside a `<Field>` takes over; controls of this folder do it by themselves. */
export function useFieldControl(own: { id?: string; 'aria-describedby'?: string }) {
  const field = use(FieldContext);
  return {
    id: own.id ?? field?.id,
    'aria-describedby': [own['aria-describedby'], field?.describedBy].filter(Boolean).join(' ') || undefined,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  };
}

type Props = {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  /** Right of the label: a link, a counter, "optional". */
  aside?: ReactNode;
  required?: boolean;
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * Label above, help under it, control, error under the field. The control inside is tied to all of them by
 * itself.
 */
export function Field({
  label,
  help,
  error,
  aside,
  required = false,
  hideLabel = false,
  className,
  children,
}: Props) {
  const id = useId();
  const describedBy =
    [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      <div className={clsx('grid min-w-0 gap-1.5', className)}>
        <div
          className={clsx(
            'flex min-w-0 items-baseline justify-between gap-3',
            hideLabel && !aside && 'sr-only',
          )}
        >
          <label htmlFor={id} className={clsx('text-base font-medium', hideLabel && 'sr-only')}>
            {label}
          </label>
          {aside && <span className="shrink-0 text-sm text-muted">{aside}</span>}
        </div>
        {help && (
          <p id={`${id}-help`} className="-mt-1 text-sm text-muted">
            {help}
          </p>
        )}
        {children}
        {error && (
          <p id={`${id}-error`} role="alert" className="rise-in text-sm text-danger-ink">
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  );
}
