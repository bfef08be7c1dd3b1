import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, useMutate } from '#ui/api/hooks.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { pageVisibilities, type LandingPage } from '../../landing-pages.contract.ts';

const refreshes = ['/api/landing-pages'];

/** Who finds a page and with which password, where it stands, and the page as files. */
export function AccessSection({ page }: { page: LandingPage }) {
  const { t } = useTranslation('landing-pages');
  const client = useQueryClient();
  const params = { id: page.id };
  const form = useServerForm({
    values: { visibility: page.visibility, password: '' },
    send: ({ visibility, password }) =>
      api('PUT /api/landing-pages/{id}/access', {
        params,
        body: { visibility, ...(password !== '' && { password }) },
      }),
    onDone({ visibility }) {
      void refresh(client, ...refreshes);
      form.reset({ visibility, password: '' });
      toast({ variant: 'success', description: t('settings.saved') });
    },
  });
  const open = useMutate('PUT /api/landing-pages/{id}/access', { refreshes });
  const home = useMutate('PUT /api/landing-pages/{id}/home', { refreshes });
  const exportOf = (format: 'html' | 'json') => (
    <a
      className={buttonClass({ variant: 'outline' })}
      href={`/api/landing-pages/${encodeURIComponent(page.id)}/export?format=${format}`}
      download
    >
      <Download size={16} aria-hidden="true" />
      {t(`export.${format}`)}
    </a>
  );
  return (
    <div className="grid max-w-2xl gap-8">
      {page.can.edit && (
        <Form of={form} className="gap-5">
          <Field label={t('access.visibility')} help={t(`access.${form.values.visibility}Help`)}>
            <Select
              value={form.values.visibility}
              onChange={(visibility) => form.set({ visibility })}
              options={pageVisibilities.map((value) => ({ value, label: t(`access.${value}`) }))}
            />
          </Field>
          <Field
            label={t(page.hasPassword ? 'access.newPassword' : 'access.password')}
            help={t(page.hasPassword ? 'access.hasPassword' : 'access.passwordHelp')}
            error={form.errorOf('password')}
          >
            <PasswordField autoComplete="new-password" maxLength={200} {...form.register('password')} />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" pending={form.isBusy}>
              {t('settings.save')}
            </Button>
            {page.hasPassword && (
              <Button
                variant="ghost"
                pending={open.isPending}
                onClick={() => open.mutate({ params, body: { visibility: page.visibility, password: null } })}
              >
                {t('access.removePassword')}
              </Button>
            )}
          </div>
        </Form>
      )}
      {page.can.edit && (
        <section aria-labelledby="own-domain" className="grid gap-3">
          <h2 id="own-domain" className="text-md font-semibold">
            {t('domain.title')}
          </h2>
          {page.domain === null ? (
            <p className="text-muted">{t('domain.none')}</p>
          ) : (
            <Switch
              checked={page.isHome}
              disabled={home.isPending}
              onChange={(isHome) => home.mutate({ params, body: { isHome } })}
              label={t('domain.home', { domain: page.domain.replace(/^https?:\/\//, '') })}
              help={t('domain.homeHelp')}
            />
          )}
        </section>
      )}
      <section aria-labelledby="export" className="grid gap-3">
        <h2 id="export" className="text-md font-semibold">
          {t('export.title')}
        </h2>
        <p className="text-muted">{t('export.text')}</p>
        <div className="flex flex-wrap gap-3">
          {exportOf('html')}
          {exportOf('json')}
        </div>
      </section>
    </div>
  );
}
