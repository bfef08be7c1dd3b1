import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { DangerZone } from '#features/account-data/web/danger-zone.tsx';
import { AccountNameCard } from '#features/accounts/web/account-name-card.tsx';
import { GeneralTab } from '#features/accounts/web/general-tab.tsx';
import { ThresholdsSection } from '#features/analytics/web/thresholds/thresholds-section.tsx';
import { AccountKeys } from '#features/api-keys/web/account-keys.tsx';
import { AuditTab } from '#features/audit/web/audit-tab.tsx';
import { PasswordCard } from '#features/auth/web/password-card.tsx';
import { SessionsCard } from '#features/auth/web/sessions-card.tsx';
import { TwoFactorCard } from '#features/auth/web/two-factor-card.tsx';
import { BillingTab } from '#features/billing/web/billing-tab.tsx';
import { PrivacyCard } from '#features/contacts/web/record/privacy-card.tsx';
import { usePartsOff } from '#features/feature-flags/web/parts-off.ts';
import { IntegrationsTab } from '#features/integrations/web/integrations-tab.tsx';
import { AppGrants } from '#features/oauth/web/app-grants.tsx';
import { PaymentSetup } from '#features/payments/web/connecting/payment-setup.tsx';
import { TeamTab } from '#features/team/web/team-tab.tsx';
import { WebhooksTab } from '#features/webhooks/web/webhooks-tab.tsx';
import type { Permission } from '#features/accounts/accounts.contract.ts';
import { useUser } from '#ui/api/session.ts';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';

const tabs = ['general', 'integrations', 'webhooks', 'billing', 'team', 'audit'] as const;
export type SettingsTab = (typeof tabs)[number];
/** Tabs that not everybody sees. */
const neededFor: Partial<Record<SettingsTab, Permission>> = {
  webhooks: 'integrations.manage',
  audit: 'audit.read',
};

/** Settings of the person and the account, one tab a subject. */
export function SettingsPage() {
  const { t } = useTranslation('settings');
  const user = useUser();
  const { isOff } = usePartsOff();
  const shown = tabs.filter((value) => {
    const needed = neededFor[value];
    return (needed === undefined || user.can[needed]) && !(value === 'webhooks' && isOff('webhooks'));
  });
  const [tab, setTab] = useUrlParam<SettingsTab>('tab', 'general', { allowed: shown, push: true });
  const content = {
    general: <Person />,
    integrations: <Connections />,
    webhooks: (
      <>
        <WebhooksTab />
        <ThresholdsSection />
      </>
    ),
    billing: <BillingTab />,
    team: <TeamTab />,
    audit: <AuditTab />,
  };
  return (
    <Page>
      <PageHeader title={t('shell:screens.settings')} tabTitle={t(`tabs.${tab}`)} />
      <Tabs
        label={t('shell:screens.settings')}
        value={tab}
        onChange={setTab}
        tabs={shown.map((value) => ({ value, label: t(`tabs.${value}`), content: content[value] }))}
      />
    </Page>
  );
}

const CropDialog = lazy(() =>
  import('#features/agents/web/settings/crop-dialog.tsx').then((file) => ({ default: file.CropDialog })),
);

/** Who the person is, and their ways in. */
const Person = () => (
  <div className="grid gap-6">
    <GeneralTab crop={CropDialog} />
    <AccountNameCard />
    <PasswordCard />
    <PrivacyCard />
    <TwoFactorCard />
    <SessionsCard />
    <DangerZone />
  </div>
);

/** What the account is connected with: where money goes, and who answers. */
function Connections() {
  const { t } = useTranslation('settings');
  const { isOff } = usePartsOff();
  return (
    <div className="grid gap-10">
      <section aria-labelledby="models" className="grid gap-4">
        <h2 id="models" className="text-lg font-semibold">
          {t('modelsTitle')}
        </h2>
        <IntegrationsTab />
      </section>
      <PaymentSetup />
      {!isOff('api') && <AccountKeys />}
      <AppGrants />
    </div>
  );
}
