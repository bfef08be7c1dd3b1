import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type Props = {
  picture?: ReactNode;
  title: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  className?: string;
};

/** Nothing here yet: one picture made of real interface parts, one sentence that teaches, one action. */
export function EmptyState({ picture, title, children, action, className }: Props) {
  return (
    <section
      className={clsx(
        'flex flex-col items-center rounded-card border border-line bg-surface px-6 py-12 text-center',
        className,
      )}
    >
      {picture && (
        <div aria-hidden="true" inert className="mb-7 w-full max-w-sm text-left">
          {picture}
        </div>
      )}
      <h2 className="font-display text-xl font-medium text-balance">{title}</h2>
      <p className="mt-2 max-w-[60ch] text-pretty text-muted">{children}</p>
      {action && <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>}
    </section>
  );
}
