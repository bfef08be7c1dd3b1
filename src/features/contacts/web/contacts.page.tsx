import { Link } from '@tanstack/react-router';
import { CopyCheck, Download, Ellipsis, Plus, Tags, Upload, UsersRound } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { toQuery } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { List, SkeletonRows } from '#ui/list/list.tsx';
import { Avatar, Badge } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { Spinner } from '#ui/page/spinner.tsx';
import { useUrlSearch } from '#ui/browser/url-search.ts';
import { mostNamed } from '../contacts-many.contract.ts';
import { BulkBar } from './list/bulk-bar.tsx';
import { useContactFilter } from './list/contact-filter.ts';
import { ContactList } from './list/contact-list.tsx';
import { useContacts } from './contacts-data.ts';
import { Duplicates } from './list/duplicates.tsx';
import { FilterChips, FilterMenu, useFilterChoices } from './list/filter-bar.tsx';
import { ImportSheet } from './import/import-sheet.tsx';
import { NewContact } from './list/new-contact.tsx';
import { ColumnsMenu, useListColumns } from './list/list-columns.tsx';
import { Segments } from './list/segments.tsx';
import { useTags } from './tags/tag-picker.tsx';
import { TagsDialog } from './tags/tags-dialog.tsx';

/**
 * The account's contacts, newest activity first unless sorted otherwise; rows arrive while the screen is
 * open. `below` stands under the list.
 */
export function ContactsPage({ below }: { below?: ReactNode }) {
  const { t, i18n } = useTranslation(['contacts', 'contact-filters', 'contact-record']);
  const user = useUser();
  const [creating, setCreating] = useState(false);
  const [importing, setImporting] = useState(false);
  const [comparing, setComparing] = useState(false);
  const [managing, setManaging] = useState(false);
  const [typed, , setTyped] = useUrlSearch();
  const { filter, sort, set, replace } = useContactFilter();
  const field = useRef<HTMLInputElement>(null);
  const { list, total, moved } = useContacts(filter, sort);
  const choices = useFilterChoices();
  const { byId } = useTags();
  const agents = useEndpoint('GET /api/agents', { query: {} }).data?.agents ?? [];
  const columns = useListColumns();
  const selection = useSelection(list.rows ?? [], JSON.stringify(filter));
  useShortcuts([
    {
      id: 'contacts.search',
      keys: '/',
      label: t('search'),
      group: t('shell:screens.contacts'),
      run: () => field.current?.focus(),
    },
  ]);
  const isFiltered = Object.keys(filter).length > 0;
  const isEmpty = list.rows?.length === 0;
  const isEditor = user.can['contacts.edit'] !== false;
  const showAll = () => {
    setTyped('');
    replace({}, sort);
  };
  return (
    <Page>
      <PageHeader
        title={t('shell:screens.contacts')}
        description={t('intro')}
        actions={
          <>
            <DropdownMenu
              label={t('more')}
              trigger={
                <IconButton label={t('more')}>
                  <Ellipsis size={20} />
                </IconButton>
              }
              items={[
                ...(isEditor
                  ? [
                      {
                        label: t('import'),
                        icon: <Upload size={16} />,
                        onSelect: () => setImporting(true),
                      },
                    ]
                  : []),
                {
                  label: t('duplicates.title'),
                  icon: <CopyCheck size={16} />,
                  onSelect: () => setComparing(true),
                },
                {
                  label: t('contact-record:tags.manage'),
                  icon: <Tags size={16} />,
                  disabled: !isEditor,
                  onSelect: () => setManaging(true),
                },
                ...(user.can['contacts.export'] === false
                  ? []
                  : [
                      {
                        label: t('export'),
                        icon: <Download size={16} />,
                        onSelect: () => location.assign(`/api/contact-files/contacts.csv${toQuery(filter)}`),
                      },
                    ]),
              ]}
            />
            {isEditor && (
              <Button
                variant={isEmpty && !isFiltered ? 'outline' : 'primary'}
                icon={<Plus size={16} />}
                onClick={() => setCreating(true)}
              >
                {t('contact-record:new.title')}
              </Button>
            )}
          </>
        }
      />
      {creating && <NewContact onClose={() => setCreating(false)} />}
      {importing && <ImportSheet onClose={() => setImporting(false)} />}
      {comparing && <Duplicates onClose={() => setComparing(false)} />}
      {managing && <TagsDialog onClose={() => setManaging(false)} />}
      {!(isEmpty && !isFiltered) && (
        <>
          <Segments
            filter={filter}
            sort={sort}
            onChoose={(next, order) => {
              setTyped(next.search ?? '');
              replace(next, order);
            }}
          />
          <div className="mb-3 flex flex-wrap items-center gap-2">
            <div className="w-full md:w-72">
              <SearchField
                ref={field}
                label={t('search')}
                value={typed}
                maxLength={200}
                onChange={setTyped}
              />
            </div>
            <FilterMenu filter={filter} sort={sort} onChange={set} choices={choices} />
            <ColumnsMenu {...columns} />
            {list.rows && (
              <p role="status" className="tabular ml-auto min-h-5 text-sm text-muted">
                {total !== null && t('count', { count: total, number: readableNumber(total, i18n.language) })}
              </p>
            )}
          </div>
          <div className="mb-3 empty:hidden">
            <FilterChips filter={filter} onChange={set} choices={choices} />
          </div>
        </>
      )}
      <List
        of={list}
        failed={t('unreadable')}
        waiting={<SkeletonRows count={5} className="h-15" />}
        empty={isFiltered ? <NoMatch onShowAll={showAll} /> : <NoContacts hasAgents={agents.length > 0} />}
      >
        {(contacts) => (
          <ContactList
            contacts={contacts}
            total={total}
            moved={moved}
            tags={byId}
            selection={isEditor ? selection : null}
            columns={columns.shown}
            onEnd={() => list.more.hasMore && list.more.load()}
          />
        )}
      </List>
      {isEditor && (selection.chosen.size > 0 || selection.isAll) && (
        <BulkBar
          chosen={selection.chosen}
          isAll={selection.isAll}
          total={total}
          filter={filter}
          onAll={selection.everybody}
          onClear={selection.clear}
        />
      )}
      {below}
    </Page>
  );
}

/** Which contacts are chosen; another filter chooses anew. */
function useSelection(contacts: readonly { id: string }[], filter: string) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setIsAll] = useState(false);
  const last = useRef<string | null>(null);
  useEffect(() => {
    setChosen(new Set());
    setIsAll(false);
  }, [filter]);
  const clear = () => {
    setChosen(new Set());
    setIsAll(false);
  };
  return {
    chosen,
    isAll,
    clear,
    everybody: () => setIsAll(true),
    toggleAll: (isOn: boolean) =>
      isOn ? setChosen(new Set(contacts.slice(0, mostNamed).map(({ id }) => id))) : clear(),
    toggle: (id: string, isRange: boolean) => {
      // Of everybody without one, those are left that are loaded.
      const next = new Set(isAll ? contacts.slice(0, mostNamed).map((each) => each.id) : chosen);
      const [from, to] = [
        contacts.findIndex((each) => each.id === last.current),
        contacts.findIndex((each) => each.id === id),
      ].toSorted((a, b) => a - b) as [number, number];
      if (isRange && from >= 0) for (const each of contacts.slice(from, to + 1)) next.add(each.id);
      else if (!next.delete(id)) next.add(id);
      last.current = id;
      setIsAll(false);
      setChosen(new Set([...next].slice(0, mostNamed)));
    },
  };
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation('contacts');
  return (
    <div className="rounded-card border border-line bg-surface px-6 py-10 text-center">
      <p className="font-medium">{t('noMatch')}</p>
      <p className="mt-1 text-muted">{t('noMatchText')}</p>
      <Button className="mt-4" onClick={onShowAll}>
        {t('showAll')}
      </Button>
    </div>
  );
}

function NoContacts({ hasAgents }: { hasAgents: boolean }) {
  const { t } = useTranslation('contacts');
  const people = [
    { name: t('sample.first'), text: t('shell:sample.question'), live: true },
    { name: t('sample.second'), text: t('sample.secondText'), live: false },
  ];
  return (
    <EmptyState
      picture={
        <ul className="overflow-hidden rounded-card border border-line bg-page text-sm">
          {people.map(({ name, text, live }) => (
            <li
              key={name}
              className="flex items-center gap-3 border-t border-line px-3 py-2.5 first:border-0"
            >
              <Avatar name={name} size={28} />
              <span className="min-w-0 grow">
                <span className="block truncate font-medium">{name}</span>
                <span className="block truncate text-muted">{text}</span>
              </span>
              {live ? (
                <Badge tone="accent">
                  <span className="inline-flex items-center gap-1.5">
                    <Spinner size={10} />
                    {t('sample.now')}
                  </span>
                </Badge>
              ) : (
                <UsersRound size={16} className="text-muted" />
              )}
            </li>
          ))}
        </ul>
      }
      title={t('emptyTitle')}
      action={
        <Link to={hasAgents ? paths.agents : paths.newAgent} className={buttonClass({ variant: 'primary' })}>
          {t(hasAgents ? 'emptyAction' : 'emptyActionNew')}
        </Link>
      }
    >
      {t(hasAgents ? 'emptyText' : 'emptyTextNew')}
    </EmptyState>
  );
}
