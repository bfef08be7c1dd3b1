import { errorFromStream, errorFromResponse } from '../llm.errors.ts';
import { resolveEndpoint, type OperatorAddresses } from '../llm.base-url.ts';
import {
  LlmError,
  type LlmChatInput,
  type LlmConnection,
  type LlmEmbedInput,
  type LlmFinishReason,
  type LlmImageInput,
  type LlmModel,
  type LlmPart,
  type LlmProvider,
} from '../llm.port.ts';
import { parseToolArguments } from '../llm.tool-arguments.ts';
import { readHead, readText, type Transport } from '../llm.transport.ts';
import type { AiSdkClient, AiSdkLanguageModel, AiSdkVendor } from '../llm.vendor.ts';
import { buildCallOptions } from './prompt.ts';
import { createTransportFetch } from './transport-fetch.ts';

/** So many unreadable events in a row are no hiccup. */
const maxUnreadable = 10;

export type AiSdkDependencies = {
  transport: Transport;
  now: () => number;
  operator: OperatorAddresses;
  fetch?: typeof globalThis.fetch;
};

type StreamPart =
  Awaited<ReturnType<AiSdkLanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part>
    ? Part
    : never;

/** A provider whose wire format is spoken by one of the AI SDK's packages. */
export function createAiSdkProvider(vendor: AiSdkVendor, dependencies: AiSdkDependencies): LlmProvider {
  const { definition } = vendor;
  const { transport, now, operator } = dependencies;

  async function connect(connection: LlmConnection): Promise<AiSdkClient> {
    const { baseUrl, isChecked } = resolveEndpoint(definition, connection, operator);
    const apiKey = connection.apiKey ?? '';
    const create = await vendor.load();
    return create({
      apiKey,
      baseUrl,
      fetch: dependencies.fetch ?? createTransportFetch({ transport, now, isChecked, apiKey }),
    });
  }

  async function* streamChat(input: LlmChatInput): AsyncGenerator<LlmPart> {
    input.signal?.throwIfAborted();
    const abort = new AbortController();
    const onAbort = (): void => abort.abort(input.signal?.reason);
    input.signal?.addEventListener('abort', onAbort, { once: true });
    let reader: ReadableStreamDefaultReader<StreamPart> | undefined;
    try {
      const client = await connect(input);
      const known = definition.models.find((model) => model.id === input.model);
      const { stream } = await client
        .languageModel(input.model)
        .doStream(buildCallOptions(input, abort.signal, definition.id, known?.supportsTemperature ?? true));
      reader = (stream as ReadableStream<StreamPart>).getReader();
      const translate = createTranslation([input.apiKey]);
      for (;;) {
        const { done, value } = await reader.read();
        if (done) throw translate.cutOff();
        const parts = translate.read(value);
        yield* parts;
        if (parts.at(-1)?.type === 'finish') return;
      }
    } catch (error) {
      if (input.signal?.aborted) throw input.signal.reason;
      throw toLlmError(error, input.apiKey, now());
    } finally {
      input.signal?.removeEventListener('abort', onAbort);
      // Closes the socket when the reader left early; the stream's own cancelling would be too polite.
      abort.abort(new Error('The answer is no longer read.'));
      reader?.cancel().catch(() => {});
    }
  }

  async function listModels(connection: LlmConnection): Promise<LlmModel[]> {
    const { baseUrl, isChecked } = resolveEndpoint(definition, connection, operator);
    const apiKey = connection.apiKey ?? '';
    const response = await transport.send({
      url: new URL(vendor.models.url(baseUrl)),
      method: 'GET',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'chatelier',
        ...vendor.models.headers(apiKey),
      },
      signal: connection.signal,
      isChecked,
    });
    if (response.status < 200 || response.status > 299) {
      throw errorFromResponse({
        status: response.status,
        headers: response.headers,
        body: await readHead(response),
        secrets: [apiKey],
        now: now(),
      });
    }
    const text = await readText(response, 8 * 1024 * 1024);
    try {
      return vendor.models.parse(JSON.parse(text));
    } catch (cause) {
      throw new LlmError('llm.garbled', `The list of models of ${definition.label} could not be read.`, {
        cause,
      });
    }
  }

  async function embed(input: LlmEmbedInput): Promise<Float32Array[]> {
    const { embedding } = vendor;
    if (!embedding) throw new LlmError('llm.bad_request', `${definition.label} has no embeddings.`);
    try {
      const model = (await connect(input)).embeddingModel?.(input.model);
      if (!model) throw new LlmError('llm.bad_request', `${definition.label} has no embeddings.`);
      const vectors: Float32Array[] = [];
      for (let start = 0; start < input.texts.length; start += embedding.batch) {
        const values = input.texts.slice(start, start + embedding.batch);
        const { embeddings } = await model.doEmbed({
          values,
          abortSignal: input.signal,
          providerOptions: embedding.providerOptions(input),
        });
        if (embeddings.length !== values.length)
          throw new LlmError(
            'llm.garbled',
            `${values.length} embeddings were expected and ${embeddings.length} came.`,
          );
        vectors.push(...embeddings.map((numbers) => Float32Array.from(numbers)));
      }
      return vectors;
    } catch (error) {
      if (input.signal?.aborted) throw input.signal.reason;
      throw toLlmError(error, input.apiKey, now());
    }
  }

  async function generateImage(input: LlmImageInput): Promise<Uint8Array> {
    try {
      const model = (await connect(input)).imageModel?.(input.model);
      if (!model) throw new LlmError('llm.bad_request', `${definition.label} draws no pictures.`);
      const { images } = await model.doGenerate({
        prompt: input.prompt,
        n: 1,
        size: undefined,
        aspectRatio: '1:1',
        seed: undefined,
        files: undefined,
        mask: undefined,
        providerOptions: {},
        abortSignal: input.signal,
      });
      const [image] = images;
      if (!image) throw new LlmError('llm.garbled', 'The model provider sent no picture.');
      return typeof image === 'string' ? Buffer.from(image, 'base64') : image;
    } catch (error) {
      if (input.signal?.aborted) throw input.signal.reason;
      throw toLlmError(error, input.apiKey, now());
    }
  }

  return {
    definition,
    streamChat,
    listModels,
    async checkConnection(connection) {
      await listModels(connection);
    },
    ...(vendor.embedding ? { embed } : {}),
    ...(definition.imageModels ? { generateImage } : {}),
  };
}

/** Reads the AI SDK's stream parts one after another. */
function createTranslation(secrets: readonly (string | null | undefined)[]): {
  read(part: StreamPart): LlmPart[];
  cutOff(): LlmError;
} {
  let hasOutput = false;
  let hasToolCalls = false;
  let unreadable = 0;

  function cutOff(): LlmError {
    if (!hasOutput && unreadable > 0)
      return new LlmError('llm.garbled', 'The answer held no event that could be read.');
    return new LlmError('llm.cut_off', 'The answer ended before the model was done.');
  }

  function readError(error: unknown): void {
    const name = error instanceof Error ? error.name : '';
    if (name !== 'AI_JSONParseError' && name !== 'AI_TypeValidationError')
      throw error instanceof Error
        ? error
        : errorFromStream((error as { data?: unknown } | null)?.data ?? error, secrets);
    unreadable += 1;
    if (unreadable >= maxUnreadable)
      throw new LlmError('llm.garbled', `${unreadable} events in a row could not be read.`);
  }

  function read(part: StreamPart): LlmPart[] {
    if (part.type === 'error') {
      readError(part.error);
      return [];
    }
    if (part.type === 'text-delta') {
      hasOutput = true;
      unreadable = 0;
      return part.delta === '' ? [] : [{ type: 'text-delta', text: part.delta }];
    }
    if (part.type === 'tool-call' && !part.providerExecuted) {
      hasOutput = true;
      hasToolCalls = true;
      return [
        {
          type: 'tool-call',
          id: part.toolCallId,
          name: part.toolName,
          arguments: parseToolArguments(part.input),
          ...(part.providerMetadata ? { vendorState: part.providerMetadata } : {}),
        },
      ];
    }
    if (part.type !== 'finish') return [];
    const { unified, raw } = part.finishReason;
    // The packages make up an end when the stream stops without one.
    if (raw === undefined) throw cutOff();
    const parts: LlmPart[] = [];
    const { inputTokens, outputTokens } = part.usage;
    if (inputTokens.total !== undefined || outputTokens.total !== undefined) {
      parts.push({
        type: 'usage',
        inputTokens: inputTokens.total ?? 0,
        cachedInputTokens: inputTokens.cacheRead ?? 0,
        outputTokens: outputTokens.total ?? 0,
      });
    }
    parts.push({ type: 'finish', reason: hasToolCalls ? 'tool-calls' : reasonOf(unified) });
    return parts;
  }

  return { read, cutOff };
}

function reasonOf(unified: string): LlmFinishReason {
  return unified === 'stop' ||
    unified === 'length' ||
    unified === 'content-filter' ||
    unified === 'tool-calls'
    ? unified
    : 'other';
}

/** Finds our own error in what a package made of it, or makes one of what the package found. */
function toLlmError(error: unknown, apiKey: string | null | undefined, now: number): LlmError {
  for (
    let inner: unknown = error, depth = 0;
    inner instanceof Error && depth < 5;
    inner = inner.cause, depth += 1
  ) {
    if (inner instanceof LlmError) return inner;
  }
  const call = error as { statusCode?: unknown; responseBody?: unknown; responseHeaders?: unknown } | null;
  if (typeof call?.statusCode === 'number') {
    // Anthropic's package makes a failed call of an error that comes first in a stream of status 200.
    const status = call.statusCode === 200 ? 500 : call.statusCode;
    const headers = (call.responseHeaders ?? {}) as Record<string, string>;
    return errorFromResponse({
      status,
      headers,
      body: typeof call.responseBody === 'string' ? call.responseBody : '',
      secrets: [apiKey],
      now,
    });
  }
  const name = error instanceof Error ? error.name : 'unknown';
  if (
    name === 'AI_UnsupportedFunctionalityError' ||
    name === 'AI_InvalidPromptError' ||
    name === 'AI_InvalidArgumentError'
  ) {
    return new LlmError('llm.bad_request', 'The model provider cannot take this request.', { cause: error });
  }
  return new LlmError('llm.garbled', `The answer of the model provider could not be read (${name}).`, {
    cause: error,
  });
}
