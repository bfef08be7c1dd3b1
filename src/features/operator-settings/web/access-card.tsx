import { clsx } from 'clsx';
import { Check, Store, User, Users, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isLookAlike } from '#shared/text/look-alike.ts';
import { mailDomainOf, mostMailDomains, signUps } from '#shared/sign-up.ts';
import { longestTrialDays } from '#features/accounts/accounts.contract.ts';
import { api } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Callout, Card } from '#ui/page/display.tsx';
import { mostSignUpNote, type Audience, type OperatorSettingsView } from '../operator-settings.contract.ts';
import { useKeepSettings, useLockedText } from './setting-hooks.ts';

/** What fits whoever a server is for; each can be chosen otherwise. */
const suited: Record<Audience, Pick<OperatorSettingsView, 'plans' | 'signUp'>> = {
  self: { plans: 'free', signUp: 'closed' },
  team: { plans: 'free', signUp: 'invitation' },
  customers: { plans: 'paid', signUp: 'open' },
};
const audienceIcons: Record<Audience, LucideIcon> = { self: User, team: Users, customers: Store };
const audiences = Object.keys(audienceIcons) as Audience[];

const linesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((line) => line !== '');
const isTrial = (typed: string): boolean =>
  /^\d{1,3}$/.test(typed.trim()) && Number(typed) <= longestTrialDays;

/** Who the server is for, whether plans are sold, and who comes in. */
export function Access({ settings }: { settings: OperatorSettingsView }) {
  const { t } = useTranslation('superadmin-setup');
  const locked = useLockedText(settings);
  const keep = useKeepSettings();
  const { audience, plans, signUp, signUpNote, trialDays } = settings;
  const domains = settings.signUpDomains.join('\n');
  const form = useServerForm({
    values: { audience, plans, signUp, signUpDomains: domains, trialDays: String(trialDays), signUpNote },
    check: (values) => ({
      ...(linesOf(values.signUpDomains).some((line) => mailDomainOf(line) === null) && {
        signUpDomains: t('validation.domain'),
      }),
      ...(linesOf(values.signUpDomains).length > mostMailDomains && {
        signUpDomains: t('validation.domains'),
      }),
      ...(values.signUpNote.trim().length > mostSignUpNote && {
        signUpNote: t('validation.note', { most: mostSignUpNote }),
      }),
      ...(!isTrial(values.trialDays) && { trialDays: t('validation.trial', { most: longestTrialDays }) }),
    }),
    send: ({ audience: chosen, signUpDomains, trialDays: days, ...others }) =>
      api('PUT /api/superadmin/settings', {
        body: {
          ...others,
          signUpDomains: linesOf(signUpDomains),
          trialDays: Number(days),
          ...(chosen && { audience: chosen }),
        },
      }),
    onDone: keep,
    failureToast: t('common:failed.title'),
  });
  const choose = (chosen: Audience) =>
    form.set({
      audience: chosen,
      ...(!settings.fromEnvironment.includes('plans') && { plans: suited[chosen].plans }),
      ...(!settings.fromEnvironment.includes('signUp') && { signUp: suited[chosen].signUp }),
    });
  const { values } = form;
  const isChanged =
    values.audience !== audience ||
    values.plans !== plans ||
    values.signUp !== signUp ||
    values.trialDays.trim() !== String(trialDays) ||
    values.signUpNote.trim() !== signUpNote ||
    linesOf(values.signUpDomains).join('\n') !== domains;
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
            help={
              locked('plans', 'PLANS') ??
              (values.plans === 'free'
                ? t('plans.freeText')
                : trialDays > 0
                  ? t('plans.paidText', { count: trialDays })
                  : t('plans.paidAtOnce'))
            }
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
              options={signUps.map((value) => ({ value, label: t(`signUp.${value}`) }))}
            />
          </Field>
          {values.plans === 'paid' && (
            <Field
              label={t('signUp.trial')}
              help={t('signUp.trialHelp', { most: longestTrialDays })}
              error={form.errorOf('trialDays')}
            >
              <Input
                inputMode="numeric"
                autoComplete="off"
                unit={t('signUp.days')}
                {...form.register('trialDays')}
              />
            </Field>
          )}
          {values.signUp !== 'closed' && (
            <Field
              label={t('signUp.domains')}
              help={t('signUp.domainsHelp')}
              error={form.errorOf('signUpDomains')}
            >
              <Textarea
                rows={2}
                spellCheck={false}
                autoCapitalize="none"
                placeholder="example.com"
                {...form.register('signUpDomains')}
              />
            </Field>
          )}
        </div>
        <Field
          label={t('signUp.note')}
          help={t('signUp.noteHelp', { most: mostSignUpNote })}
          error={form.errorOf('signUpNote')}
        >
          <Textarea rows={2} {...form.register('signUpNote')} />
        </Field>
        {values.signUp !== 'closed' && <MailDomains typed={values.signUpDomains} settings={settings} />}
        <div>
          <Button
            type="submit"
            variant="primary"
            pending={form.isBusy}
            disabled={!isChanged || values.audience === null}
          >
            {t('save')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** How domains are read whose names are not written in ASCII, and which of them can be taken for another one. */
function MailDomains({ typed, settings }: { typed: string; settings: OperatorSettingsView }) {
  const { t } = useTranslation('superadmin-setup');
  const written = new Set(linesOf(typed));
  const kept = settings.signUpNames.filter(({ domain }) => written.has(domain));
  const deceptive = [
    ...kept.filter((name) => name.isLookAlike).map(({ shown }) => shown),
    ...[...written].filter(isLookAlike),
  ];
  return (
    <>
      {kept.length > 0 && (
        <dl aria-label={t('signUp.names')} className="grid gap-1 text-sm">
          {kept.map(({ domain, shown }) => (
            <div key={domain} className="flex flex-wrap gap-x-3">
              <dt className="font-mono break-all text-muted">{domain}</dt>
              <dd className="break-all">{shown}</dd>
            </div>
          ))}
        </dl>
      )}
      {deceptive.length > 0 && (
        <Callout tone="warning" live>
          {t('signUp.lookAlike', { domains: deceptive.join(', ') })}
        </Callout>
      )}
    </>
  );
}
