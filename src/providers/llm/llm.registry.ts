import { createAiSdkProvider } from './ai-sdk/ai-sdk.adapter.ts';
import { anthropic } from './anthropic/anthropic.adapter.ts';
import { cohere } from './cohere/cohere.adapter.ts';
import { deepseek } from './deepseek/deepseek.adapter.ts';
import { google } from './google/google.adapter.ts';
import { groq } from './groq/groq.adapter.ts';
import { normalizeBaseUrl } from './llm.base-url.ts';
import { llmDefinitions, type LlmProviderId } from './llm.definitions.ts';
import type { AiSdkVendor, OpenAiVendor } from './llm.vendor.ts';
import type { LlmProvider } from './llm.port.ts';
import { systemTimers, type Timers } from './llm.timers.ts';
import {
  createLlmAgents,
  createTransport,
  type AssertAllowed,
  type LlmAgents,
  type LlmTimeouts,
} from './llm.transport.ts';
import { mistral } from './mistral/mistral.adapter.ts';
import { openAi } from './openai/openai.adapter.ts';
import {
  discoverLocalModels,
  localBaseUrls,
  type LocalModelServer,
} from './openai-compatible/local-discovery.ts';
import { openAiCompatible } from './openai-compatible/openai-compatible.adapter.ts';
import { createOpenAiWireProvider } from './openai-compatible/openai-wire.adapter.ts';
import { xai } from './xai/xai.adapter.ts';

/** Who speaks for each vendor; one that is defined and missing here is an error of types. */
const vendors: Record<LlmProviderId, OpenAiVendor | AiSdkVendor> = {
  openai: openAi,
  anthropic,
  google,
  mistral,
  groq,
  xai,
  deepseek,
  cohere,
  'openai-compatible': openAiCompatible,
};

const defaultTimeouts: LlmTimeouts = {
  firstByteMs: 30_000,
  stallMs: 30_000,
  maxAnswerBytes: 32 * 1024 * 1024,
};

export type LlmProvidersOptions = {
  /**
   * Judges every address that a person entered, before each request. Give the product's one safe fetch here;
   * without it such addresses are called unchecked, which only tests may want.
   */
  assertAllowed?: AssertAllowed;
  timeouts?: Partial<LlmTimeouts>;
  timers?: Timers;
  /** Milliseconds since 1970, for `Retry-After` dates. */
  now?: () => number;
  agents?: LlmAgents;
  /** Replaces the bounded node:http transport for Anthropic, Google and Cohere's chats and embeddings. */
  fetch?: typeof globalThis.fetch;
  /**
   * Other addresses for vendors, chosen by the operator (a gateway, a stand-in), taken as they are; they pass no address
   * check.
   */
  baseUrls?: Partial<Record<LlmProviderId, string>>;
  /**
   * Model servers on this machine: looked for by `discoverLocal`, and usable by people without the address
   * check. By default the usual addresses of Ollama and LM Studio; an empty list forbids them, for instances
   * that serve strangers.
   */
  localBaseUrls?: readonly string[];
};

export type LlmProviders = {
  get(id: LlmProviderId): LlmProvider;
  /** Which of the local model servers run now, with their models. Never rejects. */
  discoverLocal(timeoutMs?: number): Promise<LocalModelServer[]>;
  /** Closes all connections; running streams end with `llm.cut_off`. */
  close(): void;
};

/** All vendors on one set of connections. One for each process. */
export function createLlmProviders(options: LlmProvidersOptions = {}): LlmProviders {
  const now = options.now ?? Date.now;
  const transport = createTransport({
    agents: options.agents ?? createLlmAgents(),
    timeouts: { ...defaultTimeouts, ...options.timeouts },
    timers: options.timers ?? systemTimers,
    assertAllowed: options.assertAllowed,
  });
  const local = (options.localBaseUrls ?? localBaseUrls).map(normalizeBaseUrl);
  const create = (id: LlmProviderId): LlmProvider => {
    const vendor = vendors[id];
    const operator = { baseUrl: options.baseUrls?.[id], localBaseUrls: local };
    return 'dialect' in vendor
      ? createOpenAiWireProvider(vendor, { transport, now, operator })
      : createAiSdkProvider(vendor, { transport, now, operator, fetch: options.fetch });
  };
  const providers = Object.fromEntries(llmDefinitions.map(({ id }) => [id, create(id)])) as Record<
    LlmProviderId,
    LlmProvider
  >;
  return {
    get: (id) => providers[id],
    discoverLocal: (timeoutMs) => discoverLocalModels(transport, local, timeoutMs),
    close: () => transport.close(),
  };
}
