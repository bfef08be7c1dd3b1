import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import {
  AlarmClock,
  ArrowLeft,
  Bot,
  CheckCheck,
  CirclePause,
  Ellipsis,
  Flag,
  Hand,
  Info,
  Mail,
  MailOpen,
  Pencil,
  RotateCcw,
  Sparkles,
  Trash2,
  UsersRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ImproveSheet } from '#features/answer-gaps/web/improve-sheet.tsx';
import { GivenForm } from '#features/conversations/web/given-form.tsx';
import { OwnerAttachments } from '#features/conversations/web/owner-attachments.tsx';
import { OwnerMessageRow } from '#features/conversations/web/owner-message.tsx';
import { editMinutes, priorities } from '#features/conversations/conversations-handoff.contract.ts';
import { paths } from '#shared/paths.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Avatar, Badge } from '#ui/display.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { DropdownMenu } from '#ui/menu.tsx';
import { Time } from '#ui/time.tsx';
import { toast } from '#ui/toast-store.ts';
import type { InboxMember, InboxNote, InboxThread } from '../inbox.contract.ts';
import { EditReply } from './edit-reply.tsx';
import { InboxComposer } from './inbox-composer.tsx';
import { useChange } from './inbox-data.ts';
import { SnoozeDialog } from './snooze-dialog.tsx';
import { snoozeChoices, useHandlerWords, useItemName } from './inbox-words.ts';

const icon = { size: 16, strokeWidth: 1.75 } as const;
/** The hour alone says when, for as long as it is the same day. */
const isToday = (at: string): boolean => new Date(at).toDateString() === new Date().toDateString();
type Props = {
  thread: InboxThread;
  members: readonly InboxMember[];
  search: Record<string, unknown>;
  onContext: () => void;
};

/** One conversation: who has it, what was said, and where one answers. */
export function InboxThreadPane({ thread, members, search, onContext }: Props) {
  const { item, conversation, notes, can } = thread;
  const nameOf = useItemName();
  const visitor = nameOf(item);
  const isTyping = useTyping(item.id, thread.lastVisitorSeq);
  const box = useRef<HTMLDivElement>(null);
  const { t } = useTranslation('inbox');
  const count = conversation.messages.length + notes.length;
  const isNear = useRef(true);
  useLayoutEffect(() => {
    isNear.current = true;
  }, [item.id]);
  // Whoever reads at the end stays there; whoever scrolled up is left alone.
  useLayoutEffect(() => {
    if (isNear.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [item.id, count, isTyping]);
  const { form } = conversation;
  const rows = [
    ...conversation.messages.map((message) => ({ at: message.createdAt, message })),
    ...notes.map((note) => ({ at: note.createdAt, note })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  const formAt = form ? rows.findIndex(({ at }) => at > form.at) : -1;
  return (
    <section
      aria-label={t('thread.with', { name: visitor.name })}
      className="flex min-h-0 min-w-0 grow flex-col"
    >
      <ThreadHeader thread={thread} members={members} search={search} onContext={onContext} />
      <div
        ref={box}
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
        <ol className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
          {rows.map((row, at) => (
            <Fragment key={'message' in row ? row.message.id : row.note.id}>
              {form && at === formAt && <GivenForm form={form} />}
              {'message' in row ? (
                <OwnerMessageRow
                  message={row.message}
                  visitor={visitor}
                  agentName={item.agentName}
                  actions={
                    row.message.role === 'assistant' ? (
                      can.improve && <Improve message={row.message} messages={conversation.messages} />
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
              ) : (
                <NoteRow note={row.note} members={members} />
              )}
            </Fragment>
          ))}
          {form && formAt < 0 && <GivenForm form={form} />}
          {!isTyping && <Reached thread={thread} />}
          {isTyping && (
            <li className="flex items-center gap-3 text-sm text-muted" role="status">
              <Avatar name={visitor.name} size={28} />
              {t('thread.typing', { name: visitor.name })}
            </li>
          )}
        </ol>
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
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
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

function ThreadHeader({ thread, members, search, onContext }: Props) {
  const { t } = useTranslation('inbox');
  const { item, can } = thread;
  const nameOf = useItemName();
  const handler = useHandlerWords(members)(item);
  const change = useChange();
  const [isTaking, setTaking] = useState(false);
  const [isSnoozing, setSnoozing] = useState(false);
  const hand = useMutate('POST /api/inbox/conversations/{id}/handler', {
    refreshes: ['/api/inbox/conversations', '/api/inbox/counts'],
    failure: false,
    onError: (error) =>
      error.code === 'conversations.taken_already'
        ? setTaking(true)
        : void toast({ variant: 'destructive', title: t('common:failed.title'), description: error.message }),
  });
  const give = (to: 'me' | 'team' | 'ai' | 'paused') =>
    hand.mutate({ params: { id: item.id }, body: { to } });
  const me = members.find(({ isMe }) => isMe)?.id;
  const isMine = item.handler === 'human' && item.handlerUserId === me;
  const isDone = item.status === 'resolved';
  const set = (one: Parameters<typeof change.mutate>[0]['body']['change']) =>
    change.mutate({ body: { ids: [item.id], change: one } });
  return (
    <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2 md:px-6">
      <Link
        to={paths.inbox}
        search={search as never}
        aria-label={t('thread.back')}
        className="flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken md:hidden"
      >
        <ArrowLeft size={20} strokeWidth={1.75} />
      </Link>
      <div className="min-w-0 grow basis-40">
        <h2 className="truncate font-semibold">{nameOf(item).name}</h2>
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-muted">
          <Badge tone={handler.tone} dot className="shrink-0">
            {handler.text}
          </Badge>
          {item.status === 'snoozed' ? (
            <span>
              {item.snoozedUntil ? (
                <>
                  {t('snooze.back')}{' '}
                  <Time at={item.snoozedUntil} plain={isToday(item.snoozedUntil) ? 'time' : true} />
                </>
              ) : (
                t('snooze.untilReply')
              )}
            </span>
          ) : item.waitingSince && !isDone ? (
            <span>
              {t('thread.waits')}{' '}
              <Time at={item.waitingSince} plain={isToday(item.waitingSince) ? 'time' : true} />
            </span>
          ) : (
            <span className="truncate">{item.agentName}</span>
          )}
        </p>
      </div>
      <div className="flex items-center gap-1.5">
        {can.reply && !isDone && !isMine && (
          <Button
            size="sm"
            variant={item.handler === 'waiting' ? 'primary' : 'outline'}
            pending={hand.isPending}
            icon={<Hand {...icon} />}
            onClick={() => give('me')}
          >
            {t('actions.take')}
          </Button>
        )}
        {can.reply && !isDone && item.handler !== 'ai' && (
          <Button
            size="sm"
            pending={hand.isPending}
            icon={<Bot {...icon} />}
            onClick={() => give('ai')}
            className="max-md:hidden"
          >
            {t('actions.return')}
          </Button>
        )}
        {can.reply && (
          <Button
            size="sm"
            icon={isDone ? <RotateCcw {...icon} /> : <CheckCheck {...icon} />}
            onClick={() => set({ kind: 'status', status: isDone ? 'open' : 'resolved' })}
          >
            {t(isDone ? 'actions.reopen' : 'actions.resolve')}
          </Button>
        )}
        {can.reply && (
          <DropdownMenu
            label={t('actions.more')}
            trigger={
              <IconButton label={t('actions.more')}>
                <Ellipsis {...icon} />
              </IconButton>
            }
            items={[
              ...(item.handler === 'ai' || isDone
                ? []
                : [{ label: t('actions.return'), icon: <Bot {...icon} />, onSelect: () => give('ai') }]),
              ...(item.handler === 'waiting' || isDone
                ? []
                : [
                    {
                      label: t('actions.queue'),
                      icon: <UsersRound {...icon} />,
                      onSelect: () => give('team'),
                    },
                  ]),
              ...(item.handler === 'paused' || isDone
                ? []
                : [
                    {
                      label: t('actions.pause'),
                      icon: <CirclePause {...icon} />,
                      onSelect: () => give('paused'),
                    },
                  ]),
              {
                label: t('actions.unread'),
                keys: 'u',
                icon: <MailOpen {...icon} />,
                onSelect: () => set({ kind: 'read', isRead: false }),
              },
              'separator' as const,
              ...snoozeChoices(new Date()).map(({ name, until }) => ({
                label: t(`snooze.${name}`),
                icon: <AlarmClock {...icon} />,
                onSelect: () => set({ kind: 'snooze', until }),
              })),
              {
                label: t('snooze.custom'),
                icon: <AlarmClock {...icon} />,
                onSelect: () => setSnoozing(true),
              },
              'separator' as const,
              ...priorities.map((priority) => ({
                label: t(`priority.${priority}`),
                icon: <Flag {...icon} />,
                checked: item.priority === priority,
                onSelect: () => set({ kind: 'priority', priority }),
              })),
            ]}
          />
        )}
        <IconButton label={t('context.open')} className="xl:hidden" onClick={onContext}>
          <Info {...icon} />
        </IconButton>
      </div>
      {isSnoozing && (
        <SnoozeDialog
          onSnooze={(until) => set({ kind: 'snooze', until })}
          onClose={() => setSnoozing(false)}
        />
      )}
      {isTaking && (
        <ConfirmDialog
          title={t('taken.title')}
          description={t('taken.text')}
          confirm={t('taken.confirm')}
          tone="primary"
          run={async () =>
            void (await hand.mutateAsync({ params: { id: item.id }, body: { to: 'me', force: true } }))
          }
          onClose={() => setTaking(false)}
        />
      )}
    </header>
  );
}

/** A note among the team, set apart so that nobody takes it for an answer. */
function NoteRow({ note, members }: { note: InboxNote; members: readonly InboxMember[] }) {
  const { t } = useTranslation('inbox');
  const named = members.filter(({ id }) => note.mentions.includes(id)).map(({ name }) => name);
  return (
    <li className="grid w-fit max-w-[94%] min-w-0 gap-1 justify-self-end md:max-w-[80%]">
      <p className="flex items-center justify-end gap-2 text-sm">
        <Badge tone="warning">{t('note.badge')}</Badge>
        <span className="font-medium">{note.authorName}</span>
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

/** Opens the sheet in which an answer is bettered. */
function Improve({
  message,
  messages,
}: {
  message: InboxThread['conversation']['messages'][number];
  messages: InboxThread['conversation']['messages'];
}) {
  const { t } = useTranslation('answer-gaps');
  const [isOpen, setOpen] = useState(false);
  const question = messages.findLast(({ role, seq }) => role === 'visitor' && seq < message.seq)?.text ?? '';
  if (message.status === 'streaming' || question === '') return null;
  return (
    <>
      <span className="-my-1 ml-auto md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100">
        <IconButton size="sm" label={t('improve')} onClick={() => setOpen(true)}>
          <Sparkles size={14} strokeWidth={1.75} />
        </IconButton>
      </span>
      {isOpen && (
        <ImproveSheet
          of={{ messageId: message.id, messageIds: [], question, answer: message.text }}
          onEnd={() => setOpen(false)}
        />
      )}
    </>
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
        <Pencil size={14} strokeWidth={1.75} />
      </IconButton>
      <IconButton
        size="sm"
        label={t('actions.takeBack')}
        onClick={() => remove.mutate({ params: { id: conversationId, message: message.id } })}
      >
        <Trash2 size={14} strokeWidth={1.75} />
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
