import { useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * One list of what the keyboard can do. The palette, the `?` sheet and tooltips all read it.
 * Keys: `mod+k`, `?`, `shift+a`, or a sequence `g d`. Single keys and sequences are off while typing.
 */
export type Shortcut = {
  /** Stable name; a later registration with the same name replaces the earlier. */
  id: string;
  keys?: string;
  /** Finished text. */
  label: string;
  /** Heading in the palette and the sheet, finished text. */
  group: string;
  /** More words by which the palette finds it. */
  keywords?: string[];
  /** One of the app, and not of the screen that is open. */
  isEverywhere?: boolean;
  /** Whether the keys hold at this moment; the palette runs it all the same. */
  when?: () => boolean;
  run: () => void;
};

let registry: readonly Shortcut[] = [];
const listeners = new Set<() => void>();
const change = (next: readonly Shortcut[]) => {
  registry = next;
  for (const listener of listeners) listener();
};

/** Offers shortcuts while the component is on screen. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const signature = shortcuts
    .map((shortcut) => `${shortcut.id}|${shortcut.keys}|${shortcut.label}|${shortcut.group}`)
    .join('\n');
  useEffect(() => {
    const own = latest.current.map((shortcut) => ({
      ...shortcut,
      run: () => latest.current.find((item) => item.id === shortcut.id)?.run(),
    }));
    change([...registry.filter((item) => !own.some((shortcut) => shortcut.id === item.id)), ...own]);
    return () => change(registry.filter((item) => !own.includes(item)));
  }, [signature]);
}

/** All shortcuts that hold on this screen. */
export function useShortcutList(): readonly Shortcut[] {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => registry,
  );
}

/** The keys that hold now, by their headings: those of the screen that is open come first. */
export const keysByGroup = (list: readonly Shortcut[]): Map<string, Shortcut[]> =>
  Map.groupBy(
    list
      .filter((item) => item.keys)
      .toSorted((a, b) => Number(a.isEverywhere ?? false) - Number(b.isEverywhere ?? false)),
    (item) => item.group,
  );

/** How long the second key of a sequence may take, in ms. */
const sequenceTime = 1_000;
let pending: { key: string; until: number } | null = null;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="textbox"], [role="combobox"]') !== null)
  );
}

/** The pressed key as written in `keys`, or null for modifiers alone. */
export function keyOf(
  event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>,
): string | null {
  if (['Shift', 'Control', 'Meta', 'Alt'].includes(event.key)) return null;
  const letter = /^[a-z]$/i.test(event.key);
  const parts = [
    event.metaKey || event.ctrlKey ? 'mod' : '',
    event.altKey ? 'alt' : '',
    event.shiftKey && (letter || event.key.length > 1) ? 'shift' : '',
    event.key.toLowerCase(),
  ];
  return parts.filter(Boolean).join('+');
}

/** What a key press means given the key before it: the shortcut to run, or null. */
export function matchShortcut(
  list: readonly Shortcut[],
  key: string,
  before: string | null,
): Shortcut | null {
  const sequence = before === null ? null : list.findLast((item) => item.keys === `${before} ${key}`);
  return sequence ?? list.findLast((item) => item.keys === key) ?? null;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  const key = keyOf(event);
  if (!key) return;
  if (
    !key.startsWith('mod+') &&
    (isTyping(event.target) ||
      document.querySelector('[role="dialog"][data-state="open"], [role="menu"], [role="listbox"]'))
  )
    return;
  const before = pending && pending.until > event.timeStamp ? pending.key : null;
  const found = matchShortcut(registry, key, before);
  pending = found ? null : { key, until: event.timeStamp + sequenceTime };
  if (!found || found.when?.() === false) return;
  event.preventDefault();
  found.run();
}

/** Listens on the window; called once by the app. Returns the way to stop. */
export function listenForShortcuts(): () => void {
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}
