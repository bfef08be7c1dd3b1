import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { resetPasswordForm } from '#features/auth/auth.contract.ts';
import { paths } from '#shared/paths.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { useSetSession } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { AuthFrame, AuthHeading } from './auth-frame.tsx';
import { takeToken } from './reset-token.ts';

/** Chooses a new password with the token of a mailed link, and says plainly what happened. */
export function ResetPasswordPage() {
  const { t } = useTranslation('auth');
  const setSession = useSetSession();
  const [token] = useState(() => takeToken(location));
  useEffect(() => {
    // The token leaves the address, so that it stays out of history, screenshots and referrers.
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  const change = useMutate('POST /api/reset-password', { failure: false, onSuccess: () => setSession(null) });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(resetPasswordForm),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { errors } = formState;
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
  if (change.isSuccess)
    return <Outcome title={t('reset.doneTitle')} text={t('reset.doneText')} action={login} />;
  if (change.error?.code === 'auth.reset_link_invalid')
    return <Outcome title={t('reset.invalidTitle')} text={t('reset.invalidText')} action={again} />;
  return (
    <AuthFrame title={t('reset.title')}>
      <AuthHeading title={t('reset.title')} subtitle={t('reset.subtitle')} />
      <form
        onSubmit={handleSubmit(({ password }) => change.mutate({ body: { token, password } }))}
        noValidate
        className="grid gap-4"
      >
        {change.error && (
          <Callout tone="danger" title={t('reset.failedTitle')} live>
            {change.error.status === 0 ? t('common:failed.offline') : change.error.message}
          </Callout>
        )}
        <Field
          label={t('reset.newPassword')}
          help={t('passwordHelp')}
          error={errors.password?.message && t(errors.password.message)}
        >
          <PasswordField autoComplete="new-password" {...register('password')} />
        </Field>
        <Field
          label={t('confirmPassword')}
          error={errors.confirmPassword?.message && t(errors.confirmPassword.message)}
        >
          <PasswordField autoComplete="new-password" {...register('confirmPassword')} />
        </Field>
        <Button type="submit" variant="primary" size="lg" pending={change.isPending} className="mt-1 w-full">
          {t(change.isPending ? 'reset.pending' : 'reset.submit')}
        </Button>
      </form>
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
