import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { newId } from '#shared/ids.ts';
import { createManualClock } from '#platform/clock/clock.ts';
import { createDocumentParser } from '#platform/documents/document-parser.ts';
import type { JobDefinition } from '#platform/jobs/jobs.ts';
import { createRateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { createSafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { answerConfidences } from '#providers/llm/built-in/confidence.ts';
import {
  createKnowledgeUsecases,
  type EmbedTexts,
  type KnowledgeServices,
} from '#features/knowledge/server/knowledge.usecases.ts';
import { createTestDatabase } from '../app/test-database.ts';

type Sent = {
  name: string;
  payload: Record<string, unknown>;
};

export type KnowledgeWorld = Awaited<ReturnType<typeof openKnowledgeWorld>>;

/** Knowledge on a real database, with a clock that stands still and jobs that run when a test says so. */
export async function openKnowledgeWorld(
  options: {
    embed?: EmbedTexts;
    processId?: string;
    isPlanExpired?: KnowledgeServices['isPlanExpired'];
  } = {},
) {
  const { database, close } = await createTestDatabase();
  const clock = createManualClock();
  const sent: Sent[] = [];
  const notices: Record<string, unknown>[] = [];
  const warnings: string[] = [];
  const log = {
    error: (_: object, message: string) => void warnings.push(message),
    warn: (_: object, message: string) => void warnings.push(message),
    info: () => undefined,
    debug: () => undefined,
  } as unknown as KnowledgeServices['log'];
  const documents = createDocumentParser({ poolSize: 1 });
  const safeFetch = createSafeFetch({ allowPrivate: ['127.0.0.1'] });
  const services: KnowledgeServices = {
    database,
    clock,
    log,
    jobs: {
      async send<T extends object>(_tx: unknown, definition: JobDefinition<T>, payload: T) {
        sent.push({ name: definition.name, payload: payload as Record<string, unknown> });
      },
    },
    realtime: {
      async publish(_tx, notice) {
        notices.push(notice.data);
      },
    },
    limiter: createRateLimiter(database, clock),
    safeFetch,
    documents,
    rateAnswers: answerConfidences,
    embed: options.embed ?? null,
    processId: options.processId ?? newId('prc'),
    maxUploadBytes: 15_728_640,
    crawlRequestsPerSecond: 50,
    isPlanExpired: options.isPlanExpired ?? (async () => false),
  };
  const knowledge = createKnowledgeUsecases(services);

  async function account() {
    const accountId = newId('acc');
    await database.direct.execute(
      sql`INSERT INTO accounts (id, name, created_at, subscription_status, has_paid, trial_end)
        VALUES (${accountId}, 'Test', now(), 'trialing', false, now() + interval '7 days')`,
    );
    const scope = {
      accountId,
      run: <T>(work: Parameters<typeof database.account<T>>[1]) => database.account(accountId, work),
    };
    const collectionId = await scope.run((tx) => knowledge.createCollection(tx, accountId));
    return { accountId, scope, collectionId };
  }

  /** Does what was queued, and what that queues, until nothing is left. */
  async function work(signal: AbortSignal = new AbortController().signal): Promise<void> {
    for (let job = sent.shift(); job; job = sent.shift()) {
      const payload = job.payload as {
        accountId: string;
        sourceId: string;
        run: number;
        collectionId: string;
      };
      if (job.name === 'knowledge.embed')
        await knowledge.embedCollection(payload.accountId, payload.collectionId, signal);
      else await knowledge.processSource(payload, signal);
    }
  }

  return {
    database,
    clock,
    services,
    knowledge,
    sent,
    notices,
    warnings,
    account,
    work,
    async close() {
      await documents.close();
      await safeFetch.close();
      await close();
    },
  };
}

type Page = string | { status?: number; headers?: Record<string, string>; body?: string | Buffer };

/**
 * A website on this machine. `pages` may be changed between visits; a page answers "not modified" by its
 * ETag.
 */
export async function openTestSite(pages: Record<string, Page>) {
  const requests: string[] = [];
  const listeners = new Set<(path: string) => void>();
  const held = new Map<string, Promise<void>>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/';
    requests.push(path);
    for (const listener of listeners) listener(path);
    await held.get(path);
    const page = pages[path];
    if (page === undefined) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
      return;
    }
    const { status = 200, headers = {}, body = '' } = typeof page === 'string' ? { body: page } : page;
    if (headers.etag !== undefined && request.headers['if-none-match'] === headers.etag) {
      response.writeHead(304).end();
      return;
    }
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  };
  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    requests,
    /** Lets a page answer only when `until` is over. */
    hold: (path: string, until: Promise<void>) => void held.set(path, until),
    onRequest: (listener: (path: string) => void) => void listeners.add(listener),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A small page with a title, a heading, a paragraph and links. */
export function testPage(title: string, text: string, links: string[] = []): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main></body></html>`;
}
