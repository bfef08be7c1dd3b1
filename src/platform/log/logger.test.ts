import { expect, test, vi } from 'vitest';
import { sql } from 'drizzle-orm';
import { createTestDatabase } from '#tests/support/app/test-database.ts';
import { createLogger } from './logger.ts';

test('a failed statement is logged without the words that it carried', async () => {
  const world = await createTestDatabase();
  const failure = await world.database.direct
    .execute(sql`SELECT ${'words of a visitor\n    at home'}::integer`)
    .catch((error: unknown) => error);
  await world.close();
  const written: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((line) => written.push(String(line)) > 0);
  createLogger({ level: 'info', format: 'pretty' }).error({ err: failure }, 'it failed');
  out.mockRestore();
  expect(written.join('')).toContain('SELECT $1::integer');
  expect(written.join('')).toContain('it failed');
  expect(written.join('')).not.toContain('params');
});
