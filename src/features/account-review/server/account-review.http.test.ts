import { sql } from 'drizzle-orm';
import * as OTPAuth from 'otpauth';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formBlock, openForm, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { joinAsAdmin } from '#tests/support/app/colleague.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { FormDocument } from '#shared/forms/document.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { ReviewItem } from '../account-review.contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<TestApp['register']>>;
type Review = {
  review: { since: string; items: ReviewItem[] } | null;
};

/** The true owner of an address takes the account by the mailed link, and signs in. */
async function takeBack(email: string): Promise<TestBrowser> {
  const page = app.browser();
  await page.post('/api/forgot-password', { email });
  const text = await vi.waitFor(
    async () => {
      const { mails } = await app.server.services.mail.outbox();
      const mail = mails.find(({ recipient, kind }) => recipient === email && kind === 'reset-password');
      if (!mail) throw new Error('No mail yet');
      return mail.text;
    },
    { timeout: 30_000, interval: 50 },
  );
  await page.post('/api/reset-password', {
    token: /#([\w-]{43})/.exec(text)?.[1],
    password: 'the true owner',
  });
  await page.post('/api/login', { email, password: 'the true owner' });
  return page;
}

/** An admin of an account, by an invitation. */
const bringIn = (owner: Person): Promise<Person> => joinAsAdmin(app, owner, 'Accomplice');

/** Somebody who registered with an address that is not theirs, and made themselves at home. */
async function squat() {
  const eve = await app.register('Eve');
  const made = await eve.post<Agent>('/api/agents', { from: 'blank' });
  const agent = await eve.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision });
  const admin = await bringIn(eve);
  const { key } = await eve.post<{ key: string }>(`/api/agents/${agent.id}/keys`, {
    kind: 'secret',
    name: 'Back door',
  });
  await eve.post(`/api/agents/${agent.id}/identity`, { scope: 'account' });
  const { link } = await eve.post<{ link: string }>('/api/team/invitations', {
    email: 'later@example.test',
    role: 'admin',
    agentIds: null,
    message: '',
  });
  return { eve, admin, agent, key, invitation: link.split('#')[1] };
}
const useAccountKey = (key: string) =>
  app.browser().request('POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
  });
const useKey = (key: string) =>
  app
    .browser()
    .request('POST', '/api/v1/sessions', { body: {}, headers: { authorization: `Bearer ${key}` } });

describe('an address that is proven for the first time', () => {
  test('ends also what is too much to be shown: nobody hides behind a thousand keys', async () => {
    const eve = await app.register('Eve');
    const made = await eve.post<Agent>('/api/agents', { from: 'blank' });
    await app.database.database.direct.execute(sql`
      INSERT INTO api_keys (id, account_id, agent_id, kind, name, hash, last_four, created_by, created_at)
      SELECT 'key_' || at, ${eve.user.accountId}, ${made.id}, 'secret', 'One of many', 'hash ' || at, 'aaaa',
        ${eve.user.id}, now()
      FROM generate_series(1, 1000) AS at`);
    const admin = await bringIn(eve);
    const owner = await takeBack(eve.email);
    expect((await owner.get<Review>('/api/account-review')).review?.items).toHaveLength(1_000);
    expect(await owner.post('/api/account-review', { keep: [] })).toEqual({ ended: 1_001 });
    await admin.request('POST', '/api/login', { body: { email: admin.email, password: admin.password } });
    expect(
      (await admin.request('POST', '/api/user/account', { body: { accountId: eve.user.accountId } })).status,
    ).toBe(404);
  });

  test('opens the account to its owner alone, until they said what of it is theirs; what nobody claims ends', async () => {
    const { eve, admin, agent, key, invitation } = await squat();
    const before = await useKey(key);
    const owner = await takeBack(eve.email);
    for (const page of [eve, admin]) expect((await page.request('GET', '/api/agents')).status).toBe(401);
    expect(
      (await app.browser().request('POST', '/api/invitations/look', { body: { token: invitation } })).status,
    ).toBeGreaterThanOrEqual(400);
    const held = await useKey(key);
    expect(held.status).not.toBe(before.status);
    const { review } = await owner.get<Review>('/api/account-review');
    expect(review?.items.map(({ kind }) => kind).toSorted()).toEqual(['identity', 'key', 'member']);
    const login = () =>
      admin.request('POST', '/api/login', { body: { email: admin.email, password: admin.password } });
    // The accomplice has an account of their own, and gets into that one only.
    expect(await login()).toMatchObject({ status: 200 });
    expect(
      (await admin.request('POST', '/api/user/account', { body: { accountId: eve.user.accountId } })).status,
    ).toBe(404);

    expect(await owner.post('/api/account-review', { keep: [] })).toEqual({ ended: 3 });
    expect(
      (await admin.request('POST', '/api/user/account', { body: { accountId: eve.user.accountId } })).status,
    ).toBe(404);
    expect((await useKey(key)).status).toBe(401);
    expect(await owner.get('/api/account-review')).toEqual({ review: null });
    expect(await owner.request('POST', '/api/account-review', { body: { keep: [] } })).toMatchObject({
      status: 409,
      body: { code: 'account-review.nothing_to_review' },
    });
    expect(await owner.get(`/api/agents/${agent.id}/identity`)).toEqual({ agent: null, account: null });
    const { entries } = await owner.get<{ entries: { action: string }[] }>('/api/audit?group=safety');
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['safety.address_proven', 'safety.account_reviewed']),
    );
  });

  test('ends programs that work in the account, and what tells others of it', async () => {
    const { eve } = await squat();
    const { key } = await eve.post<{ key: string }>('/api/account-keys', {
      name: 'Back door',
      scopes: ['contacts.read'],
      agentIds: null,
      isTest: false,
    });
    await eve.post('/api/webhook-endpoints', { url: 'https://eve.test/', description: '', events: [] });
    expect((await useAccountKey(key)).status).toBe(200);
    const owner = await takeBack(eve.email);
    expect(
      (await useAccountKey(key)).status,
      'nothing is open before the owner said what is theirs',
    ).not.toBe(200);
    const { review } = await owner.get<Review>('/api/account-review');
    expect(review?.items.map(({ kind }) => kind).toSorted()).toEqual([
      'identity',
      'key',
      'key',
      'member',
      'webhook',
    ]);
    await owner.post('/api/account-review', { keep: [] });
    expect((await useAccountKey(key)).status).toBe(401);
    expect(await owner.get('/api/webhook-endpoints')).toEqual({ webhooks: [] });
  });

  test('keeps what its owner knows', async () => {
    const { eve, admin, key } = await squat();
    const before = await useKey(key);
    const owner = await takeBack(eve.email);
    const { review } = await owner.get<Review>('/api/account-review');
    const keep = review?.items
      .filter(({ kind }) => kind !== 'identity')
      .map(({ kind, id }) => ({ kind, id }));
    expect(await owner.post('/api/account-review', { keep })).toEqual({ ended: 1 });
    expect((await useKey(key)).status).toBe(before.status);
    await admin.post('/api/login', { email: admin.email, password: admin.password });
    expect(await admin.post('/api/user/account', { accountId: eve.user.accountId })).toMatchObject({
      role: 'admin',
    });
  });

  test('holds and ends the addresses that a stranger had told of chats and forms', async () => {
    const eve = await app.register('Eve');
    const spy = 'Spy@example.test';
    const addresses = [spy, 'team@example.test', eve.email];
    const made = await eve.post<Agent>('/api/agents', { from: 'blank' });
    const summary = { ...made.draft.summary, enabled: true, recipients: addresses };
    const saved = await eve.request('PUT', `/api/agents/${made.id}/draft`, {
      body: { revision: made.draftRevision, configuration: { ...made.draft, summary } },
    });
    const { draftRevision } = saved.body as Agent;
    await eve.post(`/api/agents/${made.id}/publish`, { revision: draftRevision });
    const notify = (document: FormDocument): FormDocument => ({
      ...document,
      settings: { ...document.settings, notify: addresses },
    });
    const form = await publishForm(eve, [formBlock('name')], notify);
    const told = async (): Promise<string[]> => {
      await app.database.database.direct.execute(
        sql`DELETE FROM outbox_mails WHERE kind = 'form-submission'`,
      );
      expect(await (await openForm(app, form)).send({ name: 'Ann' })).toMatchObject({ status: 200 });
      return vi.waitFor(
        async () => {
          const { mails } = await app.server.services.mail.outbox();
          const sent = mails.filter(({ kind }) => kind === 'form-submission');
          if (sent.length === 0) throw new Error('No mail yet');
          return sent.map(({ recipient }) => recipient.toLowerCase()).toSorted();
        },
        { timeout: 30_000, interval: 50 },
      );
    };
    expect(await told()).toEqual(addresses.map((one) => one.toLowerCase()).toSorted());
    const owner = await takeBack(eve.email);
    const { review } = await owner.get<Review>('/api/account-review');
    expect(review?.items.map(({ kind, id }) => [kind, id])).toEqual([
      ['notice', spy.toLowerCase()],
      ['notice', 'team@example.test'],
    ]);
    expect(await told()).toEqual([eve.email.toLowerCase()]);
    expect(
      await owner.post('/api/account-review', { keep: [{ kind: 'notice', id: 'team@example.test' }] }),
    ).toEqual({ ended: 1 });
    const kept = ['team@example.test', eve.email];
    expect(await told()).toEqual(kept.map((one) => one.toLowerCase()).toSorted());
    const agent = await owner.get<Agent>(`/api/agents/${made.id}`);
    expect(agent.draft.summary.recipients).toEqual(kept);
    // Whoever had the editor open does not write them back, and no older version brings them back.
    expect(agent.draftRevision).toBeGreaterThan(draftRevision);
    const everywhere = await app.database.database.direct.execute(sql`
      SELECT draft::text AS text FROM agents WHERE id = ${made.id} UNION ALL SELECT live::text FROM agents
      WHERE id = ${made.id}
      UNION ALL SELECT configuration::text FROM agent_versions WHERE agent_id = ${made.id}
      UNION ALL SELECT draft::text FROM forms WHERE id = ${form.id} UNION ALL SELECT published::text
      FROM forms WHERE id = ${form.id}`);
    expect(everywhere.rows).toHaveLength(5);
    for (const { text } of everywhere.rows)
      expect([String(text).includes(spy), String(text).includes('team@example.test')]).toEqual([false, true]);
  });

  test('ends the second factor that somebody else set up, and only then: the next reset leaves it on', async () => {
    const eve = await app.register('Eve');
    const switchOn = async (page: TestBrowser, password: string): Promise<void> => {
      const { secret } = await page.post<{ secret: string }>('/api/user/two-factor/begin', { password });
      await page.post('/api/user/two-factor/confirm', { code: new OTPAuth.TOTP({ secret }).generate() });
    };
    await switchOn(eve, eve.password);
    const owner = await takeBack(eve.email);
    expect(await owner.get('/api/user/two-factor')).toMatchObject({ isOn: false });
    await switchOn(owner, 'the true owner');
    await app.database.database.direct.execute(sql`DELETE FROM outbox_mails WHERE kind = 'reset-password'`);
    await expect(takeBack(eve.email)).rejects.toThrow('401');
  });

  test('asks for nothing where nothing was made, and never a second time', async () => {
    const vera = await app.register('Vera');
    const owner = await takeBack(vera.email);
    expect(await owner.get('/api/account-review')).toEqual({ review: null });
    const [user] = (
      await app.database.database.direct.execute<{ id: string }>(
        sql`SELECT id FROM users WHERE id = ${vera.user.id} AND email_proven_at IS NOT NULL`,
      )
    ).rows;
    expect(user).toBeDefined();
  });
});
