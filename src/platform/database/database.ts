import { sql } from 'drizzle-orm';
import { NodePgDatabase, NodePgDriver } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { isId } from '#shared/ids.ts';
import type { Logger } from '#platform/log/logger.ts';
import { mayUseWallRole } from './account-wall.ts';
import { GatheringSocket } from './gathering-socket.ts';
import type { Statement, StatementRun } from './statement.ts';

/** A transaction; repositories take nothing else. */
export type Transaction = NodePgDatabase & { $client: pg.Pool | pg.PoolClient };

/** Name of the role without any right to look over the wall between accounts. */
export const wallRole = 'chatelier_app';

/** A member who reaches some agents only. */
export type Reach = {
  userId: string;
  agentIds: readonly string[];
};

/** Name of the role from which rows of agents that a member does not reach are hidden as well. */
export const memberRole = 'chatelier_member';

export type Database = {
  /**
   * One transaction inside one account: row-level security hides every other account's rows, and what belongs
   * to agents that the given member does not reach.
   */
  account<T>(accountId: string, work: (tx: Transaction) => Promise<T>, member?: Reach): Promise<T>;
  /**
   * One statement as a transaction inside one account, in a single round trip: for what every message passes.
   */
  statement<T extends pg.QueryResultRow>(accountId: string, statement: Statement): Promise<T[]>;
  /**
   * As `statement`, but gives the rows as soon as they are there; `committed` then says whether they are
   * stored. For reading, and for what may begin meanwhile.
   */
  earlyStatement<T extends pg.QueryResultRow>(
    accountId: string,
    statement: Statement,
  ): Promise<{ rows: T[]; committed: Promise<void> }>;
  /** As `earlyStatement`, over all accounts. */
  earlySystemStatement<T extends pg.QueryResultRow>(
    statement: Statement,
  ): Promise<{ rows: T[]; committed: Promise<void> }>;
  /**
   * As `account`, but gives the result before it is on the disk; `committed` then says whether it is stored.
   * For what may begin meanwhile.
   */
  earlyAccount<T>(
    accountId: string,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<{ result: T; committed: Promise<void> }>;
  /** One transaction over all accounts, for sign-in, visitor look-ups, jobs and the superadmin. */
  system<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Single statements over all accounts, without a transaction. */
  readonly direct: Transaction;
  readonly pool: pg.Pool;
  readonly url: string;
  close(): Promise<void>;
};

/** Row and error types of PostgreSQL that the rest of the code may know. */
export const uniqueViolation = '23505';

/** PostgreSQL's code of an error, as `23505`; null when it is none of the database's. */
export function stateOf(error: unknown): string | null {
  const source = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return source instanceof Error && 'code' in source && typeof source.code === 'string' ? source.code : null;
}

/** The name of the violated unique constraint, or null when the error is something else. */
export function violatedConstraint(error: unknown): string | null {
  const source = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(source instanceof Error) || !('code' in source) || source.code !== uniqueViolation) return null;
  return 'constraint' in source && typeof source.constraint === 'string' ? source.constraint : '';
}

/**
 * Whether an error means that the database can't be reached or takes no work now, so that trying again later
 * helps.
 */
export function isUnavailable(error: unknown): boolean {
  const source = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(source instanceof Error)) return false;
  const code = 'code' in source && typeof source.code === 'string' ? source.code : '';
  return (
    /^(08|57P0|53)/.test(code) ||
    code === '25006' ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      source.message,
    )
  );
}

/** Whether the database refused a value that was handed to it: out of range, not a date, not text. */
export function isRefusedValue(error: unknown): boolean {
  const source = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (
    source instanceof Error &&
    'code' in source &&
    typeof source.code === 'string' &&
    /^22[0-9A-Z]{3}$/.test(source.code)
  );
}

/** Names what a member reaches; somebody who reaches no agent at all still is no one who reaches them all. */
function narrowTo({ userId, agentIds }: Reach): string {
  if (!isId('usr', userId)) throw new Error('Not a user id');
  return `; SET LOCAL app.user_id = '${userId}'; SET LOCAL app.reach = '${agentIds.filter((id) => isId('agt', id)).join(',') || 'none'}'`;
}

/** Writes all statements: one of its own for each transaction would look at the names of all columns each time. */
const dialect = new PgDialect();

function builderOn(client: pg.Pool | pg.PoolClient): Transaction {
  const session = new NodePgDriver(client, dialect).createSession(undefined);
  return Object.assign(new NodePgDatabase(dialect, session, undefined), { $client: client });
}

function settingsOf({ plannedOnce, mayBeLost }: StatementRun): string {
  return `${plannedOnce ? '; SET LOCAL plan_cache_mode = force_generic_plan' : ''}${mayBeLost ? '; SET LOCAL synchronous_commit = off' : ''}`;
}

/** Opens the pool. Nothing is connected yet. */
export function openDatabase(options: { url: string; log: Logger; maxConnections?: number }): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 24,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'chatelier',
    pipeline: true,
    stream: () => new GatheringSocket(),
  });
  let isClosing = false;
  // Without a listener one broken idle connection would end the process. Those that the pool let go may still
  // be open when the database stops after it: that is no news.
  pool.on('error', (error) => {
    if (!isClosing) options.log.warn({ err: error }, 'an idle database connection broke');
  });
  // The pool takes its own listener off a connection that it hands over. When the database ends it in that very
  // moment, before whoever gets it listens, the error would end the process; their next statement fails of it.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  let wall: boolean | null = null;
  let narrows: boolean | null = null;

  async function beginIn(client: pg.PoolClient, accountId: string, member?: Reach): Promise<string> {
    if (!isId('acc', accountId)) throw new Error('Not an account id');
    wall ??= await mayUseWallRole(client, wallRole);
    if (member) narrows ??= await mayUseWallRole(client, memberRole);
    return `BEGIN; ${wall ? `SET LOCAL ROLE ${member && narrows ? memberRole : wallRole}; ` : ''}SET LOCAL app.account_id = '${accountId}'${member ? narrowTo(member) : ''}`;
  }

  /**
   * Lends a connection; what fails on it is rolled back, and a connection on which even that fails is thrown
   * away.
   */
  async function lend<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const onError = (error: Error): void =>
      options.log.warn({ err: error }, 'a database connection broke in a transaction');
    client.on('error', onError);
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  type Begin = (client: pg.PoolClient) => Promise<string>;

  function transactEarly<T>(
    begin: Begin,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<{ result: T; committed: Promise<void> }> {
    return new Promise((resolve, reject) => {
      const committed = lend(async (client) => {
        // Not waited for: the first statement follows in the same breath, and when the beginning fails, so
        // does what follows.
        const begun = client.query(await begin(client));
        begun.catch(() => undefined);
        const result = await work(builderOn(client));
        await begun;
        const stored = client.query('COMMIT');
        resolve({ result, committed });
        await stored;
      });
      committed.catch(reject);
    });
  }

  async function transact<T>(begin: Begin, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { result, committed } = await transactEarly(begin, work);
    await committed;
    return result;
  }

  function askEarly<T extends pg.QueryResultRow>(
    begin: Begin,
    statement: Statement,
  ): Promise<{ rows: T[]; committed: Promise<void> }> {
    return new Promise((resolve, reject) => {
      const committed = lend(async (client) => {
        const begun = client.query(`${await begin(client)}${settingsOf(statement.run)}`);
        const asked = client.query<T>({
          name: statement.name,
          text: statement.text,
          values: statement.values,
        });
        asked.then(({ rows }) => resolve({ rows, committed }), reject);
        const outcomes = await Promise.allSettled([begun, asked, client.query('COMMIT')]);
        for (const outcome of [outcomes[1], outcomes[0], outcomes[2]])
          if (outcome.status === 'rejected') throw outcome.reason;
      });
      committed.catch(reject);
    });
  }

  const inside =
    (accountId: string, member?: Reach): Begin =>
    (client) =>
      beginIn(client, accountId, member);
  const everywhere: Begin = async () => 'BEGIN';

  return {
    account: (accountId, work, member) => transact(inside(accountId, member), work),
    earlyAccount: (accountId, work) => transactEarly(inside(accountId), work),
    async statement<T extends pg.QueryResultRow>(accountId: string, statement: Statement): Promise<T[]> {
      const { rows, committed } = await askEarly<T>(inside(accountId), statement);
      await committed;
      return rows;
    },
    earlyStatement: (accountId, statement) => askEarly(inside(accountId), statement),
    earlySystemStatement: (statement) => askEarly(everywhere, statement),
    system: (work) => transact(everywhere, work),
    direct: builderOn(pool),
    pool,
    url: options.url,
    close() {
      isClosing = true;
      return pool.end();
    },
  };
}

/** Whether the database answers, within `timeoutMs` milliseconds. */
export async function isReachable(database: Database, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const asked = database.direct.execute(sql`SELECT 1`).then(
    () => true,
    () => false,
  );
  const answer = await Promise.race([asked, late]);
  clearTimeout(timer);
  return answer;
}
