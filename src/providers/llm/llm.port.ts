import type { LlmDefinition } from './llm.definition.ts';

/** The arguments of a tool call: parsed, or the text as the model wrote it when that is no JSON. */
export type LlmToolArguments =
  | {
      kind: 'json';
      value: unknown;
    }
  | { kind: 'invalid'; text: string };

export type LlmToolCall = {
  id: string;
  name: string;
  arguments: LlmToolArguments;
  /**
   * What the vendor wants back with the call in the next turn (a signature of its thoughts); JSON, opaque,
   * ignored by other vendors.
   */
  vendorState?: Readonly<Record<string, unknown>>;
};

export type LlmUserContent =
  | { type: 'text'; text: string }
  | { type: 'image'; mediaType: string; data: Uint8Array };

/**
 * One message of the talk. System messages may stand anywhere; vendors that want them first get them first.
 */
export type LlmMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | readonly LlmUserContent[] }
  | { role: 'assistant'; content: string; toolCalls?: readonly LlmToolCall[] }
  | { role: 'tool'; toolCallId: string; toolName: string; content: string; isError?: boolean };

/** A tool that the model may call. `parameters` is a JSON schema of an object. */
export type LlmTool = {
  name: string;
  description: string;
  parameters: Readonly<Record<string, unknown>>;
};

/** With which key and at which address a vendor is called. */
export type LlmConnection = {
  apiKey?: string | null;
  /**
   * An address entered by a person. Only for vendors whose definition accepts one, else `llm.bad_request`;
   * every request to it passes the address check given to `createLlmProviders`.
   */
  baseUrl?: string | null;
  signal?: AbortSignal;
};

export type LlmChatInput = LlmConnection & {
  model: string;
  messages: readonly LlmMessage[];
  tools?: readonly LlmTool[];
  temperature?: number;
  maxOutputTokens?: number;
  /**
   * OpenAI-compatible vendors: extra fields of the request body (never the model, messages, tools or stream).
   * AI SDK vendors: that vendor's provider options.
   */
  providerOptions?: Readonly<Record<string, unknown>>;
};

export type LlmFinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other';

/** Tokens of one call. `inputTokens` contains `cachedInputTokens`. */
export type LlmUsage = {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
};

/**
 * A piece of the answer: any number of `text-delta`, then `tool-call`s, then at most one `usage`, then
 * exactly one `finish`.
 * An iteration that ends without `finish` does not exist: it rejects with an `LlmError`, or with the signal's
 * reason when aborted.
 */
export type LlmPart =
  | { type: 'text-delta'; text: string }
  | ({ type: 'tool-call' } & LlmToolCall)
  /** `micros`: what it cost, in micro-dollars, where the vendor counts more than tokens of one price. */
  | ({ type: 'usage'; micros?: number } & LlmUsage)
  | { type: 'finish'; reason: LlmFinishReason };

/** A model as the vendor lists it. */
export type LlmModel = {
  id: string;
  label: string;
  kind: 'chat' | 'embedding' | 'other';
  contextTokens: number | null;
  /** The first day without it, where the vendor's list says so. */
  endsOn?: string;
};

export type LlmEmbedInput = LlmConnection & {
  model: string;
  texts: readonly string[];
  /** Some vendors embed a question differently from the passages it is compared with. */
  purpose: 'passage' | 'question';
  dimensions?: number;
};

export type LlmImageInput = LlmConnection & {
  model: string;
  prompt: string;
};

/**
 * What every vendor implements. All methods reject with `LlmError`, or with the signal's reason when aborted.
 */
export type LlmProvider = {
  readonly definition: LlmDefinition;
  /** Starts when iteration starts. Leaving the loop early closes the upstream socket, as aborting does. */
  streamChat(input: LlmChatInput): AsyncIterable<LlmPart>;
  listModels(connection: LlmConnection): Promise<LlmModel[]>;
  /** The cheapest authenticated call: resolves when the key and address work. */
  checkConnection(connection: LlmConnection): Promise<void>;
  /**
   * One vector for each text, in order, however many texts are given. Absent when the vendor has no
   * embeddings.
   */
  embed?(input: LlmEmbedInput): Promise<Float32Array[]>;
  /**
   * Draws one picture; the bytes are what the vendor sent and were looked at by nobody. Absent when the
   * vendor draws none.
   */
  generateImage?(input: LlmImageInput): Promise<Uint8Array>;
};

/** Also the keys of the errors' texts. */
export type LlmErrorCode =
  | 'llm.unauthorized'
  | 'llm.rate_limited'
  | 'llm.overloaded'
  | 'llm.bad_request'
  | 'llm.model_not_found'
  | 'llm.unreachable'
  | 'llm.stalled'
  | 'llm.cut_off'
  | 'llm.garbled'
  | 'llm.too_long'
  | 'llm.quota_exceeded';

const retryable: ReadonlySet<LlmErrorCode> = new Set([
  'llm.rate_limited',
  'llm.overloaded',
  'llm.unreachable',
  'llm.stalled',
  'llm.cut_off',
  'llm.garbled',
]);

/**
 * Why a vendor gave no (whole) answer. The message is for the log and the owner; it holds no key and no text
 * of a visitor.
 */
export class LlmError extends Error {
  readonly code: LlmErrorCode;
  /** Whether the same call may succeed later or with another vendor's model, unchanged. */
  readonly isRetryable: boolean;
  readonly retryAfterMs: number | null;
  /** The upstream's HTTP status, when it gave one. */
  readonly status: number | null;

  constructor(
    code: LlmErrorCode,
    message: string,
    details: {
      status?: number | null;
      retryAfterMs?: number | null;
      isRetryable?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'LlmError';
    this.code = code;
    this.status = details.status ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.isRetryable = details.isRetryable ?? retryable.has(code);
  }
}
