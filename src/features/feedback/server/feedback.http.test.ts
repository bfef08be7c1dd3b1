import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let operator: Awaited<ReturnType<TestApp['register']>>;
beforeAll(async () => {
  app = await startTestApp();
  operator = await app.register('Olga Operator');
  await operator.post('/api/superadmin/claim', { token: app.server.superadminLink?.split('#')[1] });
});
afterAll(() => app.close());

const title = 'The export has no header';
const description = 'The first row of the file is a contact already.';

describe('feedback', () => {
  it('of a member is read by the people who run the instance, newest first, and mailed to them', async () => {
    const vera = await app.register('Vera');
    await vera.post('/api/feedback/bug-report', { title, description });
    await vera.post('/api/feedback/feature-request', { title: 'Dark mails', description: 'At night.' });
    const { feedback } = await operator.get<{ feedback: object[] }>('/api/superadmin/feedback');
    expect(feedback).toMatchObject([
      { kind: 'feature-request', title: 'Dark mails', email: vera.email, status: 'new' },
      { kind: 'bug-report', title, description, email: vera.email, status: 'new' },
    ]);
    const { mails } = await app.server.services.mail.outbox();
    expect(mails.filter(({ kind }) => kind === 'feedback')).toMatchObject([
      { recipient: operator.email },
      { recipient: operator.email, text: expect.stringContaining(description) },
    ]);
  });

  it('of others is read by nobody else', async () => {
    const vera = await app.register('Vera');
    expect((await vera.request('GET', '/api/superadmin/feedback')).status).toBe(404);
  });

  it('is given a status by superadmins, which the log tells, and by nobody else', async () => {
    const vera = await app.register('Vera');
    await vera.post('/api/feedback/bug-report', { title: 'A status', description });
    const first = async () =>
      (await operator.get<{ feedback: { id: string; status: string }[] }>('/api/superadmin/feedback'))
        .feedback[0];
    const path = `/api/superadmin/feedback/${(await first())?.id}/status`;
    expect((await vera.request('PUT', path, { body: { status: 'done' } })).status).toBe(404);
    expect((await operator.request('PUT', path, { body: { status: 'lost' } })).status).toBe(400);
    expect((await operator.request('PUT', path, { body: { status: 'planned' } })).status).toBe(200);
    expect(await first()).toMatchObject({ status: 'planned' });
    const { entries } = await operator.get<{ entries: object[] }>('/api/superadmin/audit');
    expect(entries[0]).toMatchObject({
      action: 'operator.feedback_changed',
      target: { name: 'A status' },
      details: { status: 'planned' },
    });
    expect(
      (await operator.request('PUT', '/api/superadmin/feedback/fbk_0/status', { body: { status: 'done' } }))
        .status,
    ).toBe(404);
  });

  it('without a title is refused with the reason beside the field', async () => {
    const vera = await app.register('Vera');
    expect(
      await vera.request('POST', '/api/feedback/bug-report', { body: { title: ' ', description } }),
    ).toMatchObject({ status: 400, body: { fields: { title: 'Fill this in' } } });
  });

  it('is taken twenty times an hour', async () => {
    const vera = await app.register('Vera');
    const send = () => vera.request('POST', '/api/feedback/bug-report', { body: { title, description } });
    for (let sent = 0; sent < 20; sent++) expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(429);
  });
});
