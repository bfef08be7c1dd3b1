import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { webhookEventTypes, webhookEventData } from '../webhooks-events.contract.ts';
import type { Webhook, WebhookDelivery } from '../webhooks.contract.ts';
import { dispatchRepository } from './delivery/dispatch.repository.ts';
import { writeEvent } from './events/events.usecases.ts';

type Received = {
  headers: Record<string, string>;
  body: string;
  path: string;
};
type Made = Webhook & { secret: string };
type Owner = Awaited<ReturnType<TestApp['register']>>;

let app: TestApp;
let receiver: http.Server;
let base: string;
let received: Received[] = [];
let words = 'noted';
/** What the receiver does with a request: its status, nothing at all, or an answer without an end, a byte at a time. */
let answer: (path: string) => number | 'silence' | 'trickle' = () => 200;
// The real present: signatures are checked against the clock of whoever receives them.
const clock = createManualClock(new Date());
const minutes = (count: number): void => clock.advance(count * 60_000);
const contactId = 'con_01jvh6x3v0p6q0s4w8y1b3d7f9h5k2';

beforeAll(async () => {
  receiver = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
      path: request.url ?? '',
    });
    const status = answer(request.url ?? '');
    if (status === 'trickle') {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => response.write('.'), 50);
      response.once('close', () => clearInterval(timer));
    } else if (status !== 'silence') response.writeHead(status).end(words);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  app = await startTestApp({
    clock,
    environment: { PROCESS_MODE: 'web', ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${port}` },
  });
});
afterAll(async () => {
  await app.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(() => {
  received = [];
  answer = () => 200;
  words = 'noted';
});

const add = (owner: TestBrowser, input: Partial<Webhook> = {}): Promise<Made> =>
  owner.post<Made>('/api/webhook-endpoints', { url: `${base}/hook`, description: '', events: [], ...input });
const dispatch = () => app.server.services.webhookDispatch;
const happen = ({ user: { accountId } }: Owner, count = 1): Promise<void> =>
  app.database.database.account(accountId, async (tx) => {
    for (let place = 0; place < count; place += 1)
      await writeEvent(tx, {
        accountId,
        type: 'contact.erased',
        at: clock.now(),
        data: { contactId },
      });
  });
const deliveriesOf = async (owner: TestBrowser, { id }: Webhook): Promise<WebhookDelivery[]> =>
  (await owner.get<{ deliveries: WebhookDelivery[] }>(`/api/webhook-endpoints/${id}/deliveries`)).deliveries;

test('what happened is handed over once, signed, in the form that is promised', async () => {
  const vera = await app.register('Vera');
  const { secret, ...webhook } = await add(vera);
  expect(webhook).toMatchObject({ isEnabled: true, secretLastFour: secret.slice(-4) });
  await happen(vera);
  await dispatch().drain();
  await dispatch().drain();
  expect(received).toHaveLength(1);
  const [{ headers, body }] = received as [Received];
  expect(new Verifier(secret).verify(body, headers)).toEqual({
    type: 'contact.erased',
    timestamp: clock.now().toISOString(),
    data: { contactId },
  });
  expect(await deliveriesOf(vera, webhook)).toMatchObject([
    { type: 'contact.erased', state: 'delivered', attempts: 1, status: 200, problem: '' },
  ]);
});

test('a new secret signs beside the old one for a day', async () => {
  const vera = await app.register('Vera');
  const webhook = await add(vera);
  const { secret } = await vera.post<{ secret: string }>(`/api/webhook-endpoints/${webhook.id}/secret`);
  expect(secret).not.toBe(webhook.secret);
  await happen(vera);
  await dispatch().drain();
  const [{ headers, body }] = received as [Received];
  for (const one of [secret, webhook.secret])
    expect(new Verifier(one).verify(body, headers, { jsonParse: false })).toBe(undefined);
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
  minutes(24 * 60 + 1);
  await happen(vera);
  await dispatch().drain();
  expect(received.at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
});

test('a team’s chat gets a message in the owner’s language instead', async () => {
  const vera = await app.register('Vera');
  const chat = await vera.post<Webhook>('/api/webhook-endpoints', {
    url: `${base}/slack`,
    description: '',
    format: 'slack',
    events: [],
  });
  await vera.request('PATCH', '/api/user', {
    body: { firstName: 'Vera', lastName: '', language: 'nl' },
  });
  await vera.post(`/api/webhook-endpoints/${chat.id}/test`, { type: 'payment.succeeded' });
  const { text } = JSON.parse(received.at(-1)?.body ?? '{}') as { text: string };
  expect(text).toMatch(
    /^Betaling ontvangen · testgeld\n€\s11,90\njana@bright\.example\nhttps?:\S+\/dashboard\/payments$/,
  );
});

test('the address of a chat is a secret: it is shown as host and last four, and saved as it was', async () => {
  const vera = await app.register('Vera');
  const secret = `${base}/services/T0/B0/very-secret-abcd`;
  const chat = await vera.post<Webhook>('/api/webhook-endpoints', {
    url: secret,
    description: '',
    format: 'slack',
    events: [],
  });
  expect(chat.url).toBe(`${base}/…abcd`);
  const change = (body: object) => vera.request('PATCH', `/api/webhook-endpoints/${chat.id}`, { body });
  expect(await change({ url: chat.url, description: 'Team' })).toMatchObject({
    status: 200,
    body: { url: chat.url, description: 'Team' },
  });
  // It is not shown by calling it something else, and still reached.
  expect((await change({ format: 'events' })).status).toBe(400);
  await vera.post(`/api/webhook-endpoints/${chat.id}/test`, { type: 'payment.succeeded' });
  expect(received.at(-1)?.path).toBe('/services/T0/B0/very-secret-abcd');
  const seen = [await vera.get('/api/webhook-endpoints'), await vera.get('/api/audit')];
  expect(JSON.stringify(seen)).not.toContain('very-secret');
});

test('an answer that no database keeps as it is is still an answer', async () => {
  const vera = await app.register('Vera');
  const webhook = await add(vera);
  words = 'GIF89a\u0000\u0001';
  await happen(vera);
  await dispatch().drain();
  const [delivery] = await deliveriesOf(vera, webhook);
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 1 });
  expect(await vera.get(`/api/webhook-endpoints/${webhook.id}/deliveries/${delivery?.id}`)).toMatchObject({
    answer: 'GIF89a\u0001',
  });
});

test('only what a webhook wants is told to it, and nothing while it is off', async () => {
  const vera = await app.register('Vera');
  const wants = await add(vera, { events: ['contact.erased'] });
  await add(vera, { events: ['form.submitted'] });
  const off = await add(vera);
  await vera.request('PATCH', `/api/webhook-endpoints/${off.id}`, { body: { isEnabled: false } });
  await happen(vera);
  await dispatch().drain();
  expect(received).toHaveLength(1);
  expect((await deliveriesOf(vera, wants)).map(({ type }) => type)).toEqual(['contact.erased']);
  expect(await deliveriesOf(vera, off)).toEqual([]);
});

test('what is rolled back is told to nobody', async () => {
  const vera = await app.register('Vera');
  await add(vera);
  const { accountId } = vera.user;
  await app.database.database
    .account(accountId, async (tx) => {
      await writeEvent(tx, { accountId, type: 'contact.erased', at: clock.now(), data: { contactId } });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await dispatch().drain();
  expect(received).toEqual([]);
});

test('what fails is tried again with growing pauses under the same id, and given up after the eighth try', async () => {
  const vera = await app.register('Vera');
  const webhook = await add(vera);
  answer = () => 500;
  await happen(vera);
  await dispatch().drain();
  expect(await deliveriesOf(vera, webhook)).toMatchObject([
    { state: 'waiting', attempts: 1, status: 500, problem: 'status' },
  ]);
  await dispatch().drain();
  expect(received, 'not before its time').toHaveLength(1);
  for (const pause of [0.2, 7, 40, 150, 370, 730, 730]) {
    minutes(pause);
    await dispatch().drain();
  }
  expect(received).toHaveLength(8);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await deliveriesOf(vera, webhook)).toMatchObject([{ state: 'failed', attempts: 8, dueAt: null }]);

  answer = () => 204;
  expect(await vera.post(`/api/webhook-endpoints/${webhook.id}/replay`)).toEqual({ count: 1 });
  await dispatch().drain();
  expect(received.at(-1)?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
  expect(await deliveriesOf(vera, webhook)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});

test('a receiver that is gone is switched off at once, one that fails for five days then, and the owner is told', async () => {
  const vera = await app.register('Vera');
  const gone = await add(vera, { url: `${base}/gone` });
  const failing = await add(vera, { url: `${base}/failing` });
  answer = (path) => (path === '/gone' ? 410 : 503);
  await happen(vera);
  await dispatch().drain();
  const state = async (id: string) =>
    (await vera.get<{ webhooks: Webhook[] }>('/api/webhook-endpoints')).webhooks.find((one) => one.id === id);
  expect(await state(gone.id)).toMatchObject({ isEnabled: false, disabledReason: 'gone' });
  expect(await state(failing.id)).toMatchObject({ isEnabled: true, failingSince: clock.now().toISOString() });
  for (let day = 0; day < 5; day += 1) {
    minutes(24 * 60);
    await happen(vera);
    await dispatch().drain();
  }
  expect(await state(failing.id)).toMatchObject({ isEnabled: false, disabledReason: 'failing' });
  const { mails } = await app.server.services.mail.outbox();
  expect(
    mails.flatMap(({ kind, recipient }) => (kind === 'webhook-off' ? [recipient] : [])),
    'one mail for each',
  ).toEqual([vera.email, vera.email]);

  answer = () => 200;
  received = [];
  await vera.request('PATCH', `/api/webhook-endpoints/${failing.id}`, { body: { isEnabled: true } });
  minutes(24 * 60);
  await dispatch().drain();
  expect(received.length, 'what waited goes out').toBeGreaterThan(0);
});

test('a receiver that does not answer holds up no other', async () => {
  const vera = await app.register('Vera');
  const slow = await add(vera, { url: `${base}/slow` });
  const quick = await add(vera, { url: `${base}/quick` });
  answer = (path) => (path === '/slow' ? 'silence' : 200);
  await happen(vera, 20);
  const draining = dispatch().drain();
  await expect
    .poll(async () => (await deliveriesOf(vera, quick)).filter(({ state }) => state === 'delivered').length)
    .toBe(20);
  expect((await deliveriesOf(vera, slow)).every(({ state }) => state === 'waiting')).toBe(true);
  answer = () => 200;
  receiver.closeAllConnections();
  minutes(0.2);
  await draining;
  minutes(2);
  await dispatch().drain();
  expect((await deliveriesOf(vera, slow)).every(({ state }) => state === 'delivered')).toBe(true);
});

test('a receiver that answers a byte at a time, without an end, is not read to its end', async () => {
  const vera = await app.register('Vera');
  const [endless, quick] = [
    await add(vera, { url: `${base}/endless` }),
    await add(vera, { url: `${base}/quick` }),
  ];
  answer = (path) => (path === '/endless' ? 'trickle' : 200);
  await happen(vera, 5);
  const began = performance.now();
  await dispatch().drain();
  // Two seconds for each, at most, and side by side.
  expect(performance.now() - began).toBeLessThan(14_000);
  for (const one of [endless, quick])
    expect((await deliveriesOf(vera, one)).map(({ state, status }) => [state, status])).toEqual(
      Array.from({ length: 5 }, () => ['delivered', 200]),
    );
});

test('every kind of event has a sample that keeps its promise, and a test says how it went', async () => {
  const vera = await app.register('Vera');
  const webhook = await add(vera);
  await vera.request('PATCH', `/api/webhook-endpoints/${webhook.id}`, { body: { isEnabled: false } });
  const clean = app.server.services.limiter;
  for (const type of webhookEventTypes) {
    await clean.clear({ name: 'webhook-tests', limit: 20, windowSeconds: 60 }, vera.user.accountId);
    expect(await vera.post(`/api/webhook-endpoints/${webhook.id}/test`, { type })).toMatchObject({
      state: 'delivered',
      status: 200,
    });
    const { data } = JSON.parse(received.at(-1)?.body ?? '{}') as { data: unknown };
    expect(webhookEventData[type].strict().parse(data)).toEqual(data);
  }
  answer = () => 404;
  const failed = await vera.post<WebhookDelivery>(`/api/webhook-endpoints/${webhook.id}/test`, {
    type: 'form.submitted',
  });
  expect(failed).toMatchObject({ state: 'failed', status: 404, problem: 'status' });
  expect(await vera.get(`/api/webhook-endpoints/${webhook.id}/deliveries/${failed.id}`)).toMatchObject({
    answer: 'noted',
    body: received.at(-1)?.body,
  });
});

test('inner addresses and unencrypted lines are refused, and a twenty-first webhook', async () => {
  const vera = await app.register('Vera');
  for (const url of [
    'http://169.254.169.254/latest',
    'https://10.0.0.1/',
    'http://example.com/',
    'ftp://x.test',
    'x',
  ])
    expect(
      await vera.request('POST', '/api/webhook-endpoints', { body: { url, description: '', events: [] } }),
      url,
    ).toMatchObject({ status: 400, body: { code: 'webhooks.address_refused' } });
  for (let place = 0; place < 20; place += 1) await add(vera);
  expect(
    await vera.request('POST', '/api/webhook-endpoints', {
      body: { url: `${base}/`, description: '', events: [] },
    }),
  ).toMatchObject({ status: 409, body: { code: 'webhooks.too_many' } });
});

test('what a process took that died is tried again by the next, under the same id', async () => {
  const vera = await app.register('Vera');
  const webhook = await add(vera);
  await happen(vera);
  const now = clock.now();
  const taken = await app.database.database.system((tx) =>
    dispatchRepository(tx).take(
      now,
      new Date(now.getTime() + 60_000),
      { webhookIds: [], accountIds: [] },
      { webhook: 4, failing: 1, account: 8, all: 128 },
    ),
  );
  expect(taken.map(({ delivery }) => delivery.webhookId)).toEqual([webhook.id]);
  await dispatch().drain();
  expect(received, 'another may be about it').toEqual([]);
  minutes(1.1);
  await dispatch().drain();
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([taken[0]?.delivery.eventId]);
  expect(await deliveriesOf(vera, webhook)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});
