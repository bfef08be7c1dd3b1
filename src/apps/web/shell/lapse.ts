import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { lapseStore } from '#ui/api/lapse.ts';
import { useLapse } from '#ui/page/expired-notice.tsx';
import { toast } from '#ui/overlay/toast-store.ts';

/**
 * Whether the dialog is due that tells that the account's plan is over. It goes by itself once there is a
 * plan again, for example out of another tab.
 */
export function useLapseDialog(): boolean {
  const { t } = useTranslation('common');
  const isTold = useSyncExternalStore(lapseStore.subscribe, lapseStore.get);
  const isLapsed = useLapse() !== null;
  useEffect(() => {
    if (!isLapsed) return;
    return () => {
      if (lapseStore.get())
        toast({ variant: 'success', title: t('lapsed.over.title'), description: t('lapsed.over.text') });
      lapseStore.forget();
    };
  }, [isLapsed, t]);
  return isTold;
}
