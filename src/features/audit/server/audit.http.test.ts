import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { formBlock, openForm, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { AuditEntry } from '../audit.contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const linesOf = async (who: Pick<TestBrowser, 'get'>, query = ''): Promise<AuditEntry[]> =>
  (await who.get<{ entries: AuditEntry[] }>(`/api/audit${query}`)).entries;

test('what leaves the account as a file has its line', async () => {
  const vera = await app.register('Vera');
  const form = await publishForm(vera, [formBlock('name')], undefined, 'Orders');
  await (await openForm(app, form)).send({ name: 'Ada' });
  await vera.request('GET', `/api/forms/${form.id}/export`);
  await vera.request('GET', '/api/payments.csv');
  const agent = await vera.post<Agent>('/api/agents', { from: 'description', input: 'A guide' });
  await vera.request('GET', `/api/agents/${agent.id}/export`);
  const lines = await linesOf(vera);
  expect(lines.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['forms.exported', 'payments.exported', 'agents.exported']),
  );
  expect(lines.find(({ action }) => action === 'forms.exported')).toMatchObject({
    target: { name: 'Orders' },
    details: { number: '1' },
    actor: { name: 'Vera', email: vera.email },
  });
});

test('what did not happen has no line: an agent in the bin is not deleted, nobody is signed out who was not in', async () => {
  const vera = await app.register('Vera');
  const agent = await vera.post<Agent>('/api/agents', { from: 'description', input: 'A guide' });
  await vera.request('DELETE', `/api/agents/${agent.id}`);
  await vera.post(`/api/agent-bin/${agent.id}/restore`);
  expect((await linesOf(vera, '?group=agents')).map(({ action }) => action)).toEqual([
    'agents.restored',
    'agents.deleted',
  ]);
  await vera.request('DELETE', '/api/user/sessions');
  expect((await linesOf(vera, '?group=safety')).map(({ action }) => action)).not.toContain(
    'safety.sessions_ended',
  );
});
