import { describe, expect, it } from 'vitest';
import { keyOf, keysByGroup, matchShortcut, type Shortcut } from './shortcuts.ts';

const press = (
  key: string,
  held: Partial<Record<'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => keyOf({ key, metaKey: false, ctrlKey: false, altKey: false, shiftKey: false, ...held });
const shortcut = (id: string, keys: string): Shortcut => ({
  id,
  keys,
  label: id,
  group: 'x',
  run: () => undefined,
});
const list = [
  shortcut('dashboard', 'g d'),
  shortcut('delete', 'd'),
  shortcut('palette', 'mod+k'),
  shortcut('sheet', '?'),
];

describe('a pressed key', () => {
  it('is written as in the registry on every system', () => {
    expect([
      press('k', { metaKey: true }),
      press('K', { ctrlKey: true }),
      press('?', { shiftKey: true }),
      press('T', { shiftKey: true }),
      press('Shift', { shiftKey: true }),
    ]).toEqual(['mod+k', 'mod+k', '?', 'shift+t', null]);
  });
  it('ends a sequence before it means anything alone', () => {
    expect(matchShortcut(list, 'd', 'g')?.id).toBe('dashboard');
    expect(matchShortcut(list, 'd', null)?.id).toBe('delete');
    expect(matchShortcut(list, 'd', 'x')?.id).toBe('delete');
    expect(matchShortcut(list, 'x', 'g')).toBeNull();
  });
  it('means what was registered last', () => {
    expect(matchShortcut([...list, shortcut('newer', '?')], '?', null)?.id).toBe('newer');
  });
});

describe('the list of keys', () => {
  it('begins with those of the screen that is open', () => {
    const all = [
      { ...shortcut('go', 'g d'), group: 'Go to', isEverywhere: true },
      { ...shortcut('next', 'j'), group: 'Inbox' },
      { ...shortcut('log out', ''), group: 'Account', isEverywhere: true },
      { ...shortcut('reply', 'r'), group: 'Inbox' },
    ];
    expect([...keysByGroup(all)].map(([group, items]) => [group, items.map(({ id }) => id)])).toEqual([
      ['Inbox', ['next', 'reply']],
      ['Go to', ['go']],
    ]);
  });
});
