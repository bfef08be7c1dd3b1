import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentToasts, dismissToast, toast, toastRemovalDelay } from './toast-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('only the newest toast is shown', () => {
  toast({ title: 'First' });
  toast({ title: 'Second' });
  expect(currentToasts().map((item) => item.title)).toEqual(['Second']);
});

it('a closed toast is kept for 1,000,000 ms and then forgotten', () => {
  const id = toast({ title: 'Saved' });
  dismissToast(id);
  vi.advanceTimersByTime(toastRemovalDelay - 1);
  expect(currentToasts()).toMatchObject([{ title: 'Saved', open: false }]);
  vi.advanceTimersByTime(1);
  expect(currentToasts()).toEqual([]);
});
