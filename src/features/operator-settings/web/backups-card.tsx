import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Card } from '#ui/page/display.tsx';
import { keptBackups, type OperatorSettingsView } from '../operator-settings.contract.ts';
import { useKeepSettings } from './setting-hooks.ts';

const { fewest, most } = keptBackups;
const isCount = (typed: string): boolean =>
  /^\d{1,2}$/.test(typed.trim()) && Number(typed) >= fewest && Number(typed) <= most;

/** How many backups are kept. */
export function BackupsCard({ settings }: { settings: OperatorSettingsView }) {
  const { t } = useTranslation('superadmin-setup');
  const keep = useKeepSettings();
  const form = useServerForm({
    values: { backupsKept: String(settings.backupsKept) },
    check: ({ backupsKept }) => ({
      backupsKept: isCount(backupsKept) ? undefined : t('backups.invalid', { fewest, most }),
    }),
    send: ({ backupsKept }) =>
      api('PUT /api/superadmin/settings', { body: { backupsKept: Number(backupsKept) } }),
    onDone: keep,
    failureToast: t('common:failed.title'),
  });
  return (
    <Card aria-labelledby="setup-backups">
      <h2 id="setup-backups" className="text-md font-semibold">
        {t('backups.title')}
      </h2>
      <p className="mt-1 mb-4 text-pretty text-muted">{t('backups.text')}</p>
      <Form of={form} className="max-w-xl gap-5">
        <Field label={t('backups.kept')} help={t('backups.keptHelp')} error={form.errorOf('backupsKept')}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            className="max-w-28"
            {...form.register('backupsKept')}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            pending={form.isBusy}
            disabled={form.values.backupsKept.trim() === String(settings.backupsKept)}
          >
            {t('save')}
          </Button>
          <Link to={paths.superadminSection('backups')} className={buttonClass({ variant: 'outline' })}>
            {t('backups.open')}
          </Link>
        </div>
      </Form>
    </Card>
  );
}
