import { useTranslation } from 'react-i18next';
import { toast } from '#ui/overlay/toast-store.ts';

/** Downloads an agent's file, and says what is not in it. */
export function useExportAgent(): (id: string) => void {
  const { t } = useTranslation('agents');
  return (id) => {
    location.assign(`/api/agents/${encodeURIComponent(id)}/export`);
    toast({ variant: 'success', title: t('list.exported'), description: t('list.exportedText') });
  };
}
