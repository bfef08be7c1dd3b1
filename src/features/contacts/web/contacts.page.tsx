import { Link } from '@tanstack/react-router';
import { Plus, UsersRound } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Avatar, Badge, Callout, Skeleton } from '#ui/display.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useMediaQuery } from '#ui/media.ts';
import { readableNumber } from '#ui/numbers.ts';
import { Page, PageHeader } from '#ui/page.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { useShortcuts } from '#ui/shortcuts.ts';
import { Spinner } from '#ui/spinner.tsx';
import { useUrlParam } from '#ui/url-param.ts';
import { useUrlSearch } from '#ui/url-search.ts';
import { ContactCards, ContactTable } from './contact-list.tsx';
import { useContacts } from './contacts-data.ts';
import { NewContact } from './new-contact.tsx';

const everyAgent = 'all';

/** Everybody who wrote to an agent, newest first; rows arrive while the screen is open. `below` stands under the list. */
export function ContactsPage({ below }: { below?: ReactNode }) {
  const { t, i18n } = useTranslation(['contacts', 'contact-record']);
  const [typed, search, setTyped] = useUrlSearch();
  const [agent, setAgent] = useUrlParam<string>('agent', '');
  const user = useUser();
  const [creating, setCreating] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const list = useContacts({ search, agent });
  const agents = useEndpoint('GET /api/agents', { query: {} }).data?.agents ?? [];
  const phone = useMediaQuery('(max-width: 767px)');
  useShortcuts([{ id: 'contacts.search', keys: '/', label: t('search'), group: t('shell:screens.contacts'), run: () => field.current?.focus() }]);
  const isFiltered = search !== '' || agent !== '';
  const isEmpty = list.contacts?.length === 0;
  const Rows = phone ? ContactCards : ContactTable;
  return (
    <Page>
      <PageHeader
        title={t('shell:screens.contacts')}
        description={t('intro')}
        actions={
          user.can['contacts.edit'] !== false && (
            <Button variant={isEmpty && !isFiltered ? 'outline' : 'primary'} icon={<Plus size={16} strokeWidth={1.75} />} onClick={() => setCreating(true)}>
              {t('contact-record:new.title')}
            </Button>
          )
        }
      />
      {creating && <NewContact onClose={() => setCreating(false)} />}
      {!(isEmpty && !isFiltered) && (
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <div className="w-full md:w-72">
            <SearchField ref={field} label={t('search')} value={typed} maxLength={200} onChange={setTyped} />
          </div>
          {agents.length > 1 && (
            <div className="w-full md:w-56">
              <Select aria-label={t('agentFilter')} value={agent || everyAgent} onChange={(value) => setAgent(value === everyAgent ? '' : value)} options={[{ value: everyAgent, label: t('everyAgent') }, ...agents.map(({ id, name }) => ({ value: id, label: name }))]} />
            </div>
          )}
          {list.contacts && (
            <p role="status" className="tabular text-sm text-muted md:ml-auto">
              {t('count', { count: list.total, number: readableNumber(list.total, i18n.language) })}
            </p>
          )}
        </div>
      )}
      {list.error && !list.contacts && (
        <Callout tone="danger" action={<Button onClick={list.retry}>{t('common:tryAgain')}</Button>}>
          {t('unreadable')}
        </Callout>
      )}
      {!list.contacts && !list.error && <Waiting />}
      {isEmpty && !isFiltered && <NoContacts hasAgents={agents.length > 0} />}
      {isEmpty && isFiltered && (
        <div className="rounded-card border border-line bg-surface px-6 py-10 text-center">
          <p className="font-medium">{t('noMatch')}</p>
          <p className="mt-1 text-muted">{t('noMatchText')}</p>
          <Button
            className="mt-4"
            onClick={() => {
              setTyped('');
              if (agent) setAgent('');
            }}
          >
            {t('showAll')}
          </Button>
        </div>
      )}
      {list.contacts && !isEmpty && (
        <div aria-busy={list.isPlaceholder} className={list.isPlaceholder ? 'opacity-60' : undefined}>
          <Rows contacts={list.contacts} moved={list.moved} />
        </div>
      )}
      {list.hasMore && <More isLoading={list.isLoadingMore} onMore={list.loadMore} />}
      {below}
    </Page>
  );
}

/** Loads the next page when it comes near; the button is for keyboards and for when that fails. */
function More({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const { t } = useTranslation('contacts');
  const place = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), { rootMargin: '300px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <div ref={place} className="flex justify-center pt-4">
      <Button pending={isLoading} onClick={onMore}>
        {t('more')}
      </Button>
    </div>
  );
}

function Waiting() {
  return (
    <div className="grid gap-2">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-15 w-full" />
      ))}
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
            <li key={name} className="flex items-center gap-3 border-t border-line px-3 py-2.5 first:border-0">
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
                <UsersRound size={16} strokeWidth={1.75} className="text-muted" />
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
