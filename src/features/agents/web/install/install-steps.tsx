import { clsx } from 'clsx';
import { ArrowUpRight } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  embedModes,
  embedSnippet,
  sitePlatforms,
  type EmbedMode,
  type SitePlatform,
} from '#shared/embed/snippets.ts';
import { paths } from '#shared/paths.ts';
import { useVisitorsOrigin } from '#ui/visitors-origin.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import type { Agent } from '../../agents.contract.ts';

/** Names of makers are the same in every language. */
const names: Partial<Record<SitePlatform, string>> = {
  wordpress: 'WordPress',
  shopify: 'Shopify',
  wix: 'Wix',
  squarespace: 'Squarespace',
  webflow: 'Webflow',
  framer: 'Framer',
  react: 'React',
  nextjs: 'Next.js',
  vue: 'Vue',
  svelte: 'Svelte',
};

type Props = {
  agent: Agent;
  platform: SitePlatform;
  onPlatform: (platform: SitePlatform) => void;
  mode: EmbedMode;
  onMode: (mode: EmbedMode) => void;
};

/** The code for one platform and the way to put it there. */
export function InstallSteps({ agent, platform, onPlatform, mode, onMode }: Props) {
  const { t } = useTranslation(['agents-install', 'agents']);
  const origin = useVisitorsOrigin();
  const name = useId();
  const snippet = embedSnippet(platform, { origin, number: agent.number, mode });
  return (
    <div className="grid min-w-0 gap-5">
      <fieldset className="min-w-0">
        <legend className="font-medium">{t('platform.label')}</legend>
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          {sitePlatforms.map((each) => (
            <label
              key={each}
              htmlFor={`${name}-${each}`}
              className={clsx(
                'relative flex min-h-11 items-center rounded-control border px-3 text-sm transition-colors duration-150 md:min-h-9',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong',
                each === platform
                  ? 'border-accent-strong bg-accent-tint font-medium text-accent-ink'
                  : 'border-line text-muted hover:border-edge hover:text-ink',
              )}
            >
              <input
                type="radio"
                id={`${name}-${each}`}
                name={name}
                value={each}
                checked={each === platform}
                onChange={() => onPlatform(each)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              {names[each] ?? t(each === 'gtm' ? 'platform.gtm' : 'platform.html')}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={t('mode.label')} help={t(`mode.${mode}Help`)}>
        <Select
          value={mode}
          onChange={onMode}
          options={embedModes.map((each) => ({ value: each, label: t(`mode.${each}`) }))}
          className="max-w-80"
        />
      </Field>
      <div className="grid min-w-0 gap-2">
        <h3 className="font-medium">{t('snippet')}</h3>
        <pre
          tabIndex={0}
          aria-label={t('snippet')}
          className="max-h-72 overflow-auto rounded-control border border-line bg-sunken px-3 py-2.5 font-mono text-sm break-all whitespace-pre-wrap"
        >
          {snippet}
        </pre>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={snippet} label={t('copy')} />
          {agent.status === 'live' && (
            <a
              href={`${paths.widgetDemo(agent.number)}${mode === 'bubble' ? '' : `?mode=${mode}`}`}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'ghost' })}
            >
              {t('demo')}
              <ArrowUpRight size={16} aria-hidden="true" />
            </a>
          )}
        </div>
      </div>
      <div>
        <h3 className="font-medium">{t('stepsTitle')}</h3>
        <ol className="mt-1.5 grid list-decimal gap-1.5 pl-5 text-pretty marker:text-muted">
          {(['1', '2', '3', '4'] as const).map((step) => (
            <li key={step} className="pl-1">
              {t(`steps.${platform}.${step}`)}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
