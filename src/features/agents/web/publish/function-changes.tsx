import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/page/display.tsx';
import type { FunctionChange } from '../../agents.contract.ts';

const tones = { added: 'success', changed: 'warning', kept: 'neutral' } as const;

/** What becomes of functions that go back with a version, and for which other agents. */
export function FunctionChanges({ changes }: { changes: readonly FunctionChange[] }) {
  const { t, i18n } = useTranslation('agents');
  if (changes.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language);
  return (
    <section aria-label={t('sections.functions.title')}>
      <h3 className="text-sm font-medium text-muted">{t('sections.functions.title')}</h3>
      <p className="mb-1 text-sm text-muted">{t('versions.functionsNote')}</p>
      <ul className="overflow-hidden rounded-card border border-line">
        {changes.map(({ title, change, losesKey, others }, at) => (
          <li
            key={at}
            className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5 last:border-0"
          >
            <span className="min-w-0 grow wrap-anywhere">
              {title}
              {losesKey && <span className="block text-sm text-muted">{t('versions.functionsKey')}</span>}
              {others.length > 0 && (
                <span className="block text-sm text-muted">
                  {t('versions.functionsOthers', { agents: list.format(others) })}
                </span>
              )}
            </span>
            <Badge tone={tones[change]}>
              {t(change === 'kept' ? 'versions.functionsKept' : `publish.knowledge.${change}`)}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
