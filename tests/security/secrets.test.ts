import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let model: OpenAiStandIn;
const written: string[] = [];
beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    });
  }
  [app, model] = await Promise.all([startTestApp({ log: true }), startOpenAiStandIn()]);
});
afterAll(async () => {
  await app.close();
  await model.close();
  vi.restoreAllMocks();
});

describe('the log at its most talkative', () => {
  it('holds no password, key, token or word of a visitor, whatever fails', async () => {
    const [apiKey, words] = [`sk-${randomUUID()}`, `words${randomUUID()}`];
    const owner = await app.register('Vera');
    const wrong = `wrong ${randomUUID()}`;
    await app.browser().request('POST', '/api/login', { body: { email: owner.email, password: wrong } });
    await app.browser().request('POST', '/api/login', {
      raw: `{"email":"${owner.email}","password":"${wrong}"`,
      headers: { 'content-type': 'application/json' },
    });
    await owner.request('PUT', '/api/integrations/openai-compatible', {
      body: { baseUrl: model.baseUrl, apiKey },
    });
    await owner.request('PUT', '/api/integrations/openai-compatible', {
      body: { baseUrl: `${model.baseUrl}/nowhere`, apiKey },
    });
    await app.browser().post('/api/forgot-password', { email: owner.email });
    const mail = await vi.waitFor(
      async () => {
        const found = (await app.server.services.mail.outbox()).mails.find(
          ({ kind }) => kind === 'reset-password',
        );
        if (!found) throw new Error('No mail yet');
        return found;
      },
      { timeout: 10_000, interval: 50 },
    );
    const resetToken = /#([\w-]{43})/.exec(mail.text)?.[1] ?? '';

    const made = await owner.post<Agent>('/api/agents', { from: 'blank' });
    const configuration = {
      ...made.draft,
      prompt: { ...made.draft.prompt, systemPrompt: words },
      ai: { ...made.draft.ai, provider: 'openai-compatible', model: 'stand-in-large' },
    };
    await owner.request('PUT', `/api/agents/${made.id}/draft`, {
      body: { revision: made.draftRevision, configuration },
    });
    const agent = await owner.post<Agent>(`/api/agents/${made.id}/publish`, {
      revision: made.draftRevision + 1,
    });
    const visitor = app.browser();
    const { token } = await visitor.post<{ token: string }>('/api/visitor/session', { agent: agent.number });
    const say = (text: string) =>
      visitor.request('POST', '/api/visitor/messages', {
        headers: { authorization: `Bearer ${token}` },
        body: { conversationId: null, clientMessageId: randomUUID(), text },
      });
    for (const marker of [
      '',
      '[[500]]',
      '[[401]]',
      '[[error-after:3]]',
      '[[truncate-after:3]]',
      '[[garbled]]',
    ])
      await say(`${words} ${marker}`);
    // Errors of the database carry their values.
    await app.database.database.pool.query('ALTER TABLE messages RENAME TO messages_away');
    expect((await say(words)).status).toBe(500);
    await app.database.database.pool.query('ALTER TABLE messages_away RENAME TO messages');

    const log = written.join('');
    expect(log).toContain('a request failed');
    const secrets = {
      password: owner.password,
      wrong,
      apiKey,
      words,
      token,
      resetToken,
      session: owner.cookie().split('=')[1] ?? '',
      encryption: '0123456789abcdef'.repeat(4),
      claim: (app.server.superadminLink ?? '#none').split('#')[1] ?? '',
    };
    expect(
      Object.entries(secrets)
        .filter(([, secret]) => secret === '' || log.includes(secret))
        .map(([name]) => name),
    ).toEqual([]);
  });
});

describe('the ticket of a preview and the token of a visitor', () => {
  it('open the one agent they were made for, and no draft of anybody else', async () => {
    const [vera, olga] = [await app.register('Vera'), await app.register('Olga')];
    const [hidden, own] = [
      await vera.post<Agent>('/api/agents', { from: 'blank' }),
      await olga.post<Agent>('/api/agents', { from: 'blank' }),
    ];
    const ticketOf = (agent: Agent): string =>
      new URL(agent.previewUrl, app.url).searchParams.get('ticket') ?? '';
    const open = (body: object) => app.browser().request('POST', '/api/visitor/session', { body });
    expect((await open({ agent: hidden.number, preview: ticketOf(hidden) })).status).toBe(200);
    for (const preview of [ticketOf(own), `${ticketOf(hidden).slice(0, -3)}AAA`, '', null])
      expect((await open({ agent: hidden.number, preview })).status).toBe(404);

    const published = await vera.post<Agent>(`/api/agents/${hidden.id}/publish`, {
      revision: hidden.draftRevision,
    });
    const other = await olga.post<Agent>(`/api/agents/${own.id}/publish`, { revision: own.draftRevision });
    const first = (await open({ agent: published.number })).body as { token: string };
    await app.browser().request('POST', '/api/visitor/messages', {
      headers: { authorization: `Bearer ${first.token}` },
      body: { conversationId: null, clientMessageId: randomUUID(), text: 'Something of my own' },
    });
    expect((await open({ agent: published.number, token: first.token })).text).toContain(
      'Something of my own',
    );
    expect((await open({ agent: other.number, token: first.token })).body).toMatchObject({
      conversation: null,
    });
  });
});
