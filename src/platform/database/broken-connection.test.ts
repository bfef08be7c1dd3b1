import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/app/test-database.ts';

test('a connection that breaks while it is handed over does not end the process', async () => {
  const { database, close } = await createTestDatabase();
  try {
    const client = await database.pool.connect();
    // As the database ends it in one breath with its answer: nobody had time to listen.
    try {
      expect(() => client.emit('error', new Error('terminating connection'))).not.toThrow();
    } finally {
      client.release(true);
    }
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await close();
  }
});
