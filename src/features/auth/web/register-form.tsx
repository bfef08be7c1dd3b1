import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useSetSession } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { lateResolver } from '#ui/form/late-resolver.ts';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { toast } from '#ui/overlay/toast-store.ts';

const rules = lateResolver(() => import('./auth-rules.ts').then((all) => all.registerRules));

/** Makes an account with its trial and signs in; `domains`: those of the addresses that may, empty for all. */
export function RegisterForm({ domains }: { domains: readonly string[] }) {
  const { t } = useTranslation('auth');
  const setSession = useSetSession();
  const form = useServerForm({
    values: { name: '', email: '', password: '', confirmPassword: '' },
    resolver: rules,
    send: ({ name, email, password }) =>
      api('POST /api/register', { body: { name, email, username: email, password, firstName: name } }),
    onDone: (user) => {
      toast({
        variant: 'success',
        title: t('register.successTitle'),
        description: t('register.successText', { name: user.firstName || user.username }),
      });
      setSession(user);
    },
    placeOf: ({ code }) => (code === 'auth.mail_domain_refused' ? 'email' : undefined),
    failureToast: t('register.error.title'),
    failureText: (error) => (error instanceof Error && error.message) || t('register.error.fallback'),
  });
  return (
    <Form of={form} className="gap-4">
      <Field label={t('name')} error={form.errorOf('name')}>
        <Input autoComplete="name" {...form.register('name')} />
      </Field>
      <Field
        label={t('email')}
        error={form.errorOf('email')}
        {...(domains.length > 0 && { help: t('register.domains', { domains: domains.join(', ') }) })}
      >
        <Input
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
        />
      </Field>
      <Field label={t('password')} help={t('passwordHelp')} error={form.errorOf('password')}>
        <PasswordField autoComplete="new-password" {...form.register('password')} />
      </Field>
      <Field label={t('confirmPassword')} error={form.errorOf('confirmPassword')}>
        <PasswordField autoComplete="new-password" {...form.register('confirmPassword')} />
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={form.isBusy} className="mt-1 w-full">
        {t(form.isBusy ? 'register.pending' : 'register.submit')}
      </Button>
    </Form>
  );
}
