import { Link } from '@tanstack/react-router';
import { ClipboardList, LayoutTemplate, Mic, PanelsTopLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';

const tools = [
  { name: 'forms', icon: ClipboardList },
  { name: 'landingPages', icon: PanelsTopLeft },
  { name: 'templates', icon: LayoutTemplate },
  { name: 'voice', icon: Mic },
] as const;

/** Nothing to use here yet: says what will stand here and what can be done now. */
export function ToolsPage() {
  const { t } = useTranslation('shell');
  return (
    <Page>
      <PageHeader title={t('screens.tools')} description={t('tools.intro')} />
      <EmptyState
        picture={
          <ul className="grid grid-cols-2 gap-2">
            {tools.map(({ name, icon: Icon }) => (
              <li key={name} className="flex items-center gap-2.5 rounded-card border border-line bg-page px-3 py-2.5 text-sm">
                <Icon size={16} strokeWidth={1.75} className="shrink-0 text-accent-ink" />
                <span className="min-w-0 break-words">{t(`tools.${name}`)}</span>
              </li>
            ))}
          </ul>
        }
        title={t('tools.emptyTitle')}
        action={
          <Link to={paths.agents} className={buttonClass({ variant: 'primary' })}>
            {t('tools.action')}
          </Link>
        }
      >
        {t('tools.emptyText')}
      </EmptyState>
    </Page>
  );
}
