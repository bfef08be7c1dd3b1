import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { from, outcome, teamOf, tokenOf } from '#tests/support/app/team-of-services.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';

let server: TestServices;
let invite: ReturnType<typeof teamOf>['invite'];
let accept: ReturnType<typeof teamOf>['accept'];
let join: ReturnType<typeof teamOf>['join'];
let nextAddress: () => string;
beforeAll(async () => {
  server = await startTestServices();
  ({ invite, accept, join, nextAddress } = teamOf(server));
});
afterAll(() => server.close());

const [hour, day] = [3_600_000, 86_400_000];
const register = (token: string, name: string, password: string) =>
  server.team.joining.register(
    { token, name, password },
    { ...from, address: nextAddress(), language: 'en', timezone: null },
  );
const login = (email: string, password: string) =>
  outcome(server.auth.login({ email, password }, { ...from, device: undefined }));

describe('an invitation', () => {
  test('lets a new person register with the invited address and the role of the database, and is written down', async () => {
    const { team, mail, audit, database } = server;
    const vera = await server.member('Vera Novak');
    const made = await invite(vera, 'New.Person@example.test', 'support', 'Welcome aboard');
    expect(tokenOf(made)).toMatch(/^[\w-]{43}$/);
    // Without a mail server nothing reaches them but the link that is handed over.
    expect(made.isMailed).toBe(false);
    const { mails } = await mail.outbox();
    expect(mails.find(({ recipient }) => recipient === 'New.Person@example.test')).toMatchObject({
      kind: 'invitation',
      subject: 'Vera Novak invites you to the team of Vera Novak',
      text: expect.stringContaining('Welcome aboard'),
    });
    const { rows } = await database.direct.execute<{ row: string }>(
      sql`SELECT i::text AS row FROM invitations i WHERE id = ${made.invitation.id}`,
    );
    expect(rows[0]?.row).not.toContain(tokenOf(made));

    expect(await team.joining.look(tokenOf(made), from.address)).toMatchObject({
      accountName: 'Vera Novak',
      email: 'New.Person@example.test',
      role: 'support',
      invitedBy: 'Vera Novak',
      message: 'Welcome aboard',
    });
    const { user } = await register(tokenOf(made), 'New Person', 'a long password');
    expect(user).toMatchObject({
      email: 'New.Person@example.test',
      role: 'support',
      accountId: vera.scope.accountId,
    });
    const { can } = await server.scopeOf(user.id, vera.scope.accountId);
    expect(can('agents.edit')).toBe(false);
    const { members } = await team.members.team(vera.scope);
    expect(members.map(({ role, isYou }) => [role, isYou])).toEqual([
      ['owner', true],
      ['support', false],
    ]);
    const { entries } = await audit.list(vera.scope, { group: 'team' });
    expect(entries.map(({ action, actor }) => [action, actor.name])).toEqual([
      ['team.joined', 'New Person'],
      ['team.invited', 'Vera Novak'],
    ]);
    expect(entries[0]?.address).toContain('198.51.100.');
  });

  test('touches nothing of somebody who has the address already', async () => {
    const [vera, jonas] = [await server.member(), await server.member()];
    const { email } = jonas.user;
    const token = tokenOf(await invite(vera, email));
    expect(await outcome(register(token, 'Mallory', 'another password'))).toBe('team.email_taken');
    expect(await login(email, 'another password')).toBe('auth.invalid_credentials');
    expect(await login(email, jonas.password)).toBe('done');
    expect(await outcome(accept(jonas, token))).toBe('done');
  });

  test('is taken by the one with its address, once', async () => {
    const [vera, jonas, eve] = [await server.member(), await server.member(), await server.member()];
    const token = tokenOf(await invite(vera, jonas.user.email.toUpperCase()));
    expect(await outcome(accept(eve, token))).toBe('team.link_for_another');
    expect((await accept(jonas, token)).user).toMatchObject({
      role: 'editor',
      accountId: vera.scope.accountId,
    });
    expect(await outcome(accept(jonas, token))).toBe('team.link_used');
  });

  test('works for 72 hours, until it is taken back or sent anew, and as long as its inviter may invite', async () => {
    const { invitations, members, joining } = server.team;
    const { clock } = server;
    const vera = await server.member();
    const admin = await join(vera, 'admin');
    const jonas = await server.member();
    const { email } = jonas.user;
    const taking = (made: { link: string }) => outcome(accept(jonas, tokenOf(made)));
    const late = await invite(vera, email);
    const resend = () => invitations.resend(vera.scope, late.invitation.id, 'en');
    clock.advance(30_000);
    await expect(resend()).rejects.toMatchObject({
      code: 'team.invitation_sent_just_now',
      retryAfterSeconds: 30,
    });
    clock.advance(31_000);
    const newer = await resend();
    expect(await taking(late)).toBe('team.link_unknown');
    clock.advance(72 * hour);
    expect(await taking(newer)).toBe('team.link_expired');
    expect((await members.team(vera.scope)).invitations).toMatchObject([{ email, state: 'expired' }]);

    const revoked = await invite(vera, email);
    expect(await outcome(invite(vera, email.toUpperCase(), 'viewer'))).toBe('team.already_invited');
    await invitations.revoke(vera.scope, revoked.invitation.id);
    expect(await taking(revoked)).toBe('team.link_revoked');

    const orphan = await invite(admin, email, 'viewer');
    await members.remove(vera.scope, admin.user.id);
    expect(await taking(orphan)).toBe('team.link_revoked');
    expect(await outcome(joining.look('x'.repeat(43), from.address))).toBe('team.link_unknown');
  });

  test('used by several at once lets one in, and fifty are open at most', async () => {
    const { members } = server.team;
    const [vera, jonas] = [await server.member(), await server.member()];
    await server.database.direct.execute(
      sql`UPDATE accounts SET has_paid = true WHERE id = ${vera.scope.accountId}`,
    );
    const token = tokenOf(await invite(vera, jonas.user.email));
    const taken = await Promise.all(Array.from({ length: 6 }, () => outcome(accept(jonas, token))));
    expect(taken.filter((one) => one === 'done')).toHaveLength(1);
    expect(taken.filter((one) => one === 'team.link_used' || one === 'team.already_member')).toHaveLength(5);
    expect((await members.team(vera.scope)).members).toHaveLength(2);
    for (let at = 0; at < 49; at++) {
      if (at === 35) server.clock.advance(day);
      await invite(vera, `guest-${at}@example.test`, 'viewer');
    }
    const last = await Promise.all(
      ['one', 'two', 'three'].map((name) => outcome(invite(vera, `${name}@example.test`, 'viewer'))),
    );
    expect(last.toSorted()).toEqual(['done', 'team.too_many_invitations', 'team.too_many_invitations']);
  });
});

describe('invitations as a way to fill mailboxes', () => {
  const ask = (by: TestMember, email: string) => outcome(invite(by, email, 'viewer'));
  const mailsTo = async (part: string) =>
    (await server.mail.outbox()).mails.filter(({ recipient }) => recipient.toLowerCase().includes(part))
      .length;

  test('of an account that has not paid end after twenty a day, and refused ones count for nothing', async () => {
    const vera = await server.member();
    const outcomes = [await ask(vera, 'few-0@example.test')];
    // Who is invited already is refused, and none of the twenty is gone.
    for (let at = 0; at < 2; at++) expect(await ask(vera, 'few-0@example.test')).toBe('team.already_invited');
    for (let at = 1; at < 24; at++) outcomes.push(await ask(vera, `few-${at}@example.test`));
    expect(outcomes).toEqual([
      ...Array<string>(20).fill('done'),
      ...Array<string>(4).fill('team.too_many_invitation_mails'),
    ]);
    server.clock.advance(day);
    expect(await ask(vera, 'few-next@example.test')).toBe('done');
  });

  test('reach one mailbox three times a day from an account, however it is spelled, taken back and sent again', async () => {
    const { invitations } = server.team;
    const vera = await server.member();
    const { invitation } = await invite(vera, 'Mailbox@example.test', 'viewer');
    server.clock.advance(61_000);
    await invitations.resend(vera.scope, invitation.id, 'en');
    expect(await ask(vera, 'mailbox+1@example.test')).toBe('done');
    await expect(invite(vera, 'mailbox+2@example.test', 'viewer')).rejects.toMatchObject({
      code: 'team.too_many_invitation_mails',
      retryAfterSeconds: expect.any(Number),
    });
    server.clock.advance(61_000);
    expect(await outcome(invitations.resend(vera.scope, invitation.id, 'en'))).toBe(
      'team.too_many_invitation_mails',
    );
    const other = await server.member();
    expect(await ask(other, 'mailbox@example.test')).toBe('done');
    expect(await mailsTo('mailbox')).toBe(4);
  });
});
