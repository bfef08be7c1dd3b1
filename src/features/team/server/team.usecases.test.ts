import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AssignableRole } from '../team.contract.ts';
import { from, outcome, teamOf, tokenOf } from '#tests/support/app/team-of-services.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';

let server: TestServices;
let invite: ReturnType<typeof teamOf>['invite'];
let join: ReturnType<typeof teamOf>['join'];
beforeAll(async () => {
  server = await startTestServices();
  ({ invite, join } = teamOf(server));
});
afterAll(() => server.close());

const change = (by: TestMember, { user }: TestMember, role: AssignableRole) =>
  outcome(server.team.members.change(by.scope, user.id, { role }));
const login = (email: string) =>
  server.auth.login({ email, password: 'a long password' }, { ...from, device: undefined });
const [tooHigh, notOneself] = ['team.role_too_high', 'team.not_oneself'];

/** A key and a program of a member's that work; `work` says which of them still do. */
async function programsOf(member: TestMember) {
  const [back, verifier] = ['https://assistant.example/callback', 'v'.repeat(64)];
  const { key } = await server.accountKeys.create(member.scope, {
    name: 'Theirs',
    isTest: false,
    scopes: ['agents.read'],
    agentIds: null,
    requestsPerMinute: 120,
  });
  const { client_id: client } = await server.oauth.register({
    client_name: 'Assistant',
    redirect_uris: [back],
  });
  const url = await server.oauth.decide(member.scope, {
    client_id: client,
    redirect_uri: back,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    isAllowed: true,
    scopes: ['agents.read'],
    agentIds: null,
  });
  const { access_token: access } = await server.oauth.tokens({
    grant_type: 'authorization_code',
    client_id: client,
    code: new URL(url).searchParams.get('code') ?? '',
    redirect_uri: back,
    code_verifier: verifier,
  });
  return {
    work: async () => [
      (await server.accountKeys.authenticate(key)) !== null,
      (await server.oauth.authenticate(access)) !== null,
    ],
  };
}

describe('a member', () => {
  test('who is removed or leaves takes along no key and no program, whoever comes back later', async () => {
    const { members } = server.team;
    const vera = await server.member();
    const [removed, leaving, staying] = [
      await join(vera, 'admin'),
      await join(vera, 'admin'),
      await join(vera, 'admin'),
    ];
    const [hers, theirs, kept] = [
      await programsOf(removed),
      await programsOf(leaving),
      await programsOf(staying),
    ];
    await members.remove(vera.scope, removed.user.id);
    expect([await hers.work(), await theirs.work()]).toEqual([
      [false, false],
      [true, true],
    ]);
    await members.leave(leaving.scope);
    expect([await theirs.work(), await kept.work()]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('is given, changed and removed only by a role above, and never by the member', async () => {
    const { members } = server.team;
    const vera = await server.member();
    const [admin, other, editor] = [
      await join(vera, 'admin'),
      await join(vera, 'admin'),
      await join(vera, 'editor'),
    ];
    expect(await change(admin, editor, 'admin')).toBe(tooHigh);
    expect(await change(admin, editor, 'billing')).toBe(tooHigh);
    expect(await change(admin, other, 'viewer')).toBe(tooHigh);
    expect(await change(admin, vera, 'viewer')).toBe(tooHigh);
    expect(await change(admin, admin, 'viewer')).toBe(notOneself);
    expect(await change(vera, vera, 'admin')).toBe(notOneself);
    expect(await outcome(invite(admin, 'x@example.test', 'admin'))).toBe(tooHigh);
    expect(await outcome(members.remove(admin.scope, other.user.id))).toBe(tooHigh);
    expect(await outcome(members.suspend(editor.scope, other.user.id))).toBe(tooHigh);
    const stranger = await server.member();
    expect(await outcome(members.remove(vera.scope, stranger.user.id))).toBe('team.member_not_found');
    expect(await change(admin, editor, 'support')).toBe('done');
    const { can, role } = await server.scopeOf(editor.user.id, vera.scope.accountId);
    expect([role, can('agents.edit'), can('inbox.reply')]).toEqual(['support', false, true]);
    expect((await members.team(editor.scope)).invitations).toEqual([]);
  });

  test('who belongs to this account alone: suspended they are refused, removed they begin an account of their own', async () => {
    const { members, joining } = server.team;
    const vera = await server.member();
    const email = 'alone@example.test';
    const { user } = await joining.register(
      { token: tokenOf(await invite(vera, email, 'viewer')), name: 'Alone', password: 'a long password' },
      { ...from, language: 'en', timezone: null },
    );
    await members.suspend(vera.scope, user.id);
    expect(await outcome(login(email))).toBe('auth.account_disabled');
    await members.remove(vera.scope, user.id);
    const back = (await login(email)).user;
    expect(back.role).toBe('owner');
    expect(back.accountId).not.toBe(vera.scope.accountId);
  });

  test('leaves on their own, with their sessions there, but not the owner', async () => {
    const { members } = server.team;
    const vera = await server.member();
    const editor = await join(vera, 'editor');
    expect(await outcome(members.leave(vera.scope))).toBe('team.last_owner');
    await members.leave(editor.scope);
    expect(await server.auth.authenticate(editor.session.token)).toBeNull();
    expect((await members.team(vera.scope)).members).toHaveLength(1);
  });
});

describe('the owner', () => {
  async function mailedCode(email: string): Promise<string> {
    const { mails } = await server.mail.outbox();
    const mail = mails.find(({ recipient, kind }) => recipient === email && kind === 'ownership-code');
    return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  }

  test('hands over with their password and the code of their mailbox, and is an admin then', async () => {
    const { ownership, members } = server.team;
    const vera = await server.member();
    const admin = await join(vera, 'admin');
    const start = (by: TestMember, { user }: TestMember, password = by.password) =>
      outcome(ownership.start(by.scope, { userId: user.id, password }));
    const confirm = (code: string) => outcome(ownership.confirm(vera.scope, code));
    const wrong = 'team.code_wrong';
    expect(await start(admin, vera)).toBe(tooHigh);
    expect(await start(vera, admin, 'not the password')).toBe('auth.password_wrong');
    expect(await start(vera, vera)).toBe(notOneself);
    expect(await confirm('000000')).toBe(wrong);
    expect(await start(vera, admin)).toBe('done');
    const first = await mailedCode(vera.user.email);
    for (let at = 0; at < 5; at++)
      expect(await confirm(first === '111111' ? '222222' : '111111')).toBe(wrong);
    expect(await confirm(first)).toBe(wrong);
    expect(await start(vera, admin)).toBe('done');
    server.clock.advance(16 * 60_000);
    expect(await confirm(await mailedCode(vera.user.email))).toBe(wrong);
    expect(await start(vera, admin)).toBe('done');
    expect(await confirm(await mailedCode(vera.user.email))).toBe('done');
    const { accountId } = vera.scope;
    const next = await server.scopeOf(admin.user.id, accountId);
    expect((await members.team(next)).members.map(({ role, isYou }) => [role, isYou])).toEqual([
      ['owner', true],
      ['admin', false],
    ]);
    await members.leave(await server.scopeOf(vera.user.id, accountId));
  });

  test('is never missing, whoever comes at once: the database holds it', async () => {
    const { members } = server.team;
    const vera = await server.member();
    const [admin, other] = [await join(vera, 'admin'), await join(vera, 'admin')];
    // Both admins lose their role while they try to remove each other and a third is removed by both.
    const editor = await join(vera, 'editor');
    const outcomes = await Promise.all([
      change(vera, admin, 'viewer'),
      change(vera, other, 'viewer'),
      change(admin, editor, 'support'),
      outcome(members.remove(other.scope, editor.user.id)),
      outcome(members.leave(vera.scope)),
    ]);
    expect(outcomes[4]).toBe('team.last_owner');
    expect((await members.team(vera.scope)).members.filter(({ role }) => role === 'owner')).toHaveLength(1);
    const refused = async (statement: string) =>
      server.database.pool.query(statement, [vera.scope.accountId]).then(
        () => '',
        (error: { constraint?: string }) => error.constraint ?? '',
      );
    const ofOwner = `WHERE account_id = $1 AND role = 'owner'`;
    expect(await refused(`UPDATE memberships SET role = 'admin' ${ofOwner}`)).toBe('memberships_keep_owner');
    expect(await refused(`UPDATE memberships SET suspended_at = now() ${ofOwner}`)).toBe(
      'memberships_keep_owner',
    );
    expect(await refused(`DELETE FROM memberships ${ofOwner}`)).toBe('memberships_keep_owner');
    expect(await refused(`UPDATE memberships SET role = 'owner' WHERE account_id = $1`)).toBe(
      'memberships_one_owner',
    );
  });
});
