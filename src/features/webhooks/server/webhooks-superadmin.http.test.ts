import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimServer } from '#tests/support/app/superadmin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { Webhook } from '../webhooks.contract.ts';

let app: TestApp;
let receiver: http.Server;
let host: string;
beforeAll(async () => {
  receiver = http.createServer((request, response) => {
    request.resume();
    response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  app = await startTestApp({ environment: { PROCESS_MODE: 'web', ALLOW_PRIVATE_ADDRESSES: host } });
});
afterAll(async () => {
  await app.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

test('superadmins see whose webhooks were not reached, without their addresses, and send what was given up again', async () => {
  const olga = await app.register('Olga');
  await claimServer(app, olga);
  const vera = await app.register('Vera');
  const { id } = await vera.post<Webhook>('/api/webhook-endpoints', {
    url: `http://${host}/secret-path`,
    description: '',
    events: [],
  });
  const failures = () => olga.get('/api/superadmin/webhooks/failures');
  expect(await failures()).toEqual({ webhooks: [] });
  await vera.post(`/api/webhook-endpoints/${id}/test`, { type: 'lead.captured' });
  expect(await failures()).toMatchObject({
    webhooks: [
      { id, account: { name: 'Vera' }, host, isEnabled: true, count: 1, status: 503, problem: 'status' },
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
    entries: [{ action: 'operator.job_retried', target: { id, name: host } }, {}],
  });
});
