import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import {
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestBrowser,
} from '#tests/support/app/test-app.ts';

let app: TestApp;
const clock = createManualClock(new Date());
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<TestApp['register']>>;
type Team = {
  members: {
    userId: string;
    email: string;
    role: string;
    status: string;
    isYou: boolean;
    can: { manage: boolean; roles: string[]; makeOwner: boolean };
  }[];
  invitations: { id: string; email: string; state: string }[];
};
const tokenOf = ({ link }: { link: string }): string => link.split('#')[1] ?? '';
const codeOf = ({ status, body }: TestAnswer): unknown => [status, (body as { code?: string } | null)?.code];
const invite = (by: TestBrowser, email: string, role = 'editor', more: object = {}) =>
  by.post<{ invitation: { id: string }; link: string }>('/api/team/invitations', {
    email,
    role,
    agentIds: null,
    message: '',
    ...more,
  });
const accept = (by: TestBrowser, token: string, more: object = {}) =>
  by.request('POST', '/api/invitations/accept', { body: { token, ...more } });
const team = (by: TestBrowser) => by.get<Team>('/api/team');

/** A person who joined by an invitation and works in the account. */
async function join(owner: Person, role: string): Promise<Person> {
  const person = await app.register(`A ${role}`);
  expect((await accept(person, tokenOf(await invite(owner, person.email, role)))).status).toBe(200);
  return person;
}

describe('a member', () => {
  test('is given, changed and removed only by a role above, and never by the member', async () => {
    const vera = await app.register();
    const [admin, other, editor] = [
      await join(vera, 'admin'),
      await join(vera, 'admin'),
      await join(vera, 'editor'),
    ];
    const change = async (by: TestBrowser, { user }: { user: { id: string } }, role: string) =>
      codeOf(await by.request('PATCH', `/api/team/members/${user.id}`, { body: { role } }));
    const tooHigh = [403, 'team.role_too_high'];
    expect(await change(admin, editor, 'admin')).toEqual(tooHigh);
    expect(await change(admin, editor, 'billing')).toEqual(tooHigh);
    expect(await change(admin, other, 'viewer')).toEqual(tooHigh);
    expect(await change(admin, vera, 'viewer')).toEqual(tooHigh);
    expect(await change(admin, admin, 'viewer')).toEqual([409, 'team.not_oneself']);
    expect(await change(vera, vera, 'admin')).toEqual([409, 'team.not_oneself']);
    expect(await change(vera, editor, 'owner')).toEqual([400, 'common.invalid_input']);
    expect(
      codeOf(
        await admin.request('POST', '/api/team/invitations', {
          body: { email: 'x@example.test', role: 'admin', agentIds: null, message: '' },
        }),
      ),
    ).toEqual(tooHigh);
    expect(codeOf(await admin.request('DELETE', `/api/team/members/${other.user.id}`))).toEqual(tooHigh);
    expect(codeOf(await editor.request('DELETE', `/api/team/members/${other.user.id}`))).toEqual([
      403,
      'common.forbidden',
    ]);
    const stranger = await app.register();
    expect(codeOf(await vera.request('DELETE', `/api/team/members/${stranger.user.id}`))).toEqual([
      404,
      'team.member_not_found',
    ]);
    expect(await change(admin, editor, 'support')).toEqual([200, undefined]);
    expect(await editor.get('/api/user')).toMatchObject({
      role: 'support',
      can: { 'agents.edit': false, 'inbox.reply': true },
    });
    expect((await team(editor)).invitations).toEqual([]);
  });

  test('who is suspended or removed is out at once, with every session and stream in this account and no other', async () => {
    const vera = await app.register();
    const [editor, viewer] = [await join(vera, 'editor'), await join(vera, 'viewer')];
    const own = app.browser();
    await own.post('/api/login', { email: editor.email, password: editor.password });
    await own.post('/api/user/account', { accountId: editor.user.accountId });
    const stream = await fetch(`${app.url}/api/events`, { headers: { cookie: editor.cookie() } });
    const ended = stream.text();
    expect((await vera.request('POST', `/api/team/members/${editor.user.id}/suspend`)).status).toBe(200);
    expect(await ended).toContain('event: ready');
    expect((await editor.request('GET', '/api/user')).status).toBe(401);
    expect(await own.get('/api/user')).toMatchObject({ accountId: editor.user.accountId, role: 'owner' });
    expect(
      codeOf(await own.request('POST', '/api/user/account', { body: { accountId: vera.user.accountId } })),
    ).toEqual([404, 'team.member_not_found']);
    expect((await team(vera)).members.map(({ status }) => status).toSorted()).toEqual([
      'active',
      'active',
      'suspended',
    ]);
    await vera.request('POST', `/api/team/members/${editor.user.id}/reactivate`);
    expect(await own.post('/api/user/account', { accountId: vera.user.accountId })).toMatchObject({
      role: 'editor',
    });
    await vera.request('DELETE', `/api/team/members/${viewer.user.id}`);
    expect((await viewer.request('GET', '/api/agents')).status).toBe(401);
  });

  test('who belongs to this account alone: suspended they are refused, removed they begin an account of their own', async () => {
    const vera = await app.register();
    const guest = app.browser();
    const { id } = await guest.post<{ id: string }>('/api/invitations/register', {
      token: tokenOf(await invite(vera, 'alone@example.test', 'viewer')),
      name: 'Alone',
      password: 'a long password',
    });
    const login = () =>
      app.browser().request('POST', '/api/login', {
        body: { email: 'alone@example.test', password: 'a long password' },
      });
    await vera.request('POST', `/api/team/members/${id}/suspend`);
    expect(codeOf(await login())).toEqual([403, 'auth.account_disabled']);
    await vera.request('DELETE', `/api/team/members/${id}`);
    const back = await login();
    expect(back).toMatchObject({ status: 200, body: { role: 'owner' } });
    expect((back.body as { accountId: string }).accountId).not.toBe(vera.user.accountId);
  });

  test('leaves on their own, but not the owner', async () => {
    const vera = await app.register();
    const editor = await join(vera, 'editor');
    expect(codeOf(await vera.request('POST', '/api/team/leave'))).toEqual([409, 'team.last_owner']);
    expect((await editor.request('POST', '/api/team/leave')).status).toBe(200);
    expect((await editor.request('GET', '/api/user')).status).toBe(401);
    expect((await team(vera)).members).toHaveLength(1);
  });
});

describe('the owner', () => {
  const mailedCode = async (email: string): Promise<string> =>
    /\b\d{6}\b/.exec(
      (await app.server.services.mail.outbox()).mails.find(
        ({ recipient, kind }) => recipient === email && kind === 'ownership-code',
      )?.text ?? '',
    )?.[0] ?? '';

  test('hands over with their password and the code of their mailbox, and is an admin then', async () => {
    const vera = await app.register();
    const admin = await join(vera, 'admin');
    const start = async (by: TestBrowser, userId: string, password: string) =>
      codeOf(await by.request('POST', '/api/team/transfer', { body: { userId, password } }));
    const confirm = async (code: string) =>
      codeOf(await vera.request('POST', '/api/team/transfer/confirm', { body: { code } }));
    expect(await start(admin, admin.user.id, admin.password)).toEqual([403, 'common.forbidden']);
    expect(await start(vera, admin.user.id, 'not the password')).toEqual([422, 'auth.password_wrong']);
    expect(await start(vera, vera.user.id, vera.password)).toEqual([409, 'team.not_oneself']);
    expect(await confirm('000000')).toEqual([422, 'team.code_wrong']);
    expect(await start(vera, admin.user.id, vera.password)).toEqual([200, undefined]);
    const first = await mailedCode(vera.email);
    const wrong = first === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < 5; tries++) expect(await confirm(wrong)).toEqual([422, 'team.code_wrong']);
    expect(await confirm(first)).toEqual([422, 'team.code_wrong']);
    expect(await start(vera, admin.user.id, vera.password)).toEqual([200, undefined]);
    clock.advance(16 * 60_000);
    expect(await confirm(await mailedCode(vera.email))).toEqual([422, 'team.code_wrong']);
    expect(await start(vera, admin.user.id, vera.password)).toEqual([200, undefined]);
    expect(await confirm(await mailedCode(vera.email))).toEqual([200, undefined]);
    expect((await team(admin)).members.map(({ role, isYou }) => [role, isYou])).toEqual([
      ['owner', true],
      ['admin', false],
    ]);
    expect(codeOf(await vera.request('POST', '/api/team/leave'))).toEqual([200, undefined]);
  });

  test('is never missing, whoever comes at once: the database holds it', async () => {
    const vera = await app.register();
    const [admin, other] = [await join(vera, 'admin'), await join(vera, 'admin')];
    // Both admins lose their role while they try to remove each other and a third is removed by both.
    const editor = await join(vera, 'editor');
    const answers = await Promise.all([
      vera.request('PATCH', `/api/team/members/${admin.user.id}`, { body: { role: 'viewer' } }),
      vera.request('PATCH', `/api/team/members/${other.user.id}`, { body: { role: 'viewer' } }),
      admin.request('PATCH', `/api/team/members/${editor.user.id}`, { body: { role: 'support' } }),
      other.request('DELETE', `/api/team/members/${editor.user.id}`),
      vera.request('POST', '/api/team/leave'),
    ]);
    expect(answers[4]?.status).toBe(409);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect((await team(vera)).members.filter(({ role }) => role === 'owner')).toHaveLength(1);
    const { pool } = app.database.database;
    const refused = async (statement: string) =>
      pool.query(statement, [vera.user.accountId]).then(
        () => '',
        (error: { constraint?: string }) => error.constraint ?? '',
      );
    expect(
      await refused(`UPDATE memberships SET role = 'admin' WHERE account_id = $1 AND role = 'owner'`),
    ).toBe('memberships_keep_owner');
    expect(
      await refused(`UPDATE memberships SET suspended_at = now() WHERE account_id = $1 AND role = 'owner'`),
    ).toBe('memberships_keep_owner');
    expect(await refused(`DELETE FROM memberships WHERE account_id = $1 AND role = 'owner'`)).toBe(
      'memberships_keep_owner',
    );
    expect(await refused(`UPDATE memberships SET role = 'owner' WHERE account_id = $1`)).toBe(
      'memberships_one_owner',
    );
  });
});

describe('the audit log', () => {
  test('is only added to, and read by whoever manages the account', async () => {
    const vera = await app.register();
    const editor = await join(vera, 'editor');
    expect(codeOf(await editor.request('GET', '/api/audit'))).toEqual([403, 'common.forbidden']);
    const { pool } = app.database.database;
    await expect(
      pool.query(`UPDATE audit_entries SET actor_name = 'Nobody' WHERE account_id = $1`, [
        vera.user.accountId,
      ]),
    ).rejects.toThrow('only added to');
    await expect(
      pool.query('DELETE FROM audit_entries WHERE account_id = $1', [vera.user.accountId]),
    ).rejects.toThrow('only added to');
    const page = await vera.get<{ entries: { action: string }[] }>(`/api/audit?actor=${editor.user.id}`);
    expect(page.entries.map(({ action }) => action)).toEqual(['team.joined']);
  });
});
