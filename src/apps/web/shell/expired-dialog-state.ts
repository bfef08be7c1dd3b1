import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { planExpiredStore } from '#ui/api/plan-expired.ts';
import { usePlanExpiry } from '#ui/page/plan-expiry.ts';
import { toast } from '#ui/overlay/toast-store.ts';

/**
 * Whether the dialog is due that tells that the account's plan is over. It goes by itself once there is a
 * plan again, for example out of another tab.
 */
export function useExpiredDialog(): boolean {
  const { t } = useTranslation('common');
  const isTold = useSyncExternalStore(planExpiredStore.subscribe, planExpiredStore.get);
  const isPlanExpired = usePlanExpiry() !== null;
  useEffect(() => {
    if (!isPlanExpired) return;
    return () => {
      if (planExpiredStore.get())
        toast({ variant: 'success', title: t('lapsed.over.title'), description: t('lapsed.over.text') });
      planExpiredStore.forget();
    };
  }, [isPlanExpired, t]);
  return isTold;
}
