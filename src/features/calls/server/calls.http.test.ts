import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent, type ChatVisitor } from '#tests/support/visitors/visitor-chat.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Engagement } from '#features/analytics/analytics.contract.ts';
import type { InboxThread } from '#features/inbox/inbox.contract.ts';
import type { PaywallBalance, UsageLine } from '#features/paywall/paywall.contract.ts';
import type { Call } from '#shared/voice/calls.ts';

let now = new Date('2026-06-01T10:00:00Z');
let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;

beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => now } });
  owner = await app.register('Vera');
});
afterAll(() => app.close());
beforeEach(() => {
  now = new Date(now.getTime() + 3_600_000);
});
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};

const withVoice =
  (change: (draft: AgentConfiguration) => void = () => undefined) =>
  (draft: AgentConfiguration) => {
    draft.voice.enabled = true;
    change(draft);
  };
/** A minute of talking takes three messages, and there are ten. */
const paidByMinute = withVoice(({ voice, payment }) => {
  voice.minuteMessages = 3;
  Object.assign(payment, { enabled: true, freeMessages: 10, chargeUnsure: true });
});

type Told = {
  isOver: boolean;
  balance: PaywallBalance | null;
};
const told = (key: string, change: object = {}) => ({
  key,
  way: 'browser',
  language: 'en',
  interruptions: 0,
  sounds: 0,
  soundMs: 0,
  end: null,
  ...change,
});
const tell = (visitor: ChatVisitor, key: string, change?: object) =>
  visitor.request('PUT', '/api/visitor/call', { body: told(key, change) });
const left = async (visitor: ChatVisitor, key: string) =>
  ((await tell(visitor, key)).body as Told).balance?.freeLeft;
/** What the chat sends when something was understood; gives the status. */
async function speak(visitor: ChatVisitor, text: string, conversationId: string | null = null) {
  const { status, text: stream } = await visitor.request('POST', '/api/visitor/messages', {
    body: { conversationId, clientMessageId: randomUUID(), text, isSpoken: true },
  });
  return { status, conversationId: /"conversationId":"(\w+)"/.exec(stream)?.[1] ?? '' };
}
const callsOf = async (agent: Agent) =>
  (await owner.get<{ calls: Call[]; nextCursor: string | null }>(`/api/calls?agentId=${agent.id}`)).calls;

describe('a call', () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await publishAgent(owner, withVoice());
  });

  test('is kept with its length, interruptions, first sound and conversation, wherever owners read', async () => {
    const visitor = await openChat(app, agent.number);
    const key = randomUUID();
    expect((await tell(visitor, key)).body).toEqual({ isOver: false, balance: null });
    later(5);
    const { conversationId } = await speak(visitor, 'When do you open?');
    later(10);
    await tell(visitor, key, { sounds: 1, soundMs: 700 });
    await speak(visitor, 'And on Sunday?', conversationId);
    later(50);
    await tell(visitor, key, { sounds: 2, soundMs: 1_500, interruptions: 1, end: 'hungUp' });
    // What comes late changes nothing.
    later(20);
    expect((await tell(visitor, key, { interruptions: 9 })).body).toMatchObject({ isOver: true });

    const [call] = await callsOf(agent);
    expect(call).toMatchObject({
      agentId: agent.id,
      conversationId,
      provider: 'browser',
      way: 'browser',
      language: 'en',
      endReason: 'hungUp',
      seconds: 65,
      turns: 2,
      interruptions: 1,
      firstSoundMs: 750,
      chargedMessages: 0,
    });
    const { conversation } = await owner.get<InboxThread>(`/api/inbox/conversations/${conversationId}`);
    expect(conversation.calls).toEqual([call]);
    const { calls } = await owner.get<Engagement>(`/api/analytics/engagement?agentId=${agent.id}`);
    expect(calls).toMatchObject({
      calls: 1,
      minutes: 2,
      interruptions: 1,
      firstSoundMs: { median: 750, slow: 750 },
    });
    const record = await owner.request('GET', `/api/contacts/${conversation.contactId}/record`);
    expect((JSON.parse(record.text) as { calls: object[] }).calls).toMatchObject([
      { id: call?.id, turns: 2, interruptions: 1 },
    ]);
    await vi.waitFor(async () => {
      const { rows } = await app.database.database.direct.execute(
        sql`SELECT amount FROM analytics_events WHERE id = ${call?.id} AND kind = 24`,
      );
      expect(rows).toEqual([{ amount: 2 }]);
    }, 10_000);

    // Whoever deletes what is theirs takes it along.
    await visitor.request('DELETE', '/api/visitor/data');
    expect(await callsOf(agent)).toEqual([]);
  });

  test('that began anew ended the one before; one that nobody tells of ended where it was told of last', async () => {
    const visitor = await openChat(app, agent.number);
    const [first, second] = [randomUUID(), randomUUID()];
    await tell(visitor, first);
    later(15);
    await tell(visitor, first);
    later(5);
    await tell(visitor, second);
    later(100);
    await app.server.services.calls.tidy();
    expect((await callsOf(agent)).map(({ endReason, seconds }) => [endReason, seconds])).toEqual([
      [null, 0],
      ['replaced', 15],
    ]);
    later(100);
    await app.server.services.calls.tidy();
    expect((await callsOf(agent))[0]).toMatchObject({ endReason: 'lost', seconds: 0 });
    expect((await tell(visitor, second)).body).toMatchObject({ isOver: true });
  });

  test('is begun no more often than anybody talks, and one that runs is still told of', async () => {
    const visitor = await openChat(app, agent.number);
    const keys = Array.from({ length: 7 }, () => randomUUID());
    const answers = [];
    for (const key of keys) answers.push((await tell(visitor, key)).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect((await tell(visitor, keys[5]!)).status).toBe(200);
  });

  test('is listed page by page, and to nobody who is not of the account', async () => {
    const visitor = await openChat(app, agent.number);
    for (let made = 0; made < 3; made++) {
      later(1);
      await tell(visitor, randomUUID());
    }
    const page = await owner.get<{ calls: Call[]; nextCursor: string }>(
      `/api/calls?agentId=${agent.id}&limit=2`,
    );
    const rest = await owner.get<{ calls: Call[] }>(
      `/api/calls?agentId=${agent.id}&limit=50&cursor=${page.nextCursor}`,
    );
    const all = [...page.calls, ...rest.calls].map(({ id }) => id);
    expect(all).toEqual((await callsOf(agent)).map(({ id }) => id));
    expect((await owner.request('GET', '/api/calls?cursor=abc')).status).toBe(400);
    const stranger = await app.register('Stranger');
    expect(await stranger.get(`/api/calls`)).toMatchObject({ calls: [] });
  });

  test('is not held with an agent that only writes, and not kept of previews in any list', async () => {
    const silent = await publishAgent(owner, () => undefined);
    const visitor = await openChat(app, silent.number);
    expect(await tell(visitor, randomUUID())).toMatchObject({
      status: 403,
      body: { code: 'conversations.not_spoken' },
    });
    const browser = app.browser();
    const { previewUrl } = await owner.get<Agent>(`/api/agents/${agent.id}`);
    const { token } = await browser.post<{ token: string }>('/api/visitor/session', {
      agent: agent.number,
      preview: new URL(previewUrl, app.url).searchParams.get('ticket'),
    });
    const before = (await callsOf(agent)).length;
    const preview = await browser.request('PUT', '/api/visitor/call', {
      headers: { authorization: `Bearer ${token}` },
      body: told(randomUUID()),
    });
    expect(preview.status).toBe(200);
    expect(await callsOf(agent)).toHaveLength(before);
  });
});

describe('a minute that is paid for', () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await publishAgent(owner, paidByMinute);
  });

  test('is taken once when it begins, whoever tells of it, and covers what is said in it', async () => {
    const visitor = await openChat(app, agent.number);
    const key = randomUUID();
    await Promise.all([tell(visitor, key), tell(visitor, key), tell(visitor, key)]);
    expect(await left(visitor, key)).toBe(7);
    const { conversationId } = await speak(visitor, 'When do you open?');
    await speak(visitor, 'And on Sunday?', conversationId);
    expect(await left(visitor, key)).toBe(7);
    // The second minute is taken by what is said in it, and not once more by being told of.
    later(58);
    await tell(visitor, key);
    later(4);
    await speak(visitor, 'And on Monday?', conversationId);
    expect(await left(visitor, key)).toBe(4);
    const { lines } = (await visitor.request('GET', '/api/visitor/usage')).body as { lines: UsageLine[] };
    expect(lines.filter(({ reason }) => reason === 'minute').map(({ amount }) => amount)).toEqual([
      -1, -1, -1, -1, -1, -1,
    ]);
    expect((await callsOf(agent))[0]).toMatchObject({ chargedMessages: 6, turns: 3 });
  });

  test('that can’t be paid ends the call with what is left, and what is typed still counts one by one', async () => {
    const visitor = await openChat(app, agent.number);
    const key = randomUUID();
    for (let minute = 0; minute < 3; minute++) {
      expect((await tell(visitor, key)).status).toBe(200);
      later(60);
    }
    const refused = await tell(visitor, key);
    expect(refused).toMatchObject({
      status: 402,
      body: { code: 'paywall.payment_required', details: { balance: { freeLeft: 1 } } },
    });
    expect((await tell(visitor, key, { end: 'minutes' })).status).toBe(200);
    expect((await visitor.say('Then I write')).status).toBe(200);
    expect((await visitor.say('Once more')).status).toBe(402);
    expect((await callsOf(agent))[0]).toMatchObject({ endReason: 'minutes', chargedMessages: 9 });
    // Nothing of a call is begun that can't be paid.
    expect((await tell(visitor, randomUUID())).status).toBe(402);
  });

  test('is not taken for a time in which nobody told of the call, as while a computer sleeps', async () => {
    const visitor = await openChat(app, agent.number);
    const key = randomUUID();
    await tell(visitor, key);
    later(3_600);
    expect((await tell(visitor, key)).body).toMatchObject({ isOver: true, balance: { freeLeft: 7 } });
    expect((await callsOf(agent))[0]).toMatchObject({ endReason: 'lost', seconds: 0, chargedMessages: 3 });
  });

  test('covers nothing where no call runs: what was said costs a message then', async () => {
    const visitor = await openChat(app, agent.number);
    await speak(visitor, 'When do you open?');
    expect(((await visitor.request('GET', '/api/visitor/balance')).body as PaywallBalance).freeLeft).toBe(9);
  });
});
