import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AuditEntry } from '#features/audit/audit.contract.ts';
import { claimServer } from '#tests/support/app/superadmin.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';
import type { FlaggedAgent } from '../abuse.contract.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let operator: Person;
let vera: Person;
beforeAll(async () => {
  // Whoever calls from this machine says by a header where they come from, as behind a proxy.
  app = await startTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } });
  const { services } = app.server;
  operator = await app.register('Olga Operator');
  await claimServer(app, operator);
  vera = await app.register('Vera');
  superadmin = { userId: operator.user.id, accountId: operator.user.accountId, address: '192.0.2.7' };
  ipBlocks = services.ipBlocks;
  flaggedAgents = services.flaggedAgents;
});
afterAll(() => app.close());

let superadmin: { userId: string; accountId: string; address: string };
let ipBlocks: TestApp['server']['services']['ipBlocks'];
let flaggedAgents: TestApp['server']['services']['flaggedAgents'];
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'worked',
    (error: { code?: string }) => error.code,
  );
const from = (address: string, path: string, body: object): Promise<TestAnswer> =>
  app.browser().request('POST', path, { body, headers: { 'x-forwarded-for': address } });
const lines = async (): Promise<string[]> =>
  (await app.server.services.audit.ofSuperadmins()).entries.map(({ action }: AuditEntry) => action);

describe('addresses that are blocked', () => {
  const signIn = (address: string) =>
    from(address, '/api/login', { email: vera.email, password: vera.password });

  test('may not chat, register or sign in, until they are released or their time is over', async () => {
    const made = await ipBlocks.block(superadmin, {
      network: '198.51.100.9/24',
      reason: 'Floods the chat',
      expiresAt: null,
    });
    expect(made.network).toBe('198.51.100.0/24');
    const answers = await Promise.all([
      signIn('198.51.100.77'),
      from('198.51.100.77', '/api/register', {}),
      from('::ffff:198.51.100.77', '/api/visitor/session', {}),
      from('198.51.100.77', '/widgets/1/report', {}),
      // Programs with a key come in nowhere either, nor by another spelling of a path.
      from('198.51.100.77', '/api/v1/contacts', {}),
      from('198.51.100.77', '/v1/chat/completions', {}),
      from('198.51.100.77', '/mcp', {}),
      from('198.51.100.77', '/mcp/agents/1', {}),
      from('198.51.100.77', '/oauth/token', {}),
      from('198.51.100.77', '/%61pi/v%31/contacts', {}),
    ]);
    expect(answers.map(({ status, text }) => [status, text.includes('abuse.address_blocked')])).toEqual(
      answers.map(() => [403, true]),
    );
    expect((await signIn('198.51.101.1')).status).toBe(200);
    expect((await app.browser().request('GET', '/', {})).status).toBe(200);
    expect(
      await codeOf(
        ipBlocks.block(superadmin, { network: '198.51.100.0/24', reason: 'Again', expiresAt: null }),
      ),
    ).toBe('abuse.already_blocked');
    await ipBlocks.unblock(superadmin, made.id);
    expect((await signIn('198.51.100.77')).status).toBe(200);
    expect(await lines()).toEqual(
      expect.arrayContaining(['operator.address_blocked', 'operator.address_released']),
    );
  });

  test('are never one’s own, nor most of the internet, nor no address', async () => {
    const codes = ['192.0.2.0/24', '0.0.0.0/0', 'example.com', '10.0.0.0/33'].map((network) =>
      codeOf(ipBlocks.block(superadmin, { network, reason: 'By mistake', expiresAt: null })),
    );
    expect(await Promise.all(codes)).toEqual([
      'abuse.own_address',
      'abuse.too_wide',
      'abuse.bad_network',
      'abuse.bad_network',
    ]);
    const expiresAt = new Date(Date.now() - 1_000).toISOString();
    expect(
      await codeOf(ipBlocks.block(superadmin, { network: '203.0.113.1', reason: 'Too late', expiresAt })),
    ).toBe('abuse.until_passed');
    expect(ipBlocks.isBlocked('203.0.113.1')).toBe(false);
    expect((await vera.request('GET', '/api/superadmin/ip-blocks')).status).toBe(404);
  });
});

describe('agents', () => {
  const publish = async (): Promise<Agent> => {
    const agent = await vera.post<Agent>('/api/agents', { from: 'blank', input: '' });
    await vera.post(`/api/agents/${agent.id}/publish`, { revision: agent.draftRevision, name: '' });
    return agent;
  };
  const send = (number: number, body: string) =>
    fetch(`${app.url}/widgets/${number}/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.url },
      body,
    });

  test('are reported without a script, which superadmins alone read, as plain words', async () => {
    const agent = await publish();
    const page = await app.browser().request('GET', `/widgets/${agent.number}/report?lang=nl`);
    expect([page.status, page.text.includes('Melding versturen')]).toEqual([200, true]);
    expect((await app.browser().request('GET', '/widgets/1/report')).status).toBe(404);
    expect(await (await send(agent.number, 'kind=scam&body=+')).text()).toContain('in a few words');
    const sent = await send(
      agent.number,
      `kind=none&body=${encodeURIComponent('<script>alert(1)</script>')}`,
    );
    expect(await sent.text()).toContain('Your report has arrived');
    await send(agent.number, `kind=scam&body=${'x'.repeat(10_000)}`);
    const find = async (): Promise<FlaggedAgent | undefined> =>
      (await flaggedAgents.list()).find(({ id }) => id === agent.id);
    const found = await find();
    expect(found).toMatchObject({ reportCount: 2, held: null, account: { id: vera.user.accountId } });
    expect(found?.reports.map(({ kind, body }) => [kind, body.length])).toEqual([
      ['scam', 2_000],
      ['other', 25],
    ]);
    await flaggedAgents.resolve(superadmin, agent.id);
    expect(await find()).toBeUndefined();
    expect(await codeOf(flaggedAgents.resolve(superadmin, agent.id))).toBe('common.not_found');
    const many = await Promise.all(
      Array.from({ length: 6 }, () => send(agent.number, 'kind=scam&body=Again')),
    );
    expect(many.some(({ status }) => status === 429)).toBe(true);
  });

  test('that a superadmin pauses answer nobody, whatever their owner does, and its owner reads why', async () => {
    const agent = await publish();
    const isClosed = async (): Promise<boolean> =>
      (await app.server.services.agents.runningByNumber(agent.number))?.closed === '';
    await flaggedAgents.hold(superadmin, agent.id, 'Asks for passwords');
    expect(await isClosed()).toBe(true);
    await vera.post(`/api/agents/${agent.id}/status`, { status: 'live' });
    expect(await isClosed()).toBe(true);
    expect((await flaggedAgents.list()).find(({ id }) => id === agent.id)).toMatchObject({
      held: { reason: 'Asks for passwords' },
    });
    const { entries } = await vera.get<{ entries: AuditEntry[] }>('/api/audit?group=account');
    expect(entries[0]).toMatchObject({
      action: 'account.agent_held',
      actor: { id: null, email: null },
      details: { reason: 'Asks for passwords' },
    });
    await flaggedAgents.release(superadmin, agent.id);
    expect(await isClosed()).toBe(false);
    expect(await codeOf(flaggedAgents.hold(superadmin, 'agt_0', 'Nobody'))).toBe('common.not_found');
  });
});
