import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { registerForm } from '#features/auth/auth.contract.ts';
import { api } from '#ui/api/client.ts';
import { useSetSession } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { toast } from '#ui/overlay/toast-store.ts';

/** Makes an account with its trial and signs in. */
export function RegisterForm() {
  const { t } = useTranslation('auth');
  const setSession = useSetSession();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(registerForm),
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ name, email, password }) => {
    try {
      const user = await api('POST /api/register', {
        body: { name, email, username: email, password, firstName: name },
      });
      toast({
        variant: 'success',
        title: t('register.successTitle'),
        description: t('register.successText', { name: user.firstName || user.username }),
      });
      setSession(user);
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('register.error.title'),
        description: (error instanceof Error && error.message) || t('register.error.fallback'),
      });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label={t('name')} error={errors.name?.message && t(errors.name.message)}>
        <Input autoComplete="name" {...register('name')} />
      </Field>
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
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting} className="mt-1 w-full">
        {t(isSubmitting ? 'register.pending' : 'register.submit')}
      </Button>
    </form>
  );
}
