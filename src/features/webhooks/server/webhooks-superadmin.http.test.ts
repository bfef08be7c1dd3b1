import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { rowsRead } from '#tests/support/app/rows-read.ts';
import { claimServer } from '#tests/support/app/superadmin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { FailingWebhook } from '../webhooks-superadmin.contract.ts';
import type { Webhook } from '../webhooks.contract.ts';
import { writeEvent } from './events/events.usecases.ts';
import { webhooksRepository } from './webhooks.repository.ts';

let app: TestApp;
let receiver: http.Server;
let host: string;
let olga: Awaited<ReturnType<TestApp['register']>>;
const clock = createManualClock(new Date());
const contactId = 'con_01jvh6x3v0p6q0s4w8y1b3d7f9h5k2';
beforeAll(async () => {
  receiver = http.createServer((request, response) => {
    request.resume();
    response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  app = await startTestApp({
    clock,
    environment: { PROCESS_MODE: 'web', ALLOW_PRIVATE_ADDRESSES: host },
  });
  olga = await app.register('Olga');
  await claimServer(app, olga);
});
afterAll(async () => {
  await app.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

/** The webhook of somebody, and a delivery to it that was given up after all tries. */
async function givenUp(name: string) {
  const owner = await app.register(name);
  const { accountId } = owner.user;
  const { id } = await owner.post<Webhook>('/api/webhook-endpoints', {
    url: `http://${host}/secret-path`,
    description: '',
    events: [],
  });
  await app.database.database.account(accountId, (tx) =>
    writeEvent(tx, { accountId, type: 'contact.erased', at: clock.now(), data: { contactId } }),
  );
  for (let tries = 0; tries < 8; tries += 1) {
    await app.server.services.webhookDispatch.drain();
    clock.advance(12.5 * 3_600_000);
  }
  return { owner, id };
}
const failures = () => olga.get<{ webhooks: FailingWebhook[] }>('/api/superadmin/webhooks/failures');

test('superadmins see whose webhooks were not reached, without their addresses, and send what was given up again', async () => {
  expect(await failures()).toEqual({ webhooks: [] });
  const { owner: vera, id } = await givenUp('Vera');
  expect(await failures()).toMatchObject({
    webhooks: [
      {
        id,
        account: { name: 'Vera' },
        host,
        isEnabled: true,
        disabledReason: '',
        count: 1,
        status: 503,
        problem: 'status',
      },
    ],
  });
  expect(JSON.stringify(await failures())).not.toContain('secret-path');

  const replay = `/api/superadmin/webhooks/${id}/replay`;
  expect((await vera.request('POST', replay)).status).toBe(404);
  expect(await olga.post(replay)).toEqual({ count: 1 });
  expect(await vera.get(`/api/webhook-endpoints/${id}/deliveries`)).toMatchObject({
    deliveries: [{ state: 'waiting', attempts: 0 }],
  });
  expect(await failures()).toEqual({ webhooks: [] });
  expect((await olga.request('POST', replay)).status).toBe(404);
  expect(await olga.get('/api/superadmin/audit')).toMatchObject({
    entries: [
      {
        action: 'operator.webhook_replayed',
        target: { id, name: `${host} (Vera)` },
        details: { number: '1' },
      },
      {},
    ],
  });
  expect(await vera.get('/api/audit?group=webhooks')).toMatchObject({
    entries: [
      {
        action: 'webhooks.replayed',
        actor: { id: null, name: 'Superadmin' },
        target: { id, name: `http://${host}/secret-path` },
        details: { number: '1' },
      },
      { action: 'webhooks.added' },
    ],
  });
});

test('a test that failed was seen by whoever sent it, and is nothing that was given up', async () => {
  const wanda = await app.register('Wanda');
  const { id } = await wanda.post<Webhook>('/api/webhook-endpoints', {
    url: `http://${host}/secret-path`,
    description: '',
    events: [],
  });
  await wanda.post(`/api/webhook-endpoints/${id}/test`, { type: 'lead.captured' });
  expect(await failures()).toEqual({ webhooks: [] });
  expect((await olga.request('POST', `/api/superadmin/webhooks/${id}/replay`)).status).toBe(404);
  expect(await wanda.get(`/api/webhook-endpoints/${id}/deliveries`)).toMatchObject({
    deliveries: [{ state: 'failed', attempts: 1 }],
  });
});

test('one that was switched off says why, and the list costs what was given up, not what was sent', async () => {
  const { owner, id } = await givenUp('Xenia');
  await owner.request('PATCH', `/api/webhook-endpoints/${id}`, { body: { isEnabled: false } });
  expect((await failures()).webhooks.find((webhook) => webhook.id === id)).toMatchObject({
    isEnabled: false,
    disabledReason: 'member',
  });
  const { direct } = app.database.database;
  await direct.execute(sql`INSERT INTO webhook_deliveries (id, account_id, webhook_id, event_id, event_type, state,
    attempts, due_at, created_at) SELECT 'dlv_' || n, account_id, webhook_id, event_id, event_type, 'delivered',
    1, due_at, created_at FROM webhook_deliveries, generate_series(1, 3000) n WHERE webhook_id = ${id}`);
  await direct.execute(sql`ANALYZE webhook_deliveries`);
  const read = await app.database.database.system((tx) =>
    rowsRead(tx, ['webhook_deliveries'], () => webhooksRepository(tx).failing(100)),
  );
  expect(read).toBeLessThan(20);
});
