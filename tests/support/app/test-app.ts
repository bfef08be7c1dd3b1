import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '#platform/config/settings.ts';
import { createPasswords } from '#platform/crypto/password.ts';
import { createLogger } from '#platform/log/logger.ts';
import type { SignInLinks } from '#apps/server/pages/demo/sign-in-links.ts';
import { runServer, type RunningServer } from '#apps/server/run-server.ts';
import type { LlmProvidersOptions } from '#providers/llm/llm.registry.ts';
import type { DnsLookups } from '#platform/dns/dns-lookups.ts';
import type { SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { PaymentVendors } from '#features/payments/server/connecting/connections.usecases.ts';
import { buildOnce } from './built.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export type TestApp = {
  url: string;
  server: RunningServer;
  database: TestDatabase;
  /** A browser that keeps its cookies. */
  browser(): TestBrowser;
  /** A signed-in person with an account of their own. */
  register(
    name?: string,
  ): Promise<TestBrowser & { email: string; password: string; user: { id: string; accountId: string } }>;
  close(): Promise<void>;
};

export type TestAnswer = {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
};
export type TestBrowser = {
  cookie(): string;
  request(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; raw?: string | Uint8Array | FormData },
  ): Promise<TestAnswer>;
  get<T = unknown>(path: string): Promise<T>;
  post<T = unknown>(path: string, body?: unknown): Promise<T>;
};

/** Passwords as they are kept, at a thousandth of the cost: tests register people by the hundred. */
const passwords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });

/** The real server on a database of its own and a free port of 127.0.0.1. */
export async function startTestApp(
  options: {
    environment?: Record<string, string>;
    llm?: Partial<LlmProvidersOptions>;
    clock?: Clock;
    database?: TestDatabase;
    paymentVendors?: PaymentVendors;
    log?: boolean;
    speechBaseUrls?: Partial<Record<string, string>>;
    stripeBaseUrl?: string;
    safeFetch?: SafeFetch;
    signInLinks?: SignInLinks;
    dns?: DnsLookups;
  } = {},
): Promise<TestApp> {
  await buildOnce();
  const database = options.database ?? (await createTestDatabase());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'chatelier-app-'));
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
    LOCAL_MODEL_URLS: 'none',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    STOP_GRACE_SECONDS: '1',
    // Trials and plans are the matter of the tests that sell them.
    PLANS: 'free',
    ...options.environment,
  });
  const failures: string[] = [];
  const log = options.log
    ? createLogger({ level: 'debug', format: 'pretty' })
    : createLogger({ level: 'error', format: 'pretty', write: (line) => failures.push(line) });
  const server = await runServer({
    config,
    log,
    databaseUrl: database.url,
    dataDir,
    passwords,
    ...(options.llm ? { llm: options.llm } : {}),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.signInLinks ? { signInLinks: options.signInLinks } : {}),
    ...(options.safeFetch ? { safeFetch: options.safeFetch } : {}),
    ...(options.dns ? { dns: options.dns } : {}),
    ...(options.speechBaseUrls ? { speechBaseUrls: options.speechBaseUrls } : {}),
    ...(options.stripeBaseUrl ? { stripeBaseUrl: options.stripeBaseUrl } : {}),
    ...(options.paymentVendors ? { paymentVendors: options.paymentVendors } : {}),
  });
  const url = (server.listening ?? server.url).replace('localhost', '127.0.0.1');
  let people = 0;

  function browser(): TestBrowser {
    const cookies = new Map<string, string>();
    const cookie = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request: TestBrowser['request'] = async (method, target, given = {}) => {
      const body = given.raw ?? (given.body === undefined ? undefined : JSON.stringify(given.body));
      const response = await fetch(url + target, {
        method,
        redirect: 'manual',
        headers: {
          ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(cookies.size > 0 ? { cookie: cookie() } : {}),
          'x-timezone': 'Europe/Prague',
          ...given.headers,
        },
        ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const [name = '', value = ''] = pair.split('=');
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const text = await response.text();
      const isJson = /application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '');
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson ? (JSON.parse(text) as unknown) : null,
      };
    };
    const expectOk = async <T>(answer: Promise<TestAnswer>): Promise<T> => {
      const { status, body, text } = await answer;
      // A failure of ours says nothing of its cause to the person: the log does.
      if (status >= 500)
        throw new Error(`Answered ${status}: ${text.slice(0, 300)}\n${failures.at(-1) ?? ''}`);
      if (status >= 300) throw new Error(`Answered ${status}: ${text.slice(0, 300)}`);
      return body as T;
    };
    return {
      cookie,
      request,
      get: (target) => expectOk(request('GET', target)),
      post: (target, body = {}) => expectOk(request('POST', target, { body })),
    };
  }

  return {
    url,
    server,
    database,
    browser,
    async register(name = 'Vera Novak') {
      people += 1;
      const email = `person-${people}-${process.pid}@example.test`;
      const password = 'a long password';
      const page = browser();
      const user = await page.post<{ id: string; accountId: string }>('/api/register', {
        name,
        email,
        username: email,
        password,
        firstName: name,
      });
      return { ...page, email, password, user };
    },
    async close() {
      await server.stop();
      if (!options.database) await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
