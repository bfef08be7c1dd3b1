import { clsx } from 'clsx';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Store, User, Users, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { setEndpointData, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Callout, Card, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { Audience, EnvironmentSetting, OperatorSettingsView } from '../operator-settings.contract.ts';

/** What fits whoever a server is for; each can be chosen otherwise. */
const suited: Record<Audience, Pick<OperatorSettingsView, 'plans' | 'signUp'>> = {
  self: { plans: 'free', signUp: 'closed' },
  team: { plans: 'free', signUp: 'closed' },
  customers: { plans: 'paid', signUp: 'open' },
};
const audienceIcons: Record<Audience, LucideIcon> = { self: User, team: Users, customers: Store };
const audiences = Object.keys(audienceIcons) as Audience[];

/** Who the server is for, whether plans are sold, who may register, and how mails leave. */
export function ServerSettings() {
  const { data, error, refetch } = useEndpoint('GET /api/superadmin/settings', undefined, { staleTime: 0 });
  if (error && !data) return <ReadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  return (
    <div className="grid max-w-3xl gap-6">
      <Access settings={data} />
      <MailServer key={data.mailServer ?? ''} settings={data} />
    </div>
  );
}

function useKeepSettings() {
  const client = useQueryClient();
  const { t } = useTranslation('superadmin-setup');
  return (changed: OperatorSettingsView) => {
    setEndpointData(client, 'GET /api/superadmin/settings', undefined, () => changed);
    toast({ variant: 'success', description: t('saved') });
  };
}

/** Why a setting can't be changed here; nothing where it can. */
function useLockedText(settings: OperatorSettingsView) {
  const { t } = useTranslation('superadmin-setup');
  return (name: EnvironmentSetting, variable: string): string | undefined =>
    settings.fromEnvironment.includes(name) ? t('locked', { variable }) : undefined;
}

function Access({ settings }: { settings: OperatorSettingsView }) {
  const { t } = useTranslation('superadmin-setup');
  const locked = useLockedText(settings);
  const keep = useKeepSettings();
  const { audience, plans, signUp } = settings;
  const form = useServerForm({
    values: { audience, plans, signUp },
    send: ({ audience: chosen, ...others }) =>
      api('PUT /api/superadmin/settings', { body: { ...others, ...(chosen && { audience: chosen }) } }),
    onDone: keep,
    failureToast: t('common:failed.title'),
  });
  const choose = (chosen: Audience) =>
    form.set({
      audience: chosen,
      ...(!settings.fromEnvironment.includes('plans') && { plans: suited[chosen].plans }),
      ...(!settings.fromEnvironment.includes('signUp') && { signUp: suited[chosen].signUp }),
    });
  const isChanged =
    form.values.audience !== audience || form.values.plans !== plans || form.values.signUp !== signUp;
  return (
    <Card aria-labelledby="setup-access">
      <h2 id="setup-access" className="text-md font-semibold">
        {t('audience.title')}
      </h2>
      <p className="mt-1 mb-4 text-pretty text-muted">{t('audience.text')}</p>
      <Form of={form} className="gap-5">
        <div role="radiogroup" aria-labelledby="setup-access" className="grid gap-2 sm:grid-cols-3">
          {audiences.map((one) => {
            const Icon = audienceIcons[one];
            const isChosen = form.values.audience === one;
            return (
              <button
                key={one}
                type="button"
                role="radio"
                aria-checked={isChosen}
                onClick={() => choose(one)}
                className={clsx(
                  'relative flex flex-col rounded-control border p-4 text-left',
                  isChosen ? 'border-accent-strong bg-accent-tint' : 'border-edge hover:bg-sunken',
                )}
              >
                <Icon size={20} aria-hidden="true" className="mb-2 text-accent-ink" />
                {isChosen && (
                  <Check size={16} aria-hidden="true" className="absolute top-4 right-4 text-accent-ink" />
                )}
                <span className="block font-medium">{t(`audience.${one}`)}</span>
                <span className="mt-0.5 block text-sm text-pretty text-muted">
                  {t(`audience.${one}Text`)}
                </span>
              </button>
            );
          })}
        </div>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label={t('plans.title')}
            help={locked('plans', 'PLANS') ?? t(`plans.${form.values.plans}Text`)}
          >
            <Select
              value={form.values.plans}
              disabled={settings.fromEnvironment.includes('plans')}
              onChange={(value) => form.set({ plans: value })}
              options={(['free', 'paid'] as const).map((value) => ({ value, label: t(`plans.${value}`) }))}
            />
          </Field>
          <Field
            label={t('signUp.title')}
            help={locked('signUp', 'SIGN_UP') ?? t(`signUp.${form.values.signUp}Text`)}
          >
            <Select
              value={form.values.signUp}
              disabled={settings.fromEnvironment.includes('signUp')}
              onChange={(value) => form.set({ signUp: value })}
              options={(['open', 'closed'] as const).map((value) => ({ value, label: t(`signUp.${value}`) }))}
            />
          </Field>
        </div>
        <div>
          <Button
            type="submit"
            variant="primary"
            pending={form.isBusy}
            disabled={!isChanged || form.values.audience === null}
          >
            {t('save')}
          </Button>
        </div>
      </Form>
    </Card>
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
