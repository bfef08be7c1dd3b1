import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { documentReady, findRoot, reloadSoon } from './start-up.ts';

let roots: (object | null)[];
let reloads: number;
beforeEach(() => {
  vi.useFakeTimers();
  [roots, reloads] = [[], 0];
  vi.stubGlobal('document', { readyState: 'complete', getElementById: () => roots.shift() ?? null });
  vi.stubGlobal('location', { reload: () => (reloads += 1) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the app begins 50 ms after the document is ready', async () => {
  let isReady = false;
  void documentReady().then(() => (isReady = true));
  await vi.advanceTimersByTimeAsync(49);
  expect(isReady).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isReady).toBe(true);
});

it('its element is looked for once more after 100 ms, and then missed', async () => {
  const late = {};
  roots = [null, late];
  const found = findRoot();
  await vi.advanceTimersByTimeAsync(100);
  expect(await found).toBe(late);
  const missed = expect(findRoot()).rejects.toThrow('no root element');
  await vi.advanceTimersByTimeAsync(100);
  await missed;
});

it('after a press on retry the page is loaded again 100 ms later', async () => {
  reloadSoon();
  await vi.advanceTimersByTimeAsync(99);
  expect(reloads).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(reloads).toBe(1);
});
