import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CheckCheck, Mail, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CallRow } from '#features/calls/web/call-row.tsx';
import { GivenForm, noteOfForm } from '#features/conversations/web/given-form.tsx';
import { OwnerAttachments } from '#features/conversations/web/owner-attachments.tsx';
import { ApprovalPlace } from '#features/conversations/web/approval-card.tsx';
import { OwnerMessageRow } from '#features/conversations/web/owner-message.tsx';
import { editMinutes } from '#features/conversations/conversations-handoff.contract.ts';
import { AnswerActions } from '#features/simulator/web/answer-actions.tsx';
import { useMutate } from '#ui/api/hooks.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import { Avatar, Badge } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Time } from '#ui/browser/time.tsx';
import type { InboxMember, InboxNote, InboxThread } from '../../inbox.contract.ts';
import { EditReply } from './edit-reply.tsx';
import { InboxComposer } from './composer.tsx';
import { atForm, useFoundMessage } from './found-message.ts';
import { useItemName, withAuthor } from '../inbox-words.ts';
import { ThreadHeader, type InboxThreadProps } from './thread-header.tsx';

type Row = { at: string } & (
  | { message: InboxThread['conversation']['messages'][number] }
  | { note: InboxNote }
  | { call: InboxThread['conversation']['calls'][number] }
);
const idOf = (row: Row): string =>
  'message' in row ? row.message.id : 'call' in row ? row.call.id : row.note.id;

/** One conversation: who has it, what was said, and where one answers. */
export function InboxThreadPane({ thread, members, search, onContext }: InboxThreadProps) {
  const { item, conversation, notes, can } = thread;
  const nameOf = useItemName();
  const visitor = nameOf(item);
  const isTyping = useTyping(item.id, thread.lastVisitorSeq);
  const box = useRef<HTMLDivElement>(null);
  const { t } = useTranslation('inbox');
  const count = conversation.messages.length + conversation.calls.length + notes.length;
  const isNear = useRef(true);
  const [at] = useUrlParam<string>('at', '');
  useLayoutEffect(() => {
    isNear.current = at === '';
  }, [item.id, at]);
  // Whoever reads at the end stays there; whoever scrolled up is left alone.
  useLayoutEffect(() => {
    if (isNear.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [item.id, count, isTyping]);
  useFoundMessage(box, item.id, at, search.search ?? '');
  const { form } = conversation;
  const lastSaid = conversation.messages.findLast(({ role }) => role !== 'event');
  // Messages stand in their order, whatever the clocks of several servers said.
  let newest = '';
  const rows: Row[] = [
    ...conversation.messages.map((message) => {
      newest = message.createdAt > newest ? message.createdAt : newest;
      return { at: newest, message };
    }),
    ...notes.map((note) => ({ at: note.createdAt, note })),
    ...conversation.calls.map((call) => ({ at: call.startedAt, call })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  const formNote = noteOfForm(conversation);
  const isFormNote = (row: Row): boolean => 'message' in row && row.message.id === formNote;
  const formAt = form ? rows.findIndex((row) => (formNote ? isFormNote(row) : row.at > form.at)) : -1;
  /** Stands before what a search found. */
  const found = <li hidden data-found />;
  return (
    <section
      aria-label={t('thread.with', { name: visitor.name })}
      className="flex min-h-0 min-w-0 grow flex-col"
    >
      <ThreadHeader thread={thread} members={members} search={search} onContext={onContext} />
      <div
        ref={box}
        data-conversation
        tabIndex={0}
        role="region"
        aria-label={t('thread.messages')}
        onScroll={(event) =>
          (isNear.current =
            event.currentTarget.scrollHeight -
              event.currentTarget.scrollTop -
              event.currentTarget.clientHeight <
            80)
        }
        className="min-h-0 grow overflow-y-auto px-4 py-5 outline-offset-[-2px] md:px-6"
      >
        <ApprovalPlace value={can.reply ? item.id : null}>
          <ol className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
            {rows.map((row, index) => (
              <Fragment key={idOf(row)}>
                {form && index === formAt && at === atForm && found}
                {form && index === formAt && <GivenForm form={form} />}
                {at === idOf(row) && found}
                {isFormNote(row) ? null : 'message' in row ? (
                  <OwnerMessageRow
                    message={withAuthor(row.message, members)}
                    visitor={visitor}
                    agentName={item.agentName}
                    actions={
                      row.message.role === 'assistant' ? (
                        can.improve && (
                          <AnswerActions
                            agentId={conversation.agentId}
                            message={row.message}
                            messages={conversation.messages}
                          />
                        )
                      ) : (
                        <OwnActions
                          conversationId={item.id}
                          message={row.message}
                          me={members.find(({ isMe }) => isMe)?.id}
                          isAllowed={can.reply}
                        />
                      )
                    }
                  />
                ) : 'call' in row ? (
                  <CallRow call={row.call} />
                ) : (
                  <NoteRow note={row.note} members={members} />
                )}
                {'message' in row && row.message === lastSaid && !isTyping && <Reached thread={thread} />}
              </Fragment>
            ))}
            {form && formAt < 0 && at === atForm && found}
            {form && formAt < 0 && <GivenForm form={form} />}
            {isTyping && (
              <li className="flex items-center gap-3 text-sm text-muted" role="status">
                <Avatar name={visitor.name} size={28} />
                {t('thread.typing', { name: visitor.name })}
              </li>
            )}
          </ol>
        </ApprovalPlace>
      </div>
      {can.reply && <InboxComposer key={item.id} thread={thread} members={members} />}
    </section>
  );
}

/** Whether what the team said last has reached the visitor. */
function Reached({ thread: { conversation, reached } }: { thread: InboxThread }) {
  const { t } = useTranslation('inbox');
  const last = conversation.messages.findLast(({ role }) => role !== 'event');
  if (last?.role !== 'human' || last.isDeleted) return null;
  const Icon = reached.readSeq >= last.seq ? CheckCheck : Mail;
  const word =
    reached.readSeq >= last.seq
      ? 'thread.seen'
      : reached.mailedSeq < last.seq
        ? null
        : reached.mailsLeave
          ? 'thread.mailed'
          : 'thread.mailKept';
  return (
    word && (
      <li className="-mt-2 flex items-center gap-1.5 justify-self-end text-xs text-muted">
        <Icon size={14} aria-hidden="true" />
        {t(word)}
      </li>
    )
  );
}

/** Whether the visitor is typing: every sign counts for some seconds. */
function useTyping(conversationId: string, lastVisitorSeq: number): boolean {
  const [until, setUntil] = useState(0);
  useServerEvents({
    'conversation.typing': (data) => {
      const { conversationId: id, seconds } = data as { conversationId?: string; seconds?: number };
      if (id === conversationId) setUntil(Date.now() + (seconds ?? 0) * 1_000);
    },
  });
  useEffect(() => {
    if (until === 0) return;
    const timer = setTimeout(() => setUntil(0), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  // What was typed has come.
  useEffect(() => setUntil(0), [conversationId, lastVisitorSeq]);
  return until > 0;
}

/** A note among the team, set apart so that nobody takes it for an answer. */
function NoteRow({ note, members }: { note: InboxNote; members: readonly InboxMember[] }) {
  const { t } = useTranslation('inbox');
  const named = members.filter(({ id }) => note.mentions.includes(id)).map(({ name }) => name);
  return (
    <li className="grid w-fit max-w-[94%] min-w-0 gap-1 justify-self-end md:max-w-[80%]">
      <p className="flex items-center justify-end gap-2 text-sm">
        <Badge tone="warning">{t('note.badge')}</Badge>
        <span className="font-medium">
          {members.find(({ id }) => id === note.authorId)?.name ?? note.authorName}
        </span>
        <Time at={note.createdAt} plain="time" className="text-muted" />
      </p>
      <div className="justify-self-end rounded-sheet rounded-tr-control bg-warning-tint px-4 py-2.5 leading-6">
        {note.body && <p className="wrap-anywhere whitespace-pre-wrap">{note.body}</p>}
        <OwnerAttachments items={note.attachments} />
        {named.length > 0 && (
          <p className="mt-1 text-sm text-warning-ink">{t('note.told', { names: named.join(', ') })}</p>
        )}
      </div>
    </li>
  );
}

/** What can be done with a message of one's own, for a quarter of an hour. */
function OwnActions({
  conversationId,
  message,
  me,
  isAllowed,
}: {
  conversationId: string;
  message: InboxThread['conversation']['messages'][number];
  me: string | undefined;
  isAllowed: boolean;
}) {
  const { t } = useTranslation('inbox');
  const [isEditing, setEditing] = useState(false);
  const remove = useMutate('DELETE /api/inbox/conversations/{id}/messages/{message}', {
    refreshes: [`/api/inbox/conversations/${conversationId}`],
  });
  const isOwn =
    isAllowed &&
    message.role === 'human' &&
    message.authorId === me &&
    !message.isDeleted &&
    message.seq < 1e9 &&
    Date.now() - Date.parse(message.createdAt) < editMinutes * 60_000;
  if (!isOwn) return null;
  return (
    <span className="flex gap-0.5 md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100">
      <IconButton size="sm" label={t('actions.edit')} onClick={() => setEditing(true)}>
        <Pencil size={14} />
      </IconButton>
      <IconButton
        size="sm"
        label={t('actions.takeBack')}
        onClick={() => remove.mutate({ params: { id: conversationId, message: message.id } })}
      >
        <Trash2 size={14} />
      </IconButton>
      {isEditing && (
        <EditReply
          conversationId={conversationId}
          messageId={message.id}
          text={message.text}
          onEnd={() => setEditing(false)}
        />
      )}
    </span>
  );
}
