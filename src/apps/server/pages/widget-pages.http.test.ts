import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let agent: Agent;
let vera: Awaited<ReturnType<TestApp['register']>>;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  const made = await vera.post<Agent>('/api/agents', { from: 'description', input: 'A bakery' });
  agent = await vera.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision });
});
afterAll(() => app.close());

const ask = (path: string, options: RequestInit = {}) =>
  fetch(app.url + path, { redirect: 'manual', ...options });

test('a slash at the end of a page’s address leads to the page, with what was asked, and to no other site', async () => {
  for (const [path, target] of [
    [`/widgets/${agent.number}/`, `/widgets/${agent.number}`],
    [`/widgets/${agent.number}/ultrafast/?a=1?b`, `/widgets/${agent.number}/ultrafast?a=1?b`],
    [`/agents/${agent.number}//`, `/agents/${agent.number}`],
    ['/auth/', '/auth'],
    ['/terms/', '/terms'],
  ]) {
    const answer = await ask(path!);
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 308, target]);
    expect((await ask(target!)).status).toBe(200);
  }
  for (const path of ['//evil.example/', '/%5Cevil.example/', '/\\evil.example/', '/api/agents/'])
    expect([path, (await ask(path)).headers.get('location')]).toEqual([path, null]);
});

test('a session’s answer comes compressed', async () => {
  const open = (encoding: string) =>
    ask('/api/visitor/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
      body: JSON.stringify({ agent: agent.number }),
    });
  const plain = (await (await open('identity')).text()).length;
  for (const encoding of ['br', 'gzip']) {
    const answer = await open(encoding);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(plain / 2.5);
    expect(await answer.json()).toMatchObject({ agent: { number: agent.number } });
  }
});

test('who looks at an agent is counted, programs and its own team are not', async () => {
  const { agentViews, analyticsCounting } = app.server.services;
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const otto = await app.register('Otto');
  const looks: [headers: Record<string, string>, path: string][] = [
    [{ 'user-agent': firefox }, ''],
    [{ 'user-agent': firefox, cookie: otto.cookie() }, ''],
    [{ 'user-agent': firefox, cookie: vera.cookie() }, ''],
    [{ 'user-agent': firefox, cookie: vera.cookie() }, '.js'],
    [{ 'user-agent': firefox }, '.js'],
    [{ 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' }, ''],
    [{ 'user-agent': 'facebookexternalhit/1.1' }, '.js'],
    [{ 'user-agent': firefox, 'sec-purpose': 'prefetch' }, ''],
  ];
  for (const [headers, end] of looks)
    expect((await ask(`/widgets/${agent.number}${end}`, { headers })).status).toBe(200);
  await agentViews.drain();
  await analyticsCounting.drain();
  const { figures } = await vera.get<{ figures: { views: { value: number } } }>('/api/analytics/overview');
  expect(figures.views.value).toBe(3);
});
