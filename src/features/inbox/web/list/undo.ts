import type { InboxChange, InboxItem } from '../../inbox.contract.ts';

export type UndoStep = {
  ids: string[];
  change: InboxChange;
};

/**
 * What puts conversations back to how they stood before a change, each group of a kind in one step; those that
 * it left as they were stay out. A conversation of a person that was resolved comes back open, to be taken over
 * again.
 */
export function undoOf(change: InboxChange, before: readonly InboxItem[]): UndoStep[] {
  const touched = before.filter((item) => isTouched(change, item));
  const groups = Map.groupBy(touched, (item) => JSON.stringify(backOf(change, item)));
  return [...groups].map(([back, items]) => ({
    ids: items.map(({ id }) => id),
    change: JSON.parse(back) as InboxChange,
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

function backOf(change: InboxChange, item: InboxItem): InboxChange {
  switch (change.kind) {
    case 'status':
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
