import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { setEndpointData } from '#ui/api/hooks.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { EnvironmentSetting, OperatorSettingsView } from '../operator-settings.contract.ts';

/** Shows settings as the server answered them, and says that they hold. */
export function useKeepSettings() {
  const client = useQueryClient();
  const { t } = useTranslation('superadmin-setup');
  return (changed: OperatorSettingsView) => {
    setEndpointData(client, 'GET /api/superadmin/settings', undefined, () => changed);
    toast({ variant: 'success', description: t('saved') });
  };
}

/** Why a setting can't be changed here; nothing where it can. */
export function useLockedText(settings: OperatorSettingsView) {
  const { t } = useTranslation('superadmin-setup');
  return (name: EnvironmentSetting, variable: string): string | undefined =>
    settings.fromEnvironment.includes(name) ? t('locked', { variable }) : undefined;
}
