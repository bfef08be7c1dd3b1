import { randomInt } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'drizzle-orm';
import { newId } from '#shared/ids.ts';
import type { Database } from '#platform/database/database.ts';

/** Who this process is to the others on the same database. */
export type ServerProcess = {
  id: string;
  lockNumber: number;
};

/** Cleans up after a process that died; gets its id. Runs once for each dead process, in any living one. */
export type DeathListener = (processId: string) => Promise<void>;

/** Writes this process down. Its lock is taken by the realtime connection. */
export async function registerProcess(database: Database): Promise<ServerProcess> {
  const self: ServerProcess = { id: newId('prc'), lockNumber: randomInt(1, 2 ** 47) };
  await writeDown(database, self);
  return self;
}

async function writeDown(database: Database, self: ServerProcess): Promise<void> {
  await database.direct.execute(
    sql`INSERT INTO server_processes (id, lock_number, host, pid)
      VALUES (${self.id}, ${self.lockNumber}, ${hostname()}, ${process.pid}) ON CONFLICT (id) DO NOTHING`,
  );
}

/** Removes the row of a process that stopped in good order. */
export async function unregisterProcess(database: Database, self: ServerProcess): Promise<void> {
  await database.direct.execute(sql`DELETE FROM server_processes WHERE id = ${self.id}`);
}

/**
 * Finds processes that died without saying so: nobody holds their lock any more. A connection that only broke
 * for a moment is given `graceSeconds` from the first sighting, unless the process ran on this machine and
 * its pid is gone.
 */
export function createDeadProcessDetector(
  database: Database,
  self: ServerProcess,
  listeners: DeathListener[],
  graceSeconds = 6,
): () => Promise<number> {
  const firstSeenFree = new Map<string, number>();
  return async () => {
    // A process that was cut off for long is taken for dead by the others; it writes itself down again.
    await writeDown(database, self);
    const { rows } = await database.direct.execute<{
      id: string;
      lock_number: string;
      host: string;
      pid: number;
      held: boolean;
    }>(sql`
      SELECT p.id, p.lock_number, p.host, p.pid, EXISTS (
        SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND (l.classid::bigint << 32) + l.objid::bigint = p.lock_number) AS held
      FROM server_processes p WHERE p.id <> ${self.id}`);
    let buried = 0;
    for (const row of rows) {
      if (row.held) {
        firstSeenFree.delete(row.id);
        continue;
      }
      const first = firstSeenFree.get(row.id) ?? Date.now();
      firstSeenFree.set(row.id, first);
      if (!(row.host === hostname() && !isAlive(row.pid)) && Date.now() - first < graceSeconds * 1000)
        continue;
      for (const listener of listeners) await listener(row.id);
      await database.direct.execute(sql`DELETE FROM server_processes WHERE id = ${row.id}`);
      firstSeenFree.delete(row.id);
      buried += 1;
    }
    return buried;
  };
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
