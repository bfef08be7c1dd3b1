import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playNoticeSound, soundStore } from './sound.ts';

let made: number;
let hasBeenActive: boolean;

/** What a browser takes that plays: everything. */
const part = (): object =>
  new Proxy(() => undefined, {
    get: (_target, name) => (name === 'currentTime' ? 0 : part()),
    apply: () => part(),
  });

beforeEach(() => {
  [made, hasBeenActive] = [0, false];
  vi.stubGlobal('navigator', {
    get userActivation() {
      return { hasBeenActive };
    },
  });
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        made += 1;
        return part();
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  soundStore.set(true);
});

test('no sound is begun before somebody touched the page: the browser would refuse it and warn in its console', () => {
  playNoticeSound();
  expect(made).toBe(0);
  hasBeenActive = true;
  playNoticeSound();
  expect(made).toBe(1);
});

test('whoever switched the sound off hears none', () => {
  hasBeenActive = true;
  soundStore.set(false);
  playNoticeSound();
  expect(made).toBe(0);
});
