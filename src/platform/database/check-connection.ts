import pg from 'pg';

/**
 * The database that was named does not answer; `message` is one line for the person who started the server.
 */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError';
}

/** Connects once and leaves. Throws `DatabaseUnreachableError`, without the password of the address. */
export async function checkConnection(url: string): Promise<void> {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 8_000 });
    await client.connect();
    await client.end();
  } catch (cause) {
    const reason = cause instanceof Error && cause.message ? cause.message : 'no answer';
    throw new DatabaseUnreachableError(
      `The database at ${placeOf(url)} can't be reached (${reason}). Check DATABASE_URL.`,
      { cause },
    );
  }
}

/**
 * Where an address points to, without its user and password. Socket addresses
 * (`postgres://user@/name?host=…`) are none that `URL` reads.
 */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'the given address';
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'the local socket'}${port ? `:${port}` : ''}${pathname}`;
}
