import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import type { Agent, AgentSummary, ConfigurationChange } from '../../agents.contract.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let editor: Awaited<ReturnType<TestApp['register']>>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  editor = await app.register('Eva Editor');
  await app.database.database.direct.execute(
    sql`UPDATE memberships SET account_id = ${owner.user.accountId}, role = 'editor'
      WHERE user_id = ${editor.user.id}`,
  );
});
afterAll(() => app.close());

const refused = { status: 403, body: { code: 'agents.prices_locked' } };
const make = (): Promise<Agent> =>
  owner.post<Agent>('/api/agents', { from: 'description', input: 'A guide for "Bakery Linden"' });
const read = (agent: Agent, browser: TestBrowser = owner): Promise<Agent> =>
  browser.get<Agent>(`/api/agents/${agent.id}`);
async function save(browser: TestBrowser, agent: Agent, change: (draft: AgentConfiguration) => void) {
  const { draft, draftRevision } = await read(agent);
  change(draft);
  return browser.request('PUT', `/api/agents/${agent.id}/draft`, {
    body: { revision: draftRevision, configuration: draft },
  });
}
const publish = async (browser: TestBrowser, agent: Agent) =>
  browser.request('POST', `/api/agents/${agent.id}/publish`, {
    body: { revision: (await read(agent)).draftRevision },
  });
const sell = (draft: AgentConfiguration): void =>
  void Object.assign(draft.payment, { enabled: true, type: 'pack', amount: 500 });
const offer = (key: string, type: 'pack' | 'subscription' | 'once', amount: number) => ({
  key,
  type,
  amount,
});
const rename = (draft: AgentConfiguration): void => void (draft.basic.name = `${draft.basic.name}!`);

describe('what visitors pay', () => {
  test('is set by who manages payments; an editor changes everything else of the same draft', async () => {
    const agent = await make();
    expect((await read(agent, editor)).can).toEqual({ edit: true, publish: true, prices: false });
    expect((await read(agent, owner)).can.prices).toBe(true);
    expect(await save(editor, agent, sell)).toMatchObject(refused);
    expect((await save(owner, agent, sell)).status).toBe(200);
    expect((await save(editor, agent, rename)).status).toBe(200);
    expect(await save(editor, agent, (draft) => void (draft.payment.amount = 100))).toMatchObject(refused);
    expect((await read(agent)).draft.payment.amount).toBe(500);
  });

  test('comes to visitors only by who manages payments; texts of a paid agent are published by an editor', async () => {
    const agent = await make();
    await save(owner, agent, sell);
    expect(await publish(editor, agent)).toMatchObject(refused);
    expect((await publish(owner, agent)).status).toBe(200);
    await save(editor, agent, rename);
    expect((await publish(editor, agent)).status).toBe(200);
    await save(owner, agent, (draft) => void (draft.payment.enabled = false));
    expect(await publish(editor, agent)).toMatchObject(refused);
  });

  test('is brought back from an older version only by who manages payments', async () => {
    const agent = await make();
    await publish(owner, agent);
    await save(owner, agent, sell);
    await publish(owner, agent);
    expect(
      await editor.request('POST', `/api/agents/${agent.id}/versions/1/restore`, { body: {} }),
    ).toMatchObject(refused);
    expect(
      (await editor.request('POST', `/api/agents/${agent.id}/versions/2/restore`, { body: {} })).status,
    ).toBe(200);
    expect(
      (await owner.request('POST', `/api/agents/${agent.id}/versions/1/restore`, { body: {} })).status,
    ).toBe(200);
  });

  test('comes with a file only when who manages payments brings it in', async () => {
    const agent = await make();
    const exported = async (): Promise<string> =>
      (await owner.request('GET', `/api/agents/${agent.id}/export`)).text;
    const bring = (browser: TestBrowser, json: string) => {
      const raw = new FormData();
      raw.append('file', new Blob([json]), 'agent.json');
      return browser.request('POST', '/api/agents/import', { raw });
    };
    const free = await exported();
    await save(owner, agent, sell);
    const paid = await exported();
    expect(await bring(editor, paid)).toMatchObject(refused);
    expect((await bring(editor, free)).status).toBe(200);
    expect((await bring(owner, paid)).status).toBe(200);
  });

  test('stands on the list of agents', async () => {
    const agent = await make();
    const label = async () =>
      (await owner.get<{ agents: AgentSummary[] }>('/api/agents')).agents.find(({ id }) => id === agent.id)
        ?.payments;
    const labels = [await label()];
    for (const type of ['pack', 'subscription', 'once'] as const) {
      await save(owner, agent, (draft) => void Object.assign(draft.payment, { enabled: true, type }));
      labels.push(await label());
    }
    const several = [
      offer('a', 'pack', 500),
      offer('b', 'subscription', 900),
      { ...offer('c', 'pack', 1_500), messages: 500 },
    ];
    await save(owner, agent, (draft) => void Object.assign(draft.payment, { offers: several }));
    labels.push(await label());
    expect(labels).toEqual([
      [],
      ['message-pack'],
      ['subscription'],
      ['one-time'],
      ['message-pack', 'subscription'],
    ]);
  });

  test('is compared with its currency, so that 5 dollars are not 5 yen', async () => {
    const agent = await make();
    await save(owner, agent, sell);
    await publish(owner, agent);
    await save(owner, agent, (draft) => void Object.assign(draft.payment, { currency: 'JPY', amount: 800 }));
    const { changes } = await owner.get<{ changes: ConfigurationChange[] }>(
      `/api/agents/${agent.id}/changes`,
    );
    expect(changes).toContainEqual({
      path: 'payment.amount',
      before: { amount: 500, currency: 'USD' },
      after: { amount: 800, currency: 'JPY' },
    });
    await save(
      owner,
      agent,
      (draft) => void Object.assign(draft.payment, { offers: [offer('small', 'pack', 400)] }),
    );
    const { changes: later } = await owner.get<{ changes: ConfigurationChange[] }>(
      `/api/agents/${agent.id}/changes`,
    );
    expect(later.find(({ path }) => path === 'payment.offers')).toMatchObject({
      before: [],
      after: [{ key: 'small', amount: 400, currency: 'JPY' }],
    });
  });
});
