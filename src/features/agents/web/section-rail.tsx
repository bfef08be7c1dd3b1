import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { useShortcuts } from '#ui/shortcuts.ts';
import type { EditorSection } from './editor-section.ts';

/** How a section stands: a field needs attention, or visitors don't see its changes yet. */
export type SectionState = 'error' | 'changed' | 'same';
type Props = { sections: readonly EditorSection[]; current: string; onChoose: (id: string) => void; states: Record<string, SectionState> };

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The editor's sections, with a search over their fields ("/"). */
export function SectionRail({ sections, current, onChoose, states }: Props) {
  const { t } = useTranslation('agents');
  const [search, setSearch] = useState('');
  const box = useRef<HTMLDivElement>(null);
  useShortcuts([{ id: 'search-sections', keys: '/', label: t('editor.searchSections'), group: t('editor.keys'), run: () => box.current?.querySelector('input')?.focus() }]);
  const wanted = plain(search.trim());
  const shown = sections.filter(({ id }) => plain(`${t(`sections.${id}.title`)} ${t(`sections.${id}.words`)}`).includes(wanted));
  const choose = (id: string) => {
    setSearch('');
    onChoose(id);
  };
  return (
    <nav aria-label={t('editor.sections')} className="grid content-start gap-3">
      <div ref={box} onKeyDown={(event) => event.key === 'Enter' && shown[0] && choose(shown[0].id)}>
        <SearchField label={t('editor.searchSections')} value={search} onChange={setSearch} />
      </div>
      <ul className="grid gap-0.5">
        {shown.map(({ id, icon: Icon }) => {
          const state = states[id] ?? 'same';
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={id === current ? 'page' : undefined}
                onClick={() => choose(id)}
                className={clsx(
                  'flex min-h-11 w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-left font-medium transition-colors duration-150 md:min-h-9',
                  id === current ? 'bg-accent-tint text-accent-ink' : 'text-muted hover:bg-sunken hover:text-ink dark:hover:bg-line',
                )}
              >
                <Icon size={16} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
                <span className="min-w-0 grow">{t(`sections.${id}.title`)}</span>
                <StateMark state={state} />
              </button>
            </li>
          );
        })}
      </ul>
      {shown.length === 0 && <p className="px-2.5 text-sm text-muted">{t('editor.noSection')}</p>}
    </nav>
  );
}

function StateMark({ state }: { state: SectionState }) {
  const { t } = useTranslation('agents');
  if (state === 'error')
    return (
      <span className="flex text-danger-ink" title={t('editor.state.error')}>
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{t('editor.state.error')}</span>
      </span>
    );
  if (state === 'changed')
    return (
      <span className="flex" title={t('editor.state.changed')}>
        <span className="size-2 rounded-full bg-warning-ink" aria-hidden="true" />
        <span className="sr-only">{t('editor.state.changed')}</span>
      </span>
    );
  return null;
}

/** The same choice for narrow screens. */
export function SectionSelect({ sections, current, onChoose, states }: Props) {
  const { t } = useTranslation('agents');
  const label = (id: string) => (states[id] === 'error' ? `${t(`sections.${id}.title`)} (${t('editor.state.error')})` : t(`sections.${id}.title`));
  return <Select aria-label={t('editor.sections')} value={current} onChange={onChoose} options={sections.map(({ id }) => ({ value: id, label: label(id) }))} />;
}
