import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ArrowRight } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { useSection } from '../editor/editor-section.ts';
import { useLabels } from '../settings/setting-labels.ts';
import { SettingPlace } from '../settings/setting.tsx';

/** Somebody who can be chosen, and what is to be known of them. */
type Provider = {
  value: string;
  title: string;
  badge: string;
  text: ReactNode;
};

/** Who answers or speaks: what works without a key, what the account has connected, and the way to connect others. */
export function ProviderChoice({
  path,
  current,
  onChoose,
  keyless,
  connected,
  isWaiting,
  others,
  sayOthers,
}: {
  path: 'ai.provider' | 'voice.provider';
  current: string;
  onChoose: (provider: string) => void;
  keyless: Provider;
  connected: readonly Provider[];
  /** What is connected is not known yet. */
  isWaiting: boolean;
  /** What those are called that could be connected. */
  others: readonly string[];
  sayOthers: (names: string) => string;
}) {
  const { t, i18n } = useTranslation('agents');
  const { canEdit } = useSection();
  const { label } = useLabels(path);
  const row = ({ value, title, text }: Provider, badge: ReactNode) => (
    <ProviderRow
      key={value}
      name={path}
      value={value}
      current={current}
      onChoose={onChoose}
      title={title}
      badge={badge}
    >
      {text}
    </ProviderRow>
  );
  return (
    <SettingPlace path={path}>
      <fieldset className="min-w-0" disabled={!canEdit}>
        <legend className="mb-1.5 font-medium">{label}</legend>
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          {row(keyless, <Badge tone="neutral">{keyless.badge}</Badge>)}
          {isWaiting && <Skeleton className="m-4 h-10" />}
          {connected.map((provider) =>
            row(
              provider,
              <Badge tone="success" dot>
                {provider.badge}
              </Badge>,
            ),
          )}
          {others.length > 0 && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <p className="min-w-0 flex-1 basis-64 text-sm text-pretty text-muted">
                {sayOthers(new Intl.ListFormat(i18n.language).format(others))}
              </p>
              <Link
                to={paths.settings}
                search={{ tab: 'integrations' }}
                className={buttonClass({ size: 'sm' })}
              >
                {t('ai.connect')}
                <ArrowRight size={16} aria-hidden="true" />
              </Link>
            </div>
          )}
        </div>
      </fieldset>
    </SettingPlace>
  );
}

/** One of those who can be chosen to answer or to speak. */
function ProviderRow({
  name,
  value,
  current,
  onChoose,
  title,
  badge,
  children,
}: {
  /** Of the whole choice. */
  name: string;
  value: string;
  current: string;
  onChoose: (value: string) => void;
  title: string;
  badge: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const isChosen = value === current;
  return (
    <label
      htmlFor={id}
      className={clsx(
        'flex items-start gap-3 border-b border-line px-4 py-3 last:border-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-strong',
        isChosen ? 'bg-accent-tint' : 'hover:bg-sunken',
      )}
    >
      <input
        id={id}
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        onChange={() => onChoose(value)}
        aria-describedby={`${id}-text`}
        className="mt-1 size-4 shrink-0 accent-accent-strong outline-none"
      />
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {title}
          {badge}
        </span>
        <span
          id={`${id}-text`}
          className={clsx('block text-sm text-pretty', isChosen ? 'text-ink' : 'text-muted')}
        >
          {children}
        </span>
      </span>
    </label>
  );
}
