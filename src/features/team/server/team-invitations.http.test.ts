import { sql } from 'drizzle-orm';
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

describe('an invitation', () => {
  test('lets a new person register with the invited address and the role of the database, and is written down', async () => {
    const vera = await app.register('Vera Novak');
    const made = await invite(vera, 'New.Person@example.test', 'support', { message: 'Welcome aboard' });
    expect(tokenOf(made)).toMatch(/^[\w-]{43}$/);
    const { mails } = await app.server.services.mail.outbox();
    expect(mails.find(({ recipient }) => recipient === 'New.Person@example.test')).toMatchObject({
      kind: 'invitation',
      subject: 'Vera Novak invites you to Vera Novak',
    });
    expect(mails.find(({ recipient }) => recipient === 'New.Person@example.test')?.text).toContain(
      'Welcome aboard',
    );
    const { rows } = await app.database.database.direct.execute<{ row: string }>(
      sql`SELECT i::text AS row FROM invitations i WHERE id = ${made.invitation.id}`,
    );
    expect(rows[0]?.row).not.toContain(tokenOf(made));

    const guest = app.browser();
    expect(await guest.post('/api/invitations/look', { token: tokenOf(made) })).toMatchObject({
      accountName: 'Vera Novak',
      email: 'New.Person@example.test',
      role: 'support',
      invitedBy: 'Vera Novak',
      message: 'Welcome aboard',
    });
    const body = { token: tokenOf(made), name: 'New Person', password: 'a long password' };
    expect(
      codeOf(await guest.request('POST', '/api/invitations/register', { body: { ...body, role: 'owner' } })),
    ).toEqual([400, 'common.invalid_input']);
    expect(await guest.post('/api/invitations/register', body)).toMatchObject({
      email: 'New.Person@example.test',
      role: 'support',
      accountId: vera.user.accountId,
    });
    expect(
      codeOf(await guest.request('POST', '/api/agents', { body: { from: 'description', input: 'A guide' } })),
    ).toEqual([403, 'common.forbidden']);
    expect((await team(vera)).members.map(({ role, isYou }) => [role, isYou])).toEqual([
      ['owner', true],
      ['support', false],
    ]);
    const { entries } = await vera.get<{
      entries: { action: string; actor: { name: string }; target: { name: string }; address: string }[];
    }>('/api/audit?group=team');
    expect(entries.map(({ action, actor }) => [action, actor.name])).toEqual([
      ['team.joined', 'New Person'],
      ['team.invited', 'Vera Novak'],
    ]);
    expect(entries[0]?.address).toContain('127.0.0.1');
  });

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

  test('touches nothing of somebody who has the address already', async () => {
    const [vera, jonas] = [await app.register(), await app.register()];
    const token = tokenOf(await invite(vera, jonas.email));
    expect(
      codeOf(
        await app.browser().request('POST', '/api/invitations/register', {
          body: { token, name: 'Mallory', password: 'another password' },
        }),
      ),
    ).toEqual([409, 'team.email_taken']);
    expect(
      (
        await app
          .browser()
          .request('POST', '/api/login', { body: { email: jonas.email, password: 'another password' } })
      ).status,
    ).toBe(401);
    expect(
      (
        await app
          .browser()
          .request('POST', '/api/login', { body: { email: jonas.email, password: jonas.password } })
      ).status,
    ).toBe(200);
    expect((await accept(jonas, token)).status).toBe(200);
  });

  test('works for 72 hours, until it is taken back or sent anew, and as long as its inviter may invite', async () => {
    const vera = await app.register();
    const admin = await join(vera, 'admin');
    const jonas = await app.register();
    const late = await invite(vera, jonas.email);
    clock.advance(30_000);
    const again = await vera.request('POST', `/api/team/invitations/${late.invitation.id}/resend`);
    expect([codeOf(again), again.headers.get('retry-after')]).toEqual([
      [429, 'team.invitation_sent_just_now'],
      '30',
    ]);
    clock.advance(31_000);
    const newer = await vera.post<{ link: string }>(`/api/team/invitations/${late.invitation.id}/resend`);
    expect(codeOf(await accept(jonas, tokenOf(late)))).toEqual([404, 'team.link_unknown']);
    clock.advance(72 * 3_600_000);
    expect(codeOf(await accept(jonas, tokenOf(newer)))).toEqual([410, 'team.link_expired']);
    expect((await team(vera)).invitations).toMatchObject([{ email: jonas.email, state: 'expired' }]);

    const revoked = await invite(vera, jonas.email);
    expect(
      codeOf(
        await vera.request('POST', '/api/team/invitations', {
          body: { email: ` ${jonas.email.toUpperCase()}`, role: 'viewer', agentIds: null, message: '' },
        }),
      ),
    ).toEqual([409, 'team.already_invited']);
    expect((await vera.request('DELETE', `/api/team/invitations/${revoked.invitation.id}`)).status).toBe(200);
    expect(codeOf(await accept(jonas, tokenOf(revoked)))).toEqual([410, 'team.link_revoked']);

    const orphan = await invite(admin, jonas.email, 'viewer');
    await vera.request('DELETE', `/api/team/members/${admin.user.id}`);
    expect(codeOf(await accept(jonas, tokenOf(orphan)))).toEqual([410, 'team.link_revoked']);
    expect(
      codeOf(
        await app.browser().request('POST', '/api/invitations/look', { body: { token: 'x'.repeat(43) } }),
      ),
    ).toEqual([404, 'team.link_unknown']);
  });

  test('used by ten at once lets one in, and fifty are open at most', async () => {
    const [vera, jonas] = [await app.register(), await app.register()];
    await app.database.database.direct.execute(
      sql`UPDATE accounts SET has_paid = true WHERE id = ${vera.user.accountId}`,
    );
    const token = tokenOf(await invite(vera, jonas.email));
    const login = async () => {
      const browser = app.browser();
      await browser.post('/api/login', { email: jonas.email, password: jonas.password });
      return browser;
    };
    const browsers = await Promise.all(Array.from({ length: 6 }, login));
    const answers = await Promise.all(browsers.map((browser) => accept(browser, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await team(vera)).members).toHaveLength(2);
    for (let at = 0; at < 49; at++) {
      if (at === 35) clock.advance(24 * 3_600_000);
      await invite(vera, `guest-${at}@example.test`, 'viewer');
    }
    const last = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        vera.request('POST', '/api/team/invitations', {
          body: { email: `${name}@example.test`, role: 'viewer', agentIds: null, message: '' },
        }),
      ),
    );
    expect(last.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});

describe('invitations as a way to fill mailboxes', () => {
  const ask = (by: TestBrowser, email: string) =>
    by.request('POST', '/api/team/invitations', {
      body: { email, role: 'viewer', agentIds: null, message: '' },
    });
  const mailsTo = async (part: string) =>
    (await app.server.services.mail.outbox()).mails.filter(({ recipient }) => recipient.includes(part))
      .length;

  test('of an account that has not paid end after twenty a day, and refused ones count for nothing', async () => {
    const vera = await app.register();
    for (let at = 0; at < 30; at++)
      expect(
        (
          await vera.request('POST', '/api/team/invitations', {
            body: { email: 'not an address', role: 'viewer', agentIds: null, message: '' },
          })
        ).status,
      ).toBe(400);
    const first = await ask(vera, 'few-0@example.test');
    // Who is invited already is refused, and none of the twenty is gone.
    for (let at = 0; at < 2; at++)
      expect(codeOf(await ask(vera, 'few-0@example.test'))).toEqual([409, 'team.already_invited']);
    const statuses = [first.status];
    for (let at = 1; at < 24; at++) statuses.push((await ask(vera, `few-${at}@example.test`)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(4).fill(429)]);
    clock.advance(24 * 3_600_000);
    expect((await ask(vera, 'few-next@example.test')).status).toBe(200);
  });

  test('reach one mailbox three times a day from an account, however it is spelled, taken back and sent again', async () => {
    const vera = await app.register();
    const { invitation } = await invite(vera, 'Mailbox@example.test', 'viewer');
    clock.advance(61_000);
    expect((await vera.request('POST', `/api/team/invitations/${invitation.id}/resend`)).status).toBe(200);
    expect((await ask(vera, 'mailbox+1@example.test')).status).toBe(200);
    const refused = await ask(vera, 'mailbox+2@example.test');
    expect([codeOf(refused), Number(refused.headers.get('retry-after')) > 0]).toEqual([
      [429, 'team.too_many_invitation_mails'],
      true,
    ]);
    clock.advance(61_000);
    expect(codeOf(await vera.request('POST', `/api/team/invitations/${invitation.id}/resend`))).toEqual([
      429,
      'team.too_many_invitation_mails',
    ]);
    const other = await app.register();
    expect((await ask(other, 'mailbox@example.test')).status).toBe(200);
    expect((await mailsTo('mailbox')) + (await mailsTo('Mailbox'))).toBe(4);
  });
});
