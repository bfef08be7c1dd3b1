import { clsx } from 'clsx';
import { CircleAlert, Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { plainText } from '#shared/text/plain-text.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { searchFields } from '../settings/configuration-fields.ts';
import { sectionGroups, type EditorSection } from './editor-section.ts';

/** How a section stands: a field needs attention, or visitors don't see its changes yet. */
export type SectionState = 'error' | 'changed' | 'same';
type Props = {
  sections: readonly EditorSection[];
  current: string;
  /** Shows a section, and in it a setting. */
  onChoose: (id: string, path?: string) => void;
  states: Record<string, SectionState>;
};
type Found = {
  section: EditorSection;
  fields: readonly { path: string; label: string }[];
};

/** The sections that a search finds by name, word or setting, with the settings that it found. */
function useSearch(sections: readonly EditorSection[], search: string): readonly Found[] {
  const { t, i18n } = useTranslation('agents');
  const wanted = plainText(search.trim());
  if (wanted === '') return sections.map((section) => ({ section, fields: [] }));
  const byField = Map.groupBy(
    searchFields(
      search,
      (path) => (i18n.exists(`agents:fields.${path}`) ? t(`fields.${path}`) : undefined),
      sections.map(({ id }) => id),
    ),
    ({ section }) => section,
  );
  return sections.flatMap((section) => {
    const fields = byField.get(section.id) ?? [];
    const isNamed = plainText(
      `${t(`sections.${section.id}.title`)} ${t(`sections.${section.id}.words`)}`,
    ).includes(wanted);
    return fields.length > 0 || isNamed ? [{ section, fields }] : [];
  });
}

/** Enter opens what was found first: a setting rather than a section that only has the word. */
function chooseFirst(event: KeyboardEvent, found: readonly Found[], onChoose: Props['onChoose']): void {
  if (event.key !== 'Enter') return;
  // The focus is on the setting before the key is let go; the key must not press what it finds there.
  event.preventDefault();
  const first = found.find(({ fields }) => fields.length > 0) ?? found[0];
  if (first) onChoose(first.section.id, first.fields[0]?.path);
}

/** The editor's sections in groups, with a search over their settings ("/"). */
export function SectionRail({
  sections,
  current,
  onChoose,
  states,
  narrow,
}: Props & { /** Opens the search of narrow screens. */ narrow: RefObject<(() => void) | null> }) {
  const { t } = useTranslation('agents');
  const [search, setSearch] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const focusSearch = () =>
    box.current?.offsetParent ? box.current.querySelector('input')?.focus() : narrow.current?.();
  useShortcuts([
    {
      id: 'search-sections',
      keys: '/',
      label: t('editor.searchSections'),
      group: t('editor.keys'),
      run: focusSearch,
    },
  ]);
  const found = useSearch(sections, search);
  const choose = (id: string, path?: string) => {
    setSearch('');
    onChoose(id, path);
  };
  return (
    <nav aria-label={t('editor.sections')} className="flex max-h-[calc(100dvh-6rem)] flex-col gap-3">
      <div ref={box} className="shrink-0" onKeyDown={(event) => chooseFirst(event, found, choose)}>
        <SearchField label={t('editor.searchSections')} value={search} onChange={setSearch} />
      </div>
      <SectionList
        found={found}
        isSearch={search.trim() !== ''}
        current={current}
        onChoose={choose}
        states={states}
        className="-mx-1 min-h-0 overflow-y-auto px-1 pb-4"
      />
    </nav>
  );
}

function SectionList({
  found,
  isSearch,
  current,
  onChoose,
  states,
  className,
}: Omit<Props, 'sections'> & { found: readonly Found[]; isSearch: boolean; className?: string }) {
  const { t } = useTranslation('agents');
  const id = useId();
  if (found.length === 0) return <p className="px-2.5 text-sm text-muted">{t('editor.noSection')}</p>;
  return (
    <div className={clsx('grid content-start gap-4', className)}>
      {sectionGroups.map((group) => {
        const inGroup = found.filter(({ section }) => section.group === group);
        if (inGroup.length === 0) return null;
        return (
          <div key={group}>
            {!isSearch && (
              <p id={`${id}-${group}`} className="px-2.5 pb-1 text-xs font-medium text-muted">
                {t(`groups.${group}`)}
              </p>
            )}
            <ul aria-labelledby={isSearch ? undefined : `${id}-${group}`} className="grid gap-0.5">
              {inGroup.map(({ section, fields }) => (
                <li key={section.id}>
                  <SectionButton
                    section={section}
                    isCurrent={section.id === current}
                    state={states[section.id] ?? 'same'}
                    onChoose={() => onChoose(section.id)}
                  />
                  {fields.length > 0 && (
                    <ul className="mb-1 ml-4.5 border-l border-line pl-2">
                      {fields.map(({ path, label }) => (
                        <li key={path}>
                          <button
                            type="button"
                            onClick={() => onChoose(section.id, path)}
                            className="min-h-11 w-full rounded-control px-2 py-1 text-left text-sm text-pretty text-ink hover:bg-sunken md:min-h-7 dark:hover:bg-line"
                          >
                            {label}
                          </button>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

function SectionButton({
  section: { id, icon: Icon },
  isCurrent,
  state,
  onChoose,
}: {
  section: EditorSection;
  isCurrent: boolean;
  state: SectionState;
  onChoose: () => void;
}) {
  const { t } = useTranslation('agents');
  const button = useRef<HTMLButtonElement>(null);
  // An address may lead to a section far down, beyond what the rail shows at first.
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <button
      ref={button}
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onChoose}
      className={clsx(
        'flex min-h-11 w-full items-center gap-2.5 rounded-control px-2.5 py-1 text-left leading-5 font-medium transition-colors duration-150 md:min-h-8.5',
        isCurrent
          ? 'bg-accent-tint text-accent-ink'
          : 'text-muted hover:bg-sunken hover:text-ink dark:hover:bg-line',
      )}
    >
      <Icon size={16} className="shrink-0" aria-hidden="true" />
      <span className="min-w-0 grow">{t(`sections.${id}.title`)}</span>
      <StateMark state={state} />
    </button>
  );
}

function StateMark({ state }: { state: SectionState }) {
  const { t } = useTranslation('agents');
  if (state === 'error')
    return (
      <span className="flex text-danger-ink" title={t('editor.state.error')}>
        <CircleAlert size={16} aria-hidden="true" />
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

/** The same for narrow screens: a choice in groups, and the search behind a button. */
export function SectionSelect({
  sections,
  current,
  onChoose,
  states,
  narrow,
}: Props & { narrow: RefObject<(() => void) | null> }) {
  const { t } = useTranslation('agents');
  const [search, setSearch] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const found = useSearch(sections, search ?? '');
  const open = () => {
    setSearch('');
    setTimeout(() => box.current?.querySelector('input')?.focus(), 0);
  };
  narrow.current = open;
  const choose = (id: string, path?: string) => {
    setSearch(null);
    onChoose(id, path);
  };
  const options = sectionGroups.flatMap((group) =>
    sections
      .filter((section) => section.group === group)
      .map(({ id, icon: Icon }) => ({
        value: id,
        group: t(`groups.${group}`),
        label: (
          <span className="flex items-center gap-2.5">
            <Icon size={16} className="shrink-0 text-muted" aria-hidden="true" />
            {t(`sections.${id}.title`)}
            <StateMark state={states[id] ?? 'same'} />
          </span>
        ),
      })),
  );
  return (
    <div ref={box} className="grid gap-2" onKeyDown={(event) => event.key === 'Escape' && setSearch(null)}>
      <div className="flex items-center gap-1">
        <Select
          aria-label={t('editor.sections')}
          value={current}
          onChange={(id) => choose(id)}
          options={options}
        />
        <IconButton
          label={t('editor.searchSections')}
          aria-expanded={search !== null}
          active={search !== null}
          onClick={() => (search === null ? open() : setSearch(null))}
        >
          <Search size={20} />
        </IconButton>
      </div>
      {search !== null && (
        <>
          <div onKeyDown={(event) => chooseFirst(event, found, choose)}>
            <SearchField label={t('editor.searchSections')} value={search} onChange={setSearch} />
          </div>
          {search.trim() !== '' && (
            <SectionList
              found={found}
              isSearch
              current={current}
              onChoose={choose}
              states={states}
              className="rounded-card border border-line bg-surface p-1.5"
            />
          )}
        </>
      )}
    </div>
  );
}
