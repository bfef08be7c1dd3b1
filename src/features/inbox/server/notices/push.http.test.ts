import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import {
  decryptPush,
  makeBrowserKeys,
  startPushService,
  type BrowserKeys,
} from '#tests/support/dashboard/push-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import type { EndpointOutput } from '#shared/endpoint.ts';
import type { noticesEndpoints, PushMessage } from '../../inbox-notices.contract.ts';
import { ensurePushKeys } from './browsers.usecases.ts';
import type { PushEvent } from './push.models.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
type Notices = EndpointOutput<(typeof noticesEndpoints)['notices']>;

let app: TestApp;
let service: Awaited<ReturnType<typeof startPushService>>;
let owner: Person;
let support: Person;
let [agent, other]: Agent[] = [];
let direct: TestApp['database']['database']['direct'];
const keys = new Map<string, BrowserKeys>();
const clock = createManualClock(new Date());
const seconds = (count: number): void => clock.advance(count * 1_000);

beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({
    clock,
    safeFetch: service.safeFetch,
    environment: { PROCESS_MODE: 'web', PUBLIC_URL: 'https://chat.atelier.test' },
  });
  direct = app.database.database.direct;
  owner = await app.register('Mira Linden');
  agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Linden Bakery';
    draft.people.answerWhileWaiting = false;
  });
  other = await publishAgent(owner, (draft) => (draft.basic.name = 'Linden Shop'));
  support = await app.register('Sam');
  await direct.execute(
    sql`UPDATE memberships SET account_id = ${owner.user.accountId}, role = 'support',
      agent_ids = ARRAY[${agent.id}] WHERE user_id = ${support.user.id}`,
  );
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  // Nobody is looking any more, and what was told before is no burst.
  seconds(300);
  service.answer(201);
  await direct.execute(sql`DELETE FROM inbox_browsers`);
  await work('all');
  service.received.length = 0;
});

/** Does what jobs do: what is due, or what is put off as well. Twice each, for a job may run again. */
async function work(which: 'due' | 'all' = 'due'): Promise<void> {
  const { push } = app.server.services;
  for (;;) {
    const { rows } = await direct.execute<{ name: string; data: unknown }>(
      sql`DELETE FROM pgboss.job WHERE name IN ('inbox.push', 'inbox.push-send')
        AND (${which === 'all'} OR start_after <= now() + interval '1 second') RETURNING name, data`,
    );
    if (rows.length === 0) return;
    for (const { name, data } of rows) {
      const run = () =>
        name === 'inbox.push'
          ? push.tell(data as PushEvent)
          : push.send(data as { id: string; accountId: string });
      await run();
      if (name === 'inbox.push') await run();
    }
  }
}

/** Lets a new browser of somebody tell them. */
async function subscribe(who: Pick<Person, 'request'>, name: string, renews = false) {
  const browser = makeBrowserKeys();
  keys.set(`/send/${name}`, browser);
  const { p256dh, auth } = browser;
  return who.request('POST', '/api/inbox/notices/browsers', {
    body: { endpoint: `https://push.test/send/${name}`, keys: { p256dh, auth }, renews },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  });
}
/** What came at the push service since the last look, in the order of browsers' names. */
async function told(which?: 'all'): Promise<({ to: string } & PushMessage)[]> {
  await work(which);
  const messages = service.received.splice(0).map(({ path, body }) => ({
    to: path.slice('/send/'.length),
    ...(JSON.parse(decryptPush(body, keys.get(path) as BrowserKeys)) as PushMessage),
  }));
  return messages.toSorted((a, b) => a.to.localeCompare(b.to));
}
async function waits(of = agent) {
  const visitor = await openChat(app, of?.number ?? 0);
  return { visitor, id: (await visitor.say('I want to talk to a human')).conversationId };
}
const reply = (who: Person, id: string) =>
  who.post(`/api/inbox/conversations/${id}/messages`, { text: 'Hello', clientMessageId: randomUUID() });
const setPreferences = (who: Person, body: object) => who.request('PUT', '/api/inbox/notices', { body });

test('browsers are told who waits and for whom, encrypted and signed, once for each event', async () => {
  expect((await subscribe(owner, 'laptop')).status).toBe(200);
  const { visitor, id } = await waits();
  await work();
  const [received] = service.received;
  expect(received?.headers).toMatchObject({
    ttl: '14400',
    urgency: 'high',
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
  });
  expect(received?.headers['topic']).toMatch(/^[\w-]{32}$/);
  const [, claim = '', signature = '', key = ''] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(received?.headers.authorization ?? '') ?? [];
  expect(key).toBe((await owner.get<Notices>('/api/inbox/notices')).publicKey);
  const point = Buffer.from(key, 'base64url');
  const reader = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  expect(
    verify(
      'sha256',
      Buffer.from(claim),
      { key: reader, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  ).toBe(true);
  expect(JSON.parse(Buffer.from(claim.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
    aud: 'https://push.test',
    sub: 'https://chat.atelier.test',
  });
  expect(await told()).toEqual([
    {
      to: 'laptop',
      title: expect.stringMatching(/^Visitor \w{4} waits for a person$/) as string,
      body: 'Linden Bakery',
      path: `/dashboard/inbox/${id}`,
      tag: received?.headers['topic'],
      at: clock.now().getTime(),
    },
  ]);

  // More words in the queue are no other event; whoever has the conversation is told of what comes then, a
  // burst of it once.
  seconds(120);
  await visitor.say('Hello?');
  expect(await told()).toEqual([]);
  await reply(owner, id);
  seconds(120);
  await visitor.say('My order is late');
  await visitor.say('It is number 7');
  expect(await told()).toMatchObject([
    {
      to: 'laptop',
      title: expect.stringMatching(/^New message from Visitor \w{4}$/) as string,
      body: 'Linden Bakery',
    },
  ]);
  seconds(120);
  expect((await setPreferences(owner, { words: true })).status).toBe(200);
  await visitor.say('A secret word');
  expect(await told()).toMatchObject([{ body: 'A secret word\nLinden Bakery' }]);
  await setPreferences(owner, { words: false });

  // Given back to the AI, the visitor's words wait for nobody.
  await owner.post(`/api/inbox/conversations/${id}/handler`, { to: 'ai' });
  seconds(120);
  await visitor.say('When do you open?');
  expect(await told()).toEqual([]);
});

test('only those are told who may answer, who want to hear it, and nobody of what they did themselves', async () => {
  await subscribe(owner, 'owner');
  await subscribe(support, 'support');
  const to = async () => (await told()).map((message) => message.to);
  const { id } = await waits();
  expect(await to()).toEqual(['owner', 'support']);
  await waits(other);
  expect(await to()).toEqual(['owner']);
  await setPreferences(owner, { waiting: false });
  await waits();
  expect(await to()).toEqual(['support']);
  await setPreferences(owner, { waiting: true });
  await owner.request('PATCH', '/api/user', {
    body: { firstName: 'Mira', lastName: 'Linden', language: 'nl' },
  });

  // A colleague hands over, gives, and names; each tells whom it is for, in their language.
  seconds(120);
  await support.request('PATCH', '/api/inbox/conversations', {
    body: { ids: [id], change: { kind: 'assign', userId: owner.user.id } },
  });
  expect(await told()).toMatchObject([
    {
      to: 'owner',
      title: 'Sam gaf je een gesprek',
      body: expect.stringMatching(/^Bezoeker \w{4} · Linden Bakery$/) as string,
    },
  ]);
  await support.post(`/api/inbox/conversations/${id}/notes`, {
    text: 'Look, a regular',
    mentions: [owner.user.id, support.user.id],
  });
  expect(await told()).toMatchObject([{ to: 'owner', title: 'Sam noemde je in een notitie' }]);
  await setPreferences(owner, { own: false, mentions: false });
  await support.request('PATCH', '/api/inbox/conversations', {
    body: { ids: [id], change: { kind: 'assign', userId: null } },
  });
  await support.request('PATCH', '/api/inbox/conversations', {
    body: { ids: [id], change: { kind: 'assign', userId: owner.user.id } },
  });
  await support.post(`/api/inbox/conversations/${id}/notes`, {
    text: 'Look again',
    mentions: [owner.user.id],
  });
  expect(await to()).toEqual([]);
  await setPreferences(owner, { own: true, mentions: true });

  // Kept out between the event and the sending, and afterwards: nothing.
  await waits();
  await direct.execute(sql`UPDATE memberships SET suspended_at = now() WHERE user_id = ${support.user.id}`);
  expect(await to()).toEqual(['owner']);
  await direct.execute(sql`UPDATE memberships SET suspended_at = NULL WHERE user_id = ${support.user.id}`);

  // The review of the account holds everybody but its owner.
  await waits();
  await direct.execute(sql`UPDATE accounts SET review_since = now() WHERE id = ${owner.user.accountId}`);
  expect(await to()).toEqual(['owner']);
  await direct.execute(sql`UPDATE accounts SET review_since = NULL WHERE id = ${owner.user.accountId}`);
});

test('a browser tells as long as its session lives: not after signing out, being removed, or somebody else signing in there', async () => {
  const lists = async (who: Person) => (await who.get<Notices>('/api/inbox/notices')).browsers;
  const phone = app.browser();
  await phone.post('/api/login', { email: owner.email, password: owner.password });
  await subscribe(phone, 'phone');
  await subscribe(owner, 'laptop');
  expect(await lists(owner)).toMatchObject([
    { browser: 'Firefox', os: 'Linux', device: 'desktop', isCurrent: true },
    { isCurrent: false },
  ]);
  await phone.post('/api/logout');
  expect(await lists(owner)).toHaveLength(1);

  // The same browser again is no second one; another person there takes it over; a new address of a session
  // replaces its old one.
  await subscribe(owner, 'laptop');
  expect(await lists(owner)).toHaveLength(1);
  await subscribe(support, 'laptop');
  expect([await lists(owner), await lists(support)].map(({ length }) => length)).toEqual([0, 1]);
  await subscribe(support, 'renewed');
  await waits();
  expect((await told()).map(({ to }) => to)).toEqual(['renewed']);

  const [mine] = await lists(support);
  expect((await owner.request('DELETE', `/api/inbox/notices/browsers/${mine?.id}`)).status).toBe(404);
  expect((await support.request('DELETE', `/api/inbox/notices/browsers/${mine?.id}`)).status).toBe(200);
  expect(await lists(support)).toEqual([]);
  // What they removed does not come back by itself, only when they say so there.
  expect((await subscribe(support, 'renewed', true)).status).toBe(404);
  await waits();
  expect(await told()).toEqual([]);
  expect((await subscribe(support, 'renewed')).status).toBe(200);
  expect((await subscribe(support, 'renewed', true)).status).toBe(200);
  expect(await lists(support)).toHaveLength(1);
  await direct.execute(
    sql`UPDATE sessions SET works_in = ${owner.user.accountId} WHERE user_id = ${support.user.id}`,
  );
  expect((await owner.request('DELETE', `/api/team/members/${support.user.id}`)).status).toBe(200);
  expect((await direct.execute(sql`SELECT FROM inbox_browsers`)).rows).toEqual([]);
  await direct.execute(
    sql`INSERT INTO memberships (account_id, user_id, role, agent_ids)
      VALUES (${owner.user.accountId}, ${support.user.id}, 'support', ARRAY[${agent?.id}])`,
  );
});

test('a member whose dashboard is in sight elsewhere is told only when they did not look', async () => {
  await subscribe(owner, 'phone');
  seconds(120);
  const laptop = app.browser();
  await laptop.post('/api/login', { email: owner.email, password: owner.password });
  const look = (who: Pick<Person, 'request'>) => who.request('PUT', '/api/inbox/presence', { body: {} });
  await look(laptop);
  seconds(20);
  await waits();
  expect(await told()).toEqual([]);
  seconds(30);
  await look(laptop);
  seconds(35);
  expect(await told('all')).toEqual([]);

  await waits();
  expect(await told()).toEqual([]);
  seconds(70);
  expect(await told('all')).toMatchObject([{ to: 'phone' }]);

  // The browser that shows the dashboard judges for itself.
  await look(owner);
  await waits();
  expect(await told()).toMatchObject([{ to: 'phone' }]);
});

test('a push service that is busy is asked again when it says, one that knows the browser no more is left alone', async () => {
  await subscribe(owner, 'laptop');
  service.answer(429, { 'retry-after': '120' });
  await waits();
  await work();
  const { rows } = await direct.execute<{ pause: number }>(
    sql`SELECT extract(epoch FROM start_after - created_on)::int AS pause FROM pgboss.job
      WHERE name = 'inbox.push-send'`,
  );
  expect(rows).toEqual([{ pause: 120 }]);
  service.answer(201);
  expect(await told('all')).toHaveLength(2);

  service.answer(503);
  await waits();
  await work('all');
  expect(service.received.splice(0)).toHaveLength(5);
  // Nobody is led anywhere else, and what is refused is not repeated.
  for (const status of [307, 400]) {
    service.answer(status, { location: 'http://127.0.0.1:9/inside' });
    await waits();
    await work('all');
    expect(service.received.splice(0)).toHaveLength(1);
  }
  service.answer(410);
  await waits();
  await work('all');
  expect((await owner.get<Notices>('/api/inbox/notices')).browsers).toEqual([]);
});

test('only addresses of push services and keys of browsers are taken, ten for each member', async () => {
  const { p256dh, auth } = makeBrowserKeys();
  const refusals = async (endpoint: string, given = { p256dh, auth }) => {
    const { status, body } = await owner.request('POST', '/api/inbox/notices/browsers', {
      body: { endpoint, keys: given },
    });
    return [status, (body as { code: string }).code];
  };
  for (const endpoint of ['http://push.test/send/1', 'ftp://push.test/1', 'not an address'])
    expect(await refusals(endpoint)).toEqual([400, 'common.invalid_input']);
  for (const endpoint of [
    'https://127.0.0.1/1',
    'https://10.0.0.7/1',
    'https://[::1]/1',
    'https://169.254.169.254/latest',
    'https://2130706433/1',
    'https://me:word@push.test/1',
    'https://push.test:8443/1',
  ])
    expect(await refusals(endpoint)).toEqual([400, 'inbox.push_address']);
  expect(await refusals('https://push.test/1', { p256dh: `BA${'A'.repeat(85)}`, auth })).toEqual([
    400,
    'inbox.push_keys',
  ]);
  for (let count = 0; count < 10; count++) {
    const browser = app.browser();
    await browser.post('/api/login', { email: owner.email, password: owner.password });
    expect((await subscribe(browser, `many-${count}`)).status).toBe(200);
  }
  expect(await refusals('https://push.test/send/one-more')).toEqual([409, 'inbox.too_many_browsers']);
});

test('the instance has one pair of keys, whoever comes first, and neither it nor an address lies open in the database', async () => {
  const { database, box } = app.server.services;
  await direct.execute(sql`DELETE FROM instance_facts WHERE key = 'push-keys'`);
  const [one, two] = await Promise.all([ensurePushKeys(database, box), ensurePushKeys(database, box)]);
  expect(one).toEqual(two);
  await subscribe(owner, 'laptop');
  const { rows } = await direct.execute<{ text: string }>(
    sql`SELECT (SELECT string_agg(f::text, ' ') FROM instance_facts f) || (SELECT string_agg(b::text, ' ')
      FROM inbox_browsers b) AS text`,
  );
  expect(rows[0]?.text).toContain(one.publicKey);
  for (const secret of [one.privateKey, 'push.test', keys.get('/send/laptop')?.auth])
    expect(rows[0]?.text).not.toContain(secret);
});
