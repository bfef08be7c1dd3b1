import { accessEnded, leaveAccount } from './access-ended.ts';

/** `commonErrors.notSignedIn`, whose table would come with the first load. */
const notSignedIn = 'common.not_signed_in';

let isTold = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isTold = next;
  for (const listener of listeners) listener();
}

/**
 * Whether the screen tells right now that nobody is signed in any more. Every refused call comes by here, so
 * that one dialog tells it for all screens.
 */
export const sessionEndedStore = {
  get: () => isTold,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Looks at a call that was refused. Who is signed in is asked for on pages without anybody, too. */
  hear(path: string, error: { code?: string | undefined }): void {
    if (path === '/api/user') return;
    if (error.code === accessEnded) leaveAccount();
    if (error.code === notSignedIn) set(true);
  },
  tell: () => set(true),
  close: () => set(false),
};
