import { Link } from '@tanstack/react-router';
import { ArrowLeft, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { lateResolver } from '#ui/form/late-resolver.ts';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input } from '#ui/controls/input.tsx';
import { AuthFrame, AuthHeading } from './auth-frame.tsx';

const rules = lateResolver(() => import('./auth-rules.ts').then((all) => all.forgotPasswordRules));

/** Asks for a link to choose a new password. The answer is the same whether the address is known or not. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('auth');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useServerForm({
    values: { email: '' },
    resolver: rules,
    send: (body) => api('POST /api/forgot-password', { body }),
    onDone: (_, { email }) => setSentTo(email),
    failureToast: t('common:failed.title'),
  });
  return (
    <AuthFrame title={t('forgot.title')}>
      {sentTo ? (
        <div role="status">
          <MailCheck size={32} strokeWidth={1.5} className="mb-4 text-accent-ink" aria-hidden="true" />
          <AuthHeading title={t('forgot.doneTitle')} subtitle={t('forgot.done', { email: sentTo })} />
          <p className="text-pretty text-muted">{t('forgot.doneHint')}</p>
        </div>
      ) : (
        <Form of={form} className="gap-4">
          <div className="-mb-2">
            <AuthHeading title={t('forgot.title')} subtitle={t('forgot.subtitle')} />
          </div>
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
          <Button type="submit" variant="primary" size="lg" pending={form.isBusy} className="mt-1 w-full">
            {t(form.isBusy ? 'forgot.pending' : 'forgot.submit')}
          </Button>
        </Form>
      )}
      <BackToLogin />
    </AuthFrame>
  );
}

export function BackToLogin() {
  const { t } = useTranslation('auth');
  return (
    <Link
      to={paths.auth}
      className="mt-6 inline-flex min-h-11 items-center gap-2 font-medium text-accent-ink underline-offset-4 hover:underline"
    >
      <ArrowLeft size={16} aria-hidden="true" />
      {t('forgot.backToLogin')}
    </Link>
  );
}
