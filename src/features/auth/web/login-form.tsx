import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api, type Input as Sent } from '#ui/api/client.ts';
import { useSetSession } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { lateResolver } from '#ui/form/late-resolver.ts';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { loginFailure, withLoginRetries, withProof } from './sign-in.ts';

const rules = lateResolver(() => import('./auth-rules.ts').then((all) => all.loginRules));

/** Email and password. Success stores the person; the screen then leaves by itself. */
export function LoginForm() {
  const { t, i18n } = useTranslation('auth');
  const setSession = useSetSession();
  const [isCodeAsked, setCodeAsked] = useState(false);
  const form = useServerForm({
    values: { email: '', password: '', code: undefined } as Sent<'POST /api/login'>['body'],
    resolver: rules,
    send: (body) =>
      withProof((proof) =>
        withLoginRetries(() => api('POST /api/login', { body: { ...body, ...(proof && { proof }) } })),
      ),
    onDone: (user) => {
      setSession(user);
      // Said in the language of the profile, which applies from here on.
      void i18n.changeLanguage(user.language).then(() =>
        toast({
          variant: 'success',
          title: i18n.t('auth:login.successTitle'),
          description: i18n.t('auth:login.successText', { name: user.firstName || user.username }),
        }),
      );
    },
    onRefused: ({ code }) => {
      if (code === 'auth.two_factor_needed') setCodeAsked(true);
      return code === 'auth.two_factor_needed';
    },
    placeOf: ({ code }) => (code === 'auth.two_factor_wrong' ? 'code' : undefined),
    failureToast: t('login.error.title'),
    failureText: (error) => {
      const failure = loginFailure(error);
      return (
        ('key' in failure ? t(`login.error.${failure.key}`) : failure.message) || t('login.error.fallback')
      );
    },
  });
  if (isCodeAsked)
    return (
      <Form of={form} className="gap-4">
        <Field label={t('login.code')} help={t('login.codeHelp')} error={form.errorOf('code')}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the step that the person just asked for */}
          <Input
            autoFocus
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            className="tabular"
            {...form.register('code')}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={form.isBusy}
          disabled={(form.values.code ?? '').trim().length < 6}
          className="mt-1 w-full"
        >
          {t(form.isBusy ? 'login.pending' : 'login.submit')}
        </Button>
        <Button
          variant="link"
          onClick={() => {
            form.set({ code: undefined });
            setCodeAsked(false);
          }}
        >
          {t('login.back')}
        </Button>
      </Form>
    );
  return (
    <Form of={form} className="gap-4">
      <Field label={t('email')} error={form.errorOf('email')}>
        <Input
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
        />
      </Field>
      <Field
        label={t('password')}
        error={form.errorOf('password')}
        aside={
          <Link
            to={paths.forgotPassword}
            className="font-medium text-accent-ink underline-offset-4 hover:underline"
          >
            {t('forgot.link')}
          </Link>
        }
      >
        <PasswordField autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={form.isBusy} className="mt-1 w-full">
        {t(form.isBusy ? 'login.pending' : 'login.submit')}
      </Button>
    </Form>
  );
}
