import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { paths } from '#shared/paths.ts';
import {
  contactFilterSchema,
  contactSorts,
  type ContactFilter,
  type ContactSort,
} from '../../contacts.contract.ts';

export const filterNames = [
  'lifecycle',
  'tag',
  'source',
  'agent',
  'country',
  'email',
  'paid',
  'seen',
  'wrote',
  'made',
  'unsubscribed',
] as const;
export type FilterName = (typeof filterNames)[number];

/** Names with their new values; an empty one takes the filter off. */
export type FilterChange = Partial<Record<FilterName | 'sort' | 'fields', string>>;

/** What the list of contacts keeps in its address. */
export type ContactSearch = Partial<Record<keyof ContactFilter | 'sort', string>>;

/** What of an address is a filter; anything that is none is left out, name by name. */
export function readFilter(search: Readonly<Record<string, unknown>>): ContactFilter {
  const kept = Object.entries(contactFilterSchema.shape).flatMap(([name, schema]) => {
    const value = search[name];
    return value !== undefined && value !== '' && schema.safeParse(value).success ? [[name, value]] : [];
  });
  return Object.fromEntries(kept) as ContactFilter;
}

/** Filter and order of the list, kept in the address. */
export function useContactFilter(): {
  filter: ContactFilter;
  sort: ContactSort;
  set: (change: FilterChange) => void;
  replace: (filter: ContactFilter, sort: ContactSort) => void;
} {
  const search = useSearch({ from: '/shell/dashboard/contacts' });
  const navigate = useNavigate();
  const text = JSON.stringify(search);
  const filter = useMemo(() => readFilter(JSON.parse(text) as Record<string, unknown>), [text]);
  const sort = contactSorts.find((each) => each === search.sort) ?? 'seen';
  const go = (next: ContactSearch) =>
    void navigate({ to: paths.contacts, search: next, replace: true, resetScroll: false });
  return {
    filter,
    sort,
    set: (change) =>
      go({
        ...search,
        ...Object.fromEntries(
          Object.entries(change).map(([name, value]) => [
            name,
            value === '' || (name === 'sort' && value === 'seen') ? undefined : value,
          ]),
        ),
      }),
    replace: (given, order) => go({ ...given, ...(order === 'seen' ? {} : { sort: order }) }),
  };
}

/** Whether two filters ask the same. */
export function sameFilter(one: ContactFilter, other: ContactFilter): boolean {
  const text = (filter: ContactFilter) =>
    JSON.stringify(
      Object.entries(filter)
        .filter(([, value]) => value !== undefined)
        .toSorted(([a], [b]) => a.localeCompare(b)),
    );
  return text(one) === text(other);
}
