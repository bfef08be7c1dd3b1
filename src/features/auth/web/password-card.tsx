import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { changePasswordForm } from '#features/auth/auth.contract.ts';
import { paths } from '#shared/paths.ts';
import type { ApiError } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Callout, Card } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { toast } from '#ui/overlay/toast-store.ts';

const empty = { current: '', password: '', confirmPassword: '' };
/** Refusals that belong to a field. */
const places: Record<string, 'current' | 'password'> = {
  'auth.password_wrong': 'current',
  'auth.password_unchanged': 'password',
};
const placeOf = ({ code = '' }: ApiError) => places[code];

/** Another password for the signed-in person. */
export function PasswordCard() {
  const { t } = useTranslation(['account-safety', 'auth']);
  const { register, handleSubmit, formState, reset, setError } = useForm({
    resolver: zodResolver(changePasswordForm),
    defaultValues: empty,
  });
  const change = useMutate('POST /api/user/password', {
    refreshes: ['/api/user/sessions'],
    failure: false,
    onSuccess: () => {
      reset(empty);
      toast({ variant: 'success', title: t('password.saved'), description: t('password.savedText') });
    },
    onError: (error: ApiError) => {
      const place = placeOf(error);
      if (place) setError(place, { message: error.message }, { shouldFocus: true });
    },
  });
  const { errors } = formState;
  const failure = change.error && !placeOf(change.error) ? change.error : null;
  return (
    <Card aria-labelledby="password">
      <h2 id="password" className="text-md font-semibold">
        {t('password.title')}
      </h2>
      <p className="mt-1 mb-5 text-muted">{t('password.text')}</p>
      <form
        onSubmit={handleSubmit(({ current, password }) => change.mutate({ body: { current, password } }))}
        noValidate
        className="grid max-w-md gap-5"
      >
        {failure && (
          <Callout tone="danger" live>
            {failure.status === 0 ? t('common:failed.offline') : failure.message}
          </Callout>
        )}
        <Field
          label={t('password.current')}
          error={errors.current?.message && t(errors.current.message)}
          aside={<Link to={paths.forgotPassword}>{t('password.forgot')}</Link>}
        >
          <PasswordField autoComplete="current-password" {...register('current')} />
        </Field>
        <Field
          label={t('password.new')}
          help={t('auth:passwordHelp')}
          error={errors.password?.message && t(errors.password.message)}
        >
          <PasswordField autoComplete="new-password" {...register('password')} />
        </Field>
        <Field
          label={t('password.confirm')}
          error={errors.confirmPassword?.message && t(errors.confirmPassword.message)}
        >
          <PasswordField autoComplete="new-password" {...register('confirmPassword')} />
        </Field>
        <Button type="submit" variant="primary" pending={change.isPending} className="justify-self-start">
          {t('password.save')}
        </Button>
      </form>
    </Card>
  );
}
