import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { ReasonDialog } from '#ui/form/reason-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import type { AccountDetails } from '../../superadmin-accounts.contract.ts';

type Props = {
  account: AccountDetails;
  onClose: () => void;
};
const refreshes = ['/api/superadmin/accounts', '/api/superadmin/overview'];

/** Keeps an account out, with the reason that its log will show. */
export function SuspendDialog({ account, onClose }: Props) {
  const { t } = useTranslation('superadmin-accounts');
  return (
    <ReasonDialog
      title={t('suspend.title', { name: account.name })}
      description={t('suspend.text')}
      label={t('reason')}
      help={t('suspend.reasonHelp')}
      missing={t('reasonMissing')}
      submit={t('suspend.action')}
      send={(reason) =>
        api('POST /api/superadmin/accounts/{id}/suspend', { params: { id: account.id }, body: { reason } })
      }
      refreshes={refreshes}
      onClose={onClose}
    />
  );
}

/** Gives an account a plan that nobody pays for, or takes it back. */
export function PlanDialog({ account, onClose }: Props) {
  const { t } = useTranslation('superadmin-accounts');
  const form = useServerForm({
    values: {
      plan: account.given?.plan ?? ('pro' as 'pro' | 'white_label' | 'none'),
      until: account.given?.until?.slice(0, 10) ?? '',
    },
    send: ({ plan, until }) =>
      api('PUT /api/superadmin/accounts/{id}/plan', {
        params: { id: account.id },
        body: {
          plan: plan === 'none' ? null : plan,
          // The whole of that day, wherever in the world it ends last.
          until: plan === 'none' || until === '' ? null : new Date(`${until}T23:59:59Z`).toISOString(),
        },
      }),
    placeOf: ({ code }) => (code === 'superadmin.until_passed' ? 'until' : undefined),
    refreshes,
    onDone: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={t('plan.title', { name: account.name })}
      description={t('plan.text')}
      submit={t('plan.action')}
      onClose={onClose}
    >
      <Field label={t('plan.label')}>
        <Select
          value={form.values.plan}
          onChange={(plan) => form.set({ plan })}
          options={(['pro', 'white_label', 'none'] as const).map((value) => ({
            value,
            label: t(`plan.${value}`),
          }))}
        />
      </Field>
      {form.values.plan !== 'none' && (
        <Field label={t('plan.until')} help={t('plan.untilHelp')} error={form.errorOf('until')}>
          <Input type="date" {...form.register('until')} />
        </Field>
      )}
    </FormDialog>
  );
}

/** Lets the trial of an account last longer. */
export function TrialDialog({ account, onClose }: Props) {
  const { t } = useTranslation('superadmin-accounts');
  const form = useServerForm({
    values: { days: '7' },
    check: ({ days }) => ({
      ...(!(/^\d{1,2}$/.test(days) && Number(days) >= 1 && Number(days) <= 90) && {
        days: t('trial.bounds'),
      }),
    }),
    send: ({ days }) =>
      api('POST /api/superadmin/accounts/{id}/trial', {
        params: { id: account.id },
        body: { days: Number(days) },
      }),
    refreshes,
    onDone: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={t('trial.title', { name: account.name })}
      description={t('trial.text')}
      submit={t('trial.action')}
      onClose={onClose}
    >
      <Field label={t('trial.days')} help={t('trial.bounds')} error={form.errorOf('days')} required>
        <Input inputMode="numeric" {...form.register('days')} />
      </Field>
    </FormDialog>
  );
}
