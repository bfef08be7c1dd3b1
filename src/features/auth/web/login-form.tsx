import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { loginInput } from '#features/auth/auth.contract.ts';
import { paths } from '#shared/paths.ts';
import { api, ApiError } from '#ui/api/client.ts';
import { useSetSession } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { loginFailure, withLoginRetries, withProof } from './sign-in.ts';

/** Email and password. Success stores the person; the screen then leaves by itself. */
export function LoginForm() {
  const { t } = useTranslation('auth');
  const setSession = useSetSession();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(loginInput),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const [code, setCode] = useState<{ value: string; problem: string | null } | null>(null);
  const submit = handleSubmit(async (body) => {
    try {
      const given = { ...body, ...(code?.value.trim() && { code: code.value.trim() }) };
      const user = await withProof((proof) =>
        withLoginRetries(() => api('POST /api/login', { body: { ...given, ...(proof && { proof }) } })),
      );
      toast({
        variant: 'success',
        title: t('login.successTitle'),
        description: t('login.successText', { name: user.firstName || user.username }),
      });
      setSession(user);
    } catch (error) {
      const asked = error instanceof ApiError ? error.code : null;
      if (asked === 'auth.two_factor_needed') return setCode({ value: '', problem: null });
      if (error instanceof ApiError && asked === 'auth.two_factor_wrong')
        return setCode({ value: '', problem: error.message });
      const failure = loginFailure(error);
      toast({
        variant: 'destructive',
        title: t('login.error.title'),
        description:
          ('key' in failure ? t(`login.error.${failure.key}`) : failure.message) || t('login.error.fallback'),
      });
    }
  });
  if (code)
    return (
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label={t('login.code')} help={t('login.codeHelp')} error={code.problem}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the step that the person just asked for */}
          <Input
            autoFocus
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            className="tabular"
            value={code.value}
            onChange={(event) => setCode({ value: event.target.value, problem: null })}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={isSubmitting}
          disabled={code.value.trim().length < 6}
          className="mt-1 w-full"
        >
          {t(isSubmitting ? 'login.pending' : 'login.submit')}
        </Button>
        <Button variant="link" onClick={() => setCode(null)}>
          {t('login.back')}
        </Button>
      </form>
    );
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label={t('email')} error={errors.email?.message && t(errors.email.message)}>
        <Input
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...register('email')}
        />
      </Field>
      <Field
        label={t('password')}
        error={errors.password?.message && t(errors.password.message)}
        aside={
          <Link
            to={paths.forgotPassword}
            className="font-medium text-accent-ink underline-offset-4 hover:underline"
          >
            {t('forgot.link')}
          </Link>
        }
      >
        <PasswordField autoComplete="current-password" {...register('password')} />
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting} className="mt-1 w-full">
        {t(isSubmitting ? 'login.pending' : 'login.submit')}
      </Button>
    </form>
  );
}
