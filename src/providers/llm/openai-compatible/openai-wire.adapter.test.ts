import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createManualTimers, type ManualTimers } from '#tests/support/app/manual-timers.ts';
import {
  startOpenAiStandIn,
  type OpenAiStandIn,
  type StandInStep,
} from '#tests/support/models/openai-stand-in.ts';
import { LlmError, type LlmChatInput, type LlmPart } from '../llm.port.ts';
import { createLlmProviders, type LlmProviders } from '../llm.registry.ts';

let standIn: OpenAiStandIn;
let timers: ManualTimers;
let providers: LlmProviders;

beforeEach(async () => {
  standIn = await startOpenAiStandIn();
  timers = createManualTimers();
  providers = createLlmProviders({ timers, timeouts: { maxAnswerBytes: 2_000_000 } });
});

afterEach(async () => {
  providers.close();
  await standIn.close();
});

function ask(text: string, more: Partial<LlmChatInput> = {}): AsyncIterable<LlmPart> {
  return providers.get('openai-compatible').streamChat({
    model: 'stand-in-large',
    messages: [{ role: 'user', content: text }],
    baseUrl: standIn.baseUrl,
    ...more,
  });
}

async function collect(
  stream: AsyncIterable<LlmPart>,
): Promise<{ text: string; parts: LlmPart[]; error: unknown }> {
  const parts: LlmPart[] = [];
  let error: unknown = null;
  try {
    for await (const part of stream) parts.push(part);
  } catch (thrown) {
    error = thrown;
  }
  return { parts, error, text: parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('') };
}

async function failure(step: StandInStep): Promise<{ error: LlmError; text: string }> {
  standIn.script(step);
  const { error, text } = await collect(ask('Hello', { apiKey: 'sk-canary-1234567890' }));
  if (!(error instanceof LlmError)) throw new Error(`Expected an LlmError, got ${String(error)}`);
  expect(error.message).not.toContain('canary');
  return { error, text };
}

describe('an OpenAI-compatible server', () => {
  test('streams its answer, what it used and why it ended', async () => {
    standIn.script({
      kind: 'text',
      text: 'Good morning to you.',
      usage: { input: 12, cachedInput: 8, output: 4 },
    });
    const { parts, text, error } = await collect(ask('Hello'));
    expect(error).toBeNull();
    expect(text).toBe('Good morning to you.');
    expect(parts.slice(-2)).toEqual([
      { type: 'usage', inputTokens: 12, cachedInputTokens: 8, outputTokens: 4 },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  test('no token is lost or reordered in 50 answers at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => collect(ask('[[tokens:300]]'))));
    const expected = Array.from({ length: 300 }, (_, at) => `t${at} `).join('');
    for (const answer of answers) expect(answer.text).toBe(expected);
  });

  test('a slow reader holds the upstream back and loses nothing', async () => {
    const tokens = Array.from({ length: 8_000 }, (_, at) => `token number ${at}. `);
    standIn.script({ kind: 'text', tokens });
    let text = '';
    for await (const part of ask('Hello')) {
      if (part.type === 'text-delta') text += part.text;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(text).toBe(tokens.join(''));
  });

  test('a tool call arrives with its arguments joined, and its result gets an answer', async () => {
    standIn.script({
      kind: 'tool-calls',
      calls: [
        { id: 'call_1', name: 'find_order', arguments: { number: 'A-17', lines: [1, 2] } },
        { id: 'call_2', name: 'now', arguments: '' },
      ],
    });
    const { parts } = await collect(
      ask('Where is my order?', {
        tools: [
          {
            name: 'find_order',
            description: 'Finds an order.',
            parameters: { type: 'object', properties: {} },
          },
        ],
      }),
    );
    expect(parts.filter((part) => part.type === 'tool-call')).toEqual([
      {
        type: 'tool-call',
        id: 'call_1',
        name: 'find_order',
        arguments: { kind: 'json', value: { number: 'A-17', lines: [1, 2] } },
      },
      { type: 'tool-call', id: 'call_2', name: 'now', arguments: { kind: 'json', value: {} } },
    ]);
    expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'tool-calls' });
    const second = await collect(
      ask('', {
        messages: [
          { role: 'user', content: 'Where is my order?' },
          {
            role: 'assistant',
            content: '',
            toolCalls: [
              { id: 'call_1', name: 'find_order', arguments: { kind: 'json', value: { number: 'A-17' } } },
            ],
          },
          { role: 'tool', toolCallId: 'call_1', toolName: 'find_order', content: 'on its way' },
        ],
      }),
    );
    expect(second.text).toBe('The tool said: on its way');
    expect(standIn.chats.at(-1)?.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'find_order', arguments: '{"number":"A-17"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'on its way' },
    ]);
  });

  test('arguments that are no JSON arrive as the model wrote them', async () => {
    standIn.script({
      kind: 'tool-calls',
      calls: [{ id: 'call_1', name: 'find_order', arguments: '{"number": A-17' }],
    });
    const { parts } = await collect(ask('Hello'));
    expect(parts[0]).toEqual({
      type: 'tool-call',
      id: 'call_1',
      name: 'find_order',
      arguments: { kind: 'invalid', text: '{"number": A-17' },
    });
  });

  test('code points cut in two, CRLF, a byte order mark, comments and data over several lines are read', async () => {
    standIn.script({ kind: 'awkward-bytes', text: 'Grüße: žluťoučký kůň 🐎 — ¡olé!' });
    expect(await collect(ask('Hello'))).toMatchObject({
      text: 'Grüße: žluťoučký kůň 🐎 — ¡olé!',
      error: null,
    });
  });

  test('a missing closing line does not matter once the model has said that it is done', async () => {
    standIn.script({ kind: 'no-done', text: 'All said.' });
    const { text, parts, error } = await collect(ask('Hello'));
    expect({ text, error, last: parts.at(-1) }).toEqual({
      text: 'All said.',
      error: null,
      last: { type: 'finish', reason: 'stop' },
    });
  });

  test('a few unreadable events in a readable answer are passed over', async () => {
    standIn.script({ kind: 'invalid-json', text: 'Still readable.' });
    expect(await collect(ask('Hello'))).toMatchObject({ text: 'Still readable.', error: null });
  });

  test.each<[string, StandInStep, object]>([
    [
      'a refused key',
      {
        kind: 'status',
        status: 401,
        code: 'invalid_api_key',
        message: 'Incorrect API key provided: sk-canary-1234567890.',
      },
      { code: 'llm.unauthorized', isRetryable: false, status: 401 },
    ],
    ['a forbidden key', { kind: 'status', status: 403 }, { code: 'llm.unauthorized', isRetryable: false }],
    [
      'an unknown model',
      { kind: 'status', status: 404, code: 'model_not_found' },
      { code: 'llm.model_not_found', isRetryable: false },
    ],
    [
      'too many requests',
      { kind: 'status', status: 429, retryAfter: '7' },
      { code: 'llm.rate_limited', isRetryable: true, retryAfterMs: 7_000 },
    ],
    [
      'no credit left',
      { kind: 'status', status: 429, code: 'insufficient_quota' },
      { code: 'llm.quota_exceeded', isRetryable: false },
    ],
    [
      'too long a talk',
      { kind: 'status', status: 400, code: 'context_length_exceeded' },
      { code: 'llm.too_long', isRetryable: false },
    ],
    [
      'a wrong request',
      { kind: 'status', status: 400, message: 'Unknown parameter.' },
      { code: 'llm.bad_request', isRetryable: false },
    ],
    ['a failing server', { kind: 'status', status: 500 }, { code: 'llm.overloaded', isRetryable: true }],
    [
      'a failing gateway',
      { kind: 'html', status: 502 },
      { code: 'llm.overloaded', isRetryable: true, status: 502 },
    ],
    [
      'a web page instead of an answer',
      { kind: 'wrong-content-type' },
      { code: 'llm.garbled', isRetryable: false },
    ],
    ['nothing but unreadable events', { kind: 'invalid-json' }, { code: 'llm.garbled' }],
  ])('%s is told apart', async (_, step, expected) => {
    const { error } = await failure(step);
    expect(error).toMatchObject(expected);
  });

  test('an error in the middle of the answer follows what was said until then', async () => {
    const { error, text } = await failure({
      kind: 'error-event',
      tokens: 2,
      message: 'Rate limit reached',
      code: 'rate_limit_exceeded',
    });
    expect(text).toBe('word1 word2 ');
    expect(error.code).toBe('llm.rate_limited');
  });

  test('a broken connection is told apart from an end', async () => {
    const { error, text } = await failure({ kind: 'truncate-after', tokens: 3 });
    expect(text).toBe('word1 word2 word3 ');
    expect(error).toMatchObject({ code: 'llm.cut_off', isRetryable: true });
  });

  test('an answer of a gigabyte is stopped at the bound and its socket is closed', async () => {
    const { error } = await failure({ kind: 'endless' });
    expect(error).toMatchObject({ code: 'llm.too_long', isRetryable: false });
    await standIn.idle();
    expect(standIn.requests[0]?.wasAborted).toBe(true);
  });

  test('a server that takes the request and says nothing has stalled after the time, not before', async () => {
    standIn.script({ kind: 'stall-before-headers' });
    const answer = collect(ask('Hello'));
    await standIn.nextChat();
    timers.advance(29_999);
    expect(standIn.runningAnswers).toBe(1);
    timers.advance(1);
    expect((await answer).error).toMatchObject({ code: 'llm.stalled', isRetryable: true });
    await standIn.idle();
  });

  test('a server that stops in the middle has stalled after the time since its last byte', async () => {
    standIn.script({ kind: 'stall-after', tokens: 3 });
    const stream = ask('Hello')[Symbol.asyncIterator]();
    let text = '';
    while (!text.endsWith('word3 ')) {
      const { value } = await stream.next();
      if (value?.type === 'text-delta') text += value.text;
    }
    timers.advance(30_000);
    await expect(stream.next()).rejects.toMatchObject({ code: 'llm.stalled' });
    await standIn.idle();
  });

  test('aborting closes the upstream socket and ends with the reason given', async () => {
    const abort = new AbortController();
    standIn.script({ kind: 'stall-after', tokens: 1 });
    const stream = ask('Hello', { signal: abort.signal })[Symbol.asyncIterator]();
    await stream.next();
    const reason = new Error('The visitor pressed stop.');
    abort.abort(reason);
    await expect(stream.next()).rejects.toBe(reason);
    await standIn.idle();
    expect(standIn.requests[0]?.wasAborted).toBe(true);
    expect(timers.running).toBe(0);
  });

  test('aborting before the answer begins closes the socket as well', async () => {
    const abort = new AbortController();
    standIn.script({ kind: 'stall-before-headers' });
    const answer = collect(ask('Hello', { signal: abort.signal }));
    await standIn.nextChat();
    abort.abort();
    expect((await answer).error).toMatchObject({ name: 'AbortError' });
    await standIn.idle();
  });

  test('leaving the loop closes the upstream socket', async () => {
    standIn.script({ kind: 'stall-after', tokens: 1 });
    for await (const part of ask('Hello')) if (part.type === 'text-delta') break;
    await standIn.idle();
    expect(standIn.requests[0]?.wasAborted).toBe(true);
  });

  test('connections are used again after a whole answer', async () => {
    for (let at = 0; at < 5; at += 1) expect((await collect(ask('Hello'))).error).toBeNull();
    expect(standIn.openSockets).toBe(1);
  });

  test('an address that nobody listens at cannot be reached', async () => {
    const { baseUrl } = standIn;
    await standIn.close();
    const { error } = await collect(ask('Hello', { baseUrl }));
    expect(error).toMatchObject({ code: 'llm.unreachable', isRetryable: true });
    standIn = await startOpenAiStandIn();
  });

  test('embeddings come in the order of the texts, however many there are', async () => {
    const texts = Array.from({ length: 130 }, (_, at) => `text number ${at}`);
    const vectors = await providers
      .get('openai-compatible')
      .embed?.({ model: 'stand-in-embedding', texts, purpose: 'passage', baseUrl: standIn.baseUrl });
    expect(vectors).toHaveLength(130);
    expect(standIn.requests.map((request) => (request.body as { input: string[] }).input.length)).toEqual([
      64, 64, 2,
    ]);
    const [alone] =
      (await providers.get('openai-compatible').embed?.({
        model: 'stand-in-embedding',
        texts: ['text number 77'],
        purpose: 'question',
        baseUrl: standIn.baseUrl,
      })) ?? [];
    expect(vectors?.[77]).toEqual(alone);
  });

  test('models are listed with what kind they are', async () => {
    expect(await providers.get('openai-compatible').listModels({ baseUrl: standIn.baseUrl })).toEqual([
      { id: 'stand-in-large', label: 'stand-in-large', kind: 'chat', contextTokens: null },
      { id: 'stand-in-embedding', label: 'stand-in-embedding', kind: 'embedding', contextTokens: null },
    ]);
  });
});
