import type { ReactElement, ReactNode } from 'react';
import * as Radix from 'radix-ui/tooltip';
import { Kbd } from './kbd.tsx';

/** Puts the specified delays around the app: 700 ms to open, 300 ms between neighbours. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

type Props = { text: ReactNode; keys?: string; side?: 'top' | 'right' | 'bottom' | 'left'; children: ReactElement };

/** A short explanation on hover and focus; never the only place where something is said. `keys` shows its shortcut (`g d`). */
export function Tooltip({ text, keys, side = 'top', children }: Props) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 flex max-w-72 items-center gap-2 rounded-control bg-ink px-2 py-1 text-xs text-page shadow-float"
          style={{ animation: 'float-in 120ms var(--ease-out)' }}
        >
          {text}
          {keys && <Kbd keys={keys} inverse />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
