import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#features/audit/audit.contract.ts';
import type { ListedDomain } from '#features/white-label/white-label-superadmin.contract.ts';
import { claimServer } from '#tests/support/app/superadmin.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let operator: Person;
let vera: Person;
beforeAll(async () => {
  app = await startTestApp();
  operator = await app.register('Olga Operator');
  await claimServer(app, operator);
  vera = await app.register('Vera');
});
afterAll(() => app.close());

const codeOf = ({ status, body }: TestAnswer): unknown => [status, (body as { code?: string } | null)?.code];
const lastLine = async (): Promise<AuditEntry | undefined> =>
  (await operator.get<{ entries: AuditEntry[] }>('/api/superadmin/audit')).entries[0];

describe('announcements', () => {
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  const notice = {
    audience: 'everybody',
    level: 'warning',
    texts: { cs: 'Zítra <b>odstávka</b>', nl: '' },
    linkUrl: '/dashboard/docs',
    isDismissible: true,
    startsAt: inDays(-1),
    endsAt: inDays(1) as string | null,
  };
  const read = async (person: Person) =>
    (await person.get<{ announcements: { id: string; text: string }[] }>('/api/announcements')).announcements;
  const make = (change: object = {}) =>
    operator.request('POST', '/api/superadmin/announcements', { body: { ...notice, ...change } });

  test('are read by whom they are for, in a language there is, until each closes them', async () => {
    const made = await make();
    expect(made.body).toMatchObject({ state: 'shown', texts: { cs: notice.texts.cs } });
    expect(await lastLine()).toMatchObject({
      action: 'operator.announcement_made',
      target: { name: notice.texts.cs },
    });
    const [shown] = await read(vera);
    // Plain words, whatever they look like.
    expect(shown).toMatchObject({ text: notice.texts.cs, level: 'warning', linkUrl: '/dashboard/docs' });
    await vera.post(`/api/announcements/${shown?.id}/dismiss`);
    expect(await read(vera)).toEqual([]);
    expect(await read(operator)).toHaveLength(1);
    // On a server that sells no plans nobody is in a trial.
    expect((await make({ audience: 'trial', startsAt: inDays(2), endsAt: inDays(3) })).status).toBe(200);
    await operator.request('DELETE', `/api/superadmin/announcements/${shown?.id}`);
    expect(await read(operator)).toEqual([]);
  });

  test('of one time for the same people are refused, and the other is named; others are not', async () => {
    const far = { startsAt: inDays(100), endsAt: inDays(110) };
    const first = (await make({ ...far, texts: { en: 'Moving house' } })).body as { id: string };
    for (const change of [far, { ...far, endsAt: null }, { ...far, audience: 'pro' }]) {
      const answer = await make(change);
      expect(codeOf(answer)).toEqual([409, 'announcements.overlaps']);
      expect(answer.text).toContain('Moving house');
    }
    const both = await Promise.all([1, 2].map(() => make({ startsAt: inDays(200), endsAt: inDays(201) })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const path = `/api/superadmin/announcements/${first.id}`;
    expect((await operator.request('PUT', path, { body: { ...notice, ...far } })).status).toBe(200);
  });

  test.each([
    ['a link that runs', { linkUrl: 'javascript:alert(1)' }],
    ['a link to somebody else’s host', { linkUrl: '//evil.example' }],
    ['an end before its beginning', { startsAt: inDays(5), endsAt: inDays(4) }],
    ['ten megabytes', { texts: { en: 'x'.repeat(10_000_000) } }],
    ['an unknown key', { html: '<b>' }],
  ])('with %s are refused', async (_what, change) => {
    expect([400, 413]).toContain((await make(change)).status);
  });

  test('without any words are refused, and belong to superadmins', async () => {
    expect(codeOf(await make({ startsAt: inDays(300), endsAt: inDays(301), texts: { en: ' ' } }))).toEqual([
      422,
      'announcements.no_text',
    ]);
    expect((await vera.request('GET', '/api/superadmin/announcements')).status).toBe(404);
  });
});

describe('feedback', () => {
  test('is answered by mail, once it is stored, and the answer to that goes to who wrote', async () => {
    await vera.post('/api/feedback/feature-request', { title: 'Dark mails', description: 'At night.' });
    const list = async () =>
      (await operator.get<{ feedback: { id: string; replies: object[] }[] }>('/api/superadmin/feedback'))
        .feedback[0];
    const path = `/api/superadmin/feedback/${(await list())?.id}/replies`;
    expect((await vera.request('POST', path, { body: { body: 'Yes' } })).status).toBe(404);
    await operator.post(path, { body: 'They are there <b>now</b>.' });
    expect(await list()).toMatchObject({
      replies: [{ author: 'Olga Operator', body: 'They are there <b>now</b>.' }],
    });
    const { mails } = await app.server.services.mail.outbox();
    expect(mails[0]).toMatchObject({
      kind: 'feedback-reply',
      recipient: vera.email,
      replyTo: operator.email,
      text: expect.stringContaining('They are there <b>now</b>.') as string,
    });
    expect(await lastLine()).toMatchObject({ action: 'operator.feedback_answered' });
    expect(
      (await operator.request('POST', '/api/superadmin/feedback/fbk_0/replies', { body: { body: 'x' } }))
        .status,
    ).toBe(404);
  });
});

describe('domains', () => {
  const host = 'chat.linden.example';
  const set = (person: Person, name = host) =>
    person.request('PUT', '/api/white-label/domain', { body: { host: name } });
  const list = async (search = 'linden') =>
    (await operator.get<{ domains: ListedDomain[] }>(`/api/superadmin/domains?search=${search}`)).domains;

  test('that are switched off show nothing and are named by nobody, until they are released', async () => {
    expect((await set(vera)).status).toBe(200);
    expect(await list()).toMatchObject([
      { host, account: { id: vera.user.accountId }, state: 'pending', switchedOff: null },
    ]);
    const path = `/api/superadmin/domains/${host}`;
    await operator.post(`${path}/off`, { reason: 'Looks like a bank' });
    expect(await list()).toMatchObject([{ state: 'failed', switchedOff: { reason: 'Looks like a bank' } }]);
    expect(await vera.get('/api/white-label/domain')).toMatchObject({
      domain: { state: 'failed', problem: 'switched_off' },
    });
    await operator.post(`${path}/check`);
    expect(await list()).toMatchObject([{ problem: 'switched_off' }]);
    // Neither another account, nor the same one again, by whatever spelling.
    const other = await app.register('Carl');
    for (const name of [host, host.toUpperCase(), `${host}.`])
      expect(codeOf(await set(other, name)), name).toEqual([409, 'domain.switched_off']);
    await vera.request('DELETE', '/api/white-label/domain');
    expect(codeOf(await set(vera))).toEqual([409, 'domain.switched_off']);
    expect(await list()).toMatchObject([{ account: null, switchedOff: { reason: 'Looks like a bank' } }]);
    await operator.post(`${path}/release`);
    expect(await list()).toEqual([]);
    expect((await set(other)).status).toBe(200);
    expect(await lastLine()).toMatchObject({ action: 'operator.domain_released', target: { name: host } });
    expect((await operator.request('POST', `${path}x/off`, { body: { reason: 'Nobody' } })).status).toBe(404);
  });
});
