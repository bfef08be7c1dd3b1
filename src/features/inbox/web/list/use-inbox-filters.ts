import { channels, priorities } from '#features/conversations/conversations-handoff.contract.ts';
import { readSpan } from '#shared/time-spans/span.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { inboxFilterNames, writtenSpans, type InboxFilterName, type InboxFilters } from './filters.tsx';

/** The list's filters, kept in the address. */
export function useInboxFilters(): [InboxFilters, (name: InboxFilterName, value: string) => void] {
  const found: Record<InboxFilterName, [string, (value: string) => void]> = {
    agent: useUrlParam<string>('agent', ''),
    label: useUrlParam<string>('label', ''),
    assignee: useUrlParam<string>('assignee', ''),
    priority: useUrlParam<string>('priority', '', { allowed: ['', ...priorities] }),
    written: useUrlParam<string>('written', '', { allowed: ['', ...Object.keys(writtenSpans)] }),
    began: useUrlParam<string>('began', ''),
    channel: useUrlParam<string>('channel', '', { allowed: ['', ...channels] }),
    country: useUrlParam<string>('country', ''),
    tag: useUrlParam<string>('tag', ''),
  };
  const values = Object.fromEntries(inboxFilterNames.map((name) => [name, found[name][0]])) as InboxFilters;
  // An address may say anything; all time is no filter.
  if (values.began === '~' || readSpan(values.began) === null) values.began = '';
  return [values, (name, value) => found[name][1](value)];
}
