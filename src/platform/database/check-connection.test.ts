import { describe, expect, test } from 'vitest';
import { checkConnection, DatabaseUnreachableError } from './check-connection.ts';

describe('a database address that can not be used', () => {
  test.each([
    'postgres://bad host:5432/x',
    'postgresql://',
    'postgres://user:secret-word@/x?host=/no/such/folder',
    'postgres://user:secret-word@127.0.0.1:99999/x',
    'postgres://user:secret-word@127.0.0.1:1/x',
  ])('%s ends in one clear line without the password', async (url) => {
    const failure = await checkConnection(url).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnreachableError);
    expect((failure as Error).message).toContain('DATABASE_URL');
    expect((failure as Error).message).not.toContain('secret-word');
  });
});
