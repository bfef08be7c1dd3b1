import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createManualTimers, type ManualTimers } from '#tests/support/app/manual-timers.ts';
import { startRecordedUpstream, type RecordedUpstream } from '#tests/support/models/recorded-upstream.ts';
import type { LlmProviderId } from './llm.definitions.ts';
import type { LlmChatInput, LlmModel, LlmPart, LlmProvider, LlmUsage } from './llm.port.ts';
import { createLlmProviders, type LlmProviders } from './llm.registry.ts';

/**
 * The answers of a vendor, in its own wire format and all with the same content: `<vendor>/__fixtures__/answers.txt`
 * has their bytes, each behind a line `### <name>`.
 */
type AnswerName = 'text' | 'tool-call' | 'models' | 'unauthorized' | 'rate-limited' | 'failed';

/** What differs between vendors. */
export type LlmContract = {
  id: LlmProviderId;
  /** The path of the vendor's base URL, empty where it has none. */
  basePath: string;
  model: string;
  chatPath: string;
  /** The header that carries the key, which is `recorded-key-1`. */
  authHeader: readonly [name: string, value: string];
  /** Exactly what must be sent for `contractInput`. */
  body: unknown;
  usage: LlmUsage;
  modelsPath: string;
  models: readonly LlmModel[];
  unauthorizedStatus?: number;
  /** How a picture stands in a message, where it is not as OpenAI has it. */
  picture?: object;
  /** How a picture is asked for and comes back, where it is not as OpenAI has it. */
  drawing?: { path: string; answer(base64: string): unknown };
};

const pictureData = Buffer.from('a picture').toString('base64');
const openAiPicture = { type: 'image_url', image_url: { url: `data:image/png;base64,${pictureData}` } };

const apiKey = 'recorded-key-1';
const forecast = {
  name: 'forecast',
  description: 'The weather of the next days.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer' } },
    required: ['city'],
    additionalProperties: false,
  },
};

/** The call that every vendor is asked to make: each kind of message, a tool, both settings. */
export function contractInput(model: string): LlmChatInput {
  return {
    model,
    apiKey,
    messages: [
      { role: 'system', content: 'You answer for a bakery.' },
      { role: 'user', content: 'Will it rain?' },
      {
        role: 'assistant',
        content: 'I will see.',
        toolCalls: [
          { id: 'callAAAA1', name: 'forecast', arguments: { kind: 'json', value: { city: 'Brno' } } },
        ],
      },
      { role: 'tool', toolCallId: 'callAAAA1', toolName: 'forecast', content: 'dry' },
      { role: 'user', content: 'When do you open?' },
    ],
    tools: [forecast],
    temperature: 0.3,
    maxOutputTokens: 200,
  };
}

/** Read as bytes: line ends and letters of all languages are the vendor's. */
function readAnswers(id: LlmProviderId): Map<string, Buffer> {
  const text = readFileSync(new URL(`./${id}/__fixtures__/answers.txt`, import.meta.url), 'latin1');
  const [, ...parts] = text.split(/^### (.+)\n/m);
  return new Map(
    Array.from({ length: parts.length / 2 }, (_, at) => [
      parts[at * 2] ?? '',
      Buffer.from(parts[at * 2 + 1] ?? '', 'latin1'),
    ]),
  );
}

/** What every vendor must do, against recorded bytes. */
export function describeLlmContract(contract: LlmContract): void {
  const eventStream = { 'content-type': 'text/event-stream' };
  const answers = readAnswers(contract.id);
  const fixture = (name: AnswerName): Buffer => {
    const bytes = answers.get(name);
    if (!bytes) throw new Error(`The answers of ${contract.id} have no part "### ${name}".`);
    return bytes;
  };
  /** The recorded answer until just behind its first words. */
  const beginning = (): Buffer => {
    const bytes = fixture('text');
    return bytes.subarray(0, bytes.indexOf('\n', bytes.indexOf('"Hello"')) + 3);
  };

  let upstream: RecordedUpstream;
  let timers: ManualTimers;
  let providers: LlmProviders;
  let provider: LlmProvider;

  beforeEach(async () => {
    upstream = await startRecordedUpstream();
    timers = createManualTimers();
    providers = createLlmProviders({
      timers,
      now: () => Date.parse('2026-01-15T10:00:00Z'),
      baseUrls: { [contract.id]: `${upstream.origin}${contract.basePath}` },
    });
    provider = providers.get(contract.id);
  });

  afterEach(async () => {
    providers.close();
    await upstream.close();
  });

  async function collect(signal?: AbortSignal): Promise<LlmPart[]> {
    const parts: LlmPart[] = [];
    for await (const part of provider.streamChat({ ...contractInput(contract.model), signal }))
      parts.push(part);
    return parts;
  }

  /** Reads until the first words have arrived. */
  async function firstWords(stream: AsyncIterator<LlmPart>): Promise<void> {
    for (;;) {
      const { value, done } = await stream.next();
      if (done) throw new Error('The answer ended before its first words.');
      if (value.type === 'text-delta') return;
    }
  }

  describe(`${contract.id} keeps the contract of the model providers`, () => {
    test('sends exactly the expected request', async () => {
      upstream.answerWith({ headers: eventStream, bytes: fixture('text') });
      await collect();
      const request = upstream.requests[0];
      expect(request).toMatchObject({ method: 'POST', path: contract.chatPath });
      expect(request?.headers[contract.authHeader[0]]).toBe(contract.authHeader[1]);
      expect(request?.body).toEqual(contract.body);
    });

    test('sends a picture as the vendor takes it, before the words', async () => {
      upstream.answerWith({ headers: eventStream, bytes: fixture('text') });
      const content = [
        { type: 'image' as const, mediaType: 'image/png', data: Buffer.from('a picture') },
        { type: 'text' as const, text: 'What is it?' },
      ];
      for await (const _part of provider.streamChat({
        model: contract.model,
        apiKey,
        messages: [{ role: 'user', content }],
      }));
      const { messages, contents } = (upstream.requests[0]?.body ?? {}) as {
        messages?: { content: unknown }[];
        contents?: { parts: unknown }[];
      };
      expect(messages?.[0]?.content ?? contents?.[0]?.parts).toEqual([
        contract.picture ?? openAiPicture,
        contract.picture && !('type' in contract.picture)
          ? { text: 'What is it?' }
          : { type: 'text', text: 'What is it?' },
      ]);
    });

    test('draws a picture, where the vendor does', async () => {
      if (!provider.generateImage) return expect(provider.definition.imageModels).toBeUndefined();
      const drawn = Buffer.from('drawn bytes').toString('base64');
      upstream.answerWith({
        headers: { 'content-type': 'application/json' },
        bytes: JSON.stringify(contract.drawing?.answer(drawn) ?? { data: [{ b64_json: drawn }] }),
      });
      const bytes = await provider.generateImage({ model: 'gemini-painter', apiKey, prompt: 'A cat' });
      expect(Buffer.from(bytes).toString()).toBe('drawn bytes');
      expect(upstream.requests[0]?.path).toBe(
        contract.drawing?.path ?? `${contract.basePath}/images/generations`,
      );
      expect(JSON.stringify(upstream.requests[0]?.body)).toContain('A cat');
      upstream.answerWith({
        status: contract.unauthorizedStatus ?? 401,
        bytes: fixture('unauthorized'),
      });
      await expect(
        provider.generateImage({ model: 'gemini-painter', apiKey, prompt: 'A cat' }),
      ).rejects.toMatchObject({ name: 'LlmError', code: 'llm.unauthorized' });
    });

    test('streams text, then usage, then the end', async () => {
      upstream.answerWith({ headers: eventStream, bytes: fixture('text') });
      const parts = await collect();
      expect(parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('')).toBe(
        'Hello! We open at nine.',
      );
      expect(parts.filter((part) => part.type !== 'text-delta')).toEqual([
        { type: 'usage', ...contract.usage },
        { type: 'finish', reason: 'stop' },
      ]);
    });

    test('gives a tool call with its parsed arguments', async () => {
      upstream.answerWith({ headers: eventStream, bytes: fixture('tool-call') });
      const parts = await collect();
      expect(parts.filter((part) => part.type === 'tool-call')).toEqual([
        {
          type: 'tool-call',
          id: expect.stringMatching(/./),
          name: 'forecast',
          arguments: { kind: 'json', value: { city: 'Brno', days: 2 } },
        },
      ]);
      expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'tool-calls' });
    });

    test('closes the upstream socket when aborted, and ends with the reason', async () => {
      upstream.answerWith({ headers: eventStream, bytes: beginning(), then: 'stall' });
      const abort = new AbortController();
      const stream = provider
        .streamChat({ ...contractInput(contract.model), signal: abort.signal })
        [Symbol.asyncIterator]();
      await firstWords(stream);
      const reason = new Error('The visitor pressed stop.');
      abort.abort(reason);
      await expect(stream.next()).rejects.toBe(reason);
      await upstream.idle();
      expect(timers.running).toBe(0);
    });

    test('closes the upstream socket when aborted before the first byte', async () => {
      upstream.answerWith({ bytes: '', then: 'silent' });
      const abort = new AbortController();
      const answer = collect(abort.signal);
      await upstream.nextRequest();
      abort.abort();
      await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
      await upstream.idle();
    });

    test('closes the upstream socket when the reader leaves', async () => {
      upstream.answerWith({ headers: eventStream, bytes: beginning(), then: 'stall' });
      for await (const part of provider.streamChat(contractInput(contract.model)))
        if (part.type === 'text-delta') break;
      await upstream.idle();
    });

    test('tells a refused key apart and does not repeat it', async () => {
      upstream.answerWith({
        status: contract.unauthorizedStatus ?? 401,
        bytes: fixture('unauthorized'),
      });
      const error = await collect().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'LlmError', code: 'llm.unauthorized', isRetryable: false });
      expect(String(error)).not.toContain(apiKey);
    });

    test('tells too many requests apart, with the time to wait', async () => {
      upstream.answerWith({
        status: 429,
        headers: { 'content-type': 'application/json', 'retry-after': '7' },
        bytes: fixture('rate-limited'),
      });
      await expect(collect()).rejects.toMatchObject({
        name: 'LlmError',
        code: 'llm.rate_limited',
        isRetryable: true,
        retryAfterMs: 7_000,
        status: 429,
      });
    });

    test('tells a failing vendor apart', async () => {
      upstream.answerWith({ status: 500, bytes: fixture('failed') });
      await expect(collect()).rejects.toMatchObject({
        name: 'LlmError',
        code: 'llm.overloaded',
        isRetryable: true,
        status: 500,
      });
      upstream.answerWith({
        status: 502,
        headers: { 'content-type': 'text/html' },
        bytes: '<html><h1>502 Bad Gateway</h1></html>',
      });
      await expect(collect()).rejects.toMatchObject({
        name: 'LlmError',
        code: 'llm.overloaded',
        isRetryable: true,
        status: 502,
      });
      expect(upstream.requests).toHaveLength(2);
    });

    test('tells a stall before the first byte apart', async () => {
      upstream.answerWith({ bytes: '', then: 'silent' });
      const answer = collect();
      const refused = expect(answer).rejects.toMatchObject({
        name: 'LlmError',
        code: 'llm.stalled',
        isRetryable: true,
      });
      await upstream.nextRequest();
      timers.advance(30_000);
      await refused;
      await upstream.idle();
    });

    test('tells a stall in the middle apart and closes the socket', async () => {
      upstream.answerWith({ headers: eventStream, bytes: beginning(), then: 'stall' });
      const stream = provider.streamChat(contractInput(contract.model))[Symbol.asyncIterator]();
      await firstWords(stream);
      timers.advance(30_000);
      await expect(stream.next()).rejects.toMatchObject({
        name: 'LlmError',
        code: 'llm.stalled',
        isRetryable: true,
      });
      await upstream.idle();
    });

    test.each(['cut', 'end'] as const)('tells an answer without an end apart (%s)', async (then) => {
      upstream.answerWith({ headers: eventStream, bytes: beginning(), then });
      await expect(collect()).rejects.toMatchObject({
        name: 'LlmError',
        code: 'llm.cut_off',
        isRetryable: true,
      });
    });

    test('tells an unreadable answer apart', async () => {
      upstream.answerWith({ headers: eventStream, bytes: 'data: {"broken\n\n'.repeat(12) });
      await expect(collect()).rejects.toMatchObject({ name: 'LlmError', code: 'llm.garbled' });
      upstream.answerWith({ headers: { 'content-type': 'text/html' }, bytes: '<html>Welcome</html>' });
      await expect(collect()).rejects.toMatchObject({
        name: 'LlmError',
        code: 'llm.garbled',
        isRetryable: false,
      });
    });

    test('lists models with the key, which proves the key', async () => {
      upstream.answerWith({ bytes: fixture('models') });
      expect(await provider.listModels({ apiKey })).toEqual(contract.models);
      expect(upstream.requests[0]).toMatchObject({ method: 'GET', path: contract.modelsPath });
      expect(upstream.requests[0]?.headers[contract.authHeader[0]]).toBe(contract.authHeader[1]);
      upstream.answerWith({
        status: contract.unauthorizedStatus ?? 401,
        bytes: fixture('unauthorized'),
      });
      await expect(provider.checkConnection({ apiKey })).rejects.toMatchObject({
        name: 'LlmError',
        code: 'llm.unauthorized',
      });
    });

    test('sends nothing without a key where one is needed, or with one that no header may hold', async () => {
      if (provider.definition.needsKey)
        await expect(provider.checkConnection({})).rejects.toMatchObject({ code: 'llm.unauthorized' });
      await expect(provider.checkConnection({ apiKey: 'two\r\nlines: yes' })).rejects.toMatchObject({
        code: 'llm.unauthorized',
      });
      expect(upstream.requests).toHaveLength(0);
    });
  });
}
