import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { analyticsRows } from '#tests/support/analytics-rows.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { analyticsReportsErrors } from '../../analytics-reports.contract.ts';

let server: TestServices;
let vera: TestMember;
beforeAll(async () => {
  // A Monday, after eight in Prague.
  server = await startTestServices({ now: new Date('2026-05-11T09:00:00Z') });
  vera = await server.member('Vera');
});
afterAll(() => server.close());

const at = (moment: string): void =>
  server.clock.advance(new Date(moment).getTime() - server.clock.now().getTime());
const lettersTo = async ({ user }: TestMember) =>
  (await server.mail.outbox()).mails.filter(
    ({ recipient, kind }) => recipient === user.email && ['weekly-letter', 'monthly-report'].includes(kind),
  );
const attachments = async (): Promise<{ name: string; size: number }[]> => {
  const { rows } = await server.database.system((tx) =>
    tx.execute<{ name: string; size: number }>(
      'SELECT name, length(content) AS size FROM outbox_attachments ORDER BY name',
    ),
  );
  return rows;
};

test('a letter is written once each Monday, however many run and were missed, until its reader stops it', async () => {
  const chosen = await server.reportLetters.setSchedule(vera.scope, {
    every: 'week',
    zone: 'Europe/Prague',
    userIds: [vera.user.id],
  });
  expect(chosen).toMatchObject({ every: 'week', nextAt: '2026-05-18T06:00:00.000Z' });
  await server.reportLetters.send();
  expect(await lettersTo(vera)).toHaveLength(0);

  at('2026-05-18T06:00:00Z');
  await Promise.all([server.reportLetters.send(), server.reportLetters.send()]);
  await server.reportLetters.send();
  const [letter, ...more] = await lettersTo(vera);
  expect(more).toEqual([]);
  expect(letter?.subject).toContain('May 11, 2026 to May 17, 2026');
  expect(letter?.text).toContain('One thing for this week');
  expect(await attachments()).toEqual([
    { name: 'report-2026-05-11_2026-05-17.pdf', size: expect.any(Number) },
  ]);

  // Four weeks later there is one for the last of them.
  at('2026-06-17T12:00:00Z');
  await server.reportLetters.send();
  const [last, ...before] = await lettersTo(vera);
  expect(before).toHaveLength(1);
  expect(last?.subject).toContain('Jun 8, 2026 to Jun 14, 2026');

  const link = /unsubscribe\/(\S+)/.exec(last?.text ?? '')?.[1] ?? '';
  expect(await server.mailPreferences.say(link, false)).toMatchObject({ isOut: true, isAboutReports: true });
  at('2026-06-22T06:00:00Z');
  await server.reportLetters.send();
  expect(await lettersTo(vera)).toHaveLength(2);
  const { members } = await server.reportLetters.schedule(vera.scope);
  expect(members).toMatchObject([{ isChosen: true, hasStopped: true }]);
  // Of other mails nothing was said.
  expect(await server.mailPreferences.linkFor(vera.scope.accountId, vera.user.email, 'en')).not.toBeNull();

  // Choosing oneself takes one's own no back.
  await server.reportLetters.setSchedule(vera.scope, {
    every: 'month',
    zone: 'Europe/Prague',
    userIds: [vera.user.id],
  });
  at('2026-07-01T06:00:00Z');
  await server.reportLetters.send();
  expect((await lettersTo(vera))[0]?.subject).toContain('Jun 1, 2026 to Jun 30, 2026');
});

test('only members who may see figures are chosen, and the preview is the letter', async () => {
  const petr = await server.member('Petr');
  const refused = await server.reportLetters
    .setSchedule(vera.scope, { every: 'week', zone: 'UTC', userIds: [petr.user.id] })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect((refused as AppError).code).toBe(analyticsReportsErrors.noReader.code);
  const preview = await server.reportLetters.preview(vera.scope, 'cs', { every: 'week', zone: 'UTC' });
  expect(preview.text).toContain('Jedna věc na tento týden');
  expect(preview.text).toContain('Zatím tu není žádný agent');
  const off = await server.reportLetters.setSchedule(vera.scope, { every: 'off', zone: 'UTC', userIds: [] });
  expect(off).toMatchObject({ every: 'off', nextAt: null });
});

test('reports are files of their kind, and the audit log names them', async () => {
  const query = { zone: 'Europe/Prague', from: '2026-06-01', to: '2026-06-30', compare: 'true' as const };
  const made = await Promise.all(
    (['pdf', 'xlsx', 'csv'] as const).map((format) =>
      server.reports.report(vera.scope, { ...query, format }, 'fr'),
    ),
  );
  expect(made.map(({ bytes }) => bytes.subarray(0, 4).toString('latin1'))).toEqual([
    '%PDF',
    'PK\u0003\u0004',
    'ï»¿I',
  ]);
  expect(made.map(({ name }) => name)).toEqual([
    'rapport-2026-06-01_2026-06-30.pdf',
    'rapport-2026-06-01_2026-06-30.xlsx',
    'rapport-2026-06-01_2026-06-30.csv',
  ]);
  const { entries } = await server.audit.list(vera.scope, {});
  expect(entries.filter(({ action }) => action === 'account.report_made')).toHaveLength(3);
});

test('a conversation ends in one way, and tools, people and sources are counted with what they did', async () => {
  const agent = await server.agents.create(vera.scope, { from: 'blank', input: '', language: 'en' });
  const source = await server.knowledge.addPairs(vera.scope, agent.collectionId, {
    pairs: [{ question: 'How much is it?', answer: 'Nine.' }],
  });
  const unused = await server.knowledge.addPairs(vera.scope, agent.collectionId, {
    pairs: [{ question: 'And at night?', answer: 'Ten.' }],
  });
  await server.jobs.work();
  const rows = analyticsRows(server.database.pool, vera.scope.accountId);
  const talk = async (at: string, answer: Record<string, unknown> = {}, visitor?: string) => {
    const visitorId = visitor ?? (await rows.visitor(agent.id, at));
    const id = await rows.conversation(agent.id, visitorId, at, { last_visitor_seq: 1 });
    await rows.message(id, visitorId, at);
    await rows.message(id, visitorId, at, { role: 'assistant', body: 'Nine.', engine: 'model', ...answer });
    return { id, visitorId };
  };
  const { rows: documents } = await server.database.pool.query<{ id: string }>(
    'SELECT id FROM knowledge_documents WHERE source_id = $1',
    [source.id],
  );
  const tool = (milliseconds: number, failed: boolean) => ({ name: 'prices', milliseconds, failed });
  await talk('2026-04-10T08:00:00Z', {
    feedback: 'up',
    trace: JSON.stringify({ tools: [tool(100, false), tool(300, true)] }),
    citations: JSON.stringify([{ number: 1, documentId: documents[0]?.id }]),
  });
  await talk('2026-04-10T09:00:00Z');
  await talk('2026-04-11T09:00:00Z', { feedback: 'down' });
  const { visitorId } = await talk('2026-04-12T09:00:00Z');
  await talk('2026-04-13T08:59:00Z', {}, visitorId);
  const handed = await talk('2026-04-14T09:00:00Z', { feedback: 'up' });
  const request = { role: 'event', event: 'asked', body: '' };
  await rows.message(handed.id, handed.visitorId, '2026-04-14T09:01:00Z', request);
  await rows.message(handed.id, handed.visitorId, '2026-04-14T09:03:00Z', { role: 'human', body: 'Hi' });
  const left = await talk('2026-04-15T09:00:00Z');
  await rows.message(left.id, left.visitorId, '2026-04-15T09:01:00Z', { ...request, event: 'asked_away' });
  await talk(new Date(server.clock.now().getTime() - 3_600_000).toISOString());
  await talk('2026-03-31T21:00:00Z');
  const query = { zone: 'Europe/Prague', from: '2026-04-01', agentId: agent.id };
  expect(await server.analytics.service(vera.scope, query)).toMatchObject({
    conversations: 8,
    isCut: false,
    // The second time of the one who came back was not followed by a third.
    resolution: { confirmed: 1, assumed: 2, handedOver: 2, returned: 1, disliked: 1, pending: 1 },
    firstHuman: { asked: 2, answered: 1, median: 120, slow: 120 },
    tools: [{ name: 'prices', calls: 2, failures: 1, median: 200, slow: 280 }],
    sources: [
      { id: source.id, answers: 1, lastAt: '2026-04-10T08:00:00.000Z' },
      { id: unused.id, answers: 0, lastAt: null },
    ],
  });
  const other = await server.member('Other');
  await expect(server.analytics.service(other.scope, query)).rejects.toMatchObject({
    code: 'agents.not_found',
  });
});

test('a letter that cannot be made is tried for an hour, and then its reader waits for the next one', async () => {
  const otto = await server.member('Otto');
  const { pool } = server.database;
  at('2027-03-03T12:00:00Z');
  await server.reportLetters.send();
  await server.reportLetters.setSchedule(otto.scope, { every: 'week', zone: 'UTC', userIds: [otto.user.id] });
  const nextAt = async () => (await server.reportLetters.schedule(otto.scope)).nextAt;
  await pool.query('ALTER TABLE analytics_people RENAME TO people_away');
  at('2027-03-08T08:30:00Z');
  await server.reportLetters.send();
  expect(await nextAt()).toBe('2027-03-08T08:00:00.000Z');
  at('2027-03-08T09:00:00Z');
  await server.reportLetters.send();
  expect(await nextAt()).toBe('2027-03-15T08:00:00.000Z');
  await pool.query('ALTER TABLE people_away RENAME TO analytics_people');
  expect(await lettersTo(otto)).toEqual([]);
  at('2027-03-15T08:00:00Z');
  await server.reportLetters.send();
  expect(await lettersTo(otto)).toHaveLength(1);
});
