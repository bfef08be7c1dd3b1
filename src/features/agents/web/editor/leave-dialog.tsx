import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';

/** Asked only when the last changes could not be saved. */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation('agents');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onStay()}
      title={t('leave.title')}
      description={t('leave.text')}
      actions={
        <>
          <Button variant="danger" onClick={onLeave}>
            {t('leave.leave')}
          </Button>
          <Button variant="primary" onClick={onStay}>
            {t('leave.stay')}
          </Button>
        </>
      }
    />
  );
}
