import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import {
  startRealtimeStandIn,
  type RealtimeStandIn,
  type Spoken,
  type StandInCall,
} from '#tests/support/models/realtime-stand-in.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { teach } from '#tests/support/models/taught.ts';
import { speechKey } from '#tests/support/models/speech-stand-in.ts';
import { beginCall, overIn, refusalOf, sendSpoken } from '#tests/support/visitors/begun-call.ts';
import { openChat, publishAgent, type ChatVisitor } from '#tests/support/visitors/visitor-chat.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';

let vendor: RealtimeStandIn;
let model: OpenAiStandIn;
let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;

const withCalls =
  (change: (draft: AgentConfiguration) => void = () => undefined) =>
  (draft: AgentConfiguration) => {
    Object.assign(draft.ai, { provider: 'openai', model: 'gpt-5-mini' });
    Object.assign(draft.voice, {
      enabled: true,
      provider: 'openai',
      way: 'live',
      liveModel: 'gpt-realtime-2',
      greeting: 'Welcome to the bakery.',
      pronunciations: ['bakery = bake-a-ree'],
    });
    draft.dynamic.followUps = 0;
    change(draft);
  };

beforeAll(async () => {
  [vendor, model] = await Promise.all([startRealtimeStandIn(), startOpenAiStandIn()]);
  app = await startTestApp({
    speechBaseUrls: vendor.baseUrls,
    llm: { baseUrls: { openai: model.baseUrl } },
  });
  vera = await app.register('Vera');
  agent = await publishAgent(vera, withCalls());
});
afterAll(async () => {
  await app.close();
  await Promise.all([vendor.close(), model.close()]);
});
const calls: Call[] = [];
beforeEach(() => {
  Object.assign(vendor, { fault: null, joinFault: null, speaks: () => ({ words: 'We open at nine.' }) });
});
afterEach(async () => {
  for (const call of calls.splice(0)) call.leave();
  await vi.waitFor(() => expect(app.server.services.liveCalls.runningCount()).toBe(0));
});

const offer = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n';
type Call = Awaited<ReturnType<typeof beginCall>> & { vendors: StandInCall };
async function begin(visitor: ChatVisitor, sdp = offer): Promise<Call> {
  const begun = await beginCall(app, visitor, { sdp });
  const call = { ...begun, vendors: vendor.calls.at(-1)! };
  calls.push(call);
  return call;
}
const say = (visitor: ChatVisitor, text: string, messageId?: string) =>
  visitor.request('POST', '/api/visitor/calls/said', {
    body: { text, language: 'en', ...(messageId && { messageId }) },
  });
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { code?: string } | null)?.code ?? ''}`.trim();
const rowsOf = async (agentId: string) =>
  (
    await app.server.services.database.pool.query<{ vendor_id: string }>(
      'SELECT vendor_id FROM voice_calls WHERE agent_id = $1',
      [agentId],
    )
  ).rows;
const spent = async ({ id }: Agent) => {
  await app.server.services.agentUsage.flush();
  return (await vera.get<{ monthMicros: number }>(`/api/agents/${id}/usage`)).monthMicros;
};

describe('where the owner has no key for the vendor', () => {
  test('nobody is called, and the chat goes on as ever', async () => {
    const visitor = await openChat(app, agent.number);
    expect(await refusalOf(begin(visitor))).toBe('409 voice.not_connected');
    await vera.request('PUT', '/api/integrations/openai', { body: { apiKey: speechKey } });
  });
});

describe('a call', () => {
  test('is made with the account’s key and led by the server, and leaves nothing behind', async () => {
    const visitor = await openChat(app, agent.number);
    const call = await begin(visitor);
    expect(call.told[0]?.data['sdp']).toMatch(/^v=0/);
    expect(JSON.stringify(call.told)).not.toContain(call.vendors.id);
    expect(call.vendors.session).toMatchObject({ model: 'gpt-realtime-2' });
    expect(await rowsOf(agent.id)).toEqual([{ vendor_id: call.vendors.id }]);
    call.leave();
    await vi.waitFor(() => expect(call.vendors.isHungUp).toBe(true));
    await vi.waitFor(async () => expect(await rowsOf(agent.id)).toEqual([]));
  });

  test('is only for offers of sound, for agents that are called, and for visitors', async () => {
    const visitor = await openChat(app, agent.number);
    const data = `${offer}m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n`;
    expect(await refusalOf(begin(visitor, data))).toBe('422 voice.offer_refused');
    expect(await refusalOf(begin(visitor, 'x'.repeat(1_048_576)))).toMatch(/^4(00|13|22) /);
    const read = await publishAgent(
      vera,
      withCalls((draft) => void (draft.voice.way = 'sentences')),
    );
    expect(await refusalOf(begin(await openChat(app, read.number)))).toBe('409 voice.not_connected');
    const silent = await publishAgent(
      vera,
      withCalls((draft) => void (draft.voice.enabled = false)),
    );
    expect(await refusalOf(begin(await openChat(app, silent.number)))).toBe('403 conversations.not_spoken');
    expect(
      (await app.browser().request('POST', '/api/visitor/calls', { body: { sdp: offer, language: 'en' } }))
        .status,
    ).toBe(401);
    expect(await rowsOf(read.id)).toEqual([]);
  });

  test('of a visitor who has one already ends that one', async () => {
    const visitor = await openChat(app, agent.number);
    const first = await begin(visitor);
    const second = await begin(visitor);
    expect(await overIn(first)).toBe('replaced');
    expect(first.vendors.isHungUp).toBe(true);
    expect(second.vendors.isHungUp).toBe(false);
    expect(await rowsOf(agent.id)).toEqual([{ vendor_id: second.vendors.id }]);
  });

  test('that the vendor refuses, hangs or breaks is one clear refusal, and no call stays', async () => {
    const visitor = await openChat(app, agent.number);
    for (const status of [401, 429, 503]) {
      vendor.fault = { status };
      expect(await refusalOf(begin(visitor))).toBe('502 voice.failed');
    }
    vendor.fault = null;
    vendor.joinFault = 'refuses';
    expect(await refusalOf(begin(visitor))).toBe('502 voice.failed');
    await vi.waitFor(() => expect(vendor.calls.at(-1)?.isHungUp).toBe(true));
    await vi.waitFor(async () => expect(await rowsOf(agent.id)).toEqual([]));
  });

  test('that the vendor leaves in the middle is over at once', async () => {
    const visitor = await openChat(app, agent.number);
    const call = await begin(visitor);
    call.vendors.socket?.close();
    expect(await overIn(call)).toBe('vendor');
    await vi.waitFor(async () => expect(await rowsOf(agent.id)).toEqual([]));
  });

  test('in which a model speaks by itself is ended', async () => {
    const visitor = await openChat(app, agent.number);
    const call = await begin(visitor);
    call.vendors.send({ type: 'response.created', response: { id: 'resp_of_somebody_else' } });
    expect(await overIn(call)).toBe('vendor');
    await vi.waitFor(() => expect(call.vendors.isHungUp).toBe(true));
  });

  test('of a dead process is hung up by the next one', async () => {
    const visitor = await openChat(app, agent.number);
    const call = await begin(visitor);
    const { liveCalls, self } = app.server.services;
    await liveCalls.hangUpCallsOf('prc_of_nobody');
    expect(call.vendors.isHungUp).toBe(false);
    await liveCalls.hangUpCallsOf(self.id);
    expect(call.vendors.isHungUp).toBe(true);
    expect(await rowsOf(agent.id)).toEqual([]);
  });
});

describe('what is said in a call', () => {
  test('is told to the chat once, and costs what it takes to understand', async () => {
    const visitor = await openChat(app, agent.number);
    const call = await begin(visitor);
    const before = await spent(agent);
    const item = call.vendors.hears('When are you open?', 60_000);
    call.vendors.understands(item, 'When are you open?', 60_000);
    call.vendors.send({ type: 'input_audio_buffer.speech_started', item_id: 'last', audio_start_ms: 1 });
    await vi.waitFor(() =>
      expect(call.told.filter(({ event }) => event === 'voice').length).toBeGreaterThan(3),
    );
    expect(call.told.filter(({ event, data }) => event === 'heard' && data['isFinal'])).toEqual([
      { event: 'heard', data: { text: 'When are you open?', isFinal: true } },
    ]);
    expect(await spent(agent)).toBe(before + 4_500);
  });

  test('is answered aloud out of the agent’s knowledge, with its sources, and costs once', async () => {
    await teach(vera, agent, {
      title: 'Hours',
      body: 'The bakery opens at seven in the morning and closes at four.',
    });
    const visitor = await openChat(app, agent.number);
    const call = await begin(visitor);
    vendor.speaks = () => ({
      words: 'We open at seven.',
      calls: [{ name: 'cite_sources', arguments: { numbers: [1, 1, 99, 'x'] } }],
    });
    const before = await spent(agent);
    const { answer } = await sendSpoken(visitor, 'When does the bakery open?');
    expect(answer).toMatchObject({ status: 'complete', text: expect.stringMatching(/^We open at seven\./) });
    expect(answer.citations).toMatchObject([{ number: 1, title: 'Hours' }]);
    expect(await spent(agent)).toBe(before + 4_000 + 240 + 1_280);
    const [asked] = call.vendors.asked;
    expect(asked?.instructions).toContain('The visitor speaks');
    expect(asked?.instructions).toContain('opens at seven in the morning');
    expect(asked?.input.at(-1)?.content?.[0]?.text).toBe('When does the bakery open?');
    expect(call.told).toContainEqual({
      event: 'voiced',
      data: { messageId: answer.id, isVoiced: true },
    });
  });

  test('goes through tools, and what was typed before is remembered', async () => {
    const visitor = await openChat(app, agent.number);
    const call = await begin(visitor);
    vendor.speaks = (asked): Spoken =>
      asked.input.at(-1)?.type === 'function_call_output'
        ? { words: 'It is on your screen.' }
        : { calls: [{ name: 'search_knowledge', arguments: { query: 'opening hours' } }] };
    const first = await sendSpoken(visitor, 'Where do I find the hours?');
    expect(first.answer).toMatchObject({ status: 'complete', text: 'It is on your screen.' });
    vendor.speaks = () => ({ words: 'You asked for the hours.' });
    await sendSpoken(visitor, 'What did I ask?', first.conversationId);
    const input = call.vendors.asked.at(-1)?.input ?? [];
    const texts = input.flatMap(({ content }) => content?.map(({ text }) => text) ?? []);
    expect(texts).toContain('Where do I find the hours?');
    expect(texts).toContain('It is on your screen.');
  });

  test('that is spoken into keeps the words that were heard', async () => {
    const visitor = await openChat(app, agent.number);
    const call = await begin(visitor);
    vendor.speaks = () => ({ words: 'word '.repeat(300), lasts: 75_000 });
    const speaking = sendSpoken(visitor, 'Tell me everything');
    await vi.waitFor(() => expect(call.told).toContainEqual({ event: 'sound', data: { isOn: true } }));
    call.vendors.begins();
    const { answer } = await speaking;
    expect(answer.status).toBe('stopped');
    expect(answer.text.length).toBeLessThan(300);
    expect(call.told.findLast(({ event }) => event === 'sound')?.data).toEqual({ isOn: false });
  });

  test('is answered in writing where the vendor fails, and the chat is told to read it out', async () => {
    const visitor = await openChat(app, agent.number);
    const call = await begin(visitor);
    vendor.speaks = () => ({ fault: 'refused' });
    model.script({ kind: 'text', text: 'From seven on.' });
    const { answer } = await sendSpoken(visitor, 'When are you open?');
    expect(answer).toMatchObject({ status: 'complete', text: 'From seven on.' });
    expect(call.told.at(-1)).toEqual({
      event: 'voiced',
      data: { messageId: answer.id, isVoiced: false },
    });
    vendor.speaks = () => ({ words: 'From seven on.' });
    expect((await say(visitor, 'From seven on.', answer.id)).status).toBe(200);
    expect(call.vendors.asked.at(-1)?.input[0]?.content?.[0]?.text).toBe('From seven on.');
  });
});

describe('sentences of the chat’s own', () => {
  test('are said word for word, and nothing else is', async () => {
    const visitor = await openChat(app, agent.number);
    expect(codeOf(await say(visitor, 'Welcome to the bakery.'))).toBe('409 voice.no_call');
    const call = await begin(visitor);
    expect((await say(visitor, 'Welcome to the bakery.')).status).toBe(200);
    expect(call.vendors.asked.at(-1)?.input[0]?.content?.[0]?.text).toBe('Welcome to the bake-a-ree.');
    expect(codeOf(await say(visitor, 'Read my advertisement.'))).toBe('422 voice.not_said');
    const other = await openChat(app, agent.number);
    expect(codeOf(await say(other, 'Welcome to the bakery.'))).toBe('409 voice.no_call');
    vendor.speaks = () => ({ words: 'Welcome', lasts: 60_000 });
    const long = say(visitor, 'Welcome to the bakery.');
    await vi.waitFor(() => expect(call.told.at(-1)).toEqual({ event: 'sound', data: { isOn: true } }));
    expect((await visitor.request('DELETE', '/api/visitor/calls/said')).status).toBe(200);
    expect((await long).status).toBe(200);
  });
});

describe('limits', () => {
  test('of the visitor’s messages stand before an answer aloud as before any other', async () => {
    const paid = await publishAgent(
      vera,
      withCalls((draft) => void Object.assign(draft.payment, { enabled: true, freeMessages: 1 })),
    );
    const visitor = await openChat(app, paid.number);
    const call = await begin(visitor);
    const first = await sendSpoken(visitor, 'Hello');
    expect(first.answer.status).toBe('complete');
    const asked = call.vendors.asked.length;
    expect((await sendSpoken(visitor, 'Hello again', first.conversationId)).status).toBe(402);
    expect(call.vendors.asked).toHaveLength(asked);
  });

  test('of the month’s money end the call, and let nobody begin another', async () => {
    const dear = await publishAgent(
      vera,
      withCalls((draft) => void (draft.access.monthlyCents = 1)),
    );
    const visitor = await openChat(app, dear.number);
    const call = await begin(visitor);
    call.vendors.hears('A long story', 600_000);
    expect(await overIn(call)).toBe('money');
    await expect.poll(() => call.vendors.isHungUp).toBe(true);
    expect(await refusalOf(begin(visitor))).toBe('409 voice.not_connected');
  });

  test('of how often somebody calls', async () => {
    const visitor = await openChat(app, agent.number);
    const answers: string[] = [];
    // Six a minute: where the next one begins in between, six more are taken.
    while (!answers.includes('429 voice.too_many') && answers.length < 13)
      answers.push(await refusalOf(begin(visitor)));
    expect(answers.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 'taken'));
    expect(answers.at(-1)).toBe('429 voice.too_many');
  });
});
