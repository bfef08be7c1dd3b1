import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import * as Radix from 'radix-ui/toast';
import { useTranslation } from 'react-i18next';
import {
  currentToasts,
  dismissToast,
  subscribeToToasts,
  toastDuration,
  type ToastVariant,
} from './toast-store.ts';

const looks: Record<ToastVariant, { icon: LucideIcon | null; tone: string }> = {
  default: { icon: null, tone: '' },
  success: { icon: CircleCheck, tone: 'text-success-ink' },
  info: { icon: Info, tone: 'text-info-ink' },
  warning: { icon: TriangleAlert, tone: 'text-warning-ink' },
  error: { icon: CircleAlert, tone: 'text-danger-ink' },
  destructive: { icon: CircleAlert, tone: 'text-danger-ink' },
};

/** Where toasts appear. Stands once, at the root. F8 moves the focus here. */
export function Toaster() {
  const { t } = useTranslation('common');
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  return (
    <Radix.Provider
      duration={toastDuration}
      swipeDirection="right"
      swipeThreshold={50}
      label={t('toast.label')}
    >
      {toasts.map((item) => {
        const { icon: Icon, tone } = looks[item.variant ?? 'default'];
        const urgent = item.variant === 'error' || item.variant === 'destructive';
        const title =
          item.title ?? (urgent ? t('failed.title') : item.variant === 'success' ? t('success') : null);
        return (
          <Radix.Root
            key={item.id}
            open={item.open}
            duration={item.duration}
            type={urgent ? 'foreground' : 'background'}
            onOpenChange={(open) => !open && dismissToast(item.id)}
            className={clsx(
              'flex items-start gap-3 rounded-card border bg-raised py-3 pr-1 pl-4 shadow-float',
              urgent ? 'border-danger' : 'border-line',
              'data-[state=open]:animate-[rise-in_180ms_var(--ease-out)]',
              'data-[state=closed]:animate-[toast-out_140ms_ease-in_forwards]',
              'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
              'data-[swipe=end]:animate-[toast-swipe-out_140ms_ease-out_forwards]',
            )}
          >
            {Icon && <Icon size={20} className={clsx('mt-0.5 shrink-0', tone)} aria-hidden="true" />}
            <div className="min-w-0 grow py-0.5">
              {title && <Radix.Title className="font-semibold break-words">{title}</Radix.Title>}
              {item.description && (
                <Radix.Description className="mt-0.5 break-words text-muted">
                  {item.description}
                </Radix.Description>
              )}
            </div>
            {item.action && (
              <Radix.Action
                altText={item.action.label}
                onClick={item.action.onClick}
                className={clsx(
                  'min-h-11 shrink-0 rounded-control px-3 font-semibold text-accent-ink',
                  'hover:bg-sunken md:min-h-8 dark:hover:bg-line',
                )}
              >
                {item.action.label}
              </Radix.Action>
            )}
            <Radix.Close
              aria-label={t('close')}
              className="flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink md:size-8"
            >
              <X size={16} />
            </Radix.Close>
          </Radix.Root>
        );
      })}
      <Radix.Viewport
        hotkey={['F8']}
        label={t('toast.viewport', { hotkey: '{hotkey}' })}
        className={clsx(
          'fixed inset-x-0 bottom-[var(--menu-bar,0px)] z-70 m-0 flex list-none flex-col gap-2 p-4 outline-none',
          'pb-[max(1rem,env(safe-area-inset-bottom))] md:right-0 md:left-auto md:w-full md:max-w-[420px]',
          // Over the reply of an open conversation, not on its button.
          'md:[body:has(.one-conversation)_&]:bottom-44',
          // Beside an open dialog or sheet, never on its buttons.
          'max-md:[body:has([data-scrim][data-state=open])_&]:top-0',
          'max-md:[body:has([data-scrim][data-state=open])_&]:bottom-auto',
          'md:[body:has([data-scrim][data-state=open])_&]:right-auto',
          'md:[body:has([data-scrim][data-state=open])_&]:left-0',
        )}
      />
    </Radix.Provider>
  );
}
