import { createAiSdkProvider } from './ai-sdk/ai-sdk.adapter.ts';
import { anthropic } from './anthropic/anthropic.adapter.ts';
import { cohere } from './cohere/cohere.adapter.ts';
import { deepseek } from './deepseek/deepseek.adapter.ts';
import { google } from './google/google.adapter.ts';
import { groq } from './groq/groq.adapter.ts';
import type { LlmProviderId } from './llm.definition.ts';
import type { LlmProvider } from './llm.port.ts';
import { systemTimers, type Timers } from './llm.timers.ts';
import { createLlmAgents, createTransport, type AssertAllowed, type LlmAgents, type LlmTimeouts } from './llm.transport.ts';
import { mistral } from './mistral/mistral.adapter.ts';
import { openAi } from './openai/openai.adapter.ts';
import { discoverLocalModels, type LocalModelServer } from './openai-compatible/local-discovery.ts';
import { openAiCompatible } from './openai-compatible/openai-compatible.adapter.ts';
import { createOpenAiWireProvider } from './openai-compatible/openai-wire.adapter.ts';
import { xai } from './xai/xai.adapter.ts';

const openAiVendors = [openAi, mistral, groq, xai, deepseek, openAiCompatible];
const aiSdkVendors = [anthropic, google, cohere];

const defaultTimeouts: LlmTimeouts = { firstByteMs: 30_000, stallMs: 30_000, maxAnswerBytes: 32 * 1024 * 1024 };

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
  /** Other addresses for vendors, chosen by the operator (a gateway, a stand-in); they pass no address check. */
  baseUrls?: Partial<Record<LlmProviderId, string>>;
};

export type LlmProviders = {
  get(id: LlmProviderId): LlmProvider;
  /** Servers such as Ollama that run on this machine; by default at their usual addresses. */
  discoverLocal(baseUrls?: readonly string[], timeoutMs?: number): Promise<LocalModelServer[]>;
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
  const providers = new Map<LlmProviderId, LlmProvider>();
  for (const vendor of openAiVendors) {
    const { id } = vendor.definition;
    providers.set(id, createOpenAiWireProvider(vendor, { transport, now, operatorBaseUrl: options.baseUrls?.[id] }));
  }
  for (const vendor of aiSdkVendors) {
    const { id } = vendor.definition;
    providers.set(id, createAiSdkProvider(vendor, { transport, now, operatorBaseUrl: options.baseUrls?.[id], fetch: options.fetch }));
  }
  return {
    get(id) {
      const provider = providers.get(id);
      if (!provider) throw new Error(`No model provider is called ${id}.`);
      return provider;
    },
    discoverLocal: (baseUrls, timeoutMs) => discoverLocalModels(transport, baseUrls, timeoutMs),
    close: () => transport.close(),
  };
}
