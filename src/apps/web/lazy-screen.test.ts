import { describe, expect, it } from 'vitest';
import { ScreenLoadError, withRetries } from './lazy-screen.ts';

describe('loading a screen', () => {
  it('is tried three more times after 1, 2 and 3 seconds, then names the screen', async () => {
    const pauses: number[] = [];
    let tries = 0;
    const failing = withRetries(
      'Agents',
      () => {
        tries++;
        return Promise.reject(new Error('offline'));
      },
      async (ms) => void pauses.push(ms),
    );
    await expect(failing).rejects.toEqual(new ScreenLoadError('Agents', new Error('offline')));
    await expect(failing).rejects.toThrow('Failed to import Agents');
    expect(tries).toBe(4);
    expect(pauses).toEqual([1_000, 2_000, 3_000]);
  });
  it('goes on as soon as a try succeeds', async () => {
    let tries = 0;
    const loaded = await withRetries(
      'Agents',
      async () => (++tries < 3 ? Promise.reject(new Error('offline')) : 'screen'),
      async () => undefined,
    );
    expect([loaded, tries]).toEqual(['screen', 3]);
  });
});
