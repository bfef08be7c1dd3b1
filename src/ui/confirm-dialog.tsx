import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Callout } from './display.tsx';

type Props = {
  title: ReactNode;
  description: ReactNode;
  /** Words on the button that does it. */
  confirm: ReactNode;
  /** Does it; what it throws is said in the dialog, which stays open. */
  run: () => Promise<void>;
  onClose: () => void;
};

/** Asks before something that can't be undone. Closes once it is done. */
export function ConfirmDialog({ title, description, confirm, run, onClose }: Props) {
  const { t } = useTranslation('common');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const act = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await run();
      onClose();
    } catch (problem) {
      setFailure(problem instanceof Error ? problem.message : t('failed.title'));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button variant="danger" pending={busy} onClick={() => void act()}>
            {confirm}
          </Button>
        </>
      }
    >
      {failure && (
        <Callout tone="danger" live>
          {failure}
        </Callout>
      )}
    </Dialog>
  );
}
