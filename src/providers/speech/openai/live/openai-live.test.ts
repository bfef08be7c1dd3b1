import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  startRealtimeStandIn,
  type RealtimeStandIn,
  type StandInCall,
} from '#tests/support/models/realtime-stand-in.ts';
import { speechKey } from '#tests/support/models/speech-stand-in.ts';
import type { LiveAnswerInput, LiveEvent, LivePart, LiveSession } from '../../speech-live.port.ts';
import { isSoundOnly } from '../../speech-live-offer.models.ts';
import { createPace } from '../../speech-live-pace.models.ts';
import { SpeechError, type SpeechConnection } from '../../speech.port.ts';
import { createSpeechProviders } from '../../speech.registry.ts';
import { costOf, liveModels } from './live-models.ts';

let vendor: RealtimeStandIn;
beforeAll(async () => {
  vendor = await startRealtimeStandIn();
});
afterAll(() => vendor.close());
const usual = () => ({ words: 'We open at nine.' });
beforeEach(() => {
  Object.assign(vendor, { fault: null, joinFault: null, speaks: usual });
});

const live = () =>
  createSpeechProviders({
    fetch: () => Promise.reject(new Error('an address that was not chosen by the operator')),
    trustedFetch: fetch,
    localBaseUrls: [],
    baseUrls: vendor.baseUrls,
  }).get('openai').live!;
const connection = (apiKey = speechKey): SpeechConnection => ({
  apiKey,
  baseUrl: null,
  signal: new AbortController().signal,
});
const offer = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n';
const input = {
  sdp: offer,
  model: 'gpt-realtime-2',
  voice: 'cedar',
  language: 'nl',
  speed: 1,
  isInterruptible: true,
} as const;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof SpeechError ? error.code : String(error)),
  );

type Running = {
  call: StandInCall;
  session: LiveSession;
  events: LiveEvent[];
};
async function begin(isInterruptible = true): Promise<Running> {
  const events: LiveEvent[] = [];
  const { callId } = await live().call({ ...input, isInterruptible, ...connection() });
  const session = await live().join(
    connection(),
    { callId, model: input.model, speed: 1, isInterruptible },
    (event) => events.push(event),
  );
  return { call: vendor.calls.at(-1)!, session, events };
}
const question: LiveAnswerInput = {
  instructions: 'Be kind.',
  items: [
    { type: 'said', by: 'system', text: 'Open from nine.' },
    { type: 'said', by: 'agent', text: 'Hello.' },
    { type: 'said', by: 'visitor', text: 'When are you open?' },
  ],
  tools: [],
  maxTokens: 500,
};
async function read(parts: AsyncIterable<LivePart>): Promise<LivePart[]> {
  const all: LivePart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}
const wordsOf = (parts: readonly LivePart[]) =>
  parts.map((part) => (part.type === 'words' ? part.text : '')).join('');
const costs = (events: readonly LiveEvent[]) => events.filter(({ type }) => type === 'cost');
const last = (call: StandInCall) => call.told.at(-1);

describe('a call', () => {
  test('is made with the account’s key, answers nothing by itself, and writes down what is said', async () => {
    const { callId, sdp } = await live().call({ ...input, ...connection() });
    expect(sdp).toMatch(/^v=0/);
    expect(callId).toBe(vendor.calls.at(-1)?.id);
    expect(vendor.calls.at(-1)?.session).toMatchObject({
      model: 'gpt-realtime-2',
      audio: {
        input: {
          transcription: { model: 'gpt-transcribe', language: 'nl' },
          turn_detection: { create_response: false, interrupt_response: true },
        },
        output: { voice: 'cedar', speed: 1 },
      },
    });
    await live().call({ ...input, voice: 'onyx', model: 'gone', ...connection() });
    expect(vendor.calls.at(-1)?.session).toMatchObject({
      model: liveModels[0].id,
      audio: { output: { voice: 'marin' } },
    });
  });

  test('says what went wrong, and never with the key', async () => {
    for (const [fault, code] of [
      [{ status: 401 }, 'unauthorized'],
      [{ status: 429 }, 'busy'],
      [{ status: 503 }, 'unreachable'],
      [{ status: 400 }, 'refused'],
      [{ body: '<html>' }, 'garbled'],
      [{ body: offer }, 'garbled'],
    ] as const) {
      vendor.fault = fault;
      const error = await live()
        .call({ ...input, ...connection() })
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: 'SpeechError', code });
      expect(JSON.stringify(error) + String(error)).not.toContain(speechKey);
    }
    expect(await codeOf(live().call({ ...input, ...connection('wrong') }))).toBe('unauthorized');
  });

  test('is joined by nobody without the key, and by nobody who does not know it', async () => {
    const { callId } = await live().call({ ...input, ...connection() });
    const join = (apiKey: string, id: string) =>
      codeOf(
        live().join(
          connection(apiKey),
          { callId: id, model: '', speed: 1, isInterruptible: true },
          () => undefined,
        ),
      );
    expect(await join('wrong', callId)).toBe('unreachable');
    expect(await join(speechKey, 'rtc_unknown')).toBe('unreachable');
    vendor.joinFault = 'refuses';
    expect(await join(speechKey, callId)).toBe('unreachable');
  });

  test('is hung up once, and another time without harm', async () => {
    const { call } = await begin();
    await live().hangUp(connection(), call.id);
    expect(call.isHungUp).toBe(true);
    await live().hangUp(connection(), call.id);
    expect(await codeOf(live().hangUp(connection('wrong'), call.id))).toBe('unauthorized');
  });
});

describe('an answer', () => {
  test('is asked for with our own words alone, and told with what it cost', async () => {
    const { call, session, events } = await begin();
    const parts = await read(session.answer(question));
    expect(wordsOf(parts)).toBe('We open at nine.');
    expect(parts.slice(-2)).toEqual([
      { type: 'usage', inputTokens: 1_000, outputTokens: 30, micros: 4_000 + 240 + 1_280 },
      { type: 'end', isWhole: true },
    ]);
    expect(call.asked).toMatchObject([
      {
        instructions: 'Be kind.',
        tools: [],
        max_output_tokens: 500,
        input: [
          { role: 'system', content: [{ type: 'input_text', text: 'Open from nine.' }] },
          { role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] },
          { role: 'user', content: [{ type: 'input_text', text: 'When are you open?' }] },
        ],
      },
    ]);
    expect(events.map((event) => (event.type === 'sound' ? event.isOn : event.type))).toEqual([true, false]);
  });

  test('calls tools, and reads what they gave', async () => {
    const { call, session } = await begin();
    vendor.speaks = (asked) =>
      asked.input.at(-1)?.type === 'function_call_output'
        ? { words: 'It is in stock.' }
        : { words: 'One moment.', lasts: 60_000, calls: [{ name: 'stock', arguments: { of: 'tea' } }] };
    const tools = [{ name: 'stock', description: 'Looks.', parameters: { type: 'object' } }];
    const first = await read(session.answer({ ...question, tools }));
    const made = first.find((part) => part.type === 'call');
    expect(made).toMatchObject({ name: 'stock', arguments: '{"of":"tea"}' });
    const id = made?.type === 'call' ? made.id : '';
    const second = await read(
      session.answer({
        ...question,
        tools,
        items: [
          ...question.items,
          { type: 'call', id, name: 'stock', arguments: '{"of":"tea"}' },
          { type: 'result', id, text: '3' },
        ],
      }),
    );
    expect(wordsOf(second)).toBe('It is in stock.');
    expect(call.asked[1]?.input.slice(-2)).toEqual([
      { type: 'function_call', call_id: id, name: 'stock', arguments: '{"of":"tea"}' },
      { type: 'function_call_output', call_id: id, output: '3' },
    ]);
  });

  test('that somebody speaks into keeps the words that were heard, and costs what it cost', async () => {
    const { call, session } = await begin();
    vendor.speaks = () => ({ words: 'word '.repeat(400), lasts: 100_000 });
    const parts: LivePart[] = [];
    for await (const part of session.answer(question)) {
      parts.push(part);
      if (parts.length === 3) call.hears('Stop');
    }
    expect(parts.at(-1)).toEqual({ type: 'end', isWhole: false });
    expect(wordsOf(parts)).toMatch(/^word/);
    expect(wordsOf(parts).length).toBeLessThan(400);
    expect(parts.some(({ type }) => type === 'usage')).toBe(true);
  });

  test('that may not be interrupted goes on', async () => {
    const { call, session, events } = await begin(false);
    vendor.speaks = () => ({ words: 'I go on.', lasts: 300 });
    const reading = read(session.answer(question));
    await vi.waitFor(() => expect(events).toContainEqual({ type: 'sound', isOn: true }));
    call.hears('Stop');
    const parts = await reading;
    expect(wordsOf(parts)).toBe('I go on.');
    expect(parts.at(-1)).toEqual({ type: 'end', isWhole: true });
  });

  test('ends with whoever asked, at the vendor as well', async () => {
    const { call, session } = await begin();
    vendor.speaks = () => ({ words: 'word '.repeat(400), lasts: 100_000 });
    const leaving = new AbortController();
    const reading = codeOf(read(session.answer({ ...question, signal: leaving.signal })));
    await vi.waitFor(() => expect(call.asked).toHaveLength(1));
    leaving.abort('they left');
    expect(await reading).toBe('they left');
    await vi.waitFor(() => expect(last(call)).toMatchObject({ type: 'output_audio_buffer.clear' }));
    // The next one is answered.
    vendor.speaks = usual;
    expect(wordsOf(await read(session.answer(question)))).toBe('We open at nine.');
  });

  test('tells what the vendor did wrong', async () => {
    const { session } = await begin();
    vendor.speaks = () => ({ words: 'Well', fault: 'failed' });
    expect(await codeOf(read(session.answer(question)))).toBe('unreachable');
    vendor.speaks = () => ({ fault: 'refused' });
    expect(await codeOf(read(session.answer(question)))).toBe('refused');
    vendor.speaks = () => ({ words: 'Well', fault: 'closes' });
    expect(await codeOf(read(session.answer(question)))).toBe('unreachable');
    expect(await codeOf(read(session.answer(question)))).toBe('unreachable');
  });
});

describe('what the vendor tells', () => {
  test('is heard once, however often it comes', async () => {
    const { call, events } = await begin();
    const id = call.hears('When are you open?', 60_000);
    call.understands(id, 'When are you open?', 60_000);
    call.hears('  ');
    await vi.waitFor(() => expect(costs(events)).toHaveLength(2));
    expect(events.filter((event) => event.type === 'heard' && event.isFinal)).toEqual([
      { type: 'heard', text: 'When are you open?', isFinal: true },
    ]);
    expect(costs(events)).toEqual([
      { type: 'cost', micros: 4_500 },
      { type: 'cost', micros: 75 },
    ]);
  });

  test('about nothing that was asked changes nothing, and what is no event neither', async () => {
    const { call, session, events } = await begin();
    vendor.speaks = () => ({ words: 'We open at nine.', lasts: 400 });
    const reading = read(session.answer(question));
    await vi.waitFor(() => expect(call.asked).toHaveLength(1));
    for (const data of ['', 'no json', 'null', '[]', '{"type":"constructor"}', '{"type":3}'])
      call.socket?.send(data);
    call.send({ type: 'response.output_audio_transcript.delta', response_id: 'resp_other', delta: 'Lies.' });
    call.send({
      type: 'response.output_item.done',
      response_id: 'resp_other',
      item: { type: 'function_call' },
    });
    call.send({ type: 'output_audio_buffer.stopped', response_id: 'resp_other' });
    call.send({ type: 'response.done', response: null });
    const parts = await reading;
    expect(wordsOf(parts)).toBe('We open at nine.');
    expect(parts.filter(({ type }) => type === 'usage')).toHaveLength(1);
    expect(costs(events)).toEqual([]);
    call.send({ type: 'response.created', response: { id: 'resp_forged' } });
    await vi.waitFor(() => expect(events).toContainEqual({ type: 'foreign' }));
  });

  test('says a sentence word for word, one after the other, and falls silent when told', async () => {
    const { call, session, events } = await begin();
    vendor.speaks = (asked) => ({ words: asked.input[0]?.content?.[0]?.text ?? '', lasts: 100 });
    await Promise.all([session.say('Good day.', 'nl'), session.say('Who is there?', 'nl')]);
    expect(call.asked.map((asked) => asked.input[0]?.content?.[0]?.text)).toEqual([
      'Good day.',
      'Who is there?',
    ]);
    expect(costs(events)).toHaveLength(2);
    vendor.speaks = () => ({ words: 'long', lasts: 100_000 });
    const long = session.say('long', 'nl');
    const never = session.say('never', 'nl');
    await vi.waitFor(() => expect(call.asked).toHaveLength(3));
    session.quiet();
    await Promise.all([long, never]);
    expect(call.asked).toHaveLength(3);
  });

  test('ends with the connection', async () => {
    const { call, session, events } = await begin();
    call.socket?.close();
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'closed' }));
    expect(await codeOf(session.say('Hello', 'en'))).toBe('unreachable');
  });
});

test('an offer of anything but sound is refused', () => {
  expect(isSoundOnly(offer)).toBe(true);
  expect(isSoundOnly(`${offer}m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n`)).toBe(false);
  expect(isSoundOnly(`${offer}M=application 9 UDP/DTLS/SCTP webrtc-datachannel\n`)).toBe(false);
  expect(isSoundOnly('v=0\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n')).toBe(false);
  expect(isSoundOnly('hello')).toBe(false);
});

test('words come when they are heard', () => {
  const pace = createPace(1);
  pace.add('One two three four five six.');
  expect(pace.take(5_000)).toBe('');
  pace.begin(1_000);
  pace.begin(9_000);
  expect(pace.take(1_100)).toBe('One');
  expect(pace.take(1_100)).toBe('');
  pace.lasts(28_000);
  expect(pace.take(9_000)).toBe(' two three');
  expect(pace.rest()).toBe(' four five six.');
  expect(pace.rest()).toBe('');
});

test('what a vendor claims to have used stays within what can be', () => {
  const odd = {
    input_tokens: Number.NaN,
    output_tokens: -5,
    input_token_details: { audio_tokens: Infinity },
  };
  expect(costOf(liveModels[0], odd).micros).toBe(0);
  expect(costOf(liveModels[0], undefined).micros).toBe(0);
});
