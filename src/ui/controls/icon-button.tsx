import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Tooltip } from '../overlay/tooltip.tsx';

type Props = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string;
  size?: 'sm' | 'md';
  tooltip?: boolean;
  keys?: string;
  active?: boolean;
};

/** A square button with an icon (lucide, 16 or 20) as child; `label` is its name and its tooltip. */
export function IconButton({
  label,
  size = 'md',
  tooltip = true,
  keys,
  active = false,
  className,
  type = 'button',
  ...rest
}: Props) {
  const button = (
    <button
      type={type}
      aria-label={label}
      className={clsx(
        'inline-flex shrink-0 items-center justify-center rounded-control transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55',
        'size-11',
        size === 'sm' ? 'md:size-7' : 'md:size-9',
        active
          ? 'bg-accent-tint text-accent-ink'
          : 'text-muted hover:bg-sunken hover:text-ink dark:hover:bg-line',
        className,
      )}
      {...rest}
    />
  );
  return tooltip ? (
    <Tooltip text={label} keys={keys}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
