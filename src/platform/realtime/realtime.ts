import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/database/database.ts';
import { writtenOnce } from '#platform/database/statement.ts';
import type { Logger } from '#platform/log/logger.ts';

/** A note about something that changed: ids and small facts, never content. At most 7,000 bytes. */
export type Notice = {
  topic: string;
  data: Record<string, unknown>;
};
type Listener = (data: Record<string, unknown>) => void;

export type Realtime = {
  /** Sends a notice to every server process once the transaction commits. */
  publish(tx: Transaction, notice: Notice): Promise<void>;
  /**
   * Sends a notice about something that is committed already, together with what others announce at the same
   * moment. For what happens with every message: a commit that carries a notice makes all other such commits
   * wait until it is on the disk.
   */
  announce(notice: Notice): void;
  /** Hears notices of one topic; returns the function that stops it. */
  subscribe(topic: string, listener: Listener): () => void;
  /** Called whenever notices may have been missed, so that listeners look again by themselves. */
  onGap(listener: () => void): () => void;
  isListening(): boolean;
  /**
   * For how many milliseconds nothing was heard of any of these topics. Not more than this process has listened without a
   * gap: of what was before it knows nothing.
   */
  quietMs(topics: readonly string[]): number;
  close(): Promise<void>;
};

const channel = 'chatelier';
const mostInBatch = 200;
/** Of so many topics each process remembers when it heard of them last. */
const mostRemembered = 10_000;
const announceStatement = writtenOnce<{ channel: string; batch: readonly string[] }>(
  (notices) =>
    sql`SELECT pg_notify(${notices.channel}, notice) FROM unnest(${notices.batch}::text[]) AS notice`,
);

/** Sends a notice once the transaction commits, for functions that are handed nothing but a transaction. */
export async function publishNotice(tx: Transaction, notice: Notice): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${channel}, ${JSON.stringify(notice)})`);
}

/**
 * Fan-out over PostgreSQL's LISTEN/NOTIFY: one connection for each process, re-made when it breaks.
 * The connection also holds this process's advisory lock, by which others see that the process lives.
 */
export async function openRealtime(options: {
  database: Database;
  log: Logger;
  processLock: number;
  /** No other process hears anything: what nobody listens to in this one is not sent. */
  isAlone?: boolean;
}): Promise<Realtime> {
  const listeners = new Map<string, Set<Listener>>();
  const gapListeners = new Set<() => void>();
  let client: pg.Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let waiting: string[] = [];
  let announcing: Promise<void> | null = null;
  /** Moments of this process's monotonic clock, in ms. What is forgotten counts as heard of when it was. */
  let knownSince = performance.now();
  const heardAt = new LRUCache<string, number>({
    max: mostRemembered,
    dispose(moment, _, reason) {
      if (reason === 'evict') knownSince = Math.max(knownSince, moment);
    },
  });

  /**
   * Sends what waits, one batch after the other. Without a database nobody hears anything; afterwards
   * everybody looks by themselves.
   */
  async function sendWaiting(): Promise<void> {
    // A moment for others to join in.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostInBatch);
      waiting = waiting.slice(mostInBatch);
      for (let left = 3; left > 0; left--) {
        try {
          await options.database.pool.query(announceStatement({ channel, batch }, {}));
          break;
        } catch (error) {
          if (left === 1)
            options.log.warn({ err: error, notices: batch.length }, 'notices could not be sent');
          else await new Promise((resolve) => setTimeout(resolve, 200));
        }
      }
    }
    announcing = null;
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: options.database.url,
      application_name: 'chatelier realtime',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 10_000,
    });
    next.on('notification', (message) => deliver(message.payload ?? ''));
    next.on('error', (error) => lost(next, error));
    next.on('end', () => lost(next, null));
    try {
      await next.connect();
      await next.query(`LISTEN ${channel}`);
      // The database may not have noticed yet that our last connection broke; as long as that one lives, it
      // keeps the lock.
      await next.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks
          WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32) + objid::bigint = $1
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [options.processLock],
      );
      await next.query('SELECT pg_advisory_lock($1)', [options.processLock]);
      if (closed) throw new Error('Closed while connecting');
      knownSince = performance.now();
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    client = next;
  }
  function lost(which: pg.Client, error: Error | null): void {
    if (which !== client && client !== null) return;
    client = null;
    if (closed || retry) return;
    options.log.warn({ err: error }, 'the realtime connection broke; trying again');
    const again = (): void => {
      connect().then(
        () => {
          retry = undefined;
          for (const listener of gapListeners) listener();
        },
        () => {
          if (!closed) retry = setTimeout(again, 500);
        },
      );
    };
    retry = setTimeout(again, 100);
  }
  function deliver(payload: string): void {
    const notice = readNotice(payload);
    // Whoever may use the database may write to the channel; a line that is none of ours must not end the
    // process.
    if (!notice)
      return void options.log.warn({ bytes: payload.length }, 'a realtime notice could not be read');
    heardAt.set(notice.topic, performance.now());
    for (const listener of listeners.get(notice.topic) ?? []) {
      try {
        listener(notice.data);
      } catch (error) {
        options.log.error({ err: error, topic: notice.topic }, 'a realtime listener failed');
      }
    }
  }

  const isHeard = ({ topic }: Notice): boolean => !options.isAlone || listeners.has(topic);
  await connect();
  return {
    async publish(tx, notice) {
      if (isHeard(notice)) await publishNotice(tx, notice);
    },
    announce(notice) {
      if (!isHeard(notice)) return;
      waiting.push(JSON.stringify(notice));
      announcing ??= sendWaiting();
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set<Listener>();
      listeners.set(topic, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(topic);
      };
    },
    onGap(listener) {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    isListening: () => client !== null,
    quietMs(topics) {
      if (!client) return 0;
      const latest = topics.map((topic) => heardAt.peek(topic) ?? knownSince);
      return performance.now() - Math.max(knownSince, ...latest);
    },
    async close() {
      await announcing;
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}

function readNotice(payload: string): Notice | null {
  try {
    const value = JSON.parse(payload) as Partial<Notice> | null;
    return typeof value?.topic === 'string' && typeof value.data === 'object' && value.data !== null
      ? { topic: value.topic, data: value.data }
      : null;
  } catch {
    return null;
  }
}
