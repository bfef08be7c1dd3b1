import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Vera');
  agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Bakery Linden';
  });
});
afterAll(() => app.close());

const frameOf = (text: string): string =>
  parseHTML(text).document.querySelector('[data-dev-frame]')?.getAttribute('src') ?? '';

test('shows an owner the draft, with the observer before the chat’s own script', async () => {
  for (const base of ['widgets', 'agents']) {
    const { status, text, headers } = await owner.request('GET', `/${base}/${agent.number}/dev`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('Bakery Linden, in development');
    const frame = await owner.request('GET', frameOf(text));
    expect(frame.status).toBe(200);
    const scripts = [...parseHTML(frame.text).document.querySelectorAll('script[type=module]')].map(
      (script) => script.getAttribute('src') ?? '',
    );
    expect(scripts[0]).toMatch(/frame-observer/);
    expect(scripts[1]).toMatch(/^\/chat\//);
    expect((await owner.request('GET', scripts[0] ?? '')).status).toBe(200);
  }
});

test('gives strangers, and owners of other agents, what the agent’s page gives', async () => {
  const other = await app.register('Otto');
  for (const browser of [app.browser(), other]) {
    const [page, dev] = [
      await browser.request('GET', `/widgets/${agent.number}`),
      await browser.request('GET', `/widgets/${agent.number}/dev`),
    ];
    expect(dev.status).toBe(200);
    expect(dev.text).toBe(page.text);
    expect(dev.text).not.toContain('ticket=');
    expect((await browser.request('GET', '/widgets/2147483647/dev')).status).toBe(404);
  }
});

test('shows a draft that was never published to its owner alone', async () => {
  const made = await owner.post<Agent>('/api/agents', { from: 'blank' });
  expect((await owner.request('GET', `/widgets/${made.number}/dev`)).status).toBe(200);
  expect((await app.browser().request('GET', `/widgets/${made.number}/dev`)).status).toBe(404);
});
