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
    lastActiveAt: string | null;
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
  test('who is suspended or removed is out at once, with every session and stream in this account and no other', async () => {
    const vera = await app.register();
    const [editor, viewer] = [await join(vera, 'editor'), await join(vera, 'viewer')];
    const own = app.browser();
    await own.post('/api/login', { email: editor.email, password: editor.password });
    await own.post('/api/user/account', { accountId: editor.user.accountId });
    // Whoever has just joined is no one who was never there.
    expect((await team(vera)).members.find(({ userId }) => userId === editor.user.id)?.lastActiveAt).toEqual(
      expect.any(String),
    );
    const stream = await fetch(`${app.url}/api/events`, { headers: { cookie: editor.cookie() } });
    const ended = stream.text();
    expect((await vera.request('POST', `/api/team/members/${editor.user.id}/suspend`)).status).toBe(200);
    expect(await ended).toMatch(/event: ready[\s\S]*event: access-ended/);
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
});

describe('an invitation', () => {
  test('is taken by a known person with their session renewed, and by nobody with another address', async () => {
    const [vera, jonas, eve] = [
      await app.register('Vera'),
      await app.register('Jonas'),
      await app.register('Eve'),
    ];
    const token = tokenOf(await invite(vera, jonas.email.toUpperCase()));
    expect(codeOf(await accept(eve, token))).toEqual([403, 'team.link_for_another']);
    expect(codeOf(await accept(app.browser(), token))).toEqual([401, 'common.not_signed_in']);
    const before = jonas.cookie();
    expect(await accept(jonas, token)).toMatchObject({
      status: 200,
      body: { role: 'editor', accountId: vera.user.accountId },
    });
    expect(jonas.cookie()).not.toBe(before);
    expect((await app.browser().request('GET', '/api/user', { headers: { cookie: before } })).status).toBe(
      401,
    );
    expect(codeOf(await accept(jonas, token))).toEqual([409, 'team.link_used']);
    // They still have their own account, and go from one to the other.
    const { accounts } = await jonas.get<{ accounts: { id: string; isCurrent: boolean }[] }>(
      '/api/user/accounts',
    );
    expect(accounts.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [jonas.user.accountId, false],
      [vera.user.accountId, true],
    ]);
    expect(await jonas.post('/api/user/account', { accountId: jonas.user.accountId })).toMatchObject({
      role: 'owner',
      accountId: jonas.user.accountId,
    });
    expect(
      codeOf(await jonas.request('POST', '/api/user/account', { body: { accountId: eve.user.accountId } })),
    ).toEqual([404, 'team.member_not_found']);
  });

  test('is asked for by whoever may, for a role that can be given', async () => {
    const vera = await app.register();
    const editor = await join(vera, 'editor');
    const asked = (by: TestBrowser, role: string) =>
      by.request('POST', '/api/team/invitations', {
        body: { email: 'x@example.test', role, agentIds: null, message: '' },
      });
    expect(codeOf(await asked(editor, 'viewer'))).toEqual([403, 'common.forbidden']);
    expect(codeOf(await asked(vera, 'owner'))).toEqual([400, 'common.invalid_input']);
    expect(
      codeOf(await vera.request('PATCH', `/api/team/members/${editor.user.id}`, { body: { role: 'owner' } })),
    ).toEqual([400, 'common.invalid_input']);
    // What is not taken for an address counts for none of the invitations of a day.
    for (let at = 0; at < 30; at++)
      expect(
        codeOf(
          await vera.request('POST', '/api/team/invitations', {
            body: { email: 'not an address', role: 'viewer', agentIds: null, message: '' },
          }),
        ),
      ).toEqual([400, 'common.invalid_input']);
    const { invitation } = await invite(vera, 'x@example.test', 'viewer');
    const again = await vera.request('POST', `/api/team/invitations/${invitation.id}/resend`);
    expect([codeOf(again), again.headers.get('retry-after')]).toEqual([
      [429, 'team.invitation_sent_just_now'],
      '60',
    ]);
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
