import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, toLanguage } from '#shared/languages.ts';
import { agentConfiguration } from '../agents-configuration.contract.ts';
import type { ConfigurationChange } from '../agents.contract.ts';
import { surroundings, textDifference } from './text-difference.ts';

const order = Object.entries(agentConfiguration.shape).flatMap(([section, slice]) => Object.keys('shape' in slice.def.innerType ? slice.def.innerType.shape : {}).map((field) => `${section}.${field}`));

/** Where a field stands in the configuration; its parts stand with it. */
function placeOf(path: string): number {
  return order.indexOf(path.split('.', 2).join('.'));
}

/** Texts longer than this show only what is around the change. */
const longText = 120;

/** What changes, section by section: the field's name, before and after. */
export function ChangeList({ changes, isFirst = false }: { changes: readonly ConfigurationChange[]; isFirst?: boolean }) {
  const { t } = useTranslation('agents');
  const groups = Map.groupBy(changes.toSorted((one, other) => placeOf(one.path) - placeOf(other.path)), (change) => change.path.split('.', 1)[0] ?? '');
  return (
    <div className="grid gap-5">
      {[...groups].map(([section, items]) => (
        <section key={section} aria-label={t(`sections.${section}.title`)}>
          <h3 className="mb-1 text-sm font-medium text-muted">{t(`sections.${section}.title`, { defaultValue: section })}</h3>
          <dl className="overflow-hidden rounded-card border border-line">
            {items.map((change) => (
              <div key={change.path} className="border-b border-line px-4 py-2.5 last:border-0">
                <dt className="font-medium">{t([`fields.${change.path}`, `fields.${change.path.split('.', 2).join('.')}`], { defaultValue: change.path })}</dt>
                <dd className="mt-0.5 text-sm">
                  <Difference change={change} isFirst={isFirst} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function Difference({ change, isFirst }: { change: ConfigurationChange; isFirst: boolean }) {
  const { t } = useTranslation('agents');
  const say = useSayValue();
  const [before, after] = [say(change.path, change.before), say(change.path, change.after)];
  if (isFirst)
    return (
      <span className="line-clamp-4 break-words whitespace-pre-line">
        <Swatch color={change.path === 'appearance.color' && after} />
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
        <Swatch color={change.path === 'appearance.color' && before} />
        {before || <Nothing />}
      </Removed>
      <span aria-label={t('publish.becomes')} role="img" className="text-muted">
        →
      </span>
      <Added>
        <Swatch color={change.path === 'appearance.color' && after} />
        {after || <Nothing />}
      </Added>
    </p>
  );
}

const Removed = ({ children }: { children: ReactNode }) => <del className="min-w-0 rounded-control bg-danger-tint px-1 break-words whitespace-pre-line text-danger-ink decoration-from-font">{children}</del>;
const Added = ({ children }: { children: ReactNode }) => <ins className="min-w-0 rounded-control bg-success-tint px-1 break-words whitespace-pre-line text-success-ink no-underline">{children}</ins>;

function Swatch({ color }: { color: string | false }) {
  return color && /^#[0-9a-f]{6}$/i.test(color) ? <span aria-hidden="true" className="mr-1.5 inline-block size-3 rounded-full border border-line align-[-0.1em]" style={{ background: color }} /> : null;
}

function Nothing() {
  const { t } = useTranslation('agents');
  return <span className="text-muted italic">{t('publish.empty')}</span>;
}

/** A value of the configuration in words. */
function useSayValue(): (path: string, value: unknown) => string {
  const { t, i18n } = useTranslation('agents');
  return (path, value) => {
    if (value === null || value === undefined || value === '') return '';
    if (typeof value === 'boolean') return t(value ? 'publish.on' : 'publish.off');
    if (typeof value === 'number') return new Intl.NumberFormat(i18n.language).format(value);
    if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? item : sayChoice(item))).join('\n');
    if (typeof value === 'object') return sayChoice(value);
    const text = String(value);
    if (path === 'ai.provider' && text === 'built-in') return t('builtIn.name');
    const language = path === 'basic.language' ? toLanguage(text) : null;
    if (language) return languageNames[language];
    const name = path.split('.').at(-1) ?? '';
    return i18n.exists(`agents:options.${name}.${text}`) ? t(`options.${name}.${text}`) : text;
  };
  function sayChoice(item: object): string {
    const { provider, model } = item as { provider?: string; model?: string };
    return provider === 'built-in' ? t('builtIn.name') : [provider, model].filter(Boolean).join(' · ');
  }
}
