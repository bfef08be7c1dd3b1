import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrandWorld, ownHost, type BrandOwner, type BrandWorld } from '#tests/support/app/brand-world.ts';
import { joinClient, joinTeam } from '#tests/support/app/join.ts';
import type { TestBrowser } from '#tests/support/app/test-app.ts';
import { openChat } from '#tests/support/visitors/visitor-chat.ts';
import type { AuditEntry } from '#features/audit/audit.contract.ts';
import type { ClientDetails, ClientSummary } from '../agencies.contract.ts';

let world: BrandWorld;
beforeAll(async () => {
  world = await openBrandWorld();
  world.dnsState.zone = { [ownHost]: { addresses: ['192.0.2.7'] } };
});
afterAll(() => world.app.close());

type Tail<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;
const noLimits = { agents: null, messages: null, pages: null, members: null };

async function clientOf(agency: TestBrowser, name = 'Rosa Flowers', limits = {}): Promise<ClientDetails> {
  return agency.post<ClientDetails>('/api/clients', { name, limits: { ...noLimits, ...limits } });
}
const codeOf = async (answer: Promise<{ status: number; body: unknown }>): Promise<string> => {
  const { status, body } = await answer;
  return status < 300 ? 'done' : ((body as { code?: string } | null)?.code ?? String(status));
};
const makeAgent = (by: TestBrowser) =>
  by.request('POST', '/api/agents', { body: { from: 'description', input: 'Florist in Prague' } });
const agentsOf = async (by: TestBrowser) =>
  (await by.get<{ agents: { id: string }[] }>('/api/agents')).agents;
const change = (agency: TestBrowser, id: string, body: object) =>
  agency.request('PATCH', `/api/clients/${id}`, { body });
const actions = async (by: TestBrowser): Promise<string[]> =>
  (await by.get<{ entries: AuditEntry[] }>('/api/audit')).entries.map(({ action }) => action);
const mailOf = async (email: string, about: string) =>
  (await world.app.server.services.mail.outbox()).mails.find(
    ({ kind, recipient }) => kind === about && recipient === email,
  );
const joined = (...by: Tail<Parameters<typeof joinClient>>) => joinClient(world.app, ...by);
const colleague = (...by: Tail<Parameters<typeof joinTeam>>) => joinTeam(world.app, ...by);

describe('clients', () => {
  test('are had by accounts with White Label and a brand, and looked after by who may', async () => {
    const owner = await world.app.register();
    expect(await codeOf(owner.request('POST', '/api/clients', { body: { name: 'A' } }))).toBe(
      'agencies.plan_needed',
    );
    await world.setPlan(owner, 'white_label');
    expect(await codeOf(owner.request('POST', '/api/clients', { body: { name: 'A' } }))).toBe(
      'agencies.brand_needed',
    );
    const [agency, other] = [await world.branded(), await world.branded('Other')];
    const client = await clientOf(agency);
    const found = await agency.get<{ state: string; clients: ClientSummary[] }>('/api/clients?search=rosa');
    expect(found).toMatchObject({ state: 'ready', clients: [{ id: client.id, agents: 0, state: 'active' }] });
    expect(await agency.get('/api/clients?search=nobody')).toMatchObject({ clients: [] });
    // Nobody else's, whatever they do with its id.
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Mine' }],
      ['POST', '/pause', { reason: '' }],
      ['POST', '/resume', {}],
      ['POST', '/enter', {}],
      ['POST', '/invitations', { email: 'a@b.example', role: 'owner', message: '' }],
      ['POST', '/release', { confirmation: client.name }],
      ['POST', '/delete', { confirmation: client.name, password: 'a long password' }],
    ] as const)
      expect([
        path,
        await codeOf(other.request(method, `/api/clients/${client.id}${path}`, { ...(body && { body }) })),
      ]).toEqual([path, 'agencies.client_not_found']);
    const editor = await colleague(agency, 'editor@linden.example', 'editor');
    expect((await editor.request('GET', '/api/clients')).status).toBe(403);
    expect((await editor.request('POST', `/api/clients/${client.id}/enter`, { body: {} })).status).toBe(403);
    // A client has no clients, no brand and no plan of its own.
    const rosa = await joined(agency, client.id, 'first@rosa.example');
    expect(await codeOf(rosa.request('POST', '/api/clients', { body: { name: 'B' } }))).toBe(
      'agencies.clients_have_none',
    );
    expect(
      await codeOf(rosa.request('PUT', '/api/white-label/domain', { body: { host: 'a.rosa.example' } })),
    ).toBe('white_label.plan_needed');
    const buying = { plan: 'pro', interval: 'month', key: crypto.randomUUID() };
    expect(await codeOf(rosa.request('POST', '/api/billing/checkout', { body: buying }))).toBe(
      'clients.plan_of_agency',
    );
    expect(await rosa.get('/api/billing')).toMatchObject({ plan: 'client', offers: [] });
    // Its people reach neither the agency nor another client.
    const sibling = await clientOf(agency, 'Sibling');
    for (const accountId of [agency.user.accountId, sibling.id])
      expect(await codeOf(rosa.request('POST', '/api/user/account', { body: { accountId } }))).toBe(
        'team.member_not_found',
      );
  });

  test('have as many agents, members and pages as their agency allows, whoever comes at once', async () => {
    const agency = await world.branded();
    const client = await clientOf(agency, 'Limited', { agents: 1, members: 1, pages: 2 });
    const rosa = await joined(agency, client.id, 'second@rosa.example');
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(makeAgent(rosa))));
    expect(codes.toSorted()).toEqual(['account-limits.agents', 'account-limits.agents', 'done']);
    expect(
      await codeOf(
        rosa.request('POST', '/api/team/invitations', {
          body: { email: 'more@rosa.example', role: 'editor', agentIds: null, message: '' },
        }),
      ),
    ).toBe('account-limits.members');
    const [agent] = await agentsOf(rosa);
    expect(await codeOf(rosa.request('POST', `/api/agents/${agent?.id}/duplicate`, { body: {} }))).toBe(
      'account-limits.agents',
    );
    await change(agency, client.id, { limits: { ...noLimits, agents: 2 } });
    expect(await codeOf(makeAgent(rosa))).toBe('done');
    // One out of the bin takes a place like a new one.
    await rosa.request('DELETE', `/api/agents/${agent?.id}`, { body: {} });
    expect(await codeOf(makeAgent(rosa))).toBe('done');
    expect(await codeOf(rosa.request('POST', `/api/agent-bin/${agent?.id}/restore`, { body: {} }))).toBe(
      'account-limits.agents',
    );
    // What is there already stays when less is allowed.
    expect(await codeOf(change(agency, client.id, { limits: { ...noLimits, agents: 0 } }))).toBe('done');
    expect(await agentsOf(rosa)).toHaveLength(2);
    for (const limits of [{ agents: -1 }, { agents: 1.5 }, { members: 0 }, { agents: 1, more: 1 }])
      expect((await change(agency, client.id, { limits: { ...noLimits, ...limits } })).status).toBe(400);
  });

  test('answer as many messages a month, and say so when there are no more', async () => {
    const agency = await world.branded();
    const client = await clientOf(agency, 'Chatty', { messages: 2 });
    const rosa = await joined(agency, client.id, 'third@rosa.example');
    const { number } = await world.publish(rosa as unknown as BrandOwner);
    const chats = await Promise.all([1, 2, 3, 4].map(() => openChat(world.app, number)));
    const said = await Promise.all(chats.map((chat) => chat.say('Hello')));
    expect(said.map(({ code }) => code).toSorted()).toEqual(['access.resting', 'access.resting', null, null]);
    await world.app.server.services.agentUsage.flush();
    expect(await agency.get(`/api/clients/${client.id}`)).toMatchObject({
      messages: 2,
      used: { messages: 2 },
    });
    await change(agency, client.id, { limits: { ...noLimits, messages: 3 } });
    const answered = said.findIndex(({ code }) => code === null);
    expect(await chats[answered]?.say('Hello again')).toMatchObject({ code: null });
    await world.app.server.services.agentUsage.flush();
    expect(await agency.get(`/api/clients/${client.id}`)).toMatchObject({ messages: 3, conversations: 2 });
  });

  test('use what their agency leaves on, by screens and by programs', async () => {
    const agency = await world.branded();
    const client = await clientOf(agency, 'Plain');
    const rosa = await joined(agency, client.id, 'fourth@rosa.example');
    const agent = await world.publish(rosa as unknown as BrandOwner);
    const { key } = await rosa.post<{ key: string }>('/api/account-keys', {
      name: 'Till',
      scopes: ['agents.read', 'forms.write'],
      agentIds: null,
      isTest: false,
    });
    const byProgram = { headers: { authorization: `Bearer ${key}` } };
    expect((await rosa.request('GET', '/api/v1/me', byProgram)).status).toBe(200);
    await change(agency, client.id, { featuresOff: ['forms', 'models', 'tools', 'paywall', 'api'] });
    for (const [method, path, body] of [
      ['POST', '/api/forms', { name: 'Contact' }],
      ['PUT', '/api/integrations/openai', { apiKey: 'sk-1' }],
      ['POST', '/api/functions', {}],
      ['POST', '/api/stores', {}],
      ['POST', '/api/account-keys', {}],
      ['POST', '/api/webhook-endpoints', {}],
      ['POST', '/api/sample-account', {}],
      ['POST', `/api/agents/${agent.id}/keys`, {}],
    ] as const)
      expect([path, await codeOf(rosa.request(method, path, { body }))]).toEqual([
        path,
        'clients.feature_off',
      ]);
    expect(await codeOf(rosa.request('GET', '/api/v1/me', byProgram))).toBe('clients.feature_off');
    expect((await rosa.request('GET', '/api/forms')).status).toBe(200);
    const running = await world.app.server.services.agents.runningById(client.id, agent.id, false);
    expect(running?.configuration).toMatchObject({
      payment: { enabled: false },
      ai: { provider: 'built-in' },
    });
    await change(agency, client.id, { featuresOff: [] });
    expect((await rosa.request('GET', '/api/v1/me', byProgram)).status).toBe(200);
  });

  test('rest while they are paused: visitors read that, their people read why and make nothing', async () => {
    const agency = await world.branded();
    const client = await clientOf(agency, 'Paused');
    const rosa = await joined(agency, client.id, 'fifth@rosa.example');
    const { number } = await world.publish(rosa as unknown as BrandOwner);
    const chat = await openChat(world.app, number);
    await agency.post(`/api/clients/${client.id}/pause`, { reason: 'The invoice of May' });
    expect(await codeOf(makeAgent(rosa))).toBe('clients.paused');
    expect(await rosa.get('/api/user')).toMatchObject({ client: { pausedReason: 'The invoice of May' } });
    expect(await rosa.get('/api/subscription/status')).toMatchObject({ status: 'active', isActive: false });
    expect(await chat.say('Hello')).toMatchObject({ code: expect.stringContaining('closed') as string });
    await agency.post(`/api/clients/${client.id}/resume`);
    expect(await chat.say('Hello')).toMatchObject({ code: null });
    expect(await codeOf(makeAgent(rosa))).toBe('done');
  });
});

describe('people of the agency', () => {
  test('come into a client and go, which both sides read; what would outlast that is left to its own people', async () => {
    const agency = await world.branded();
    const client = await clientOf(agency);
    const rosa = await joined(agency, client.id, 'sixth@rosa.example');
    const anna = await colleague(agency, 'anna@linden.example', 'admin');
    // By another way than this one nobody comes in.
    expect(await codeOf(anna.request('POST', '/api/user/account', { body: { accountId: client.id } }))).toBe(
      'team.member_not_found',
    );
    expect(await anna.post(`/api/clients/${client.id}/enter`)).toMatchObject({
      accountId: client.id,
      role: 'admin',
      client: { isVisit: true },
    });
    expect(await codeOf(makeAgent(anna))).toBe('done');
    const [agent] = await agentsOf(anna);
    for (const [method, path, body] of [
      ['POST', '/api/account-keys', {}],
      ['POST', '/api/webhook-endpoints', {}],
      ['GET', `/api/agents/${agent?.id}/keys`, undefined],
      ['POST', '/api/team/leave', {}],
      ['POST', '/api/user/account', { accountId: agency.user.accountId }],
    ] as const)
      expect([path, await codeOf(anna.request(method, path, { ...(body && { body }) }))]).toEqual([
        path,
        'clients.own_people',
      ]);
    for (const path of ['/api/account/delete', '/api/white-label/domain'])
      expect((await anna.request('POST', path, { body: {} })).status).toBeGreaterThanOrEqual(400);
    expect((await anna.request('GET', '/api/white-label')).status).toBe(403);
    expect(await anna.post('/api/client-visit/end')).toMatchObject({
      accountId: agency.user.accountId,
      client: null,
    });
    expect(await codeOf(anna.request('POST', '/api/client-visit/end', { body: {} }))).toBe(
      'agencies.client_not_found',
    );
    expect(await actions(agency)).toEqual(expect.arrayContaining(['clients.entered', 'clients.left']));
    expect(await actions(rosa)).toEqual(
      expect.arrayContaining(['account.entered_by_agency', 'account.left_by_agency']),
    );
    // Whoever may no more is out at once.
    for (const end of [
      () => agency.request('PATCH', `/api/team/members/${anna.id}`, { body: { role: 'editor' } }),
      () => agency.request('DELETE', `/api/team/members/${anna.id}`, { body: {} }),
    ]) {
      if ((await anna.request('POST', `/api/clients/${client.id}/enter`, { body: {} })).status !== 200) break;
      await end();
      expect((await anna.request('GET', '/api/agents')).status).toBe(401);
      await anna.post('/api/login', { email: 'anna@linden.example', password: 'a long password' });
    }
    expect((await anna.request('POST', `/api/clients/${client.id}/enter`, { body: {} })).status).toBe(403);
  });
});

describe('the brand', () => {
  test('of the agency is all that a client’s people and visitors see, also under its address', async () => {
    const agency = await world.branded();
    const host = await world.served(agency);
    const client = await clientOf(agency);
    const rosa = await joined(agency, client.id, 'rosa@rosa.example');
    expect(rosa.link).toMatch(new RegExp(`^https://${host}/accept-invitation#`));
    const { mails } = await world.app.server.services.mail.outbox();
    const mail = mails.find(({ recipient }) => recipient === 'rosa@rosa.example');
    expect(`${mail?.subject} ${mail?.text} ${mail?.senderName}`).not.toContain('Chatelier');
    expect(await rosa.get('/api/user/white-label')).toMatchObject({
      brandName: 'Linden Assist',
      isWhiteLabel: true,
    });
    const own = { origin: `https://${host}`, 'sec-fetch-site': 'same-origin' };
    const login = await world.ask(host, '/api/login', {
      method: 'POST',
      body: { email: 'rosa@rosa.example', password: 'a long password' },
      headers: own,
    });
    expect(login.status).toBe(200);
    const cookie = (login.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
    expect(JSON.parse((await world.ask(host, '/api/user', { cookie })).text)).toMatchObject({
      accountId: client.id,
      client: { agencyName: 'Linden Assist', isVisit: false },
    });
    const mine = await world.publish(rosa as unknown as BrandOwner);
    const chat = await world.ask(host, `/widgets/${mine.number}`);
    expect(chat.status).toBe(200);
    expect(chat.text).toContain(`"poweredBy":{"product":"Linden Assist","url":"https://${host}"}`);
    expect(chat.text.replaceAll(/chatelier-\w+|_chatelier/g, '')).not.toContain('Chatelier');
    // Under the address of another agency it is not there.
    const other = await world.branded('Other');
    expect((await world.ask(await world.served(other), `/widgets/${mine.number}`)).status).toBe(404);
    // Neither a reset nor a new password betrays whose software it is.
    await rosa.post('/api/forgot-password', { email: 'rosa@rosa.example' });
    await world.app.server.services.auth.sendResetMail('rosa@rosa.example');
    const reset = await mailOf('rosa@rosa.example', 'reset-password');
    expect(reset?.text).toContain(`https://${host}/reset-password#`);
    expect(`${reset?.subject} ${reset?.text}`).not.toContain('Chatelier');
  });
});

describe('client and agency part', () => {
  test('by a release, after which the agency has nothing there', async () => {
    const agency = await world.branded();
    const client = await clientOf(agency, 'Free Soon', { agents: 0 });
    const release = (confirmation = 'Free Soon') =>
      agency.request('POST', `/api/clients/${client.id}/release`, { body: { confirmation } });
    expect(await codeOf(release('free soon'))).toBe('agencies.confirmation_wrong');
    expect(await codeOf(release())).toBe('agencies.owner_missing');
    const rosa = await joined(agency, client.id, 'seventh@rosa.example');
    const { link } = await agency.post<{ link: string }>(`/api/clients/${client.id}/invitations`, {
      email: 'late@rosa.example',
      role: 'editor',
      message: '',
    });
    const anna = await colleague(agency, 'anna.two@linden.example', 'admin');
    await anna.post(`/api/clients/${client.id}/enter`);
    expect(await codeOf(release())).toBe('done');
    expect((await anna.request('GET', '/api/agents')).status).toBe(401);
    expect(await codeOf(agency.request('GET', `/api/clients/${client.id}`))).toBe(
      'agencies.client_not_found',
    );
    expect(
      await codeOf(
        world.app.browser().request('POST', '/api/invitations/look', { body: { token: link.split('#')[1] } }),
      ),
    ).toBe('team.link_revoked');
    expect(await rosa.get('/api/user')).toMatchObject({ accountId: client.id, client: null, role: 'owner' });
    expect(await rosa.get('/api/subscription/status')).toMatchObject({ status: 'trialing', isActive: true });
    expect((await mailOf('seventh@rosa.example', 'client-released'))?.subject).toContain('Free Soon');
    expect(await rosa.get('/api/user/white-label')).toMatchObject({ isWhiteLabel: false });
    expect(await codeOf(makeAgent(rosa))).toBe('done');
  });

  test('when the agency’s plan ends: clients rest, and their owners may go', async () => {
    const agency = await world.branded();
    const client = await clientOf(agency, 'Left');
    const rosa = await joined(agency, client.id, 'eighth@rosa.example');
    const leave = () => codeOf(rosa.request('POST', '/api/client-account/stand-alone', { body: {} }));
    expect(await leave()).toBe('agencies.agency_serves');
    await world.setPlan(agency, 'pro');
    expect(await codeOf(makeAgent(rosa))).toBe('clients.agency_gone');
    expect(await rosa.get('/api/user/white-label')).toMatchObject({ brandName: 'Linden Assist' });
    expect(await agency.get('/api/clients')).toMatchObject({
      state: 'plan',
      clients: [{ state: 'stopped' }],
    });
    expect(await leave()).toBe('done');
    expect(await codeOf(makeAgent(rosa))).toBe('done');
    expect(await agency.get('/api/clients')).toMatchObject({ clients: [] });
  });

  test('when the agency’s plan ends: it still reads and lets go, and gives nothing', async () => {
    const agency = await world.branded();
    const { id } = await clientOf(agency, 'Rests');
    await world.setPlan(agency, 'pro');
    const at = `/api/clients/${id}`;
    const post = (path: string, body?: object) => codeOf(agency.request('POST', at + path, body && { body }));
    expect(await agency.get(at)).toMatchObject({ name: 'Rests', state: 'stopped', messages: 0 });
    expect(await post('/pause', { reason: 'Nobody pays' })).toBe('done');
    expect(await post('/resume')).toBe('agencies.plan_needed');
    expect(await post('/enter')).toBe('agencies.plan_needed');
    expect(await codeOf(change(agency, id, { name: 'Other' }))).toBe('agencies.plan_needed');
    // Nobody is let go who could come in by nobody: an owner is still asked for, and nobody else.
    const rosa = await joined(agency, id, 'eleventh@rosa.example');
    const colleagueOfRosa = { email: 'twelfth@rosa.example', role: 'editor', message: '' };
    expect(await post('/invitations', colleagueOfRosa)).toBe('agencies.plan_needed');
    expect(await post('/release', { confirmation: 'Rests' })).toBe('done');
    expect(await codeOf(makeAgent(rosa))).toBe('done');
  });

  test('when the agency or a client is deleted', async () => {
    const agency = await world.branded();
    await world.served(agency);
    const [stays, goes, empty] = [
      await clientOf(agency, 'Stays'),
      await clientOf(agency, 'Goes'),
      await clientOf(agency, 'Empty'),
    ];
    const rosa = await joined(agency, stays.id, 'ninth@rosa.example');
    const gone = await joined(agency, goes.id, 'tenth@rosa.example');
    const remove = (password: string) =>
      agency.request('POST', `/api/clients/${goes.id}/delete`, { body: { confirmation: 'Goes', password } });
    expect(await codeOf(remove('wrong'))).toBe('auth.password_wrong');
    expect(await codeOf(remove(agency.password))).toBe('done');
    expect((await gone.request('GET', '/api/user')).status).toBe(401);
    expect(await codeOf(change(agency, goes.id, { name: 'Again' }))).toBe('agencies.client_not_found');
    await agency.post('/api/account/delete', {
      confirmation: agency.email,
      password: agency.password,
    });
    expect(await rosa.get('/api/user')).toMatchObject({ accountId: stays.id, client: null });
    expect(await rosa.get('/api/subscription/status')).toMatchObject({ status: 'trialing' });
    const told = (await mailOf('ninth@rosa.example', 'client-released'))?.text;
    for (const words of [`Sign in at ${ownHost}`, 'name Linden Assist’s address'])
      expect(told).toContain(words);
    const { superadmin } = world.app.server.services;
    await expect(superadmin.accounts.details(empty.id)).rejects.toThrow(/not_found/);
  });
});
