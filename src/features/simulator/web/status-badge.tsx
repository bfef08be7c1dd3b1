import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/page/display.tsx';

const tones = {
  passed: 'success',
  failed: 'danger',
  broken: 'danger',
  unknown: 'warning',
  missing: 'warning',
  stopped: 'neutral',
  queued: 'neutral',
  running: 'info',
} as const;

export type ShownStatus = keyof typeof tones;

/** What became of a run, a conversation or a check. */
export function StatusBadge({ status }: { status: ShownStatus }) {
  const { t } = useTranslation('simulator');
  return (
    <Badge tone={tones[status]} dot>
      {t(`status.${status}`)}
    </Badge>
  );
}
