import { expect, test } from 'vitest';
import type { InboxItem } from '../../inbox.contract.ts';
import { undoOf } from './undo.ts';

const item = (id: string, more: Partial<InboxItem> = {}): InboxItem =>
  ({
    id,
    status: 'pending',
    handler: 'ai',
    handlerUserId: null,
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
    undoOf(
      { kind: 'status', status: 'resolved' },
      [
        item('a'),
        item('b', { status: 'snoozed', snoozedUntil: until }),
        item('c', { status: 'resolved' }),
        item('d'),
        item('e', { status: 'open', handler: 'waiting' }),
        item('f', { status: 'open', handler: 'human', handlerUserId: 'vera' }),
        item('g', { status: 'open', handler: 'human', handlerUserId: 'olga' }),
      ],
      'vera',
    ),
  ).toEqual([
    { ids: ['a', 'd'], back: { kind: 'status', status: 'open' } },
    { ids: ['b'], back: { kind: 'snooze', until } },
    { ids: ['e', 'g'], back: { kind: 'hand', to: 'team' } },
    { ids: ['f'], back: { kind: 'hand', to: 'me' } },
  ]);
  expect(
    undoOf(
      { kind: 'assign', userId: 'vera' },
      [item('a', { assigneeId: 'olga' }), item('b', { assigneeId: 'vera' }), item('c')],
      'vera',
    ),
  ).toEqual([
    { ids: ['a'], back: { kind: 'assign', userId: 'olga' } },
    { ids: ['c'], back: { kind: 'assign', userId: null } },
  ]);
});

test('what a change left as it was is not touched', () => {
  expect(
    undoOf({ kind: 'label', labelId: 'x', isOn: true }, [item('a', { labels: ['x'] }), item('b')], 'vera'),
  ).toEqual([{ ids: ['b'], back: { kind: 'label', labelId: 'x', isOn: false } }]);
  expect(undoOf({ kind: 'read', isRead: true }, [item('a'), item('b', { isUnread: true })], 'vera')).toEqual([
    { ids: ['b'], back: { kind: 'read', isRead: false } },
  ]);
});
