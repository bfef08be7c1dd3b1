import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { newId } from '#shared/ids.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { openDatabase } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createDocumentParser } from '#platform/documents/document-parser.ts';
import type { JobDefinition } from '#platform/jobs/jobs.ts';
import { createSilentLogger } from '#platform/log/logger.ts';
import { createRateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { createSafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { answerConfidences } from '#providers/llm/built-in/confidence.ts';
import { createKnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';

type Payload = {
  accountId: string;
  sourceId: string;
  run: number;
};

/** Knowledge as the product keeps it, on a PostgreSQL of its own; jobs are worked off by `work`. */
export async function createKnowledgeWorld() {
  const folder = await mkdtemp(path.join(tmpdir(), 'chatelier-bench-'));
  const postgres = await startEmbeddedPostgres({ folder });
  const admin = new pg.Client({ connectionString: postgres.url('postgres') });
  await admin.connect();
  await admin.query('CREATE DATABASE bench');
  await admin.end();
  const url = postgres.url('bench');
  await migrate(url, path.join(import.meta.dirname, '../../migrations'));
  const log = createSilentLogger();
  const database = openDatabase({ url, log });
  const documents = createDocumentParser({ poolSize: 2 });
  const safeFetch = createSafeFetch({ allowPrivate: ['127.0.0.1'] });
  const sent: Payload[] = [];
  const knowledge = createKnowledgeUsecases({
    database,
    clock: systemClock,
    log,
    jobs: {
      send: async <T extends object>(_tx: unknown, _definition: JobDefinition<T>, payload: T) =>
        void sent.push(payload as unknown as Payload),
    },
    realtime: { publish: async () => undefined },
    limiter: createRateLimiter(database, systemClock),
    safeFetch,
    documents,
    rateAnswers: answerConfidences,
    embed: null,
    processId: newId('prc'),
    maxUploadBytes: 104_857_600,
    crawlRequestsPerSecond: 50,
    isPlanExpired: async () => false,
  });
  const accountId = newId('acc');
  await database.pool.query(
    `INSERT INTO accounts (id, name, created_at, subscription_status, has_paid, trial_end)
      VALUES ($1, 'Bench', now(), 'trialing', false, now())`,
    [accountId],
  );
  const scope = {
    accountId,
    run: <T>(work: Parameters<typeof database.account<T>>[1]) => database.account(accountId, work),
  };
  return {
    knowledge,
    accountId,
    scope,
    log,
    database,
    newCollection: () => scope.run((tx) => knowledge.createCollection(tx, accountId)),
    /** Works off what was added since. */
    async work(): Promise<void> {
      await database.pool.query('DELETE FROM rate_limits');
      for (let payload = sent.shift(); payload; payload = sent.shift())
        await knowledge.processSource(payload, new AbortController().signal);
    },
    async close(): Promise<void> {
      await documents.close();
      await safeFetch.close();
      await database.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A folder of pages as a website on this machine. */
export async function serveFolder(folder: string): Promise<{ url: string; close(): void }> {
  const root = path.resolve(folder);
  const server: Server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://x').pathname;
    // Manuals have links that are no addresses.
    const wanted = path.join(root, /%(?![\da-f]{2})/i.test(asked) ? asked : decodeURIComponent(asked));
    const file =
      existsSync(wanted) && statSync(wanted).isDirectory() ? path.join(wanted, 'index.html') : wanted;
    if (!file.startsWith(root) || !existsSync(file) || !/\.html?$/.test(file))
      return response.writeHead(404, { 'content-type': 'text/html' }).end();
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
