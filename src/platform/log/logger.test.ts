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

test('an error that holds what a server answered is logged up to 2,000 characters', () => {
  const written: string[] = [];
  const log = createLogger({ level: 'info', format: 'json', write: (line) => written.push(line) });
  const cause = new Error(`inner ${'y'.repeat(100_000)}`);
  log.error({ err: new Error(`outer ${'x'.repeat(2_000_000)}`, { cause }) }, 'it failed');
  const { err } = JSON.parse(written[0] ?? '') as {
    err: { message: string; stack: string; cause: { message: string; stack: string } };
  };
  for (const { message, stack } of [err, err.cause])
    expect([message.length, stack.length]).toEqual([2_000, 2_000]);
  expect(err.message).toMatch(/^outer x/);
});
