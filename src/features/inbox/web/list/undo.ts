import type { InboxChange, InboxItem } from '../../inbox.contract.ts';

export type UndoStep = {
  ids: string[];
  /** `hand`: whoever waited for a person waits again, or the member has them again. */
  back: InboxChange | { kind: 'hand'; to: 'me' | 'team' };
};

/**
 * What puts conversations back to how they stood before a change, each group of a kind in one step; those that
 * it left as they were stay out. Resolving takes a conversation from whoever has it: one that `me` had is theirs
 * again, and whoever waited, or a colleague had, is in the queue.
 */
export function undoOf(change: InboxChange, before: readonly InboxItem[], me: string): UndoStep[] {
  const touched = before.filter((item) => isTouched(change, item));
  const groups = Map.groupBy(touched, (item) => JSON.stringify(backOf(change, item, me)));
  return [...groups].map(([back, items]) => ({
    ids: items.map(({ id }) => id),
    back: JSON.parse(back) as UndoStep['back'],
  }));
}

function isTouched(change: InboxChange, item: InboxItem): boolean {
  switch (change.kind) {
    case 'status':
      return (item.status === 'resolved') !== (change.status === 'resolved') || item.status === 'snoozed';
    case 'snooze':
      return true;
    case 'priority':
      return item.priority !== change.priority;
    case 'assign':
      return item.assigneeId !== change.userId;
    case 'label':
      return item.labels.includes(change.labelId) !== change.isOn;
    case 'read':
      return item.isUnread === change.isRead;
  }
}

function backOf(change: InboxChange, item: InboxItem, me: string): UndoStep['back'] {
  switch (change.kind) {
    case 'status':
      if (item.status === 'open' && (item.handler === 'waiting' || item.handler === 'human'))
        return { kind: 'hand', to: item.handler === 'human' && item.handlerUserId === me ? 'me' : 'team' };
      return item.status === 'snoozed'
        ? { kind: 'snooze', until: item.snoozedUntil }
        : { kind: 'status', status: item.status === 'resolved' ? 'resolved' : 'open' };
    case 'snooze':
      return item.status === 'snoozed'
        ? { kind: 'snooze', until: item.snoozedUntil }
        : { kind: 'status', status: item.status === 'resolved' ? 'resolved' : 'open' };
    case 'priority':
      return { kind: 'priority', priority: item.priority };
    case 'assign':
      return { kind: 'assign', userId: item.assigneeId };
    case 'label':
      return { ...change, isOn: !change.isOn };
    case 'read':
      return { kind: 'read', isRead: !item.isUnread };
  }
}
