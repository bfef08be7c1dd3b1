import { beforeEach, expect, test } from 'vitest';
import { openClicked, placeOf, renew, showMessage, type OpenPage, type WorkerWorld } from './push-worker.ts';

const origin = 'https://chat.atelier.test';
let pages: OpenPage[];
let done: unknown[][];
let answers: Record<string, { ok: boolean; body?: unknown }>;
let world: WorkerWorld;

function page(path: string, visibilityState = 'hidden'): OpenPage {
  return {
    url: origin + path,
    visibilityState,
    focus: async () => void done.push(['focus', path]),
    postMessage: (message) => void done.push(['say', path, message]),
  };
}
beforeEach(() => {
  [pages, done, answers] = [[], [], {}];
  world = {
    origin,
    userAgent: 'Mozilla/5.0 AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    pages: async () => pages,
    show: async (title, options) => void done.push(['show', title, options]),
    open: async (url) => void done.push(['open', url]),
    subscribe: async (key) => ({ toJSON: () => ({ endpoint: `https://push.test/${key}`, keys: {} }) }),
    request: async (path, body) => {
      done.push(['request', path, body]);
      return { ok: answers[path]?.ok ?? true, json: async () => answers[path]?.body };
    },
  };
});
const message = JSON.stringify({
  title: 'Anna waits for a person',
  body: 'Linden Bakery',
  path: '/dashboard/inbox/cnv_1',
  tag: 'topic',
  at: 5,
});

test('a message is shown with where it leads, and not while the dashboard is in sight', async () => {
  pages = [page('/dashboard/inbox'), { ...page('/widgets/1', 'visible') }];
  await showMessage(world, message);
  expect(done).toEqual([
    [
      'show',
      'Anna waits for a person',
      {
        body: 'Linden Bakery',
        tag: 'topic',
        renotify: true,
        timestamp: 5,
        icon: '/app-icon-192.png',
        data: { path: '/dashboard/inbox/cnv_1' },
      },
    ],
  ]);
  done = [];
  pages = [page('/dashboard/contacts', 'visible')];
  await showMessage(world, message);
  expect(done).toEqual([]);
  // Safari ends the subscription of a page that shows nothing.
  await showMessage(
    { ...world, userAgent: 'Mozilla/5.0 AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15' },
    message,
  );
  expect(done).toHaveLength(1);
});

test('what can not be read is still told, and a click leads into the dashboard and nowhere else', async () => {
  for (const odd of [null, 'no JSON', '[]', '{"title":7,"path":"https://evil.test/dashboard"}'])
    await showMessage(world, odd);
  expect(done.map(([, title, options]) => [title, (options as { data: unknown }).data])).toEqual(
    Array.from({ length: 4 }, () => ['chat.atelier.test', { path: '/dashboard/inbox' }]),
  );
  for (const path of [
    '//evil.test/dashboard',
    'https://evil.test/dashboard',
    'javascript:alert(1)',
    '/widgets/1',
    '/dashboardly',
    '/dashboard/../auth',
    '\\\\evil.test\\dashboard',
    7,
    null,
  ])
    expect(placeOf(path, origin)).toBe('/dashboard/inbox');
  expect(placeOf('/dashboard/inbox/cnv_1', origin)).toBe('/dashboard/inbox/cnv_1');
});

test('a click goes to the page that shows it, else leads an open dashboard there, else opens one', async () => {
  const data = { path: '/dashboard/inbox/cnv_1' };
  await openClicked(world, data);
  pages = [page('/widgets/1'), page('/dashboard')];
  await openClicked(world, data);
  pages.push(page('/dashboard/inbox/cnv_1'));
  await openClicked(world, data);
  expect(done).toEqual([
    ['open', '/dashboard/inbox/cnv_1'],
    ['focus', '/dashboard'],
    ['say', '/dashboard', { kind: 'inbox.open', path: '/dashboard/inbox/cnv_1' }],
    ['focus', '/dashboard/inbox/cnv_1'],
  ]);
});

test('a subscription that the browser lost is made again for whoever is signed in', async () => {
  answers['/api/inbox/notices'] = { ok: true, body: { publicKey: 'key' } };
  await renew(world, null);
  await renew(world, { toJSON: () => ({ endpoint: 'https://push.test/fresh', keys: { auth: 'a' } }) });
  answers['/api/inbox/notices'] = { ok: false };
  await renew(world, null);
  const browsers = '/api/inbox/notices/browsers';
  expect(done).toEqual([
    ['request', '/api/inbox/notices', undefined],
    ['request', browsers, { endpoint: 'https://push.test/key', keys: {}, renews: true }],
    ['request', browsers, { endpoint: 'https://push.test/fresh', keys: { auth: 'a' }, renews: true }],
    ['request', '/api/inbox/notices', undefined],
  ]);
});
