import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { limitRequestsByAddress } from './address-brake.ts';

async function served(): Promise<FastifyInstance> {
  const app = Fastify();
  limitRequestsByAddress(app, { now: () => new Date('2026-01-31T12:00:00Z') });
  app.post('/api/visitor/session', async () => ({}));
  app.get('/api/visitor/agents/:id', async () => ({}));
  app.get('/forms/:identifier', async () => ({}));
  app.get('/forms/:identifier/:tag', async () => ({}));
  app.setErrorHandler((error, _request, reply) =>
    reply.code((error as { status?: number }).status ?? 500).send(),
  );
  await app.ready();
  return app;
}

/** How many of so many requests of one address are answered. */
async function answered(app: FastifyInstance, method: 'GET' | 'POST', urls: string[], remoteAddress: string) {
  let count = 0;
  for (const url of urls)
    if ((await app.inject({ method, url, remoteAddress })).statusCode === 200) count += 1;
  return count;
}
const again = (times: number, ...urls: string[]): string[] =>
  Array.from({ length: times }, () => urls).flat();

test('one address opens so many pages of forms and sessions in a minute, others as many as before', async () => {
  const app = await served();
  expect(await answered(app, 'GET', again(400, '/forms/a'), '203.0.113.5')).toBe(300);
  expect(await answered(app, 'GET', again(1, '/forms/a', '/forms/b/tag'), '203.0.113.5')).toBe(0);
  expect(await answered(app, 'GET', again(1, '/forms/a'), '203.0.113.6')).toBe(1);
  expect(await answered(app, 'POST', again(250, '/api/visitor/session'), '203.0.113.5')).toBe(240);
  // This machine itself says nothing about who calls.
  expect(await answered(app, 'GET', again(301, '/forms/a'), '127.0.0.1')).toBe(301);
  await app.close();
});

test('another spelling of an address of ours is counted as well', async () => {
  const app = await served();
  const spelled = ['/f%6Frms/a', '/forms/a?x=1', '/%66orms/a/b'];
  expect(await answered(app, 'GET', again(101, ...spelled), '203.0.113.5')).toBe(300);
  const sessions = again(130, '/api/visitor/%73ession', '/api/%76isitor/session');
  expect(await answered(app, 'POST', sessions, '203.0.113.5')).toBe(240);
  expect(await answered(app, 'GET', again(901, '/api/%76isitor/agents/a'), '203.0.113.5')).toBe(900);
  await app.close();
});
