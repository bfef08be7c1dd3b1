import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AccountScope } from '#platform/http/access.ts';
import { createManualClock } from '#platform/clock/clock.ts';
import { readConfig } from '#platform/config/settings.ts';
import { createPasswords } from '#platform/crypto/password.ts';
import { createSilentLogger } from '#platform/log/logger.ts';
import { scopeOf } from '#apps/server/guards.ts';
import { registerJobs } from '#apps/server/jobs.ts';
import { createServices, type Services } from '#apps/server/services.ts';
import type { ServiceOptions } from '#apps/server/services/base-services.ts';
import { buildOnce } from './built.ts';
import { createTestJobs, type TestJobs } from './test-jobs.ts';
import { createTestDatabase } from './test-database.ts';

/** Somebody with an account of their own, as use cases know them. */
export type TestMember = {
  scope: AccountScope;
  user: { id: string; accountId: string; email: string };
  password: string;
  /** What the browser keeps in which they registered: its session, and that it is known. */
  session: { id: string; token: string };
  device: string;
};

type ManualClock = ReturnType<typeof createManualClock>;

export type TestServices = Services & {
  clock: ManualClock;
  /** Registers somebody; they own their account. */
  member(name?: string): Promise<TestMember>;
  /** What somebody may touch now of the account that they work in; after their role or reach changed. */
  scopeOf(userId: string, accountId: string): Promise<AccountScope>;
  /** Background work: done when the test says so. */
  jobs: TestJobs;
  close(): Promise<void>;
};

/** Passwords as they are kept, at a thousandth of the cost. */
const passwords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });

/**
 * All use cases as a server has them, on a database of their own, with a clock that stands: no address, no routes, and
 * background work that is done when the test says so. For rules that need more than one table and no HTTP.
 */
export async function startTestServices(
  options: Partial<
    Pick<ServiceOptions, 'llm' | 'safeFetch' | 'stripeBaseUrl' | 'paymentVendors' | 'passwords'>
  > & { environment?: Record<string, string>; now?: Date } = {},
): Promise<TestServices> {
  await buildOnce();
  const { environment, now = new Date('2026-05-11T09:00:00Z'), ...given } = options;
  const test = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'chatelier-services-'));
  const clock = createManualClock(now);
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
    LOCAL_MODEL_URLS: 'none',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    PLANS: 'free',
    ...environment,
  });
  const jobs = await createTestJobs(test.database);
  const services = await createServices({
    config,
    log: createSilentLogger(),
    database: test.database,
    dataDir,
    clock,
    publicUrl: () => 'https://chatelier.test',
    passwords,
    jobs,
    ...given,
  });
  registerJobs(services);
  let people = 0;
  const scope = async (userId: string, accountId: string): Promise<AccountScope> => {
    const member = await services.accounts.member(userId, accountId);
    if (!member || member.membership.accountId !== accountId) throw new Error('They are no member there');
    return scopeOf(test.database, member, '203.0.113.7');
  };
  return {
    ...services,
    clock,
    jobs,
    scopeOf: scope,
    async member(name = 'Vera Novak') {
      people += 1;
      const [email, password] = [`person-${people}@example.test`, 'a long password'];
      const { user, session, device } = await services.auth.register(
        { name, email, password },
        {
          address: `203.0.113.${people % 250}`,
          userAgent: 'test',
          language: 'en',
          timezone: 'Europe/Prague',
        },
      );
      const { sessionId = '' } = (await services.auth.authenticate(session.token)) ?? {};
      return {
        scope: await scope(user.id, user.accountId),
        user: { ...user, email },
        password,
        session: { id: sessionId, token: session.token },
        device: device.token,
      };
    },
    async close() {
      await services.codeSandbox.close();
      await Promise.all([services.documents.close(), services.drawer.close(), services.css.close()]);
      services.llm.close();
      await services.safeFetch.close();
      await services.realtime.close();
      await test.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
