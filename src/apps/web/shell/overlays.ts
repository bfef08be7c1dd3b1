import { useSyncExternalStore } from 'react';

export type Overlay = 'palette' | 'help' | 'bug-report' | 'feature-request' | null;

let current: Overlay = null;
const listeners = new Set<() => void>();

/** Which panel is open over the page; one at a time. */
export const overlayStore = {
  get: () => current,
  set(overlay: Overlay) {
    current = overlay;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function useOverlay(): Overlay {
  return useSyncExternalStore(overlayStore.subscribe, overlayStore.get);
}
