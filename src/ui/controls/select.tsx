import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import * as Radix from 'radix-ui/select';
import { controlClass } from './input.tsx';
import { useFieldControl } from './field.tsx';

export type SelectOption<T extends string = string> = {
  value: T;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  /** Heading under which it stands, with the options before and after that have the same. */
  group?: string;
};

type Props<T extends string> = {
  value: T | undefined;
  onChange: (value: T) => void;
  options: readonly SelectOption<T>[];
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  'aria-label'?: string;
  className?: string;
};

/**
 * One of several named values. `hint` explains an option under its name. An option with the empty value is what
 * nothing chosen means, and stands in place of the placeholder.
 */
export function Select<T extends string>({
  value,
  onChange,
  options,
  placeholder,
  disabled,
  className,
  ...rest
}: Props<T>) {
  const ids = useFieldControl(rest);
  const none = options.find((option) => option.value === '');
  return (
    <Radix.Root value={value ?? ''} onValueChange={(next) => onChange(next as T)} disabled={disabled}>
      <Radix.Trigger
        {...ids}
        aria-label={rest['aria-label']}
        className={clsx(
          controlClass,
          'flex h-11 items-center justify-between gap-2 text-left md:h-9',
          !none && 'data-placeholder:text-muted',
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value placeholder={none ? none.label : placeholder} />
        </span>
        <Radix.Icon asChild>
          <ChevronDown size={16} className="shrink-0 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-60 max-h-(--radix-select-content-available-height) max-w-[min(36rem,calc(100vw-1rem))] min-w-(--radix-select-trigger-width) overflow-hidden rounded-card border border-line bg-raised shadow-float"
          style={{ animation: 'float-in 120ms var(--ease-out)' }}
        >
          <Radix.Viewport className="p-1">
            {options.some(({ group }) => group) ? (
              [...Map.groupBy(options, ({ group = '' }) => group)].map(([group, inGroup]) => (
                <Radix.Group key={group}>
                  <Radix.Label className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
                    {group}
                  </Radix.Label>
                  <Items options={inGroup} />
                </Radix.Group>
              ))
            ) : (
              <Items options={options} />
            )}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Items<T extends string>({ options }: { options: readonly SelectOption<T>[] }) {
  return options.map((option) => (
    <Radix.Item
      key={option.value}
      value={option.value}
      disabled={option.disabled}
      {...(option.hint ? { 'aria-labelledby': undefined } : {})}
      className="relative flex min-h-11 cursor-default flex-col justify-center rounded-control py-1.5 pr-8 pl-2.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-sunken md:min-h-8 dark:data-highlighted:bg-line"
    >
      <Radix.ItemText>{option.label}</Radix.ItemText>
      {option.hint && <span className="text-sm text-muted">{option.hint}</span>}
      <Radix.ItemIndicator className="absolute right-2.5">
        <Check size={16} className="text-accent-ink" />
      </Radix.ItemIndicator>
    </Radix.Item>
  ));
}
