import { Link } from '@tanstack/react-router';
import {
  BrainCircuit,
  Building2,
  LayoutTemplate,
  Megaphone,
  Newspaper,
  Palette,
  Quote,
  Tags,
  ToggleRight,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths, type SuperadminSection } from '#shared/paths.ts';
import { DefaultLimitsCard } from '#features/account-limits/web/default-limits-card.tsx';
import { IntegrationsTab } from '#features/integrations/web/integrations-tab.tsx';
import { EnvironmentCard } from '#features/operator-settings/web/environment-card.tsx';
import { ServerSettings } from '#features/operator-settings/web/server-settings.tsx';

/** What is set at run time as well, on pages of its own. */
const others = [
  ['plans', Tags],
  ['models', BrainCircuit],
  ['features', ToggleRight],
  ['accounts', Building2],
  ['announcements', Megaphone],
  ['testimonials', Quote],
  ['templates', LayoutTemplate],
  ['blog', Newspaper],
  ['mails', Palette],
] as const satisfies readonly (readonly [SuperadminSection, LucideIcon])[];

/**
 * Everything that whoever runs a server sets, in one screen: who it is for, plans, sign-up, mail, backups, the key of
 * their own agents, what has a page of its own, and what the environment fixes.
 */
export function SuperadminSetup() {
  const { t } = useTranslation(['superadmin-setup', 'superadmin']);
  return (
    <div className="grid gap-10">
      <div className="grid max-w-3xl gap-6">
        <ServerSettings />
        <DefaultLimitsCard />
      </div>
      <section aria-labelledby="setup-models" className="grid max-w-3xl gap-4">
        <div>
          <h2 id="setup-models" className="text-md font-semibold">
            {t('models.title')}
          </h2>
          <p className="mt-1 text-pretty text-muted">{t('models.text')}</p>
        </div>
        <IntegrationsTab />
      </section>
      <section aria-labelledby="setup-others" className="grid max-w-3xl gap-4">
        <h2 id="setup-others" className="text-md font-semibold">
          {t('others')}
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2">
          {others.map(([name, Icon]) => (
            <li
              key={name}
              className="relative flex gap-3 rounded-card border border-line bg-surface p-4 hover:border-edge"
            >
              <Icon size={20} aria-hidden="true" className="shrink-0 text-accent-ink" />
              <div className="min-w-0">
                <Link
                  to={paths.superadminSection(name)}
                  className="font-medium after:absolute after:inset-0 after:rounded-card"
                >
                  {t(`superadmin:sections.${name}.title`)}
                </Link>
                <p className="mt-0.5 text-sm text-pretty text-muted">
                  {t(`superadmin:sections.${name}.text`)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <div className="max-w-3xl">
        <EnvironmentCard />
      </div>
    </div>
  );
}
