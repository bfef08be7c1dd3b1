import { describe, expect, it } from 'vitest';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { keepEmbeddedPostgres, restartPause } from './kept-postgres.ts';

const minute = 60_000;

describe('a database that ends by itself', () => {
  it('is started at once the first time, then after growing pauses, and given up when it ends again and again', () => {
    const ends = Array.from({ length: 10 }, (_, at) => at);
    const waits = ends.map((_end, at) => restartPause(ends.slice(0, at + 1)));
    expect(waits.slice(0, 3)).toEqual([0, 1_000, 2_000]);
    expect(waits.slice(0, -1)).toEqual(waits.slice(0, -1).toSorted((a, b) => Number(a) - Number(b)));
    expect(waits.at(-1)).toBeNull();
  });

  it('begins anew with its pauses after it ran well for a while', () => {
    expect(restartPause([0, minute, 2 * minute, 13 * minute])).toBe(0);
  });

  /** Databases that end when a test says so, and what is told about them. */
  async function world(starts: (number: number) => void = () => undefined) {
    const told: string[] = [];
    const deaths: ((reason: string) => void)[] = [];
    let count = 0;
    const database = await keepEmbeddedPostgres({
      folder: '/nowhere',
      now: () => 0,
      wait: async () => undefined,
      events: {
        ended: (reason) => void told.push(`ended: ${reason}`),
        back: () => void told.push('back'),
        lost: (reason) => void told.push(`lost: ${reason}`),
      },
      async start() {
        count += 1;
        starts(count);
        const number = count;
        const made: EmbeddedPostgres = {
          url: (name) => `postgresql:///${name}?run=${number}`,
          stop: async () => void told.push(`stopped ${number}`),
          onDeath: (listener) => void deaths.push(listener),
        };
        return made;
      },
    });
    return { database, told, deaths };
  }

  it('comes back under its address, and is stopped once in the end', async () => {
    const { database, told, deaths } = await world();
    deaths[0]?.('killed');
    await expect.poll(() => told).toEqual(['ended: killed', 'back']);
    expect(database.url('x')).toContain('run=2');
    await database.stop();
    expect(told).toEqual(['ended: killed', 'back', 'stopped 2']);
  });

  it('comes back once what kept it from starting is mended', async () => {
    const { told, deaths } = await world((number) => {
      if (number === 2 || number === 3) throw new Error('No space left on device');
    });
    deaths[0]?.('killed');
    const full = 'ended: No space left on device';
    await expect.poll(() => told).toEqual(['ended: killed', full, full, 'back']);
  });

  it('is given up with its reason when it never starts again', async () => {
    const { told, deaths } = await world((number) => {
      if (number > 1) throw new Error('No space left on device');
    });
    deaths[0]?.('killed');
    await expect.poll(() => told.at(-1)).toBe('lost: No space left on device');
  });

  it('is not started again while the server stops', async () => {
    const { database, told, deaths } = await world();
    await database.stop();
    deaths[0]?.('asked to');
    expect(told).toEqual(['stopped 1']);
  });
});
