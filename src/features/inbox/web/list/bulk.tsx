import { CheckCheck, Tag, UserRound, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import type { InboxChange, InboxMember } from '../../inbox.contract.ts';
import type { InboxLabel } from '../../inbox-labels.contract.ts';
import { useChange } from '../inbox-data.ts';

const icon = { size: 16, strokeWidth: 1.75 } as const;

/** What can be done with all chosen conversations at once. */
export function InboxBulk({
  chosen,
  members,
  labels,
  onDone,
}: {
  chosen: ReadonlySet<string>;
  members: readonly InboxMember[];
  labels: readonly InboxLabel[];
  onDone: () => void;
}) {
  const { t } = useTranslation('inbox');
  const change = useChange();
  const run = (one: InboxChange) =>
    change.mutate({ body: { ids: [...chosen], change: one } }, { onSuccess: onDone });
  return (
    <div
      role="toolbar"
      aria-label={t('bulk.label')}
      className="flex flex-wrap items-center gap-1 border-b border-line bg-accent-tint px-3 py-1.5"
    >
      <span className="grow pl-1 text-sm font-medium">{t('bulk.count', { count: chosen.size })}</span>
      <IconButton
        label={t('actions.resolve')}
        disabled={change.isPending}
        onClick={() => run({ kind: 'status', status: 'resolved' })}
      >
        <CheckCheck {...icon} />
      </IconButton>
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
      <IconButton label={t('bulk.end')} onClick={onDone}>
        <X {...icon} />
      </IconButton>
    </div>
  );
}
