import { sql } from 'drizzle-orm';
import { addressKey } from '#platform/rate-limit/network.ts';
import type { TestApp } from './test-app.ts';

/** Does something while a rule has no room left: for this machine's address, or for `key`. */
export async function whileFull<Result>(
  app: TestApp,
  {
    name,
    windowSeconds,
    key = addressKey('127.0.0.1'),
  }: { name: string; windowSeconds: number; key?: string },
  act: () => Promise<Result>,
): Promise<Result> {
  const database = app.database.database.direct;
  const length = windowSeconds * 1_000;
  const start = Math.floor(Date.now() / length) * length;
  // The next window, too: it may begin meanwhile.
  for (const at of [start, start + length])
    await database.execute(sql`
      INSERT INTO rate_limits (key, window_start, used, expires_at)
      VALUES (${`${name}:${key}`}, ${new Date(at).toISOString()}, 100000, ${new Date(at + length).toISOString()})
      ON CONFLICT (key, window_start) DO UPDATE SET used = 100000`);
  try {
    return await act();
  } finally {
    await database.execute(sql`DELETE FROM rate_limits WHERE key = ${`${name}:${key}`}`);
  }
}
