import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/page/display.tsx';
import type { KnowledgeChange } from '../../agents.contract.ts';

const tones = { added: 'success', removed: 'danger', changed: 'warning', gone: 'neutral' } as const;

/** What became of the knowledge, source by source. */
export function KnowledgeChanges({ changes, note }: { changes: readonly KnowledgeChange[]; note: string }) {
  const { t } = useTranslation('agents');
  if (changes.length === 0) return null;
  return (
    <section aria-label={t('sections.knowledge.title')}>
      <h3 className="text-sm font-medium text-muted">{t('sections.knowledge.title')}</h3>
      <p className="mb-1 text-sm text-muted">{note}</p>
      <ul className="overflow-hidden rounded-card border border-line">
        {changes.map(({ title, change }, at) => (
          <li
            key={at}
            className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5 last:border-0"
          >
            <span className="min-w-0 grow wrap-anywhere">{title}</span>
            <Badge tone={tones[change]}>{t(`publish.knowledge.${change}`)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
