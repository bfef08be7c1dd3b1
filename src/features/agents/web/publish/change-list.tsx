import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, toLanguage, type Language } from '#shared/languages.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import type { ConfigurationChange } from '../../agents.contract.ts';
import { placeOf, settingOf } from '../settings/configuration-fields.ts';
import type { ShownPath } from '../settings/setting-path.ts';
import { sayValue } from './say-value.ts';
import { surroundings, textDifference } from './text-difference.ts';
import { useModelLabel } from '../answers/use-model-label.ts';

/** Texts longer than this show only what is around the change. */
const longText = 120;

type ShownChange = ConfigurationChange & { path: ShownPath };

/** The server compares configurations that its schema has read: what differs is one of the settings. */
const shownChange = (change: ConfigurationChange): ShownChange => ({
  ...change,
  path: change.path as ShownPath,
});

/** What changes, section by section: the field's name, before and after. */
export function ChangeList({
  changes,
  isFirst = false,
}: {
  changes: readonly ConfigurationChange[];
  isFirst?: boolean;
}) {
  const { t } = useTranslation('agents');
  const shown = changes.map(shownChange);
  const say = useSayValue(shown);
  const labelOf = useLabelOf(shown);
  const groups = Map.groupBy(
    shown.toSorted((one, other) => placeOf(one.path) - placeOf(other.path)),
    (change) => change.path.split('.', 1)[0] ?? '',
  );
  return (
    <div className="grid gap-5">
      {[...groups].map(([section, items]) => (
        <section key={section} aria-label={t(`sections.${section}.title`)}>
          <h3 className="mb-1 text-sm font-medium text-muted">
            {t(`sections.${section}.title`, { defaultValue: section })}
          </h3>
          <dl className="overflow-hidden rounded-card border border-line">
            {items.map((change) => (
              <div key={change.path} className="border-b border-line px-4 py-2.5 last:border-0">
                <dt className="font-medium">{labelOf(change.path)}</dt>
                <dd className="mt-0.5 text-sm">
                  <Difference
                    path={change.path}
                    before={say(change.path, change.before)}
                    after={say(change.path, change.after, Boolean(change.before))}
                    isFirst={isFirst}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function Difference({
  path,
  before,
  after,
  isFirst,
}: {
  path: ShownPath;
  before: string;
  after: string;
  isFirst: boolean;
}) {
  const { t } = useTranslation('agents');
  if (isFirst)
    return (
      <span className="line-clamp-4 break-words whitespace-pre-line">
        <Swatch color={path === 'appearance.color' && after} />
        {after || <Nothing />}
      </span>
    );
  if (Math.max(before.length, after.length) > longText && before && after) {
    const difference = textDifference(before, after);
    return (
      <p className="break-words whitespace-pre-line">
        {surroundings(difference.before, 'before')}
        {difference.removed && <Removed>{difference.removed}</Removed>}
        {difference.added && <Added>{difference.added}</Added>}
        {surroundings(difference.after, 'after')}
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      <Removed>
        <Swatch color={path === 'appearance.color' && before} />
        {before || <Nothing />}
      </Removed>
      <span aria-label={t('publish.becomes')} role="img" className="text-muted">
        →
      </span>
      <Added>
        <Swatch color={path === 'appearance.color' && after} />
        {after || <Nothing />}
      </Added>
    </p>
  );
}

const Removed = ({ children }: { children: ReactNode }) => (
  <del className="min-w-0 rounded-control bg-danger-tint px-1 break-words whitespace-pre-line text-danger-ink decoration-from-font">
    {children}
  </del>
);
const Added = ({ children }: { children: ReactNode }) => (
  <ins className="min-w-0 rounded-control bg-success-tint px-1 break-words whitespace-pre-line text-success-ink no-underline">
    {children}
  </ins>
);

function Swatch({ color }: { color: string | false }) {
  return color && /^#[0-9a-f]{6}$/i.test(color) ? (
    <span
      aria-hidden="true"
      className="mr-1.5 inline-block size-3 rounded-full border border-line align-[-0.1em]"
      style={{ background: color }}
    />
  ) : null;
}

function Nothing() {
  const { t } = useTranslation('agents');
  return <span className="text-muted italic">{t('publish.empty')}</span>;
}

/**
 * Puts values of the configuration into words; names of models, other agents and forms are fetched when a
 * change speaks of some.
 */
function useSayValue(
  changes: readonly ShownChange[],
): (path: ShownPath, value: unknown, isNewer?: boolean) => string {
  const { t, i18n } = useTranslation('agents');
  const speaksOf = (...paths: ShownPath[]): boolean => changes.some(({ path }) => paths.includes(path));
  const modelLabel = useModelLabel(
    speaksOf('ai.provider', 'ai.fallbacks', 'knowledge.embedding') ? [{ provider: '', model: '' }] : [],
  );
  const agents = useEndpoint('GET /api/agents', { query: {} }, { enabled: speaksOf('switching.agents') }).data
    ?.agents;
  const forms = useEndpoint(
    'GET /api/forms',
    { query: {} },
    { enabled: speaksOf('contactForm.formId', 'dynamic.forms') },
  ).data?.forms;
  const servers = useEndpoint('GET /api/mcp-connections', undefined, {
    enabled: speaksOf('mcp.connections'),
  }).data?.connections;
  const functions = useEndpoint('GET /api/functions', undefined, {
    enabled: speaksOf('functions.enabled'),
  }).data?.functions;
  const stores = useEndpoint('GET /api/stores', undefined, { enabled: speaksOf('store.id') }).data?.stores;
  const words = {
    t,
    exists: (key: string) => i18n.exists(key),
    language: i18n.language,
    modelLabel,
    agentName: (id: string) => (agents ? agents.find((agent) => agent.id === id)?.name : '…'),
    functionName: (id: string) => (functions ? functions.find((one) => one.id === id)?.label : '…'),
    mcpName: (id: string) => (servers ? servers.find((server) => server.id === id)?.name : '…'),
    storeName: (id: string) => (stores ? stores.find((store) => store.id === id)?.name : '…'),
    formName: (id: string) => (forms ? forms.find((form) => form.id === id)?.name : '…'),
  };
  return (path, value, isNewer) => sayValue(path, value, words, isNewer);
}

/** Names of settings; a text that visitors see goes by its usual words. */
function useLabelOf(changes: readonly ShownChange[]): (path: ShownPath) => string {
  const { t } = useTranslation('agents');
  const inLanguages = [
    ...new Set(
      changes.flatMap(({ path }) => (path.startsWith('texts.') ? [toLanguage(path.split('.')[1])] : [])),
    ),
  ].filter((code): code is Language => code !== null);
  const usual = useQueries({
    queries: inLanguages.map((code) => ({ queryKey: [`/locales/${code}/chat.json`] })),
  }).map(({ data }) => data as Record<string, string> | undefined);
  return (path) => {
    const [section = '', code = '', ...key] = path.split('.');
    const language = section === 'texts' ? toLanguage(code) : null;
    if (!language)
      return t([`fields.${path}`, `fields.${settingOf(path)}`], {
        defaultValue: t(`sections.${section}.title`),
      });
    const text = usual[inLanguages.indexOf(language)]?.[key.join('.')];
    return text
      ? t('publish.visitorText', { language: languageNames[language], text })
      : languageNames[language];
  };
}
