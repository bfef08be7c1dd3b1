/**
 * Whether this browser tells of visitors who wait: `denied` once the member refused it in the browser,
 * `missing` where the browser can not.
 */
export type DesktopState = 'on' | 'off' | 'denied' | 'missing';

const key = 'ui-inbox-desktop';
const listeners = new Set<() => void>();

function read(): DesktopState {
  if (typeof Notification === 'undefined') return 'missing';
  if (Notification.permission === 'denied') return 'denied';
  try {
    return Notification.permission === 'granted' && localStorage.getItem(key) === 'on' ? 'on' : 'off';
  } catch {
    return 'off';
  }
}

/** The choice is kept in this browser, for the permission is this browser's too. */
export const desktopStore = {
  get: read,
  /** Hears of every change; returns the function that stops it. */
  follow(changed: () => void): () => void {
    listeners.add(changed);
    return () => void listeners.delete(changed);
  },
  /**
   * Switches it on or off; only called by a click, for it may ask the browser for permission. Gives what came
   * of it.
   */
  async set(isOn: boolean): Promise<DesktopState> {
    if (isOn && read() !== 'missing' && Notification.permission === 'default')
      await Notification.requestPermission();
    try {
      localStorage.setItem(key, isOn ? 'on' : 'off');
    } catch {
      // Storage may be forbidden; then nothing is kept, and it stays off.
    }
    for (const listener of listeners) listener();
    return read();
  },
};

/**
 * Tells a member who is not looking at the dashboard, without a word of what visitors said: others may see
 * the screen. Several open tabs tell once.
 */
export function tellOnDesktop(title: string, open: () => void): void {
  if (read() !== 'on' || document.visibilityState === 'visible') return;
  try {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href;
    const notice = new Notification(title, { tag: 'inbox', ...(icon && { icon }) });
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
      open();
    });
  } catch {
    // Some browsers on phones have the word and not the thing; the badge still says it.
  }
}
