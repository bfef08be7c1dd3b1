import { expect, test, vi } from 'vitest';
import { watchForNewerBuild } from './newer-build.ts';

const page = (entry: string) => `<html><script type="module" src="${entry}"></script></html>`;

function watched(answer: () => Promise<string>) {
  const target = new EventTarget();
  const kept = new Map<string, string>();
  const reload = vi.fn<() => void>();
  const fetchPage = vi.fn<() => Promise<string>>(answer);
  watchForNewerBuild({
    target,
    entry: '/web/assets/index-old.js',
    fetchPage,
    reload,
    store: () => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    }),
  });
  const fail = async () => {
    target.dispatchEvent(new Event('vite:preloadError'));
    await Promise.allSettled(fetchPage.mock.results.map(({ value }) => value));
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { reload, fetchPage, fail };
}

test('a page whose scripts are gone because the server is newer is loaded again, once', async () => {
  const { reload, fail } = watched(() => Promise.resolve(page('/web/assets/index-new.js')));
  await fail();
  await fail();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a failure of the network leaves the page as it is, and is looked at again', async () => {
  const { reload, fetchPage, fail } = watched(() => Promise.resolve(page('/web/assets/index-old.js')));
  await fail();
  await fail();
  expect(reload).not.toHaveBeenCalled();
  expect(fetchPage).toHaveBeenCalledTimes(2);
});

test('neither a dead line nor a foreign page behind a portal reloads', async () => {
  const offline = watched(() => Promise.reject(new Error('offline')));
  await offline.fail();
  expect(offline.reload).not.toHaveBeenCalled();
  const portal = watched(() => Promise.resolve('<html>Sign in to the hotel</html>'));
  await portal.fail();
  expect(portal.reload).not.toHaveBeenCalled();
});
