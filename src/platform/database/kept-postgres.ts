import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';

/**
 * Pauses in milliseconds before a database that ended by itself is started again: one for each end in
 * `windowMs`.
 */
const pauses = [0, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 240_000] as const;
const windowMs = 600_000;

/**
 * How long to wait, in milliseconds, before a database is started again that ended at `ends` (milliseconds,
 * the newest last); null when it ended so often that something else is wrong.
 */
export function restartPause(ends: readonly number[]): number | null {
  const newest = ends.at(-1) ?? 0;
  const recent = ends.filter((end) => newest - end < windowMs).length;
  return pauses[recent - 1] ?? null;
}

/** What is told about a database that is kept running. */
export type KeeperEvents = {
  /** It ended by itself, or did not start again; it is started in `pauseMs`. */
  ended(reason: string, pauseMs: number): void;
  back(): void;
  /** It can't be brought back; the address leads nowhere from now on. */
  lost(reason: string): void;
};

/** Waits, or stops waiting because the server stops. */
async function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/**
 * Starts the PostgreSQL of the dependencies on `folder` and starts it again when it ends without being asked
 * to: out of memory, killed by a person, crashed. Requests are refused with 503 meanwhile, as with any
 * database that is away. `meanwhile` is called once, as `startEmbeddedPostgres` says.
 */
export async function keepEmbeddedPostgres(options: {
  folder: string;
  events: KeeperEvents;
  meanwhile?: () => void;
  start?: typeof startEmbeddedPostgres;
  now?: () => number;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  const {
    folder,
    events,
    meanwhile,
    start = startEmbeddedPostgres,
    now = Date.now,
    wait = pauseFor,
  } = options;
  const ends: number[] = [];
  const stopping = new AbortController();
  let current = await start({ folder, ...(meanwhile && { meanwhile }) });
  let reviving: Promise<void> | null = null;
  watch(current);

  function watch(database: EmbeddedPostgres): void {
    database.onDeath((reason) => {
      if (!stopping.signal.aborted) reviving = revive(reason);
    });
  }

  async function revive(firstReason: string): Promise<void> {
    for (let reason = firstReason; ;) {
      ends.push(now());
      const pause = restartPause(ends);
      if (pause === null) return events.lost(reason);
      events.ended(reason, pause);
      await wait(pause, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        current = await start({ folder });
        break;
      } catch (error) {
        // A full disk is emptied by a person, who needs some minutes.
        reason = error instanceof Error ? error.message : String(error);
      }
    }
    watch(current);
    // Whoever stops the server meanwhile waits for this, and stops what was started.
    if (!stopping.signal.aborted) events.back();
  }

  return {
    url: (database) => current.url(database),
    async stop() {
      stopping.abort();
      await reviving;
      await current.stop();
    },
  };
}
