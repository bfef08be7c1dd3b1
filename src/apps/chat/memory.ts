import type { HistoryMode } from '#shared/embed/protocol.ts';

const storageOf = (mode: HistoryMode): Storage => (mode === 'local' ? localStorage : sessionStorage);

/**
 * Storage of our own origin, for the hosted page; a browser that refuses it keeps nothing beyond this page
 * view.
 */
export function readStored(key: string, mode: HistoryMode = 'local'): string | null {
  try {
    return mode === 'off' ? null : storageOf(mode).getItem(`chatelier:${key}`);
  } catch {
    return null;
  }
}

/** Keeps a value where the mode says and nowhere else; null forgets it. */
export function writeStored(key: string, value: string | null, mode: HistoryMode = 'local'): void {
  try {
    localStorage.removeItem(`chatelier:${key}`);
    sessionStorage.removeItem(`chatelier:${key}`);
    if (value && mode !== 'off') storageOf(mode).setItem(`chatelier:${key}`, value);
  } catch {
    /* Refused or full: the visitor starts afresh next time. */
  }
}
