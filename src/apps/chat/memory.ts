import type { HistoryMode } from '#shared/embed/protocol.ts';

const storages = (): Storage[] => [localStorage, sessionStorage];

/**
 * Storage of our own origin, for the hosted page; a browser that refuses it keeps nothing beyond this page
 * view.
 */
export function readStored(key: string, mode: HistoryMode = 'local'): string | null {
  try {
    return mode === 'off' ? null : storages()[mode === 'local' ? 0 : 1]!.getItem(`chatelier:${key}`);
  } catch {
    return null;
  }
}

/** Keeps a value where the mode says and nowhere else; null forgets it. */
export function writeStored(key: string, value: string | null, mode: HistoryMode = 'local'): void {
  try {
    for (const storage of storages()) storage.removeItem(`chatelier:${key}`);
    if (value && mode !== 'off') storages()[mode === 'local' ? 0 : 1]!.setItem(`chatelier:${key}`, value);
  } catch {
    /* Refused or full: the visitor starts afresh next time. */
  }
}
