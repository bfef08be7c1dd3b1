import { clsx } from 'clsx';
import { useEffect, useRef, type ReactNode } from 'react';
import * as Radix from 'radix-ui/tabs';

export type Tab<T extends string = string> = { value: T; label: ReactNode; content: ReactNode };

type Props<T extends string> = {
  value: T;
  onChange: (value: T) => void;
  tabs: readonly Tab<T>[];
  label: string;
  stretch?: boolean;
  className?: string;
};

/** Views of one thing. Keep `value` in the URL (`useUrlParam`), so that Back and links work. */
export function Tabs<T extends string>({
  value,
  onChange,
  tabs,
  label,
  stretch = false,
  className,
}: Props<T>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[data-state=active]');
    // Only the row of tabs moves, never the page.
    if (box && current) box.scrollLeft = current.offsetLeft - (box.clientWidth - current.offsetWidth) / 2;
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)} className={className}>
      <Radix.List
        ref={list}
        aria-label={label}
        className={clsx('scroll-row relative flex border-b border-line', !stretch && '-mx-1 gap-1 px-1')}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={clsx(
              'relative min-h-11 px-2.5 font-medium md:px-3 whitespace-nowrap text-muted transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 md:min-h-10',
              'after:absolute after:bottom-0 after:h-0.5 after:rounded-full data-[state=active]:text-ink data-[state=active]:after:bg-accent-strong',
              stretch ? 'grow basis-0 after:inset-x-0' : 'after:inset-x-2.5 md:after:inset-x-3',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-6 focus-visible:outline-offset-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
