import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Attachment } from '#features/conversations/conversations-attachments.contract.ts';
import type { FormSummary } from '#features/forms/forms.contract.ts';
import { refresh, setEndpointData, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import { keyOfPages, usePages, type PagedList, type Pages } from '#ui/list/pages.ts';
import { isWrittenSpan, writtenSpans, type InboxFilters } from './list/filters.tsx';
import { atForm } from './conversation/found-message.ts';
import type { UndoStep } from './list/undo.ts';
import type { InboxChange, InboxItem, InboxSort, InboxThread, InboxView } from '../inbox.contract.ts';

export type InboxFilter = { view: InboxView; sort: InboxSort; search: string } & InboxFilters;
/**
 * The filter as it stands in the address, without what is as usual; `at` is the message or note to open at.
 */
export type InboxSearch = Partial<InboxFilter> & { at?: string };

/** The address of a conversation of the list: where it was found. */
export const searchAt = (search: InboxSearch, { found }: Pick<InboxItem, 'found'>): InboxSearch =>
  found ? { ...search, at: found.id ?? atForm } : search;

/** Several messages a second are one look, in ms. */
const followEvery = 250;
const watchEvery = 900;
/** In milliseconds: list and sidebar come one after the other and show the same counts. */
const countsStayFor = 2_000;
const listPath = '/api/inbox/conversations';

/** Looks that are about to be taken, by what is looked at. */
const looks = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Runs in a moment, once for all that ask for the same until then: sidebar and screen show the same counts, and
 * each change is one request.
 */
function useCalm(key: string, work: () => void): () => void {
  const latest = useRef(work);
  latest.current = work;
  return () => {
    if (looks.has(key)) return;
    const look = setTimeout(() => {
      looks.delete(key);
      latest.current();
    }, followEvery);
    looks.set(key, look);
  };
}

/** The beginning of a span of days in the member's own zone; empty where none is chosen. */
function sinceOf(span: string): string {
  if (!isWrittenSpan(span)) return '';
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + 1 - writtenSpans[span]);
  return day.toISOString();
}

/** The conversations of a view, page by page, kept up to date by the server's news. */
export function useInbox(filter: InboxFilter): PagedList<'GET /api/inbox/conversations', InboxItem> {
  const client = useQueryClient();
  const { written, ...asked } = filter;
  const query = Object.fromEntries(
    Object.entries({ ...asked, since: sinceOf(written) }).filter(([, value]) => value !== ''),
  );
  const queryKey = keyOfPages('GET /api/inbox/conversations', { query });
  const look = useCalm(JSON.stringify(queryKey), () => void client.invalidateQueries({ queryKey }));
  useServerEvents({ 'conversation.changed': look });
  return usePages('GET /api/inbox/conversations', { query }, (page) => page.conversations);
}

/** One conversation, followed live; an answer that is being written is looked at more often. */
export function useThread(id: string) {
  const client = useQueryClient();
  const look = useCalm(id, () => void refresh(client, `${listPath}/${id}`));
  useServerEvents({
    'conversation.changed': (data) =>
      (data as { conversationId?: unknown } | null)?.conversationId === id && look(),
  });
  return useEndpoint(
    'GET /api/inbox/conversations/{id}',
    { params: { id } },
    {
      staleTime: 0,
      enabled: id !== '',
      refetchInterval: (query) =>
        query.state.data?.conversation.messages.some(({ status }) => status === 'streaming')
          ? watchEvery
          : false,
    },
  );
}

/** What the views that ask for somebody hold. */
export function useInboxCounts(isOn = true) {
  const client = useQueryClient();
  const look = useCalm('counts', () => void refresh(client, '/api/inbox/counts'));
  useServerEvents(isOn ? { 'conversation.changed': look } : {});
  return useEndpoint('GET /api/inbox/counts', undefined, { staleTime: countsStayFor, enabled: isOn }).data;
}

function eachItem(client: QueryClient, change: (item: InboxItem) => InboxItem): void {
  client.setQueriesData<Pages<'GET /api/inbox/conversations'>>(
    { predicate: ({ queryKey }) => queryKey[0] === listPath && queryKey[2] === 'pages' },
    (old) =>
      old && {
        ...old,
        pages: old.pages.map((page) => ({ ...page, conversations: page.conversations.map(change) })),
      },
  );
}

/** How an item looks once a change went through. */
function changed(item: InboxItem, change: InboxChange): InboxItem {
  switch (change.kind) {
    case 'status':
      return {
        ...item,
        status: change.status === 'resolved' ? 'resolved' : item.handler === 'ai' ? 'pending' : 'open',
      };
    case 'snooze':
      return { ...item, status: 'snoozed', snoozedUntil: change.until };
    case 'priority':
      return { ...item, priority: change.priority };
    case 'assign':
      return { ...item, assigneeId: change.userId };
    case 'label':
      return {
        ...item,
        labels: change.isOn
          ? [...new Set([...item.labels, change.labelId])]
          : item.labels.filter((id) => id !== change.labelId),
      };
    case 'read':
      return { ...item, isUnread: !change.isRead };
  }
}

/** Changes conversations at once on the screen, and puts back what the server refuses. */
export function useChange() {
  return useMutate('PATCH /api/inbox/conversations', {
    refreshes: ['/api/inbox/conversations', '/api/inbox/counts'],
    optimistic(client, { body: { ids, change } }) {
      eachItem(client, (item) => (ids.includes(item.id) ? changed(item, change) : item));
      for (const id of ids)
        setEndpointData(
          client,
          'GET /api/inbox/conversations/{id}',
          { params: { id } },
          (old) => old && { ...old, item: changed(old.item, change) },
        );
      return true;
    },
    undo: (client) => void refresh(client, '/api/inbox/conversations'),
  });
}

/** Takes steps back, one after the other; what the server refuses is said as ever. */
export function useUndo(): (steps: readonly UndoStep[]) => void {
  const change = useChange();
  const hand = useMutate('POST /api/inbox/conversations/{id}/handler', {
    refreshes: ['/api/inbox/conversations', '/api/inbox/counts'],
  });
  return (steps) => {
    for (const { ids, back } of steps)
      if (back.kind === 'hand') for (const id of ids) hand.mutate({ params: { id }, body: { to: back.to } });
      else change.mutate({ body: { ids, change: back } });
  };
}

/** Says something as a person; it stands there before the server has answered. */
export function useReply(
  id: string,
  me: { id: string; name: string },
  /** Gets what could not be sent. */
  giveBack: (text: string) => void,
) {
  const client = useQueryClient();
  const shown = useRef<{ files: readonly Attachment[]; form: FormSummary | null }>({ files: [], form: null });
  const mutation = useMutate('POST /api/inbox/conversations/{id}/messages', {
    refreshes: [`${listPath}/${id}`, '/api/inbox/counts'],
    optimistic(client, { body }) {
      const { files, form } = shown.current;
      const message = {
        id: body.clientMessageId,
        seq: 1e9,
        role: 'human',
        text: body.text,
        status: 'complete',
        createdAt: new Date().toISOString(),
        author: { name: me.name, avatarUrl: null },
        citations: [],
        feedback: null,
        errorCode: null,
        engine: null,
        provider: null,
        model: null,
        inputTokens: null,
        outputTokens: null,
        costMicros: null,
        feedbackReason: null,
        trace: null,
        authorId: me.id,
        byMail: false,
        earlier: [],
        attachments: [...files],
        ...(form && {
          parts: [
            {
              type: 'own_form',
              at: body.text.length,
              formId: form.id,
              title: form.name,
              text: '',
              url: form.url,
              filled: null,
            },
          ],
        }),
      } satisfies InboxThread['conversation']['messages'][number];
      setEndpointData(
        client,
        'GET /api/inbox/conversations/{id}',
        { params: { id } },
        (old) =>
          old && {
            ...old,
            conversation: { ...old.conversation, messages: [...old.conversation.messages, message] },
          },
      );
      return body.clientMessageId;
    },
    onError: (error, { body, params }) => {
      giveBack(body.text);
      // What the colleague wrote stands there then, and the next try says that it was seen.
      if (error.code === 'conversations.answered_meanwhile') void refresh(client, `${listPath}/${params.id}`);
    },
    undo: (client, key) =>
      setEndpointData(
        client,
        'GET /api/inbox/conversations/{id}',
        { params: { id } },
        (old) =>
          old && {
            ...old,
            conversation: {
              ...old.conversation,
              messages: old.conversation.messages.filter((message) => message.id !== key),
            },
          },
      ),
  });
  return {
    mutate: mutation.mutate,
    /** What goes with the message that is sent next. */
    show: (files: readonly Attachment[], form: FormSummary | null) => void (shown.current = { files, form }),
  };
}
