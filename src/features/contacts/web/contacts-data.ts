import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, type ApiError, type Output } from '#ui/api/client.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import { keyOfPages, usePages, type Pages } from '#ui/list/pages.ts';
import { wasSeen, type Contact, type ContactFilter, type ContactSort } from '../contacts.contract.ts';

type ContactsPage = Output<'GET /api/contacts'>;

/** Several messages a second are one look at the list, in ms. */
const followEvery = 500;

/**
 * The newest page put over the pages that were loaded before: nothing is lost, nothing stands there twice.
 */
export function mergeNewest(pages: readonly ContactsPage[], newest: ContactsPage): ContactsPage[] {
  const [first, ...others] = pages;
  if (!first) return [newest];
  const fresh = new Set(newest.contacts.map((contact) => contact.id));
  const stays = (contact: Contact) => !fresh.has(contact.id);
  return [
    {
      contacts: [...newest.contacts, ...first.contacts.filter(stays)].toSorted(newestFirst),
      nextCursor: first.nextCursor,
      total: newest.total,
    },
    ...others.map((page) => ({ ...page, contacts: page.contacts.filter(stays), total: newest.total })),
  ];
}

function newestFirst(a: Contact, b: Contact): number {
  const seen = (contact: Contact) => (wasSeen(contact) ? Date.parse(contact.lastSeenAt) : 0);
  return seen(b) - seen(a);
}

/** The contacts that match, page by page; whoever writes moves to the top while the screen is open. */
export function useContacts(filter: ContactFilter, sort: ContactSort) {
  const client = useQueryClient();
  const query = { ...filter, ...(sort === 'seen' ? {} : { sort }) };
  const key = keyOfPages('GET /api/contacts', { query });
  const countKey = ['/api/contacts', filter, 'count'];
  const [moved, setMoved] = useState<ReadonlySet<string>>(new Set());
  const list = usePages('GET /api/contacts', { query }, (page) => page.contacts);

  // One page that holds all needs no counting; longer lists are shown before they are counted.
  const known = list.first?.total ?? null;
  const counted = useQuery<number, ApiError>({
    queryKey: countKey,
    queryFn: async ({ signal }) => (await api('GET /api/contact-count', { query: filter }, signal)).total,
    enabled: list.rows !== undefined && !list.isPlaceholder && known === null,
    staleTime: 0,
  });

  const look = useRef<() => Promise<void>>(async () => {});
  look.current = async () => {
    // In another order the newest stand anywhere.
    if (sort !== 'seen') return;
    const newest = await api('GET /api/contacts', { query }).catch(() => null);
    if (newest)
      client.setQueryData<Pages<'GET /api/contacts'>>(
        key,
        (old) => old && { ...old, pages: mergeNewest(old.pages, newest) },
      );
    void client.invalidateQueries({ queryKey: countKey });
  };
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  useServerEvents({
    'conversation.changed': (data) => {
      const id = (data as { contactId?: unknown } | null)?.contactId;
      if (typeof id === 'string') setMoved((before) => (before.has(id) ? before : new Set(before).add(id)));
      timer.current ??= setTimeout(() => {
        timer.current = null;
        void look.current();
      }, followEvery);
    },
  });

  return {
    list,
    /** How many match; null until it is known. */
    total: known ?? counted.data ?? null,
    /** Who wrote since the screen was opened. */
    moved,
  };
}
