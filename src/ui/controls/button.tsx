import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from '../page/spinner.tsx';

export type ButtonVariant = 'primary' | 'outline' | 'ghost' | 'danger' | 'link';
export type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover font-semibold',
  outline:
    'border border-line bg-surface text-ink hover:bg-sunken dark:bg-raised dark:hover:bg-line font-medium',
  ghost: 'text-ink hover:bg-sunken dark:hover:bg-line font-medium',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover font-semibold',
  link: 'text-accent-ink underline-offset-4 hover:underline font-medium',
};
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-11 px-3 text-sm md:min-h-8',
  md: 'min-h-11 px-4 text-base md:min-h-9',
  lg: 'min-h-12 px-5 text-md md:min-h-11',
};

/**
 * The look of a button, for links and triggers that are no `<button>`:
 * `<Link className={buttonClass({ variant: 'primary' })}>`.
 */
export function buttonClass({
  variant = 'outline',
  size = 'md',
  className,
}: { variant?: ButtonVariant; size?: ButtonSize; className?: string } = {}): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-control py-1 text-center whitespace-nowrap transition-colors duration-150 select-none',
    'disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    className,
  );
}

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  pending?: boolean;
  icon?: ReactNode;
};

/**
 * A button. One `primary` a screen; `pending` disables it and shows a spinner (change the label too: "Logging
 * in...").
 */
export function Button({
  variant,
  size,
  pending = false,
  icon,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={buttonClass({ variant, size, className })}
      {...rest}
    >
      {pending ? <Spinner size={16} /> : icon}
      {children}
    </button>
  );
}
