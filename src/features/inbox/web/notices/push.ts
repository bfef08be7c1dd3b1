import { useSyncExternalStore } from 'react';
import { pushWorkerPath } from '#shared/paths.ts';
import { api, ApiError } from '#ui/api/client.ts';
import { desktopStore } from './desktop.ts';

/**
 * Whether this browser tells its member. `on`: also while no tab is open; `tab`: only while one is, for no
 * push service reaches it. Otherwise why it does not: switched `off`, `denied` by the member in the browser,
 * only once the page is installed (`install`, Apple's phones), on an `insecure` address, or never
 * (`unsupported`).
 */
export type PushState = 'on' | 'tab' | 'off' | 'denied' | 'install' | 'insecure' | 'unsupported';
export type Member = {
  id: string;
  accountId: string;
};

/** What the worker tells an open dashboard: go there. */
export type WorkerWord = {
  kind: 'inbox.open';
  path: string;
};
export const isWorkerWord = (data: unknown): data is WorkerWord =>
  typeof data === 'object' &&
  data !== null &&
  'kind' in data &&
  data.kind === 'inbox.open' &&
  'path' in data &&
  typeof data.path === 'string';

const key = 'ui-inbox-push';
const listeners = new Set<() => void>();
const markOf = ({ id, accountId }: Member): string => `${accountId} ${id}`;

function isMarked(member: Member): boolean {
  try {
    return localStorage.getItem(key) === markOf(member);
  } catch {
    return false;
  }
}

/**
 * Who of the people that share this browser wants to be told here; only for them it subscribes again by
 * itself.
 */
function mark(member: Member | null): void {
  try {
    if (member) localStorage.setItem(key, markOf(member));
    else localStorage.removeItem(key);
  } catch {
    // Storage may be forbidden; the subscription then lasts as long as its session.
  }
  for (const listener of listeners) listener();
}

/** Pages on Apple's phones and tablets may notify only from the home screen. */
function needsInstalling(): boolean {
  const isApples =
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return isApples && !matchMedia('(display-mode: standalone)').matches;
}

function read(member: Member): PushState {
  if (!isSecureContext) return 'insecure';
  if (typeof Notification === 'undefined') return needsInstalling() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission === 'granted' && isMarked(member)) return 'on';
  return desktopStore.get() === 'on' ? 'tab' : 'off';
}

function follow(changed: () => void): () => void {
  listeners.add(changed);
  const stop = desktopStore.follow(changed);
  return () => {
    listeners.delete(changed);
    stop();
  };
}

const keyText = (bytes: ArrayBuffer | null | undefined): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** This browser's subscription with the instance's key; null where there is no push service for it. */
async function subscribe(publicKey: string): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null;
  try {
    const registration = await navigator.serviceWorker.register(pushWorkerPath);
    const known = await registration.pushManager.getSubscription();
    if (known && keyText(known.options.applicationServerKey) === publicKey) return known;
    // What was made with another key can't be used by this server.
    await known?.unsubscribe();
    await navigator.serviceWorker.ready;
    return await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
  } catch {
    return null;
  }
}

function bodyOf(subscription: PushSubscription, renews: boolean) {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }, renews };
}

async function forget(): Promise<void> {
  mark(null);
  const registration = await navigator.serviceWorker?.getRegistration(pushWorkerPath);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

let renewed = '';

export const pushStore = {
  get: read,
  use: (member: Member): PushState => useSyncExternalStore(follow, () => read(member)),

  /**
   * Only called by a click, for it may ask the browser for permission. Where no push service can be had, open
   * tabs tell. Throws what the server refuses.
   */
  async turnOn(member: Member, publicKey: string): Promise<PushState> {
    if (Notification.permission === 'default') await Notification.requestPermission();
    if (Notification.permission !== 'granted') return read(member);
    const subscription = await subscribe(publicKey);
    if (!subscription) return desktopStore.set(true).then(() => read(member));
    await api('POST /api/inbox/notices/browsers', { body: bodyOf(subscription, false) });
    renewed = markOf(member);
    await desktopStore.set(false);
    mark(member);
    return read(member);
  },

  /** Ends it in this browser; `browserId` is its place in the member's list. */
  async turnOff(member: Member, browserId: string | undefined): Promise<PushState> {
    await desktopStore.set(false);
    if (browserId)
      await api('DELETE /api/inbox/notices/browsers/{id}', { params: { id: browserId } }).catch(ignoreGone);
    await forget();
    return read(member);
  },

  /**
   * Once for each load of the page: tells the server this browser's address again, for its session may be a
   * new one. What was removed elsewhere stays so.
   */
  async keepUp(member: Member): Promise<void> {
    if (read(member) !== 'on' || renewed === markOf(member)) return;
    renewed = markOf(member);
    try {
      const { publicKey } = await api('GET /api/inbox/notices');
      const subscription = await subscribe(publicKey);
      if (subscription) await api('POST /api/inbox/notices/browsers', { body: bodyOf(subscription, true) });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) await forget();
      // Anything else may be over at the next load.
      else renewed = '';
    }
  },
};

function ignoreGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
