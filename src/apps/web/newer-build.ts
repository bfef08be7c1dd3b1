/** What the watch needs of the browser. */
export interface BuildWatch {
  /** Where failed imports are told: Vite fires `vite:preloadError` on `window`. */
  target: EventTarget;
  /** Address of the script that this page began with. */
  entry: string | undefined;
  /** The page's HTML as the server has it now. */
  fetchPage: () => Promise<string>;
  reload: () => void;
  /**
   * Keeps for which entry a reload was tried, so that it is tried once. Asked for late: where a browser
   * forbids storage, reading it throws, and the page is left as it is.
   */
  store: () => Pick<Storage, 'getItem' | 'setItem'>;
}

const key = 'chatelier.reloaded-from';

/**
 * After an update of the server the scripts of an open page are gone: a screen that was not opened yet can't
 * come. The page is then loaded again, once, and stands on the new build. Where the server has the same build
 * it is the network that failed, and retries and error screens have their say (`lazy-screen.ts`).
 * Unsaved work is asked about by the browser, as at every reload.
 */
export function watchForNewerBuild({ target, entry, fetchPage, reload, store }: BuildWatch): void {
  let isAsking = false;
  target.addEventListener('vite:preloadError', () => {
    if (!entry || isAsking || store().getItem(key) === entry) return;
    isAsking = true;
    void fetchPage()
      .then((page) => {
        if (page.includes('type="module"') && !page.includes(entry)) {
          store().setItem(key, entry);
          reload();
        }
      })
      // Offline: nothing is known about the build, and what failed shows itself.
      .catch(() => undefined)
      .finally(() => (isAsking = false));
  });
}
