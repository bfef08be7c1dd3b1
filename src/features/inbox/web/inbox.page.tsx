import { clsx } from 'clsx';
import { useNavigate } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { List, SkeletonRows } from '#ui/list/list.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { useMediaQuery } from '#ui/browser/media.ts';
import { usePageTitle } from '#ui/page/page.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { useRestOfWindow } from '#ui/browser/rest-of-window.ts';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { useIdParam, useUrlParam } from '#ui/browser/url-param.ts';
import { useUrlSearch } from '#ui/browser/url-search.ts';
import {
  inboxSorts,
  inboxViews,
  mostAtOnce,
  type InboxChange,
  type InboxItem,
  type InboxSort,
  type InboxView,
} from '../inbox.contract.ts';
import { GapsButton } from '#features/answer-gaps/web/gaps-sheet.tsx';
import {
  searchAt,
  useChange,
  useInbox,
  useInboxCounts,
  useThread,
  useUndo,
  type InboxFilter,
  type InboxSearch,
} from './inbox-data.ts';
import { InboxFilterBar } from './list/filters.tsx';
import { NothingHere } from './list/nothing-here.tsx';
import { useInboxFilters } from './list/use-inbox-filters.ts';
import { InboxBulk } from './list/bulk.tsx';
import { InboxContext } from './conversation/context.tsx';
import { InboxList, rowId } from './list/conversation-list.tsx';
import { undoOf } from './list/undo.ts';
import { inboxKeys, isAboutToWrite, useTypingPlace } from './typing-place.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { InboxThreadPane } from './conversation/thread.tsx';
import { Availability } from './availability/availability.tsx';

/** The team's inbox: the list, one conversation, and whom one talks to. One pane at a time on a phone. */
export function InboxPage() {
  const { t } = useTranslation(['inbox', 'shell', 'contacts']);
  usePageTitle(t('shell:screens.inbox'));
  const id = useIdParam();
  const navigate = useNavigate();
  const [view, setView] = useUrlParam<InboxView>('view', 'all', { allowed: inboxViews });
  const [sort, setSort] = useUrlParam<InboxSort>('sort', 'newest', { allowed: inboxSorts });
  const [filters, setFilter] = useInboxFilters();
  const [typed, search, setTyped] = useUrlSearch();
  const filter: InboxFilter = { view, sort, ...filters, search };
  const kept: InboxSearch = {
    ...(view !== 'all' && { view }),
    ...(sort !== 'newest' && { sort }),
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
    ...(search && { search }),
  };
  const list = useInbox(filter);
  const counts = useInboxCounts();
  const members = useEndpoint('GET /api/inbox/members').data;
  const labels = useEndpoint('GET /api/inbox-labels').data?.labels ?? [];
  const thread = useThread(id);
  const change = useChange();
  const undo = useUndo();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isContext, setContext] = useState(false);
  const phone = useMediaQuery('(max-width: 767px)');
  const items = list.rows ?? [];
  const canReply = useEndpoint('GET /api/user').data?.can['inbox.reply'] ?? false;
  const pane = useRestOfWindow();

  const go = (item: InboxItem | undefined) =>
    item &&
    void navigate({ to: '/dashboard/inbox/$id', params: { id: item.id }, search: searchAt(kept, item) });
  /** By a key one is on the row as well: it is in sight, and Tab and Enter go on from there. */
  const byKey = useRef('');
  const goByKey = (item: InboxItem | undefined) => {
    byKey.current = item?.id ?? '';
    go(item);
  };
  useEffect(() => {
    if (id === '' || byKey.current !== id) return;
    byKey.current = '';
    // After the router has put the list back to where it was scrolled.
    const frame = requestAnimationFrame(() => document.getElementById(rowId(id))?.focus());
    return () => cancelAnimationFrame(frame);
  }, [id]);
  const at = items.findIndex((item) => item.id === id);
  // What was open and has left the view (resolved, snoozed): the keys go on from where it stood.
  const place = useRef(0);
  if (at >= 0) place.current = at;
  const current = thread.data?.item;
  // What is open and seen is read; what comes in while it is open too.
  const { mutate: markRead } = change;
  const unreadId = canReply && current?.isUnread && document.visibilityState === 'visible' ? current.id : '';
  const lastSeq = thread.data?.lastVisitorSeq;
  useEffect(() => {
    if (unreadId) markRead({ body: { ids: [unreadId], change: { kind: 'read', isRead: true } } });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each conversation that is opened, and for each message that comes; marking it unread by hand stays
  }, [id, lastSeq]);

  const group = t('shell:screens.inbox');
  const when = () => !isAboutToWrite();
  useTypingPlace();
  /** By a key, nothing asks before: it is undone by one press. */
  const act = (one: InboxChange) => {
    if (!current) return;
    const steps = undoOf(one, [current], members?.members.find(({ isMe }) => isMe)?.id ?? '');
    change.mutate(
      { body: { ids: [current.id], change: one } },
      {
        onSuccess: () =>
          void toast({
            title: t(
              `done.${one.kind === 'read' ? 'unread' : one.kind === 'status' && one.status === 'open' ? 'open' : 'resolved'}`,
            ),
            action: {
              label: t('common:actions.undo'),
              onClick: () => undo(steps),
            },
          }),
      },
    );
  };
  useShortcuts([
    {
      id: 'inbox.next',
      keys: inboxKeys.next,
      label: t('keys.next'),
      group,
      when,
      run: () => goByKey(at < 0 ? (items[place.current] ?? items.at(-1)) : items[at + 1]),
    },
    {
      id: 'inbox.previous',
      keys: inboxKeys.previous,
      label: t('keys.previous'),
      group,
      when,
      run: () => goByKey(items[(at < 0 ? place.current : at) - 1]),
    },
    ...(canReply && current
      ? [
          {
            id: 'inbox.resolve',
            keys: inboxKeys.resolve,
            label: t('keys.resolve'),
            group,
            when,
            run: () => act({ kind: 'status', status: current.status === 'resolved' ? 'open' : 'resolved' }),
          },
          {
            id: 'inbox.unread',
            keys: inboxKeys.unread,
            label: t('actions.unread'),
            group,
            when,
            run: () => act({ kind: 'read', isRead: false }),
          },
        ]
      : []),
  ]);

  /** With Shift, everything between the one that was chosen last and this one. */
  const lastChosen = useRef('');
  const choose = (one: string, isChosen: boolean, isRange: boolean) => {
    const ids = items.map((item) => item.id);
    const [from, to] = [ids.indexOf(lastChosen.current), ids.indexOf(one)];
    const meant =
      isRange && from >= 0 && to >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [one];
    lastChosen.current = one;
    setChosen(
      (now) =>
        new Set(
          isChosen
            ? [...new Set([...now, ...meant])].slice(0, mostAtOnce)
            : [...now].filter((each) => !meant.includes(each)),
        ),
    );
  };

  const viewCount: Partial<Record<InboxView, number>> = {
    mine: counts?.mine,
    unassigned: counts?.unassigned,
    mentions: counts?.mentions,
  };
  const isFiltered = view !== 'all' || search !== '' || Object.values(filters).some((value) => value !== '');
  const isBare = !isFiltered && sort === 'newest' && list.rows?.length === 0;
  const listPane = (
    <section
      aria-label={t('list.title')}
      className={clsx(
        'flex min-h-0 min-w-0 flex-col border-line bg-surface md:w-80 md:shrink-0 md:border-r lg:w-90',
        phone && 'grow',
      )}
    >
      <div className="grid gap-2 border-b border-line p-3">
        <div className="flex items-center justify-between gap-2 pl-1">
          <h1 className="text-lg leading-tight font-semibold tracking-tight whitespace-nowrap">
            {t('shell:screens.inbox')}
          </h1>
          <div className="flex items-center gap-1">
            <GapsButton agentId={filters.agent} />
            {canReply && <Availability isAway={members?.isAway ?? false} />}
          </div>
        </div>
        <div className="grid grid-cols-2 gap-2">
          <Select
            aria-label={t('view.label')}
            value={view}
            onChange={setView}
            options={inboxViews.map((value) => ({
              value,
              label: viewCount[value] ? `${t(`view.${value}`)} (${viewCount[value]})` : t(`view.${value}`),
            }))}
          />
          <Select
            aria-label={t('sort.label')}
            value={sort}
            onChange={setSort}
            options={inboxSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
          />
        </div>
        <SearchField label={t('list.search')} value={typed} maxLength={200} onChange={setTyped} />
        <InboxFilterBar
          filters={filters}
          labels={labels}
          members={members?.members ?? []}
          onChange={setFilter}
        />
      </div>
      {chosen.size > 0 && (
        <InboxBulk
          chosen={chosen}
          members={members?.members ?? []}
          labels={labels}
          items={items}
          hasMore={list.more.hasMore}
          onChoose={(ids) => setChosen(new Set(ids.slice(0, mostAtOnce)))}
          onDone={() => setChosen(new Set())}
        />
      )}
      <div
        tabIndex={0}
        role="region"
        aria-label={t('list.scroll')}
        className="min-h-0 grow overflow-y-auto outline-offset-[-2px] max-md:pb-20"
      >
        <List
          of={list}
          failed={t('list.unreadable')}
          waiting={
            <div className="p-3">
              <SkeletonRows count={5} className="h-20" />
            </div>
          }
          empty={<NothingHere isBare={isBare} view={view} onView={setView} />}
          more={t('list.more')}
          className="m-3"
        >
          {(conversations) => (
            <InboxList
              items={conversations}
              members={members?.members ?? []}
              labels={labels}
              openId={id}
              search={kept}
              chosen={chosen}
              canChoose={canReply}
              onChoose={choose}
            />
          )}
        </List>
      </div>
    </section>
  );
  return (
    <div
      ref={pane}
      className={clsx(
        'fills-window flex overflow-hidden border-line bg-page [.subscription-banner~&]:border-t',
        id && 'one-conversation',
      )}
      style={{ height: 'var(--rest-of-window, 100dvh)' }}
    >
      {!phone || id === '' ? listPane : <h1 className="sr-only">{t('shell:screens.inbox')}</h1>}
      {(!phone || id !== '') && (
        <div className="flex min-w-0 grow">
          {id === '' ? (
            <div className="flex grow items-center justify-center p-8">
              <EmptyState
                picture={<Picture />}
                title={t('none.title')}
                className="max-w-xl border-0 bg-transparent"
              >
                {t('none.text')}
              </EmptyState>
            </div>
          ) : thread.data ? (
            <>
              <InboxThreadPane
                thread={thread.data}
                members={members?.members ?? []}
                search={kept}
                onContext={() => setContext(true)}
              />
              <aside
                aria-label={t('context.title')}
                tabIndex={0}
                className="hidden w-80 shrink-0 overflow-y-auto border-l border-line bg-surface outline-offset-[-2px] xl:block"
              >
                <InboxContext thread={thread.data} members={members?.members ?? []} labels={labels} />
              </aside>
              <Sheet open={isContext} onOpenChange={setContext} title={t('context.title')}>
                <div className="-mx-5">
                  <InboxContext thread={thread.data} members={members?.members ?? []} labels={labels} />
                </div>
              </Sheet>
            </>
          ) : thread.error ? (
            <div className="grow p-6">
              <Callout
                tone="danger"
                action={<Button onClick={() => void thread.refetch()}>{t('common:tryAgain')}</Button>}
              >
                {thread.error.status === 404 ? t('thread.gone') : t('contacts:thread.unreadable')}
              </Callout>
            </div>
          ) : (
            <div className="grid grow content-start gap-4 p-6">
              <Skeleton className="h-12 w-2/5" />
              <Skeleton className="h-24 w-3/5 justify-self-end" />
              <Skeleton className="h-12 w-1/3" />
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** What a hand-over looks like, out of the inbox's own parts. */
function Picture() {
  const { t } = useTranslation('inbox');
  return (
    <div className="grid gap-2.5 text-sm">
      <p className="w-fit rounded-sheet rounded-tl-control bg-sunken px-3.5 py-2 dark:bg-line">
        {t('none.question')}
      </p>
      <p className="flex items-center gap-3 text-muted">
        <span className="h-px grow bg-line" />
        <span className="inline-flex items-center gap-1.5">
          <UserRound size={14} /> {t('event.alone.joined')}
        </span>
        <span className="h-px grow bg-line" />
      </p>
      <p className="w-fit justify-self-end rounded-sheet rounded-tr-control bg-accent-tint px-3.5 py-2">
        {t('none.answer')}
      </p>
    </div>
  );
}
