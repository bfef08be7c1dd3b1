import { zoneHeaders } from '#shared/time-zone.ts';
import {
  openClicked,
  renew,
  showMessage,
  type OpenPage,
  type WorkerWorld,
} from '#features/inbox/web/notices/push-worker.ts';

/** The parts of a service worker that this one uses; the DOM's own types know pages only. */
type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Subscription = { toJSON(): object };
type WorkerScope = {
  location: Location;
  navigator: { userAgent: string };
  clients: {
    matchAll(options: object): Promise<readonly OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: {
    showNotification(title: string, options: object): Promise<void>;
    pushManager: { subscribe(options: object): Promise<Subscription> };
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install', hear: (event: Lasting) => void): void;
  addEventListener(kind: 'push', hear: (event: Lasting & { data: { text(): string } | null }) => void): void;
  addEventListener(
    kind: 'notificationclick',
    hear: (event: Lasting & { notification: { data: unknown; close(): void } }) => void,
  ): void;
  addEventListener(
    kind: 'pushsubscriptionchange',
    hear: (event: Lasting & { newSubscription?: Subscription | null }) => void,
  ): void;
};

const scope = globalThis as unknown as WorkerScope;
const world: WorkerWorld = {
  origin: scope.location.origin,
  userAgent: scope.navigator.userAgent,
  pages: () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  show: (title, options) => scope.registration.showNotification(title, options),
  open: (url) => scope.clients.openWindow(url),
  subscribe: (applicationServerKey) =>
    scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }),
  request: (path, body) =>
    fetch(
      path,
      body
        ? {
            method: 'POST',
            headers: { ...zoneHeaders(), 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }
        : { headers: zoneHeaders() },
    ),
};

// It answers no requests and keeps no files: pages load as if it were not there.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('push', (event) => event.waitUntil(showMessage(world, event.data?.text() ?? null)));
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openClicked(world, event.notification.data));
});
scope.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renew(world, event.newSubscription ?? null)),
);
