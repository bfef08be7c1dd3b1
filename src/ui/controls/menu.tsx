import { clsx } from 'clsx';
import type { ReactElement, ReactNode } from 'react';
import * as RadixMenu from 'radix-ui/dropdown-menu';
import * as RadixPopover from 'radix-ui/popover';
import { MenuRows, type MenuItem } from './menu-rows.tsx';

export type { MenuItem };

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
          <MenuRows items={items} />
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
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
