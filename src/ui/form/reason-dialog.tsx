import type { ReactNode } from 'react';
import { Field } from '../controls/field.tsx';
import { Input } from '../controls/input.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useServerForm } from './server-form.ts';

const shortestReason = 3;

type Props = {
  title: ReactNode;
  description: ReactNode;
  label: ReactNode;
  help?: ReactNode;
  /** Says that a reason is needed. */
  missing: string;
  /** Words on the button that does it. */
  submit: ReactNode;
  /** Does it, with the reason that is kept beside it. */
  send: (reason: string) => Promise<unknown>;
  /** Paths whose reads are fetched again after success. */
  refreshes: readonly string[];
  onClose: () => void;
};

/** Asks for the reason of what an operator does to somebody else's account, agent or domain. */
export function ReasonDialog({
  title,
  description,
  label,
  help,
  missing,
  submit,
  send,
  refreshes,
  onClose,
}: Props) {
  const form = useServerForm({
    values: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim().length < shortestReason ? missing : undefined }),
    send: ({ reason }) => send(reason.trim()),
    refreshes,
    onDone: onClose,
  });
  return (
    <FormDialog of={form} title={title} description={description} submit={submit} onClose={onClose}>
      <Field label={label} help={help} error={form.errorOf('reason')} required>
        <Input maxLength={300} autoComplete="off" {...form.register('reason')} />
      </Field>
    </FormDialog>
  );
}
