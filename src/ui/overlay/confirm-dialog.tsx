import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';
import { Callout } from '../page/display.tsx';

type Props = {
  title: ReactNode;
  description: ReactNode;
  /** Words on the button that does it. */
  confirm: ReactNode;
  /** Words on the button that leaves everything as it is, where “Cancel” could be taken for what is asked. */
  keep?: ReactNode;
  /** How the button that does it looks; `danger` unless given. */
  tone?: 'danger' | 'primary';
  /** There is nothing to do yet. */
  disabled?: boolean;
  /**
   * Does it. What it throws is said in the dialog, which stays open; so it does when there was nothing to do
   * and `false` comes back.
   */
  run: () => Promise<void | false>;
  onClose: () => void;
  /** Has much to say before it asks. */
  isWide?: boolean;
  /** What is asked beside yes and no. */
  children?: ReactNode;
};

/** Asks before something that can't be undone, or for what an action needs. Closes once it is done. */
export function ConfirmDialog({
  title,
  description,
  confirm,
  keep,
  tone = 'danger',
  disabled = false,
  run,
  onClose,
  isWide = false,
  children,
}: Props) {
  const { t } = useTranslation('common');
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const act = async () => {
    setBusy(true);
    setFailure(null);
    try {
      if ((await run()) !== false) return onClose();
      setBusy(false);
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
      {...(isWide && { className: 'md:w-[min(40rem,calc(100vw-2rem))]' })}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {keep ?? t('actions.cancel')}
          </Button>
          <Button
            variant={tone}
            pending={busy}
            disabled={disabled}
            {...(children ? { type: 'submit', form } : { onClick: () => void act() })}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {(children || failure) && (
        <form
          id={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // A form around the dialog's place in the code is not meant.
            event.stopPropagation();
            void act();
          }}
        >
          <fieldset disabled={busy} className="grid min-w-0 gap-4">
            {children}
            {failure && (
              <Callout tone="danger" live>
                {failure}
              </Callout>
            )}
          </fieldset>
        </form>
      )}
    </Dialog>
  );
}
