import { clsx } from 'clsx';
import { CircleQuestionMark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUnreadNews } from '#features/onboarding/web/unread-news.ts';
import { Hint } from '../hint.tsx';
import { overlayStore } from '../overlays.ts';

/**
 * The way to the help of the open screen, with a mark while something is new: a row of the sidebar's foot, or an
 * end of the bar on a phone, where no screen's own head has to make room for it.
 */
export function HelpButton({
  className,
  isIcon,
  onNavigate,
}: {
  className?: string;
  /** Without its word. */
  isIcon: boolean;
  onNavigate?: (() => void) | undefined;
}) {
  const { t } = useTranslation('help');
  const isNew = useUnreadNews().length > 0;
  const label = isNew ? `${t('title')} (${t('news')})` : t('title');
  return (
    <Hint text={label} keys="?" shown={isIcon}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        onClick={() => {
          onNavigate?.();
          overlayStore.set('help');
        }}
        className={clsx('relative', className)}
      >
        <CircleQuestionMark size={16} aria-hidden="true" />
        {!isIcon && t('title')}
        {isNew && (
          <span
            className={clsx(
              'size-2 rounded-full bg-accent-strong',
              isIcon ? 'absolute top-2 right-2' : 'ml-auto',
            )}
          />
        )}
      </button>
    </Hint>
  );
}
