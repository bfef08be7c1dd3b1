import { useState } from 'react';
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
  MailOpen,
  RotateCcw,
  UsersRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { priorities } from '#features/conversations/conversations-handoff.contract.ts';
import { paths } from '#shared/paths.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Badge } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { Time } from '#ui/browser/time.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { InboxChange, InboxMember, InboxThread } from '../../inbox.contract.ts';
import { useChange, useUndo, type InboxSearch } from '../inbox-data.ts';
import { SnoozeDialog } from './snooze-dialog.tsx';
import { snoozeChoices, useHandlerWords, useItemName } from '../inbox-words.ts';
import { undoOf } from '../list/undo.ts';
import { inboxKeys, isAboutToWrite } from '../typing-place.ts';

const icon = { size: 16 } as const;

/** The hour alone says when, for as long as it is the same day. */
const isToday = (at: string): boolean => new Date(at).toDateString() === new Date().toDateString();

export type InboxThreadProps = {
  thread: InboxThread;
  members: readonly InboxMember[];
  search: InboxSearch;
  onContext: () => void;
};

export function ThreadHeader({ thread, members, search, onContext }: InboxThreadProps) {
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
  const set = (one: InboxChange) => change.mutate({ body: { ids: [item.id], change: one } });
  const undo = useUndo();
  const canTake = can.reply && !isDone && !isMine;
  const key = { group: t('shell:screens.inbox'), when: () => !isAboutToWrite() };
  useShortcuts([
    ...(canTake
      ? [{ ...key, id: 'inbox.take', keys: inboxKeys.take, label: t('actions.take'), run: () => takeByKey() }]
      : []),
    ...(can.reply && !isDone
      ? [
          {
            ...key,
            id: 'inbox.snooze',
            keys: inboxKeys.snooze,
            label: t('snooze.confirm'),
            run: () => setSnoozing(true),
          },
        ]
      : []),
  ]);
  const told = (title: string, run: () => void) =>
    void toast({ title, action: { label: t('common:actions.undo'), onClick: run } });
  /** By a key, nothing asks before: it is undone by one press. */
  const takeByKey = () => {
    const before = item.handler === 'waiting' ? 'team' : item.handler;
    hand.mutate(
      { params: { id: item.id }, body: { to: 'me' } },
      {
        onSuccess: () => void (before !== 'human' && told(t('done.taken'), () => give(before))),
      },
    );
  };
  const snooze = (until: string | null) => {
    const steps = undoOf({ kind: 'snooze', until }, [item], me ?? '');
    change.mutate(
      { body: { ids: [item.id], change: { kind: 'snooze', until } } },
      { onSuccess: () => told(t('done.snoozed'), () => undo(steps)) },
    );
  };
  return (
    <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2 md:px-6">
      <Link
        to={paths.inbox}
        search={search}
        aria-label={t('thread.back')}
        className="flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken md:hidden"
      >
        <ArrowLeft size={20} />
      </Link>
      <div className="min-w-0 grow basis-56">
        <h2 className="truncate font-semibold">{nameOf(item).name}</h2>
        <p className="flex min-w-0 items-center gap-x-2 text-sm text-muted">
          <Badge tone={handler.tone} dot className="shrink-0">
            {handler.text}
          </Badge>
          {item.status === 'snoozed' ? (
            <span className="truncate">
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
            <span className="truncate">
              {t('thread.waits')}{' '}
              <Time at={item.waitingSince} plain={isToday(item.waitingSince) ? 'time' : true} />
            </span>
          ) : (
            <span className="truncate">{item.agentName}</span>
          )}
        </p>
      </div>
      <div className="flex items-center gap-1.5">
        {canTake && (
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
                onSelect: () => snooze(until),
              })),
              {
                label: t('snooze.custom'),
                keys: inboxKeys.snooze,
                icon: <AlarmClock {...icon} />,
                onSelect: () => setSnoozing(true),
              },
              'separator' as const,
              ...priorities.map((priority) => ({
                label: t(`priority.${priority}`),
                icon: <Flag {...icon} />,
                checked: item.priority === priority,
                isOneOf: true,
                onSelect: () => set({ kind: 'priority', priority }),
              })),
            ]}
          />
        )}
        <IconButton label={t('context.open')} className="xl:hidden" onClick={onContext}>
          <Info {...icon} />
        </IconButton>
      </div>
      {isSnoozing && <SnoozeDialog onSnooze={snooze} onClose={() => setSnoozing(false)} />}
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
