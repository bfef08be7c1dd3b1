import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Callout, Card, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { OperatorSettingsView } from '../operator-settings.contract.ts';
import { Access } from './access-card.tsx';
import { BackupsCard } from './backups-card.tsx';
import { ServerBrandCard } from './server-brand-card.tsx';
import { useKeepSettings, useLockedText } from './setting-hooks.ts';

/** Who the server is for, whether plans are sold, who may register, and how mails leave. */
export function ServerSettings() {
  const { data, error, refetch } = useEndpoint('GET /api/superadmin/settings', undefined, { staleTime: 0 });
  if (error && !data) return <ReadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  return (
    <div className="grid gap-6">
      <Access settings={data} />
      <ServerBrandCard settings={data} />
      <MailServer key={data.mailServer ?? ''} settings={data} />
      <BackupsCard key={data.backupsKept} settings={data} />
    </div>
  );
}

function MailServer({ settings }: { settings: OperatorSettingsView }) {
  const { t } = useTranslation('superadmin-setup');
  const locked = useLockedText(settings);
  const keep = useKeepSettings();
  const isServerLocked = settings.fromEnvironment.includes('smtpUrl');
  const isFromLocked = settings.fromEnvironment.includes('mailFrom');
  const form = useServerForm({
    values: { smtpUrl: '', mailFrom: settings.mailFrom },
    check: ({ smtpUrl }) => ({
      ...(smtpUrl.trim() !== '' &&
        !/^smtps?:\/\/[^\s/]+/.test(smtpUrl.trim()) && { smtpUrl: t('validation.smtp') }),
    }),
    send: ({ smtpUrl, mailFrom }) =>
      api('PUT /api/superadmin/settings', {
        body: {
          ...(smtpUrl.trim() !== '' && { smtpUrl: smtpUrl.trim() }),
          ...(mailFrom.trim() !== settings.mailFrom && { mailFrom: mailFrom.trim() }),
        },
      }),
    onDone: keep,
    failureToast: t('common:failed.title'),
  });
  const remove = useMutate('PUT /api/superadmin/settings', { onSuccess: keep });
  const test = useMutate('POST /api/superadmin/settings/mail-test');
  const isChanged = form.values.smtpUrl.trim() !== '' || form.values.mailFrom.trim() !== settings.mailFrom;
  return (
    <Card aria-labelledby="setup-mail">
      <h2 id="setup-mail" className="text-md font-semibold">
        {t('mail.title')}
      </h2>
      <p className="mt-1 mb-4 text-pretty text-muted">
        {settings.mailServer ? t('mail.sends', { server: settings.mailServer }) : t('mail.keeps')}
      </p>
      <Form of={form} className="max-w-xl gap-5">
        <Field
          label={t('mail.server')}
          help={locked('smtpUrl', 'SMTP_URL') ?? t('mail.serverHelp')}
          error={form.errorOf('smtpUrl')}
        >
          <Input
            autoComplete="off"
            spellCheck={false}
            disabled={isServerLocked}
            placeholder="smtps://user:password@mail.example.com"
            {...form.register('smtpUrl')}
          />
        </Field>
        <Field
          label={t('mail.from')}
          help={locked('mailFrom', 'MAIL_FROM') ?? t('mail.fromHelp')}
          error={form.errorOf('mailFrom')}
        >
          <Input autoComplete="off" disabled={isFromLocked} {...form.register('mailFrom')} />
        </Field>
        {test.data && (
          <Callout
            live
            tone={test.data.failure === null ? 'success' : 'danger'}
            title={
              test.data.failure === null
                ? t('mail.tested', { recipient: test.data.recipient })
                : t('mail.testFailed')
            }
          >
            {test.data.failure}
          </Callout>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" pending={form.isBusy} disabled={!isChanged}>
            {t('save')}
          </Button>
          {settings.mailServer && (
            <Button pending={test.isPending} disabled={isChanged} onClick={() => test.mutate({})}>
              {t('mail.test')}
            </Button>
          )}
          {settings.mailServer && !isServerLocked && (
            <Button
              variant="ghost"
              pending={remove.isPending}
              onClick={() => remove.mutate({ body: { smtpUrl: null } })}
            >
              {t('mail.remove')}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
