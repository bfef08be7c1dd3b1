import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isReachable } from '#platform/database/database.ts';
import { openStreams } from '#platform/http/event-stream.ts';
import type { Services } from './services.ts';

/**
 * `/healthz` says that the process lives, `/readyz` that it can do its work: database reachable, notices
 * heard, not stopping.
 * `/metrics` exists only with a token.
 */
export function serveHealth(
  app: FastifyInstance,
  services: Pick<Services, 'database' | 'realtime' | 'conversations' | 'config'>,
  isStopping: () => boolean,
): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', async (_request, reply) => {
    const checks = {
      database: await isReachable(services.database, 2_000),
      realtime: services.realtime.isListening(),
      accepting: !isStopping(),
    };
    const isReady = Object.values(checks).every(Boolean);
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready', checks });
  });

  const { metricsToken } = services.config;
  if (!metricsToken) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'chatelier_http_request_seconds',
    help: 'Time to the end of each answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  const errors = new Counter({
    name: 'chatelier_http_errors_total',
    help: 'Answers with a 5xx status',
    registers: [registry],
  });
  const gauges: [string, string, () => number][] = [
    [
      'chatelier_running_answers',
      'Answers that are being written now',
      () => services.conversations.runningCount(),
    ],
    ['chatelier_open_streams', 'Event streams that are open now', () => openStreams().size],
    [
      'chatelier_database_connections_waiting',
      'Requests waiting for a database connection',
      () => services.database.pool.waitingCount,
    ],
  ];
  for (const [name, help, read] of gauges) {
    const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) });
  }
  app.addHook('onResponse', async (request, reply) => {
    requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    if (reply.statusCode >= 500) errors.inc();
  });
  app.get('/metrics', async (request, reply) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${metricsToken}`);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
