import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { useSetSession } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { lateResolver } from '#ui/form/late-resolver.ts';
import { useServerForm } from '#ui/form/server-form.ts';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { AuthFrame, AuthHeading } from './auth-frame.tsx';
import { takeToken } from './reset-token.ts';

const rules = lateResolver(() => import('./auth-rules.ts').then((all) => all.resetPasswordRules));

/** Chooses a new password with the token of a mailed link, and says plainly what happened. */
export function ResetPasswordPage() {
  const { t } = useTranslation('auth');
  const setSession = useSetSession();
  const [token] = useState(() => takeToken(location));
  useEffect(() => {
    // The token leaves the address, so that it stays out of history, screenshots and referrers.
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  const [outcome, setOutcome] = useState<'done' | 'invalid' | null>(null);
  const form = useServerForm({
    values: { password: '', confirmPassword: '' },
    resolver: rules,
    send: ({ password }) => api('POST /api/reset-password', { body: { token: token ?? '', password } }),
    onDone: () => {
      setSession(null);
      setOutcome('done');
    },
    onRefused: ({ code }) => {
      if (code === 'auth.reset_link_invalid') setOutcome('invalid');
      return code === 'auth.reset_link_invalid';
    },
  });
  const login = (
    <Link to={paths.auth} className={buttonClass({ variant: 'primary', size: 'lg', className: 'w-full' })}>
      {t('reset.goToLogin')}
    </Link>
  );
  const again = (
    <Link
      to={paths.forgotPassword}
      className={buttonClass({ variant: 'primary', size: 'lg', className: 'w-full' })}
    >
      {t('reset.askAgain')}
    </Link>
  );
  if (!token) return <Outcome title={t('reset.missingTitle')} text={t('reset.missingText')} action={again} />;
  if (outcome === 'done')
    return <Outcome title={t('reset.doneTitle')} text={t('reset.doneText')} action={login} />;
  if (outcome === 'invalid')
    return <Outcome title={t('reset.invalidTitle')} text={t('reset.invalidText')} action={again} />;
  return (
    <AuthFrame title={t('reset.title')}>
      <AuthHeading title={t('reset.title')} subtitle={t('reset.subtitle')} />
      <Form of={form} failureTitle={t('reset.failedTitle')} className="gap-4">
        <Field label={t('reset.newPassword')} help={t('passwordHelp')} error={form.errorOf('password')}>
          <PasswordField autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label={t('confirmPassword')} error={form.errorOf('confirmPassword')}>
          <PasswordField autoComplete="new-password" {...form.register('confirmPassword')} />
        </Field>
        <Button type="submit" variant="primary" size="lg" pending={form.isBusy} className="mt-1 w-full">
          {t(form.isBusy ? 'reset.pending' : 'reset.submit')}
        </Button>
      </Form>
    </AuthFrame>
  );
}

function Outcome({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <AuthFrame title={title}>
      <div role="status">
        <AuthHeading title={title} subtitle={text} />
      </div>
      {action}
    </AuthFrame>
  );
}
