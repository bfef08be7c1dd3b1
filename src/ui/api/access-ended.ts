import { paths } from '#shared/paths.ts';

/** `authErrors.accessEnded`, whose table would come with the first load. */
export const accessEnded = 'auth.access_ended';

let isLeaving = false;

/**
 * Whoever was suspended or removed: nothing of the account stays in the page. What they had not saved can't be
 * saved any more, so that no question about it holds them.
 */
export function leaveAccount(): void {
  // Every call that is refused until then would begin the way out anew.
  if (isLeaving) return;
  isLeaving = true;
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.replace(`${paths.auth}?ended=access`);
}
