import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { liveYear } from '#tests/support/payments/history-year.ts';

/**
 * Through the whole product; the same year 2,000 times without a database is in `histories.models.test.ts`. Of
 * more than some dozen buyers only `HISTORIES=1000` before a release says more: each costs a second.
 */
const histories = Number(process.env['HISTORIES'] ?? 40);
/** The first buyer's seed; the next buyer has the next one. */
const firstSeed = Number(process.env['HISTORY_SEED'] ?? 1);
/** Buyers of one agent: each agent has a fate of its own. */
const together = 20;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it(
  `${histories} buyers from seed ${firstSeed} with two devices, their sales and their messages, in a year: movements, bank, lots, figures, file and papers say the same`,
  { timeout: 240_000 + histories * 4_000 },
  async () => {
    let movements = 0;
    for (let done = 0; done < histories; done += together) {
      const count = Math.min(together, histories - done);
      const seed = firstSeed + done;
      movements += await liveYear(test.database, seed, count).catch((error: unknown) => {
        throw new Error(`The year of ${count} buyers from seed ${seed} on: ${String(error)}`, {
          cause: error,
        });
      });
    }
    expect(movements).toBeGreaterThan(histories * 5);
  },
);
