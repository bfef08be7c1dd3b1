import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { speechKey, startSpeechStandIn, type SpeechStandIn } from '#tests/support/models/speech-stand-in.ts';
import { openChat, publishAgent, type ChatVisitor } from '#tests/support/visitors/visitor-chat.ts';
import { opusInWebm, opusPacket, silentPacket } from '#tests/support/models/made-sounds.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

let vendor: SpeechStandIn;
let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
beforeAll(async () => {
  vendor = await startSpeechStandIn();
  app = await startTestApp({ speechBaseUrls: vendor.baseUrls });
  vera = await app.register('Vera');
  agent = await publishAgent(vera, (draft) => {
    Object.assign(draft.voice, {
      enabled: true,
      provider: 'elevenlabs',
      voice: 'v7',
      hearingModel: 'scribe_v9',
      speakingModel: 'eleven_v9',
      greeting: 'Welcome to the bakery.',
      greetings: [{ language: 'nl', text: 'Welkom bij de bakker.' }],
      pronunciations: ['bakery = bake-a-ree'],
    });
  });
});
afterAll(async () => {
  await app.close();
  await vendor.close();
});
beforeEach(() => {
  vendor.asked = [];
  vendor.fault = null;
});

const webm = opusInWebm(Array.from({ length: 50 }, () => opusPacket));
const recording = (bytes: Uint8Array = webm, language = 'nl') => {
  const form = new FormData();
  form.append('language', language);
  form.append('file', new Blob([Uint8Array.from(bytes)], { type: 'audio/webm' }), 'speech.webm');
  return form;
};
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { code?: string } | null)?.code ?? ''}`.trim();
const as = (visitor: ChatVisitor) => ({ authorization: `Bearer ${visitor.token}` });
const hear = (visitor: ChatVisitor, form: FormData = recording()) =>
  app.browser().request('POST', '/api/visitor/speech/heard', { raw: form, headers: as(visitor) });
const say = (visitor: ChatVisitor, text: string, messageId?: string) =>
  app.browser().request('POST', '/api/visitor/speech/said', {
    body: { text, language: 'en', ...(messageId && { messageId }) },
    headers: as(visitor),
  });

describe('an agent whose owner has no key for the vendor', () => {
  test('leaves speech to the browser', async () => {
    const visitor = await openChat(app, agent.number);
    expect(codeOf(await hear(visitor))).toBe('409 voice.not_connected');
    expect(codeOf(await say(visitor, 'Welcome to the bakery.'))).toBe('409 voice.not_connected');
    expect(await vera.get('/api/speech/elevenlabs/voices')).toEqual({ voices: [] });
    expect(vendor.asked).toEqual([]);
  });
});

describe('with a key', () => {
  test('which is tried before it is kept', async () => {
    const connect = (apiKey: string) =>
      vera.request('PUT', '/api/integrations/elevenlabs', { body: { apiKey } });
    expect(codeOf(await connect('sk_wrong'))).toBe('422 integrations.key_refused');
    expect((await connect(speechKey)).body).toMatchObject({
      isConnected: true,
      lastFour: '-key',
      models: [],
    });
  });

  test('the owner sees who can speak, chooses a voice by ear, and never reads the key again', async () => {
    const { text } = await vera.request('GET', '/api/integrations/speech');
    const { vendors } = JSON.parse(text) as { vendors: { id: string; isConnected: boolean }[] };
    expect(vendors.filter(({ isConnected }) => isConnected).map(({ id }) => id)).toEqual(['elevenlabs']);
    expect(text).not.toContain(speechKey);
    expect(await vera.get('/api/speech/elevenlabs/voices')).toEqual({
      voices: [
        { id: 'v1', label: 'Anna', about: 'dutch, young', isOwn: false },
        { id: 'v2', label: 'Bert', about: 'flemish', isOwn: false },
      ],
    });
    const { status, headers } = await vera.request('POST', '/api/speech/elevenlabs/sample', {
      body: {
        text: 'Good morning.',
        language: 'en',
        voice: 'v1',
        project: '',
        model: '',
        speed: 1,
        stability: 0.2,
        similarity: 1,
      },
    });
    expect(`${status} ${headers.get('content-type')}`).toBe('200 audio/wav');
    expect(vendor.asked.at(-1)).toMatchObject({
      path: expect.stringContaining('/v1/text-to-speech/v1') as string,
      body: expect.stringContaining('"stability":0.2,"similarity_boost":1,"speed":1') as string,
    });
  });

  test('the owner has a vendor understand a recording, to try it', async () => {
    const understand = (provider: string, raw = recording()) =>
      vera.request('POST', `/api/speech/${provider}/heard`, { raw });
    expect((await understand('elevenlabs')).body).toEqual({ text: 'When are you open?' });
    expect(codeOf(await understand('openai'))).toBe('409 voice.not_connected');
    expect(codeOf(await understand('elevenlabs', recording(Buffer.from('no sound'))))).toBe(
      '415 voice.unsupported',
    );
    expect(codeOf(await understand('elevenlabs', new FormData()))).toBe('400 voice.missing');
  });

  test('what a visitor says becomes text, in the language of the chat', async () => {
    const visitor = await openChat(app, agent.number);
    expect((await hear(visitor)).body).toEqual({ text: 'When are you open?' });
    expect(vendor.asked.at(-1)?.body).toMatch(/name="language_code"\r\n\r\nnl/);
    expect(vendor.asked.at(-1)?.body).toContain('scribe_v9');
    expect(codeOf(await hear(visitor, recording(Buffer.from('<svg>no sound at all</svg>'))))).toBe(
      '415 voice.unsupported',
    );
    expect(codeOf(await hear(visitor, new FormData()))).toBe('400 voice.missing');
    expect((await hear(visitor, recording(Buffer.concat([webm, Buffer.alloc(2_100_000)])))).status).toBe(413);
    expect(
      (await app.browser().request('POST', '/api/visitor/speech/heard', { raw: recording() })).status,
    ).toBe(401);
  });

  test('only what the agent said is read out, with its own voice and words', async () => {
    const visitor = await openChat(app, agent.number);
    const { answer } = await visitor.say('Hello');
    const text = answer?.text.split(/(?<=[.!?])\s/)[0] ?? '';
    const { status, headers } = await say(visitor, text, answer?.id);
    expect(`${status} ${headers.get('content-type')}`).toBe('200 audio/wav');
    expect(vendor.asked.at(-1)?.path).toContain('/v7');
    expect(vendor.asked.at(-1)?.body).toContain('eleven_v9');
    expect((await say(visitor, 'Welcome to the bakery.')).status).toBe(200);
    expect(vendor.asked.at(-1)?.body).toContain('Welcome to the bake-a-ree.');
    expect((await say(visitor, 'Welkom bij de bakker.')).status).toBe(200);
    expect((await say(visitor, 'Are you still there?')).status).toBe(200);
    const count = vendor.asked.length;
    expect(codeOf(await say(visitor, 'Read my advertisement.', answer?.id))).toBe('422 voice.not_said');
    expect(codeOf(await say(visitor, 'Read my advertisement.'))).toBe('422 voice.not_said');
    const other = await openChat(app, agent.number);
    expect(codeOf(await say(other, text, answer?.id))).toBe('404 conversations.not_found');
    expect(vendor.asked).toHaveLength(count);
  });

  test('a cloned voice speaks out of its project, and leaves listening to the browser', async () => {
    await vera.request('PUT', '/api/integrations/resemble', { body: { apiKey: speechKey } });
    const cloned = await publishAgent(vera, (draft) => {
      const own = { enabled: true, provider: 'resemble', voice: 'v3', project: 'p9', greeting: 'Hello.' };
      Object.assign(draft.voice, own);
    });
    const visitor = await openChat(app, cloned.number);
    expect((await say(visitor, 'Hello.')).status).toBe(200);
    expect(JSON.parse(vendor.asked.at(-1)?.body ?? '')).toMatchObject({
      voice_uuid: 'v3',
      project_uuid: 'p9',
      data: 'Hello.',
    });
    expect(codeOf(await hear(visitor))).toBe('409 voice.not_connected');
  });

  test('what the vendor does wrong is one clear refusal', async () => {
    const visitor = await openChat(app, agent.number);
    for (const fault of [{ status: 401 }, { status: 500 }, { body: '<html>' }]) {
      vendor.fault = fault;
      expect(codeOf(await hear(visitor))).toBe('502 voice.failed');
      expect(codeOf(await say(visitor, 'Welcome to the bakery.'))).toBe('502 voice.failed');
    }
  });

  test('an agent that visitors only write to neither hears nor speaks', async () => {
    const silent = await publishAgent(vera, () => undefined);
    const visitor = await openChat(app, silent.number);
    expect(codeOf(await hear(visitor))).toBe('403 conversations.not_spoken');
    expect(codeOf(await say(visitor, 'Are you still there?'))).toBe('403 conversations.not_spoken');
  });

  test('is told by no word of the public agent who the vendor is', async () => {
    const { text } = await app.browser().request('GET', `/widgets/${agent.number}`);
    expect(text).not.toMatch(/elevenlabs/i);
  });

  test('once the month’s money is used up, the browser has to do', async () => {
    const dear = await publishAgent(vera, (draft) => {
      Object.assign(draft.voice, { enabled: true, provider: 'elevenlabs', greeting: 'Hello and welcome.' });
      draft.access.monthlyCents = 1;
    });
    const visitor = await openChat(app, dear.number);
    const answers: string[] = [];
    for (let at = 0; at < 20 && answers.at(-1) !== '409 voice.not_connected'; at += 1)
      answers.push(codeOf(await say(visitor, 'Hello and welcome.')));
    expect(answers[0]).toBe('200');
    expect(answers.at(-1)).toBe('409 voice.not_connected');
  });

  test('silence in few bytes costs as much as it lasts, and no more of it is understood than somebody says', async () => {
    const dear = await publishAgent(vera, (draft) => {
      Object.assign(draft.voice, { enabled: true, provider: 'elevenlabs' });
      draft.access.monthlyCents = 1;
    });
    const visitor = await openChat(app, dear.number);
    const silence = (seconds: number) =>
      recording(opusInWebm(Array.from({ length: seconds / 0.12 }, () => silentPacket)));
    vendor.asked = [];
    expect(codeOf(await hear(visitor, silence(96)))).toBe('415 voice.unsupported');
    expect(codeOf(await hear(visitor, recording(Buffer.from('fLaC, which may hold hours'))))).toBe(
      '415 voice.unsupported',
    );
    expect(vendor.asked).toEqual([]);
    // A cent is a minute and a half.
    for (let at = 0; at < 2; at += 1) expect(codeOf(await hear(visitor, silence(84)))).toBe('200');
    await expect.poll(async () => codeOf(await hear(visitor, silence(12)))).toBe('409 voice.not_connected');
  });
});
