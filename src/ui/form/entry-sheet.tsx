import { useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../controls/button.tsx';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { ServerForm } from './server-form.ts';

type Props<Values extends FieldValues> = {
  of: ServerForm<Values>;
  title: ReactNode;
  /** Words on the button that keeps it. */
  submit: ReactNode;
  /** How the entry goes, after it was asked; null for one that is new. */
  removal: {
    title: ReactNode;
    text: ReactNode;
    /** Words on the button that asks, and on the one that does it. */
    action: ReactNode;
    run: () => Promise<void>;
  } | null;
  onClose: () => void;
  children: ReactNode;
};

/** A panel in which one entry of a list is written, changed or deleted. It closes once either is done. */
export function EntrySheet<Values extends FieldValues>({ removal, children, ...form }: Props<Values>) {
  const [asksToDelete, setAsksToDelete] = useState(false);
  if (asksToDelete && removal)
    return (
      <ConfirmDialog
        title={removal.title}
        description={removal.text}
        confirm={removal.action}
        run={async () => {
          await removal.run();
          form.onClose();
        }}
        onClose={() => setAsksToDelete(false)}
      />
    );
  return (
    <FormDialog isSheet {...form}>
      <div className="grid gap-5">
        {children}
        {removal && (
          <div>
            <Button variant="danger" size="sm" onClick={() => setAsksToDelete(true)}>
              {removal.action}
            </Button>
          </div>
        )}
      </div>
    </FormDialog>
  );
}
