import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  startOpenAiStandIn,
  type OpenAiStandIn,
  type StandInStep,
} from '#tests/support/models/openai-stand-in.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { query } from './checker.ts';
import { apiKey, openModelStory, type ModelStory } from './model-story.ts';
import { connectModel, modelAgent, register, say, type Owner } from './people.ts';

let story: ModelStory;
let model: OpenAiStandIn;
let app: TestApp;
let owner: Owner;
let agent: { number: number };
let withFallback: { number: number };
let withBuiltIn: { number: number };

beforeAll(async () => {
  story = await openModelStory();
  ({ model, app, owner } = story);
  agent = await modelAgent(owner);
  withFallback = await modelAgent(owner, ({ ai }) => {
    ai.fallbacks = [{ provider: 'openai-compatible', model: 'stand-in-small' }];
  });
  withBuiltIn = await modelAgent(owner, ({ ai }) => {
    ai.fallbacks = [{ provider: 'built-in', model: '' }];
  });
});
afterEach(() => {
  story.written.length = 0;
});
afterAll(() => story.close());

const talk = (text: string, number = agent.number) => story.talk(text, number);

describe('what a fault upstream comes to', () => {
  type Outcome = { code: string; status: string; text: string; retryable: boolean };
  const faults: [string, StandInStep, Outcome][] = [
    [
      'no answer at all',
      { kind: 'stall-before-headers' },
      { code: 'answer.stalled', status: 'failed', text: '', retryable: true },
    ],
    [
      'silence after a few words',
      { kind: 'stall-after', tokens: 5 },
      {
        code: 'answer.stalled',
        status: 'interrupted',
        text: 'word1 word2 word3 word4 word5 ',
        retryable: true,
      },
    ],
    [
      '500',
      { kind: 'status', status: 500 },
      { code: 'answer.busy', status: 'failed', text: '', retryable: true },
    ],
    [
      '429 with Retry-After',
      { kind: 'status', status: 429, code: 'rate_limit_exceeded', retryAfter: '7' },
      { code: 'answer.busy', status: 'failed', text: '', retryable: true },
    ],
    [
      '429 because the money is gone',
      { kind: 'status', status: 429, code: 'insufficient_quota' },
      { code: 'answer.unavailable', status: 'failed', text: '', retryable: true },
    ],
    [
      '401',
      {
        kind: 'status',
        status: 401,
        code: 'invalid_api_key',
        message: `Incorrect API key provided: ${apiKey}`,
      },
      { code: 'answer.unavailable', status: 'failed', text: '', retryable: true },
    ],
    [
      '404 for the model',
      { kind: 'status', status: 404, code: 'model_not_found' },
      { code: 'answer.unavailable', status: 'failed', text: '', retryable: true },
    ],
    [
      "a proxy's 502 page",
      { kind: 'html', status: 502 },
      { code: 'answer.busy', status: 'failed', text: '', retryable: true },
    ],
    [
      'a web page instead of a stream',
      { kind: 'wrong-content-type' },
      { code: 'answer.cut_off', status: 'failed', text: '', retryable: true },
    ],
    [
      'a stream of rubbish',
      { kind: 'invalid-json' },
      { code: 'answer.cut_off', status: 'failed', text: '', retryable: true },
    ],
    [
      'a connection that breaks at once',
      { kind: 'truncate-after', tokens: 0 },
      { code: 'answer.cut_off', status: 'failed', text: '', retryable: true },
    ],
    [
      'a connection that breaks in the middle',
      { kind: 'truncate-after', tokens: 4 },
      { code: 'answer.cut_off', status: 'interrupted', text: 'word1 word2 word3 word4 ', retryable: true },
    ],
    [
      'an error inside the stream',
      { kind: 'error-event', tokens: 3, message: 'The server had an error.' },
      { code: 'answer.busy', status: 'interrupted', text: 'word1 word2 word3 ', retryable: true },
    ],
    [
      'an answer without a word',
      { kind: 'text', tokens: [] },
      { code: 'answer.cut_off', status: 'failed', text: '', retryable: true },
    ],
  ];
  test.each(faults)(
    '%s: a clear code for the visitor, one log line, everything stored',
    async (_what, step, outcome) => {
      model.script(step);
      const started = performance.now();
      const reader = await talk('Is the bakery open?');
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(await reader.ended).toBe('failed');
      expect(reader.last).toMatchObject({
        code: outcome.code,
        retryable: outcome.retryable,
        assistantMessage: { status: outcome.status, text: outcome.text, errorCode: outcome.code },
      });
      expect(await story.stored(reader)).toMatchObject({
        status: outcome.status,
        text: outcome.text,
        errorCode: outcome.code,
      });
      expect(story.complaints()).toHaveLength(1);
      expect(story.complaints()[0]).toContain(reader.told.assistantMessage.id);
      await model.idle();

      // Pressing retry asks the model again and replaces what was there.
      model.script({ kind: 'text', text: 'Now it works.' });
      const [row] = await query<{ key: string }>(
        app.database.url,
        'SELECT client_message_id AS key FROM messages WHERE id = $1',
        [reader.told.visitorMessage.id],
      );
      const again = await say(
        app.url,
        { token: reader.token },
        { text: 'Is the bakery open?', clientMessageId: row!.key },
      );
      expect(await again.ended).toBe('done');
      expect(await story.stored(reader)).toMatchObject({
        status: 'complete',
        text: 'Now it works.',
        errorCode: null,
      });
    },
  );

  test.each<[string, StandInStep, RegExp]>([
    [
      'bytes cut inside letters, CRLF, BOM, comments',
      { kind: 'awkward-bytes' },
      /^Grüße aus Brno: žluťoučký kůň 🐎 pěl — ¡olé!$/,
    ],
    ['a stream without its closing line', { kind: 'no-done' }, /^No closing line follows\.$/],
    [
      'rubbish between readable events',
      { kind: 'invalid-json', text: 'Still readable.' },
      /^Still readable\.$/,
    ],
  ])('%s: the answer is whole', async (_what, step, text) => {
    model.script(step);
    const reader = await talk('Greet me');
    expect(await reader.ended).toBe('done');
    expect(reader.text()).toMatch(text);
  });

  test('an answer without an end is cut where its bound is, and the memory stays', async () => {
    const before = process.memoryUsage().rss;
    model.script({ kind: 'endless' });
    const reader = await talk('Tell me everything');
    expect(await reader.ended).toBe('failed');
    expect(reader.text().length).toBeLessThan(400_000);
    await model.idle();
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1_048_576);
  });

  test('a server that can not be reached', async () => {
    const gone = await startOpenAiStandIn({ apiKey });
    const stranger = await register(app.url);
    await connectModel(stranger, gone.baseUrl, apiKey);
    const lonely = await modelAgent(stranger);
    await gone.close();
    const reader = await talk('When do you open?', lonely.number);
    expect(reader.last).toMatchObject({ code: 'answer.unavailable', assistantMessage: { status: 'failed' } });
    expect(story.complaints()).toHaveLength(1);
  });
});

describe('the fallback', () => {
  test('takes over before the first word, without the visitor noticing', async () => {
    model.script({ kind: 'status', status: 500 }, { kind: 'text', text: 'The second one speaks.' });
    const reader = await talk('Hello', withFallback.number);
    expect(reader.events.filter(({ event }) => event === 'failed')).toEqual([]);
    expect(reader.text()).toBe('The second one speaks.');
    expect(model.chats.slice(-2).map((chat) => chat.model)).toEqual(['stand-in-large', 'stand-in-small']);
    const message = await story.stored(reader);
    expect(message).toMatchObject({
      status: 'complete',
      model: 'stand-in-small',
      trace: {
        attempts: [
          { model: 'stand-in-large', errorCode: 'llm.overloaded' },
          { model: 'stand-in-small', errorCode: null },
        ],
      },
    });
    expect(story.complaints()).toHaveLength(1);
  });
  test('does not take over in the middle of an answer', async () => {
    const before = model.chats.length;
    model.script({ kind: 'truncate-after', tokens: 3 });
    const reader = await talk('Hello', withFallback.number);
    expect(reader.last).toMatchObject({
      code: 'answer.cut_off',
      assistantMessage: { status: 'interrupted', text: 'word1 word2 word3 ' },
    });
    expect(model.chats.length - before).toBe(1);
  });
  test('may be the built-in engine', async () => {
    model.script({ kind: 'status', status: 500 });
    const reader = await talk('Hello!', withBuiltIn.number);
    expect(await reader.ended).toBe('done');
    expect(await story.stored(reader)).toMatchObject({
      engine: 'built-in',
      provider: 'built-in',
      status: 'complete',
    });
  });
  test('that fails too ends in one message', async () => {
    model.script({ kind: 'status', status: 500 }, { kind: 'stall-before-headers' });
    const reader = await talk('Hello', withFallback.number);
    expect(reader.last).toMatchObject({ code: 'answer.stalled', assistantMessage: { status: 'failed' } });
  });
});
