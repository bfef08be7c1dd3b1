import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { changePasswordForm } from '#features/auth/auth.contract.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Card } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { toast } from '#ui/overlay/toast-store.ts';

/** Refusals that belong to a field. */
const places: Record<string, 'current' | 'password'> = {
  'auth.password_wrong': 'current',
  'auth.password_unchanged': 'password',
};

/** Another password for the signed-in person. */
export function PasswordCard() {
  const { t } = useTranslation(['account-safety', 'auth']);
  const form = useServerForm({
    values: { current: '', password: '', confirmPassword: '' },
    resolver: zodResolver(changePasswordForm),
    send: ({ current, password }) => api('POST /api/user/password', { body: { current, password } }),
    refreshes: ['/api/user/sessions'],
    onDone: () => {
      form.reset();
      toast({ variant: 'success', title: t('password.saved'), description: t('password.savedText') });
    },
    placeOf: ({ code = '' }) => places[code],
  });
  return (
    <Card aria-labelledby="password">
      <h2 id="password" className="text-md font-semibold">
        {t('password.title')}
      </h2>
      <p className="mt-1 mb-5 text-muted">{t('password.text')}</p>
      <Form of={form} className="max-w-md gap-5">
        <Field
          label={t('password.current')}
          error={form.errorOf('current')}
          aside={<Link to={paths.forgotPassword}>{t('password.forgot')}</Link>}
        >
          <PasswordField autoComplete="current-password" {...form.register('current')} />
        </Field>
        <Field label={t('password.new')} help={t('auth:passwordHelp')} error={form.errorOf('password')}>
          <PasswordField autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label={t('password.confirm')} error={form.errorOf('confirmPassword')}>
          <PasswordField autoComplete="new-password" {...form.register('confirmPassword')} />
        </Field>
        <Button type="submit" variant="primary" pending={form.isBusy} className="justify-self-start">
          {t('password.save')}
        </Button>
      </Form>
    </Card>
  );
}
