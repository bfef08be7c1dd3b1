import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/page/display.tsx';

/** How far a function goes by itself. */
export function RiskBadge({ risk }: { risk: string }) {
  const { t } = useTranslation('functions');
  return <Badge tone={risk === 'read' ? 'neutral' : 'warning'}>{t(`risk.${risk}`)}</Badge>;
}
