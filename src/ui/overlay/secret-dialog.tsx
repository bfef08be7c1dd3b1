import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { CopyButton } from '../controls/copy-button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: ReactNode;
  description: ReactNode;
  /** Words on the button that closes it. */
  done: ReactNode;
  /** What is shown this once: a key, a secret. */
  secret: string;
  onClose: () => void;
};

/** Shows what nobody can read again, to be copied. */
export function SecretDialog({ title, description, done, secret, onClose }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      actions={
        <Button variant="primary" onClick={onClose}>
          {done}
        </Button>
      }
    >
      <div className="flex items-center gap-2 rounded-card bg-sunken p-3">
        <code className="min-w-0 grow text-sm break-all">{secret}</code>
        <CopyButton text={secret} />
      </div>
    </Dialog>
  );
}
