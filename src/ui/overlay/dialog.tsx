import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import * as Radix from 'radix-ui/dialog';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../controls/icon-button.tsx';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the end, the primary one last. */
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
};

const overlayClass = 'fixed inset-0 z-50 bg-scrim';

function Head({ title, description }: { title: ReactNode; description?: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <div className="flex items-start gap-3 px-5 pt-4 pb-3">
      <div className="min-w-0 grow pt-1">
        <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
        {description && <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>}
      </div>
      <Radix.Close asChild>
        <IconButton label={t('close')} tooltip={false} className="-mr-2">
          <X size={20} />
        </IconButton>
      </Radix.Close>
    </div>
  );
}

function Foot({ children }: { children: ReactNode }) {
  return (
    <div
      className={clsx(
        'flex flex-col-reverse gap-2 border-t border-line sm:flex-row sm:justify-end',
        'px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]',
      )}
    >
      {children}
    </div>
  );
}

/** What had the focus before; of a menu's entry, which is gone by the end, the menu's button. */
function focusedBefore(): HTMLElement | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role="menu"]');
  const found = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  return found instanceof HTMLElement ? found : null;
}

const typedInto = ['text', 'search', 'email', 'url', 'password', 'datetime-local'].map(
  (type) => `input[type="${type}"]`,
);
const firstField = `:is(input:not([type]), textarea, ${typedInto.join()}):not(:disabled, [readonly])`;

/**
 * A form begins in its first field, where Enter sends it; Radix would begin at the button that closes. On a
 * touch screen the keyboard would cover what is asked.
 */
function focusField(event: Event): void {
  const dialog = event.target instanceof HTMLElement ? event.target : null;
  const field = dialog?.querySelector<HTMLElement>(firstField);
  if (!field || dialog?.contains(document.activeElement) || matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  field.focus();
}

/**
 * Radix gives the focus back to its own triggers only; here whatever opened a dialog gets it, unless
 * something else took it meanwhile.
 */
function Content(props: ComponentProps<typeof Radix.Content>) {
  const [opener] = useState(focusedBefore);
  return (
    <Radix.Content
      {...props}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        (opener?.isConnected ? opener : document.querySelector('main'))?.focus({ preventScroll: true });
      }}
    />
  );
}

/**
 * A question or a short form in the middle; from below on a phone. Confirm only where undoing is impossible.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  actions,
  children,
  className,
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          data-scrim=""
          className={overlayClass}
          style={{ animation: 'appear 160ms var(--ease-out)' }}
        />
        <Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusField}
          className={clsx(
            'fixed z-50 flex max-h-[90dvh] flex-col overflow-hidden bg-raised shadow-sheet outline-none',
            'inset-x-0 bottom-0 rounded-t-sheet max-md:animate-[sheet-up_200ms_var(--ease-out)]',
            // Half a pixel, as a move by half an odd height gives, would cut the bottoms of letters.
            'md:inset-0 md:m-auto md:h-fit',
            'md:w-[min(32rem,calc(100vw-2rem))] md:rounded-sheet md:animate-[float-in_160ms_var(--ease-out)]',
            className,
          )}
        >
          <Head title={title} description={description} />
          {children && <div className="min-h-0 grow overflow-y-auto px-5 pb-5">{children}</div>}
          {actions && <Foot>{actions}</Foot>}
        </Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A panel at the right for details and longer forms; from below on a phone. */
export function Sheet({ open, onOpenChange, title, description, actions, children, className }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          data-scrim=""
          className={overlayClass}
          style={{ animation: 'appear 160ms var(--ease-out)' }}
        />
        <Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={clsx(
            'fixed z-50 flex flex-col overflow-hidden bg-raised shadow-sheet outline-none',
            'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-sheet max-md:animate-[sheet-up_200ms_var(--ease-out)]',
            'md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-[min(30rem,90vw)]',
            'md:rounded-none md:rounded-l-sheet md:animate-[sheet-in_200ms_var(--ease-out)]',
            className,
          )}
        >
          <Head title={title} description={description} />
          <div className="min-h-0 grow overflow-y-auto px-5 pb-5">{children}</div>
          {actions && <Foot>{actions}</Foot>}
        </Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
