import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';

type Props = {
  user: { id: string; name: string; email: string };
  /** The account to work in; null: the one that they joined first. */
  accountId: string | null;
  onClose: () => void;
};

/** Asks why, and for the password, before a superadmin works as somebody else. */
export function ImpersonateDialog({ user, accountId, onClose }: Props) {
  const { t } = useTranslation('superadmin-accounts');
  const form = useServerForm({
    values: { reason: '', password: '' },
    check: ({ reason, password }) => ({
      ...(reason.trim().length < 3 && { reason: t('reasonMissing') }),
      ...(!password && { password: t('passwordMissing') }),
    }),
    send: ({ reason, password }) =>
      api('POST /api/superadmin/users/{id}/impersonate', {
        params: { id: user.id },
        body: { accountId, reason: reason.trim(), password },
      }),
    placeOf: ({ code }) => (code === 'auth.password_wrong' ? 'password' : undefined),
    // Nothing that was read as oneself stays in the page.
    onDone: () => location.assign(paths.dashboard),
  });
  return (
    <FormDialog
      of={form}
      title={t('impersonate.title', { name: user.name })}
      description={t('impersonate.text')}
      submit={t('impersonate.action')}
      onClose={onClose}
    >
      <Field label={t('reason')} help={t('impersonate.reasonHelp')} error={form.errorOf('reason')} required>
        <Input maxLength={300} autoComplete="off" {...form.register('reason')} />
      </Field>
      <Field label={t('yourPassword')} error={form.errorOf('password')} required>
        <PasswordField autoComplete="current-password" {...form.register('password')} />
      </Field>
    </FormDialog>
  );
}
