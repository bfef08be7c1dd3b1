import { useTranslation } from 'react-i18next';
import { IntegrationsTab } from '#features/integrations/web/integrations-tab.tsx';
import { ServerSettings } from '#features/operator-settings/web/server-settings.tsx';

/** What whoever runs a server sets once: who it is for, plans, sign-up, mail, and the key of their own agents. */
export function SuperadminSetup() {
  const { t } = useTranslation('superadmin-setup');
  return (
    <div className="grid gap-10">
      <ServerSettings />
      <section aria-labelledby="setup-models" className="grid max-w-3xl gap-4">
        <div>
          <h2 id="setup-models" className="text-md font-semibold">
            {t('models.title')}
          </h2>
          <p className="mt-1 text-pretty text-muted">{t('models.text')}</p>
        </div>
        <IntegrationsTab />
      </section>
    </div>
  );
}
