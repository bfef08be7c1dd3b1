import { clsx } from 'clsx';
import type { ReactElement, ReactNode } from 'react';
import * as RadixMenu from 'radix-ui/dropdown-menu';
import * as RadixPopover from 'radix-ui/popover';
import { Kbd } from '../page/kbd.tsx';

type Action = {
  label: ReactNode;
  icon?: ReactNode;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** That it is on, where the item is a choice: one of several that go together, or (`isOneOf`) the only one. */
  checked?: boolean;
  isOneOf?: boolean;
  onSelect: () => void;
};
export type MenuItem = { heading: string } | Action | 'separator';

type MenuProps = {
  trigger: ReactElement;
  items: readonly MenuItem[];
  label?: string;
  /** For a menu that is loaded by the click that asks for it. */
  defaultOpen?: boolean;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** When it has closed; who prevents the event decides where the focus goes. */
  onClosed?: (event: Event) => void;
};

const floatClass = 'z-60 rounded-card border border-line bg-raised shadow-float outline-none';

/**
 * Actions and choices behind a button. `trigger` is the button (IconButton, Button); what is chosen shows a mark
 * and says so.
 */
export function DropdownMenu({
  trigger,
  items,
  label,
  defaultOpen,
  align = 'end',
  side = 'bottom',
  onClosed,
}: MenuProps) {
  return (
    <RadixMenu.Root modal={false} defaultOpen={defaultOpen}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={onClosed}
          className={clsx(
            floatClass,
            'max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto p-1',
          )}
          style={{ animation: 'float-in 120ms var(--ease-out)' }}
        >
          {items.map((item, index) =>
            item === 'separator' ? (
              <RadixMenu.Separator key={index} className="-mx-1 my-1 h-px bg-line" />
            ) : 'heading' in item ? (
              <RadixMenu.Label
                key={index}
                className="max-w-72 px-2.5 pt-2 pb-1 text-sm text-pretty text-muted"
              >
                {item.heading}
              </RadixMenu.Label>
            ) : (
              <ActionOrChoice
                key={index}
                item={item}
                className={clsx(
                  'flex min-h-11 cursor-default items-center gap-2.5 rounded-control px-2.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-sunken md:min-h-8 dark:data-highlighted:bg-line [&_svg]:shrink-0',
                  item.danger ? 'text-danger-ink' : '[&_svg]:text-muted',
                  item.checked && 'font-semibold',
                )}
              >
                {item.icon}
                <span className="grow">{item.label}</span>
                {item.checked && <span className="size-1.5 rounded-full bg-accent-strong" />}
                {item.keys && <Kbd keys={item.keys} />}
              </ActionOrChoice>
            ),
          )}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}

/** The row of a menu, with the role that says whether it does something or is chosen. */
function ActionOrChoice({
  item: { checked, isOneOf, disabled, onSelect },
  ...row
}: {
  item: Action;
  className: string;
  children: ReactNode;
}) {
  if (checked === undefined) return <RadixMenu.Item disabled={disabled} onSelect={onSelect} {...row} />;
  return (
    <RadixMenu.CheckboxItem
      checked={checked}
      disabled={disabled}
      onSelect={onSelect}
      {...(isOneOf && { role: 'menuitemradio' })}
      {...row}
    />
  );
}

type PopoverProps = {
  trigger: ReactElement;
  children: ReactNode;
  label: string;
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** When it has closed; who prevents the event decides where the focus goes. */
  onClosed?: (event: Event) => void;
  className?: string;
};

/** A small floating panel for filters and details. */
export function Popover({
  trigger,
  children,
  label,
  align = 'start',
  open,
  onOpenChange,
  onClosed,
  className,
}: PopoverProps) {
  return (
    <RadixPopover.Root open={open} onOpenChange={onOpenChange}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          onCloseAutoFocus={onClosed}
          className={clsx(floatClass, 'w-80 max-w-[calc(100vw-1.5rem)] p-4', className)}
          style={{ animation: 'float-in 120ms var(--ease-out)' }}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
