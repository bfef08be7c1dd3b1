import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOutboundGuard, portOf } from '#platform/safe-fetch/outbound-guard.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startRecordedUpstream } from '#tests/support/models/recorded-upstream.ts';
import { normalizeBaseUrl, resolveEndpoint } from './llm.base-url.ts';
import type { LlmPart } from './llm.port.ts';
import { createLlmProviders, type LlmProviders, type LlmProvidersOptions } from './llm.registry.ts';
import { openAiDefinition } from './openai/openai.definition.ts';

let standIn: OpenAiStandIn;
const opened: LlmProviders[] = [];

beforeEach(async () => {
  standIn = await startOpenAiStandIn();
});

afterEach(async () => {
  for (const providers of opened.splice(0)) providers.close();
  await standIn.close();
});

async function collect(stream: AsyncIterable<LlmPart>): Promise<LlmPart[]> {
  const parts: LlmPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

function create(options: LlmProvidersOptions = {}): LlmProviders {
  const providers = createLlmProviders(options);
  opened.push(providers);
  return providers;
}

describe('addresses entered by people', () => {
  test('pass the address check before anything is sent', async () => {
    const asked: string[] = [];
    const providers = create({
      assertAllowed: async (url) => {
        asked.push(url.host);
        throw new Error('private address');
      },
    });
    await expect(
      providers.get('openai-compatible').checkConnection({ baseUrl: standIn.baseUrl, apiKey: 'sk-canary' }),
    ).rejects.toMatchObject({ code: 'llm.unreachable', isRetryable: false });
    expect(asked).toEqual([new URL(standIn.baseUrl).host]);
    expect(standIn.requests).toHaveLength(0);
  });

  test('are resolved by the lookup of the check when the socket connects', async () => {
    const providers = create({
      assertAllowed: async () => ({
        lookup: (_name, options, done) =>
          options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
      }),
    });
    const { port } = new URL(standIn.baseUrl);
    const models = await providers
      .get('openai-compatible')
      .listModels({ baseUrl: `http://models.example:${port}/v1` });
    expect(models).toHaveLength(2);
    expect(standIn.requests[0]?.headers.host).toBe(`models.example:${port}`);
  });

  test('a name that the lookup refuses at the last moment is not tried again', async () => {
    const providers = create({
      assertAllowed: async () => ({
        lookup: (_name, _options, done) => done(new Error('private address'), ''),
      }),
    });
    await expect(
      providers.get('openai-compatible').checkConnection({ baseUrl: 'http://rebinding.example/v1' }),
    ).rejects.toMatchObject({ code: 'llm.unreachable', isRetryable: false });
  });

  test.each([
    'http://169.254.169.254/v1',
    'http://2130706433/v1',
    'http://[::1]/v1',
    'http://10.0.0.5/v1',
    'http://inside.example/v1',
    'https://public.example:8443/v1',
  ])("%s is refused by the product's own guard, and no request leaves", async (baseUrl) => {
    const guard = createOutboundGuard({ lookup: async () => [{ address: '127.0.0.1', family: 4 }] });
    const providers = create({
      assertAllowed: async (url) => {
        guard.assertAllowedUrl(url);
        return { lookup: guard.lookupFor(portOf(url)) };
      },
    });
    await expect(
      providers.get('openai-compatible').checkConnection({ baseUrl, apiKey: 'sk-canary' }),
    ).rejects.toMatchObject({ code: 'llm.unreachable', isRetryable: false });
  });

  test('are refused for vendors with a fixed address, so no key leaves for another host', async () => {
    const providers = create();
    for (const id of ['openai', 'anthropic', 'google'] as const) {
      await expect(
        providers.get(id).checkConnection({ baseUrl: standIn.baseUrl, apiKey: 'sk-canary' }),
      ).rejects.toMatchObject({ code: 'llm.bad_request' });
    }
    expect(standIn.requests).toHaveLength(0);
  });

  test('are not checked when the operator chose them', async () => {
    const providers = create({
      baseUrls: { openai: standIn.baseUrl },
      assertAllowed: async () => Promise.reject(new Error('must not be asked')),
    });
    expect(await providers.get('openai').listModels({ apiKey: 'sk-any' })).toHaveLength(2);
  });

  test('redirects are not followed', async () => {
    const upstream = await startRecordedUpstream();
    try {
      upstream.answerWith({ status: 307, headers: { location: `${standIn.baseUrl}/models` }, bytes: '' });
      await expect(
        create().get('openai-compatible').checkConnection({ baseUrl: upstream.origin, apiKey: 'sk-canary' }),
      ).rejects.toMatchObject({ code: 'llm.bad_request', status: 307 });
      expect(standIn.requests).toHaveLength(0);
    } finally {
      await upstream.close();
    }
  });

  test.each([
    ['http://localhost:11434', 'http://localhost:11434/v1'],
    [' https://api.example.com/v1/ ', 'https://api.example.com/v1'],
    ['https://api.example.com/openai/v1/chat/completions', 'https://api.example.com/openai/v1'],
    ['https://api.example.com/v1?key=1#x', 'https://api.example.com/v1'],
  ])('%s means %s', (given, expected) => {
    expect(normalizeBaseUrl(given)).toBe(expected);
  });

  test.each(['', 'not a url', 'file:///etc/passwd', 'ftp://example.com', 'https://me:secret@example.com/v1'])(
    '%j is refused',
    (given) => {
      expect(() => normalizeBaseUrl(given)).toThrow(expect.objectContaining({ code: 'llm.bad_request' }));
    },
  );
});

describe('the address of a vendor', () => {
  test('is taken as its definition has it, also without a path', () => {
    const definition = { ...openAiDefinition, baseUrl: 'https://api.example.com' };
    expect(resolveEndpoint(definition, { apiKey: 'sk-any' }, { localBaseUrls: [] })).toEqual({
      baseUrl: 'https://api.example.com',
      isChecked: false,
    });
  });
});

describe('model servers on this machine', () => {
  test('are found with their models; what does not answer or is something else is left out', async () => {
    const other = await startRecordedUpstream();
    const gone = await startOpenAiStandIn();
    await gone.close();
    try {
      other.answerWith({ headers: { 'content-type': 'text/html' }, bytes: '<html></html>' });
      const found = await create({
        localBaseUrls: [gone.baseUrl, `${other.origin}/v1`, standIn.baseUrl],
      }).discoverLocal();
      expect(found.map((server) => [server.baseUrl, server.models.map((model) => model.id)])).toEqual([
        [standIn.baseUrl, ['stand-in-large', 'stand-in-embedding']],
      ]);
    } finally {
      await other.close();
    }
  });
});

describe('a model server on this machine', () => {
  test('may be used without the address check when the operator lists it, and only then', async () => {
    const assertAllowed = (): Promise<never> => Promise.reject(new Error('private address'));
    const typed = standIn.baseUrl.replace('127.0.0.1', 'localhost').replace('/v1', '/');
    const listed = create({ assertAllowed, localBaseUrls: [standIn.baseUrl] }).get('openai-compatible');
    expect(await listed.listModels({ baseUrl: standIn.baseUrl })).toHaveLength(2);
    expect(await listed.listModels({ baseUrl: typed })).toHaveLength(2);
    await expect(
      create({ assertAllowed, localBaseUrls: [] })
        .get('openai-compatible')
        .listModels({ baseUrl: standIn.baseUrl }),
    ).rejects.toMatchObject({ code: 'llm.unreachable' });
  });
});

describe('vendors spoken to by a package', () => {
  test('embed texts in batches, in order, and say what the texts are for', async () => {
    const upstream = await startRecordedUpstream();
    try {
      const vectors = (count: number): string =>
        JSON.stringify({
          id: '1',
          embeddings: { float: Array.from({ length: count }, (_, at) => [at, 0.5]) },
          texts: [],
          meta: { billed_units: { input_tokens: 3 } },
        });
      upstream.answerWith({ bytes: vectors(96) }, { bytes: vectors(4) });
      const cohere = create({ baseUrls: { cohere: `${upstream.origin}/v2` } }).get('cohere');
      const embedded = await cohere.embed?.({
        model: 'embed-multilingual-v3.0',
        apiKey: 'key-1',
        purpose: 'question',
        texts: Array.from({ length: 100 }, (_, at) => `text ${at}`),
      });
      expect(embedded).toHaveLength(100);
      expect(embedded?.[97]).toEqual(Float32Array.from([1, 0.5]));
      expect(upstream.requests[0]?.body).toMatchObject({
        model: 'embed-multilingual-v3.0',
        input_type: 'search_query',
      });
    } finally {
      await upstream.close();
    }
  });

  test('get a signature of the thoughts back with the tool call it came with', async () => {
    const upstream = await startRecordedUpstream();
    try {
      const event = (parts: unknown[], finishReason?: string): string =>
        `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }], usageMetadata: { promptTokenCount: 1, totalTokenCount: 1 } })}\n\n`;
      const headers = { 'content-type': 'text/event-stream' };
      upstream.answerWith(
        {
          headers,
          bytes: event(
            [{ functionCall: { name: 'now', args: {} }, thoughtSignature: 'signed-thoughts' }],
            'STOP',
          ),
        },
        { headers, bytes: event([{ text: 'Noon.' }], 'STOP') },
      );
      const google = create({ baseUrls: { google: `${upstream.origin}/v1beta` } }).get('google');
      const question = {
        model: 'gemini-3.5-flash',
        apiKey: 'key-1',
        tools: [{ name: 'now', description: 'The time.', parameters: { type: 'object', properties: {} } }],
      };
      const first = await collect(
        google.streamChat({ ...question, messages: [{ role: 'user', content: 'What time is it?' }] }),
      );
      const call = first.find((part) => part.type === 'tool-call');
      if (!call) throw new Error('No tool call came.');
      const restored = JSON.parse(JSON.stringify(call)) as typeof call;
      await collect(
        google.streamChat({
          ...question,
          messages: [
            { role: 'user', content: 'What time is it?' },
            { role: 'assistant', content: '', toolCalls: [restored] },
            { role: 'tool', toolCallId: restored.id, toolName: 'now', content: '12:00' },
          ],
        }),
      );
      expect(JSON.stringify(upstream.requests[1]?.body)).toContain('"thoughtSignature":"signed-thoughts"');
    } finally {
      await upstream.close();
    }
  });
});
