import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowRightLeft, Globe, Inbox } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { paths } from '#shared/paths.ts';
import { useUser } from '#ui/api/session.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import { Badge, Callout, Skeleton } from '#ui/page/display.tsx';
import { Time } from '#ui/browser/time.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { CallRow } from '#features/calls/web/call-row.tsx';
import type { Conversation, OwnerMessage } from '../conversations.contract.ts';
import { ConversationEnd } from './conversation-end.tsx';
import { GivenForm, noteOfForm } from './given-form.tsx';
import { OwnerMessageRow, type VisitorName } from './owner-message.tsx';

/** News come with every message; an answer that is being written is also looked at this often, in ms. */
const followEvery = 300;
const watchEvery = 900;

const isAnswering = (conversations: readonly Conversation[] | undefined) =>
  conversations?.some(({ messages }) => messages.some(({ status }) => status === 'streaming')) ?? false;

/** A contact's conversations with their messages, followed live. */
export function useContactThreads(contactId: string) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [contactId],
  );
  useServerEvents({
    'conversation.changed': (data) => {
      if ((data as { contactId?: unknown } | null)?.contactId !== contactId) return;
      timer.current ??= setTimeout(() => {
        timer.current = null;
        void refresh(client, `/api/contacts/${contactId}`);
      }, followEvery);
    },
  });
  return useEndpoint(
    'GET /api/contacts/{id}/conversations',
    { params: { id: contactId } },
    {
      staleTime: 0,
      refetchInterval: (query) => (isAnswering(query.state.data?.conversations) ? watchEvery : false),
    },
  );
}

type Props = {
  visitor: VisitorName;
  threads: ReturnType<typeof useContactThreads>;
  /** What can be done with an answer. */
  actionsOf?: (message: OwnerMessage, conversation: Conversation) => ReactNode;
};

/** The conversations, newest first, each in the order in which it was spoken. */
export function ContactThreads({ visitor, threads, actionsOf }: Props) {
  const { t } = useTranslation('contacts');
  const isHere = threads.data !== undefined;
  // Whoever was led to one conversation reads on there.
  useEffect(() => {
    if (isHere) document.getElementById(location.hash.slice(1))?.focus();
  }, [isHere]);
  return (
    <List
      of={listOf(threads, (data) => data.conversations)}
      failed={t('thread.unreadable')}
      waiting={
        <div className="grid gap-3">
          <Skeleton className="h-12 w-3/5" />
          <Skeleton className="h-28 w-4/5 justify-self-end" />
          <Skeleton className="h-12 w-2/5" />
        </div>
      }
      empty={<Callout tone="neutral">{t('thread.none')}</Callout>}
    >
      {(conversations) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          {conversations.map((conversation) => (
            <Thread
              key={conversation.id}
              conversation={conversation}
              visitor={visitor}
              actionsOf={actionsOf}
            />
          ))}
        </div>
      )}
    </List>
  );
}

/** The calls that began after one message and before the next, by their places. */
function callsBetween({ calls, messages }: Conversation, after: number, before: number): ReactNode {
  const [from = '', until = '\uffff'] = [messages[after]?.createdAt, messages[before]?.createdAt];
  return calls
    .filter(({ startedAt }) => startedAt >= from && startedAt < until)
    .map((call) => <CallRow key={call.id} call={call} />);
}

function Thread({
  conversation,
  visitor,
  actionsOf,
}: {
  conversation: Conversation;
  visitor: VisitorName;
  actionsOf: Props['actionsOf'];
}) {
  const { t } = useTranslation(['contacts', 'agent-access']);
  const isInboxReader = useUser().can['inbox.read'] !== false;
  const { form } = conversation;
  const formNote = noteOfForm(conversation);
  const formAt = form
    ? conversation.messages.findIndex(({ id, createdAt }) =>
        formNote ? id === formNote : createdAt > form.at,
      )
    : -1;
  return (
    <article aria-labelledby={conversation.id} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line pb-2">
        <h2 id={conversation.id} tabIndex={-1} className="scroll-mt-6 font-semibold outline-none">
          {t('thread.title', { agent: conversation.agentName })}
        </h2>
        <Time at={conversation.createdAt} plain className="text-sm text-muted" />
        {conversation.pageUrl && (
          <span className="flex min-w-0 items-center gap-1 text-sm text-muted">
            <Globe size={16} className="shrink-0" />
            <span className="truncate">{conversation.pageUrl.replace(/^https?:\/\//, '')}</span>
          </span>
        )}
        {conversation.tag && <Badge>{conversation.tag}</Badge>}
        {conversation.cameFrom && (
          <a
            href={`#${conversation.cameFrom.conversationId}`}
            className="flex items-center gap-1 text-sm underline-offset-2 hover:underline"
          >
            <ArrowRightLeft size={16} className="shrink-0" aria-hidden="true" />
            {t('agent-access:thread.cameFrom', { agent: conversation.cameFrom.agentName })}
          </a>
        )}
        {isInboxReader && (
          <Link
            to={paths.inboxThread(conversation.id)}
            className="ml-auto flex min-h-11 items-center gap-1.5 text-sm text-accent-ink underline-offset-2 hover:underline md:min-h-8"
          >
            <Inbox size={16} className="shrink-0" aria-hidden="true" />
            {t('thread.inInbox')}
          </Link>
        )}
      </header>
      <ol aria-label={t('thread.messages')} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {conversation.messages.map((message, at) => (
          <Fragment key={message.id}>
            {form && at === formAt && <GivenForm form={form} />}
            {callsBetween(conversation, at - 1, at)}
            {message.id !== formNote && (
              <OwnerMessageRow
                message={message}
                visitor={visitor}
                agentName={conversation.agentName}
                actions={actionsOf?.(message, conversation)}
              />
            )}
          </Fragment>
        ))}
        {callsBetween(conversation, conversation.messages.length - 1, conversation.messages.length)}
        {form && formAt < 0 && <GivenForm form={form} />}
      </ol>
      <ConversationEnd conversation={conversation} />
    </article>
  );
}
