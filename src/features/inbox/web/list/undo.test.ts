import { expect, test } from 'vitest';
import type { InboxItem } from '../../inbox.contract.ts';
import { undoOf } from './undo.ts';

const item = (id: string, more: Partial<InboxItem> = {}): InboxItem =>
  ({
    id,
    status: 'open',
    snoozedUntil: null,
    priority: 'none',
    assigneeId: null,
    labels: [],
    isUnread: false,
    ...more,
  }) as InboxItem;

test('a change of many is taken back group by group, each to where it stood', () => {
  const until = '2030-01-01T09:00:00.000Z';
  expect(
    undoOf({ kind: 'status', status: 'resolved' }, [
      item('a'),
      item('b', { status: 'snoozed', snoozedUntil: until }),
      item('c', { status: 'resolved' }),
      item('d'),
    ]),
  ).toEqual([
    { ids: ['a', 'd'], change: { kind: 'status', status: 'open' } },
    { ids: ['b'], change: { kind: 'snooze', until } },
  ]);
  expect(
    undoOf({ kind: 'assign', userId: 'vera' }, [
      item('a', { assigneeId: 'olga' }),
      item('b', { assigneeId: 'vera' }),
      item('c'),
    ]),
  ).toEqual([
    { ids: ['a'], change: { kind: 'assign', userId: 'olga' } },
    { ids: ['c'], change: { kind: 'assign', userId: null } },
  ]);
});

test('what a change left as it was is not touched', () => {
  expect(
    undoOf({ kind: 'label', labelId: 'x', isOn: true }, [item('a', { labels: ['x'] }), item('b')]),
  ).toEqual([{ ids: ['b'], change: { kind: 'label', labelId: 'x', isOn: false } }]);
  expect(undoOf({ kind: 'read', isRead: true }, [item('a'), item('b', { isUnread: true })])).toEqual([
    { ids: ['b'], change: { kind: 'read', isRead: false } },
  ]);
});
