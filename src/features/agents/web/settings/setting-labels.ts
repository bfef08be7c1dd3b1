import { useTranslation } from 'react-i18next';
import type { ShownPath } from './setting-path.ts';

/** Label and help of a field: `agents:fields.<path>` and, where there is one, `agents:help.<path>`. */
export function useLabels(path: ShownPath): { label: string; help: string | undefined } {
  const { t, i18n } = useTranslation('agents');
  return {
    label: t(`fields.${path}`),
    help: i18n.exists(`agents:help.${path}`) ? t(`help.${path}`) : undefined,
  };
}
