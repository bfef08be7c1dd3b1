import { Link } from '@tanstack/react-router';
import {
  ArrowRight,
  AudioLines,
  ClipboardList,
  FlaskConical,
  LayoutTemplate,
  ListPlus,
  PanelsTopLeft,
  Plus,
  SquareFunction,
} from 'lucide-react';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { usePartsOff } from '#features/feature-flags/web/parts-off.ts';
import { useUser } from '#ui/api/session.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';

/** The first four in the order of the specification, "Tools". */
const tools = [
  { name: 'forms', icon: ClipboardList, to: paths.forms, part: null },
  { name: 'landingPages', icon: PanelsTopLeft, to: paths.landingPages, part: 'landingPages' },
  { name: 'templates', icon: LayoutTemplate, to: paths.templates, part: null },
  { name: 'voiceLab', icon: AudioLines, to: paths.voiceLab, part: null },
  { name: 'functions', icon: SquareFunction, to: paths.functions, part: 'customFunctions' },
  { name: 'simulator', icon: FlaskConical, to: paths.agentSimulator, part: 'simulator' },
  { name: 'customFields', icon: ListPlus, to: paths.customFields, part: null },
] as const;

/** What agents use besides talking: each tool with the way to it. */
export function ToolsPage() {
  const { t } = useTranslation('shell');
  const { can } = useUser();
  const { isOff, isGone } = usePartsOff();
  return (
    <Page>
      <PageHeader
        title={t('screens.tools')}
        description={t('tools.intro')}
        actions={
          // The first of the specification is the main one: at the edge where they stand side by side, on top on a phone.
          <>
            <Link
              to={paths.templates}
              className={clsx(buttonClass({ variant: 'outline' }), 'max-sm:order-last')}
            >
              {t('tools.browse')}
            </Link>
            {can['pages.edit'] !== false && !isOff('landingPages') && (
              <Link to={paths.newLandingPage} className={buttonClass({ variant: 'outline' })}>
                <Plus size={16} aria-hidden="true" />
                {t('tools.newLandingPage')}
              </Link>
            )}
            {can['forms.edit'] !== false && !isOff('forms') && (
              <Link
                to={paths.newForm}
                className={clsx(buttonClass({ variant: 'primary' }), 'max-sm:order-first')}
              >
                <Plus size={16} aria-hidden="true" />
                {t('tools.newForm')}
              </Link>
            )}
          </>
        }
      />
      <ul className="grid gap-4 sm:grid-cols-2">
        {tools
          .filter(({ part }) => !isGone(part))
          .map(({ name, icon: Icon, to }) => (
            <li
              key={name}
              className="relative flex gap-4 rounded-card border border-line bg-surface p-5 transition-colors duration-150 hover:border-edge"
            >
              <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-tint text-accent-ink">
                <Icon size={20} aria-hidden="true" />
              </span>
              <div className="min-w-0 grow">
                <h2 className="text-md font-semibold">
                  <Link
                    to={to}
                    className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent-strong"
                  >
                    {t(`tools.${name}`)}
                  </Link>
                </h2>
                <p className="mt-1 text-muted">{t(`tools.${name}Text`)}</p>
              </div>
              <ArrowRight size={16} aria-hidden="true" className="mt-1 shrink-0 text-muted" />
            </li>
          ))}
      </ul>
    </Page>
  );
}
