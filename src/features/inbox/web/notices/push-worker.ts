import { pushWorkerPath, paths } from '#shared/paths.ts';
import type { PushMessage } from '../../inbox-notices.contract.ts';
import type { WorkerWord } from './push.ts';

/** What the worker knows of an open page of this origin. */
export type OpenPage = {
  url: string;
  visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
};
/** What the worker does with the world; the parts of `ServiceWorkerGlobalScope` that it needs. */
export type WorkerWorld = {
  origin: string;
  userAgent: string;
  pages(): Promise<readonly OpenPage[]>;
  show(
    title: string,
    options: NotificationOptions & { renotify?: boolean; timestamp?: number },
  ): Promise<void>;
  open(url: string): Promise<unknown>;
  subscribe(publicKey: string): Promise<{ toJSON(): object }>;
  request(path: string, body?: object): Promise<{ ok: boolean; json(): Promise<unknown> }>;
};

const pathOf = (url: string, origin: string): string | null => {
  const place = URL.canParse(url, origin) ? new URL(url, origin) : null;
  return place?.origin === origin ? place.pathname : null;
};
const isDashboard = (page: OpenPage, origin: string): boolean =>
  /^\/dashboard(\/|$)/.test(pathOf(page.url, origin) ?? '');

/** Where a click leads: a page of this dashboard and nothing else, whatever the message says. */
export function placeOf(path: unknown, origin: string): string {
  const place = typeof path === 'string' ? pathOf(path, origin) : null;
  return place !== null && /^\/dashboard(\/|$)/.test(place) && place !== pushWorkerPath ? place : paths.inbox;
}

function readMessage(text: string | null): Partial<PushMessage> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/**
 * Shows what came. Where the dashboard is in sight it says so itself; Safari takes the right away from who
 * shows nothing.
 */
export async function showMessage(world: WorkerWorld, text: string | null): Promise<void> {
  const isStrict = /AppleWebKit/.test(world.userAgent) && !/Chrom(e|ium)\//.test(world.userAgent);
  const pages = await world.pages();
  if (
    !isStrict &&
    pages.some((page) => page.visibilityState === 'visible' && isDashboard(page, world.origin))
  )
    return;
  const { title, body, path, tag, at } = readMessage(text);
  const shown = typeof title === 'string' && title ? title : new URL(world.origin).host;
  // A newer message of a conversation takes the place of the older one, and is heard again.
  await world.show(shown, {
    body: typeof body === 'string' ? body : '',
    ...(typeof tag === 'string' && tag ? { tag, renotify: true } : {}),
    ...(typeof at === 'number' ? { timestamp: at } : {}),
    icon: '/app-icon-192.png',
    data: { path: placeOf(path, world.origin) },
  });
}

/** Opens what was clicked: in a dashboard that is open, else in a new window. */
export async function openClicked(world: WorkerWorld, data: unknown): Promise<void> {
  const path = placeOf((data as { path?: unknown } | null)?.path, world.origin);
  const pages = (await world.pages()).filter((page) => isDashboard(page, world.origin));
  const page = pages.find(({ url }) => pathOf(url, world.origin) === path) ?? pages[0];
  if (!page) {
    await world.open(path);
    return;
  }
  await page.focus();
  if (pathOf(page.url, world.origin) !== path)
    page.postMessage({ kind: 'inbox.open', path } satisfies WorkerWord);
}

/**
 * Subscribes anew where the push service gave the browser another address, or none; whoever signed out
 * meanwhile is left in peace.
 */
export async function renew(world: WorkerWorld, fresh: { toJSON(): object } | null): Promise<void> {
  let subscription = fresh;
  if (!subscription) {
    const answer = await world.request('/api/inbox/notices');
    if (!answer.ok) return;
    const { publicKey } = (await answer.json()) as { publicKey: string };
    subscription = await world.subscribe(publicKey);
  }
  const { endpoint, keys } = subscription.toJSON() as { endpoint?: string; keys?: object };
  await world.request('/api/inbox/notices/browsers', { endpoint, keys, renews: true });
}
