import { expect, vi } from 'vitest';
import type { TestApp } from './test-app.ts';

/**
 * Waits until nothing is done in the background that is due. Who compares what is stored before and after
 * something asks for it: sources are read, words sorted in and events told some time after the answer that caused
 * them, and views are gathered before they are written.
 * @throws when there is still something to do after half a minute; it is named.
 */
export async function untilQuiet({ database, server }: Pick<TestApp, 'database' | 'server'>): Promise<void> {
  await vi.waitFor(
    async () => {
      await server.services.agentViews.drain();
      const { rows } = await database.database.pool.query<{ name: string }>(
        `SELECT DISTINCT name FROM pgboss.job
          WHERE (state IN ('created', 'active') AND start_after <= now()
              OR state = 'retry' AND start_after <= now() + interval '10 seconds') AND name NOT LIKE '\\_\\_pgboss%'
          UNION ALL SELECT 'analytics' FROM analytics_inbox`,
      );
      expect(rows.map(({ name }) => name)).toEqual([]);
    },
    { timeout: 30_000, interval: 20 },
  );
}
