import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';
const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted dark:bg-line dark:text-ink',
  accent: 'bg-accent-tint text-accent-ink',
  success: 'bg-success-tint text-success-ink',
  warning: 'bg-warning-tint text-warning-ink',
  danger: 'bg-danger-tint text-danger-ink',
  info: 'bg-info-tint text-info-ink',
};

/** A word about the state of a thing. `dot` puts a mark before it, so that colour is never alone. */
export function Badge({
  tone = 'neutral',
  dot = false,
  className,
  children,
}: {
  tone?: Tone;
  dot?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        'inline-flex max-w-full items-center gap-1.5 rounded-full px-2 py-px text-xs font-medium',
        tones[tone],
        className,
      )}
    >
      {dot && <span className="size-1.5 shrink-0 rounded-full bg-current" />}
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A surface with one hairline. Never a card inside a card. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={clsx('rounded-card border border-line bg-surface p-5', className)} {...rest} />;
}

/** A message that stays in the page: what is so, and what can be done about it. */
export function Callout({
  tone = 'info',
  icon,
  title,
  action,
  children,
  className,
  live = false,
}: {
  tone?: Exclude<Tone, 'accent'>;
  icon?: ReactNode;
  title?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
  className?: string;
  live?: boolean;
}) {
  return (
    <div
      role={live ? 'status' : undefined}
      className={clsx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card px-4 py-3',
        tone === 'neutral' ? 'bg-sunken text-ink' : tones[tone],
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-56 gap-3">
        {icon && <span className="mt-0.5 flex shrink-0 self-start">{icon}</span>}
        <div className="min-w-0 grow">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className={clsx(title && 'text-ink')}>{children}</div>}
        </div>
      </div>
      {action}
    </div>
  );
}

/** A shape in the place of content that is on its way; invisible for the first 200 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('skeleton rounded-control bg-line', className)} />;
}

/** A share of a whole, 0…100; without `value` it only says that something runs. */
export function Progress({ value, label, className }: { value?: number; label: string; className?: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === undefined ? undefined : Math.round(value)}
      className={clsx('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={clsx(
          'h-full rounded-full bg-accent-strong transition-[width] duration-200',
          value === undefined && 'w-1/3 animate-[pulse_1.2s_ease-in-out_infinite]',
        )}
        style={value === undefined ? undefined : { width: `${Math.min(100, Math.max(0, value))}%` }}
      />
    </div>
  );
}

/** A face: the picture, or the first letter on a quiet tint. Decorative; the name stands beside it. */
export function Avatar({
  name,
  src,
  size = 32,
  square = false,
  className,
}: {
  name: string;
  src?: string | null;
  size?: number;
  square?: boolean;
  className?: string;
}) {
  const shape = clsx('shrink-0 object-cover', square ? 'rounded-control' : 'rounded-full', className);
  if (src)
    return (
      <img
        src={src}
        alt=""
        width={size}
        height={size}
        className={shape}
        style={{ width: size, height: size }}
      />
    );
  return (
    <span
      aria-hidden="true"
      className={clsx(
        shape,
        'inline-flex items-center justify-center bg-accent-tint font-semibold text-accent-ink',
      )}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.42) }}
    >
      {([...name.trim()][0] ?? '?').toUpperCase()}
    </span>
  );
}
