import { newId } from '#shared/ids.ts';
import { createManualClock } from '#platform/clock/clock.ts';
import { createSecretBox, type SecretBox } from '#platform/crypto/secret-box.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { SentEvent } from '#providers/payments/payments-vendor.contract-suite.ts';
import { ensureSystemAccount } from '#features/accounts/server/accounts.usecases.ts';
import { createTestMoney, type TestMoney } from '#features/test-money/server/test-money.usecases.ts';
import { createTestDatabase, type TestDatabase } from '../app/test-database.ts';

export type TestBank = {
  bank: TestMoney;
  box: SecretBox;
  database: TestDatabase;
  clock: ReturnType<typeof createManualClock>;
  accountId: string;
  foreignId: string;
  scope: AccountScope;
  /** Sends what waits to be sent; the events of an account that were heard, oldest first. */
  heard(accountId: string): Promise<SentEvent[]>;
  /** Events that were queued for sending so far, also those that were sent. */
  queued: { accountId: string; id: string }[];
  close(): Promise<void>;
};

/** The simulated bank on a database of its own with two accounts, and a clock that stands still. */
export async function openTestBank(): Promise<TestBank> {
  const database = await createTestDatabase();
  const clock = createManualClock('2026-01-31T10:00:00.000Z');
  const box = createSecretBox(['a'.repeat(64)]);
  const queued: TestBank['queued'] = [];
  const heard: (SentEvent & { accountId: string })[] = [];
  const jobs = {
    send: async (_tx: unknown, _definition: unknown, payload: object) =>
      void queued.push(payload as TestBank['queued'][number]),
  };
  const bank = createTestMoney({
    database: database.database,
    clock,
    box,
    jobs,
  });
  bank.listen(async (accountId, body, headers) => void heard.push({ accountId, body, headers }));
  const [accountId, foreignId] = [newId('acc'), newId('acc')];
  for (const id of [accountId, foreignId])
    await ensureSystemAccount(database.database, { id, name: 'Shop', now: clock.now() });
  let sent = 0;
  return {
    bank,
    box,
    database,
    clock,
    accountId,
    foreignId,
    queued,
    scope: {
      accountId,
      userId: '',
      userName: '',
      address: null,
      role: 'owner',
      can: () => true,
      agentIds: null,
      reaches: () => true,
      run: (work) => database.database.account(accountId, work),
    },
    async heard(of) {
      for (; sent < queued.length; sent++) {
        const next = queued[sent];
        if (next) await bank.deliver(next.accountId, next.id);
      }
      const news = heard.filter((event) => event.accountId === of);
      heard.length = 0;
      return news;
    },
    close: () => database.close(),
  };
}
