import { AlarmClock, CheckCheck, Tag, UserRound, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { SnoozeDialog } from '../conversation/snooze-dialog.tsx';
import { mostAtOnce, type InboxChange, type InboxItem, type InboxMember } from '../../inbox.contract.ts';
import type { InboxLabel } from '../../inbox-labels.contract.ts';
import { useChange, useUndo } from '../inbox-data.ts';
import { snoozeChoices } from '../inbox-words.ts';
import { undoOf } from './undo.ts';

const icon = { size: 16 } as const;

/** What can be done with all chosen conversations at once; each of it is undone by one press. */
export function InboxBulk({
  chosen,
  items,
  hasMore,
  members,
  labels,
  onChoose,
  onDone,
}: {
  chosen: ReadonlySet<string>;
  /** The conversations that are listed. */
  items: readonly InboxItem[];
  /** There are more than those. */
  hasMore: boolean;
  members: readonly InboxMember[];
  labels: readonly InboxLabel[];
  onChoose: (ids: string[]) => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('inbox');
  const change = useChange();
  const undo = useUndo();
  const [isSnoozing, setSnoozing] = useState(false);
  const run = (one: InboxChange) => {
    const ids = [...chosen];
    const steps = undoOf(
      one,
      items.filter(({ id }) => chosen.has(id)),
      members.find(({ isMe }) => isMe)?.id ?? '',
    );
    change.mutate(
      { body: { ids, change: one } },
      {
        onSuccess: ({ changed }) => {
          onDone();
          toast({
            title: t('bulk.changed', { count: changed }),
            ...(steps.length > 0 && {
              action: {
                label: t('common:actions.undo'),
                onClick: () => undo(steps),
              },
            }),
          });
        },
      },
    );
  };
  const all = items.slice(0, mostAtOnce).map(({ id }) => id);
  return (
    <div
      role="toolbar"
      aria-label={t('bulk.label')}
      className="flex flex-wrap items-center gap-1 border-b border-line bg-accent-tint px-3 py-1.5"
    >
      <div className="flex basis-full items-center gap-1">
        <span className="grow pl-1 text-sm font-medium" role="status">
          {t('bulk.count', { count: chosen.size })}
        </span>
        {all.some((id) => !chosen.has(id)) && (
          <Button size="sm" variant="ghost" onClick={() => onChoose(all)}>
            {t(hasMore || items.length > all.length ? 'bulk.allShown' : 'bulk.all', { count: all.length })}
          </Button>
        )}
        <IconButton label={t('bulk.end')} onClick={onDone}>
          <X {...icon} />
        </IconButton>
      </div>
      <IconButton
        label={t('actions.resolve')}
        disabled={change.isPending}
        onClick={() => run({ kind: 'status', status: 'resolved' })}
      >
        <CheckCheck {...icon} />
      </IconButton>
      <DropdownMenu
        label={t('snooze.confirm')}
        trigger={
          <IconButton label={t('snooze.confirm')}>
            <AlarmClock {...icon} />
          </IconButton>
        }
        items={[
          ...snoozeChoices(new Date()).map(({ name, until }) => ({
            label: t(`snooze.${name}`),
            onSelect: () => run({ kind: 'snooze', until }),
          })),
          { label: t('snooze.custom'), onSelect: () => setSnoozing(true) },
        ]}
      />
      <DropdownMenu
        label={t('context.assignee')}
        trigger={
          <IconButton label={t('context.assignee')}>
            <UserRound {...icon} />
          </IconButton>
        }
        items={[
          { label: t('context.nobody'), onSelect: () => run({ kind: 'assign', userId: null }) },
          ...members.map(({ id, name }) => ({
            label: name,
            onSelect: () => run({ kind: 'assign', userId: id }),
          })),
        ]}
      />
      {labels.length > 0 && (
        <DropdownMenu
          label={t('context.labels')}
          trigger={
            <IconButton label={t('context.labels')}>
              <Tag {...icon} />
            </IconButton>
          }
          items={labels.map(({ id, name }) => ({
            label: name,
            onSelect: () => run({ kind: 'label', labelId: id, isOn: true }),
          }))}
        />
      )}
      <Button
        size="sm"
        variant="ghost"
        disabled={change.isPending}
        onClick={() => run({ kind: 'read', isRead: true })}
      >
        {t('bulk.read')}
      </Button>
      {isSnoozing && (
        <SnoozeDialog
          onSnooze={(until) => {
            setSnoozing(false);
            run({ kind: 'snooze', until });
          }}
          onClose={() => setSnoozing(false)}
        />
      )}
    </div>
  );
}
