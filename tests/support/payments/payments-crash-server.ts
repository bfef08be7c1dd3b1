import module from 'node:module';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createManualClock } from '#platform/clock/clock.ts';
import { readConfig } from '#platform/config/settings.ts';
import { createSilentLogger } from '#platform/log/logger.ts';
import type { PaymentFacts, PaymentVendor } from '#providers/payments/payments.port.ts';
import { runServer } from '#apps/server/run-server.ts';
import { createFakeBank } from './fake-bank.ts';

/**
 * A server of its own process that dies at one point of taking an event, named by CRASH_AT. Its vendor asks
 * the test, whose bank outlives it.
 */
const {
  CRASH_AT: crashAt = '',
  FACTS_URL: factsUrl = '',
  DATABASE_URL: databaseUrl = '',
  ENCRYPTION_KEY: encryptionKey = '',
} = process.env;

function die(point: string): void {
  if (crashAt === point) process.kill(process.pid, 'SIGKILL');
}

const { vendor } = createFakeBank();
const crashing: PaymentVendor = {
  ...vendor,
  readEvent(...given) {
    const event = vendor.readEvent(...given);
    die('before_insert');
    return event;
  },
  async facts(_connection, { checkout }) {
    die('after_insert');
    const answer = await fetch(`${factsUrl}/${checkout ?? ''}`);
    const dates = new Set(['paidAt', 'periodEnd', 'canceledAt', 'at', 'openedAt', 'closedAt']);
    return JSON.parse(await answer.text(), (key, value: unknown) =>
      dates.has(key) && typeof value === 'string' ? new Date(value) : value,
    ) as PaymentFacts | null;
  },
};

const log = createSilentLogger();
const points: Record<string, string> = {
  'a purchase changed': 'after_commit',
  'a payment event was handled': 'before_200',
};
const listen = (_facts: unknown, words?: string): void => die(points[words ?? ''] ?? 'nowhere');
log.info = listen;
log.debug = listen;

const config = readConfig({
  PORT: '0',
  HOST: '127.0.0.1',
  PROCESS_MODE: 'web',
  ENCRYPTION_KEY: encryptionKey,
  LOCAL_MODEL_URLS: 'none',
  ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
  STOP_GRACE_SECONDS: '1',
  PLANS: 'free',
});
const server = await runServer({
  config,
  log,
  databaseUrl,
  dataDir: mkdtempSync(path.join(tmpdir(), 'chatelier-crash-')),
  clock: createManualClock(),
  paymentVendors: { 'test-money': crashing },
});
process.stdout.write(`listening at ${(server.listening ?? server.url).replace('localhost', '127.0.0.1')}\n`);
// Whoever is killed keeps nothing of what was compiled by then.
module.flushCompileCache();
