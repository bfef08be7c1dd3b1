import { errorFromResponse, errorFromStream } from '../llm.errors.ts';
import { resolveEndpoint, type OperatorAddresses } from '../llm.base-url.ts';
import { createPartStream, type PartSink, type PartSource } from '../llm.part-stream.ts';
import {
  LlmError,
  type LlmChatInput,
  type LlmConnection,
  type LlmEmbedInput,
  type LlmImageInput,
  type LlmModel,
  type LlmProvider,
} from '../llm.port.ts';
import {
  readHead,
  readText,
  type BodyReading,
  type Transport,
  type TransportResponse,
} from '../llm.transport.ts';
import type { OpenAiVendor } from '../llm.vendor.ts';
import { buildChatRequest } from './chat-request.ts';
import { createChatDecoder } from './chat-decoder.ts';
import { readEmbeddings, readImage, readModels } from './json-answers.ts';

/**
 * So many parts may wait for a slow reader before the upstream is held back, and reading goes on below the
 * second number.
 */
const holdBackAt = 64;
const goOnAt = 8;
const maxJsonBytes = 64 * 1024 * 1024;
/** A picture comes whole, after a long silence. */
const drawingMs = 120_000;
/**
 * A server on this machine loads a model when it is first asked, and begins anew when the asker leaves meanwhile.
 */
const loadingMs = 120_000;
/** Models that take no tools, as Ollama, LM Studio and vLLM say it. */
const takesNoTools = /not support (tools|tool use|tool calling|function)/i;

export type OpenAiWireDependencies = {
  transport: Transport;
  now: () => number;
  operator: OperatorAddresses;
};

/** A provider that speaks the OpenAI wire format in one vendor's dialect. */
export function createOpenAiWireProvider(
  vendor: OpenAiVendor,
  dependencies: OpenAiWireDependencies,
): LlmProvider {
  const { definition, dialect } = vendor;
  const { transport, now, operator } = dependencies;

  async function send(
    path: string,
    connection: LlmConnection,
    signal: AbortSignal | undefined,
    body: unknown,
    firstByteMs?: number,
  ): Promise<TransportResponse> {
    const endpoint = resolveEndpoint(definition, connection, operator);
    const isLocal = Boolean(connection.baseUrl) && !endpoint.isChecked;
    const headers: Record<string, string> = {
      accept: body === undefined ? 'application/json' : 'application/json, text/event-stream',
      'accept-encoding': 'identity',
      'user-agent': 'chatelier',
    };
    if (connection.apiKey) headers['authorization'] = `Bearer ${connection.apiKey}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await transport.send({
      url: new URL(`${endpoint.baseUrl}${path}`),
      method: body === undefined ? 'GET' : 'POST',
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      isChecked: endpoint.isChecked,
      firstByteMs: firstByteMs ?? (isLocal && body !== undefined ? loadingMs : undefined),
    });
    if (response.status >= 200 && response.status < 300) return response;
    throw errorFromResponse({
      status: response.status,
      headers: response.headers,
      body: await readHead(response),
      secrets: [connection.apiKey],
      now: now(),
    });
  }

  async function sendJson(
    path: string,
    connection: LlmConnection,
    body?: unknown,
    firstByteMs?: number,
  ): Promise<unknown> {
    const text = await readText(
      await send(path, connection, connection.signal, body, firstByteMs),
      maxJsonBytes,
    );
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new LlmError('llm.garbled', 'The model provider did not answer in JSON.', { cause });
    }
  }

  function startChat(input: LlmChatInput, sink: PartSink): PartSource {
    const abort = new AbortController();
    const onAbort = (): void => abort.abort(input.signal?.reason);
    let reading: BodyReading | null = null;
    let isHeldBack = false;

    function finish(outcome: () => void): void {
      input.signal?.removeEventListener('abort', onAbort);
      outcome();
    }

    async function run(): Promise<void> {
      if (input.signal?.aborted) throw input.signal.reason;
      input.signal?.addEventListener('abort', onAbort, { once: true });
      const begin = (chat: LlmChatInput): Promise<TransportResponse> =>
        send('/chat/completions', chat, abort.signal, buildChatRequest(chat, definition, dialect));
      const response = await begin(input).catch((error: unknown) => {
        const isRefused =
          error instanceof LlmError && error.status === 400 && takesNoTools.test(error.message);
        if (!isRefused || !input.tools?.length) throw error;
        return begin({ ...input, tools: [] });
      });
      const type = response.headers['content-type'];
      if (type !== undefined && !/^text\/event-stream\b/i.test(type))
        throw await notAStream(response, type, input.apiKey);
      const decoder = createChatDecoder(sink.push, [input.apiKey]);

      reading = response.read({
        onChunk(chunk) {
          try {
            decoder.push(chunk);
          } catch (error) {
            reading?.stop();
            return finish(() => sink.fail(error));
          }
          if (decoder.isFinished()) {
            reading?.release();
            return finish(() => sink.end());
          }
          if (sink.waiting >= holdBackAt && !isHeldBack) {
            isHeldBack = true;
            reading?.pause();
          }
        },
        onEnd: () => finish(() => endWith(() => decoder.end())),
        onError: (error) =>
          finish(() => {
            // The model had finished; only the closing line or the connection's polite end is missing.
            if (decoder.isComplete() && !input.signal?.aborted) endWith(() => decoder.end());
            else sink.fail(error);
          }),
      });
    }

    function endWith(step: () => void): void {
      try {
        step();
        sink.end();
      } catch (error) {
        sink.fail(error);
      }
    }

    run().catch((error: unknown) => finish(() => sink.fail(error)));
    return {
      cancel() {
        input.signal?.removeEventListener('abort', onAbort);
        if (reading) reading.stop();
        else abort.abort(new Error('The reader left.'));
      },
      onTaken(waiting) {
        if (!isHeldBack || waiting > goOnAt) return;
        isHeldBack = false;
        reading?.resume();
      },
    };
  }

  async function listModels(connection: LlmConnection): Promise<LlmModel[]> {
    return readModels(await sendJson('/models', connection), definition);
  }

  async function embed(input: LlmEmbedInput): Promise<Float32Array[]> {
    const { batch, sendsDimensions } = dialect.embeddings ?? { batch: 1, sendsDimensions: false };
    const vectors: Float32Array[] = [];
    for (let start = 0; start < input.texts.length; start += batch) {
      const texts = input.texts.slice(start, start + batch);
      const body: Record<string, unknown> = { model: input.model, input: texts };
      if (input.dimensions !== undefined && sendsDimensions) body['dimensions'] = input.dimensions;
      vectors.push(...readEmbeddings(await sendJson('/embeddings', input, body), texts.length));
    }
    return vectors;
  }

  async function generateImage(input: LlmImageInput): Promise<Uint8Array> {
    return readImage(
      await sendJson(
        '/images/generations',
        input,
        { ...dialect.imageBody?.(input.model), model: input.model, prompt: input.prompt },
        drawingMs,
      ),
    );
  }

  return {
    definition,
    streamChat: (input) => createPartStream((sink) => startChat(input, sink)),
    listModels,
    async checkConnection(connection) {
      await listModels(connection);
    },
    ...(definition.supportsEmbeddings ? { embed } : {}),
    ...(dialect.imageBody ? { generateImage } : {}),
  };
}

/** What to say about an answer with status 200 that is no event stream. */
async function notAStream(
  response: TransportResponse,
  type: string,
  apiKey: string | null | undefined,
): Promise<LlmError> {
  if (/json/i.test(type)) {
    const text = await readHead(response);
    try {
      const value = JSON.parse(text) as { error?: unknown } | null;
      if (value?.error) return errorFromStream(value.error, [apiKey]);
    } catch {
      // Said below.
    }
  } else {
    response.read({ onChunk() {}, onEnd() {}, onError() {} }).stop();
  }
  return new LlmError(
    'llm.garbled',
    `The model provider answered with ${type.slice(0, 60)} instead of an event stream. Is the address right?`,
    { status: response.status, isRetryable: false },
  );
}
