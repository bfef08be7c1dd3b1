import pg from 'pg';

/** The database that was named does not answer; `message` is one line for the person who started the server. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError';
}

/** Connects once and leaves. Throws `DatabaseUnreachableError`, without the password of the address. */
export async function checkConnection(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 8_000 });
  try {
    await client.connect();
    await client.end();
  } catch (cause) {
    const { hostname, port, pathname } = new URL(url);
    const reason = cause instanceof Error && cause.message ? cause.message : 'no answer';
    throw new DatabaseUnreachableError(`The database at ${hostname || 'the local socket'}${port ? `:${port}` : ''}${pathname} can't be reached (${reason}). Check DATABASE_URL.`, { cause });
  }
}
