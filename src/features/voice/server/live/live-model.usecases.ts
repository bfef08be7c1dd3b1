import type { LlmDefinition } from '#providers/llm/llm.definition.ts';
import {
  LlmError,
  type LlmErrorCode,
  type LlmMessage,
  type LlmPart,
  type LlmProvider,
  type LlmTool,
  type LlmToolCall,
} from '#providers/llm/llm.port.ts';
import type { LiveItem, LiveModel, LivePart, LiveSession } from '#providers/speech/speech-live.port.ts';
import { SpeechError, type SpeechErrorCode } from '#providers/speech/speech.port.ts';
import type { ReadyProvider } from '#features/integrations/server/integrations.usecases.ts';

/** Sound takes about so many tokens for each token of its words. */
const tokensOfSound = 6;
const usualTokens = 700;
const mostCited = 12;

/** By it a model that speaks names its sources: a mark in its words would be said aloud. */
const citing = {
  name: 'cite_sources',
  description:
    'Shows the visitor which passages your words rest on. Call it once, in the same turn as the words.',
  parameters: {
    type: 'object',
    properties: { numbers: { type: 'array', items: { type: 'integer' } } },
    required: ['numbers'],
    additionalProperties: false,
  },
} as const satisfies LlmTool;
const citingRule =
  '- You speak: never say numbers of passages or brackets. Instead call cite_sources with the numbers of the ' +
  'passages that your answer rests on.';

const codes: Record<SpeechErrorCode, LlmErrorCode> = {
  unauthorized: 'llm.unauthorized',
  busy: 'llm.rate_limited',
  quota: 'llm.quota_exceeded',
  refused: 'llm.bad_request',
  unreachable: 'llm.unreachable',
  garbled: 'llm.garbled',
  plan: 'llm.quota_exceeded',
  full: 'llm.quota_exceeded',
  unfit: 'llm.bad_request',
};

const textOf = ({ content }: LlmMessage): string =>
  typeof content === 'string'
    ? content
    : content.map((piece) => (piece.type === 'text' ? piece.text : '')).join('\n');

/** What a model is told, as one that speaks reads it: what stands first are its instructions. */
export function liveItems(messages: readonly LlmMessage[]): { instructions: string; items: LiveItem[] } {
  const talk = messages.findIndex(({ role }) => role !== 'system');
  const first = talk < 0 ? messages.length : talk;
  const items = messages.slice(first).flatMap((message): LiveItem[] => {
    if (message.role === 'tool') return [{ type: 'result', id: message.toolCallId, text: message.content }];
    const by = message.role === 'user' ? 'visitor' : message.role === 'system' ? 'system' : 'agent';
    const text = textOf(message);
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
    return [
      ...(text.trim() === '' ? [] : [{ type: 'said' as const, by, text } satisfies LiveItem]),
      ...calls.map(({ id, name, arguments: given }): LiveItem => ({
        type: 'call',
        id,
        name,
        arguments: given.kind === 'json' ? JSON.stringify(given.value) : given.text,
      })),
    ];
  });
  return { instructions: messages.slice(0, first).map(textOf).join('\n\n'), items };
}

/** The numbers of passages that a model cites, as marks behind its words. */
export function marksOf(given: string): string {
  try {
    const { numbers } = JSON.parse(given) as { numbers?: unknown };
    const sound = (Array.isArray(numbers) ? numbers : []).filter(
      (number) => Number.isInteger(number) && number > 0,
    );
    const marks = [...new Set(sound)].slice(0, mostCited).map((number) => `[${number}]`);
    return marks.length > 0 ? ` ${marks.join('')}` : '';
  } catch {
    return '';
  }
}

function toolCallOf({ id, name, arguments: text }: LivePart & { type: 'call' }): LlmToolCall {
  try {
    return { id, name, arguments: { kind: 'json', value: JSON.parse(text || '{}') as unknown } };
  } catch {
    return { id, name, arguments: { kind: 'invalid', text } };
  }
}

const usageOf = (used: Extract<LivePart, { type: 'usage' }>): LlmPart => ({
  ...used,
  cachedInputTokens: 0,
});

const definitionOf = (model: LiveModel): LlmDefinition => ({
  id: 'openai',
  label: model.label,
  keyPrefix: null,
  keyUrl: null,
  baseUrl: null,
  needsKey: true,
  acceptsBaseUrl: false,
  supportsTools: true,
  supportsImages: false,
  supportsEmbeddings: false,
  models: [
    {
      id: model.id,
      label: model.label,
      contextTokens: 128_000,
      maxOutputTokens: 4_096,
      // What it costs it says itself: sound has another price than words.
      price: null,
      supportsTools: true,
      supportsImages: false,
      supportsTemperature: false,
    },
  ],
  embeddingModels: [],
});

/**
 * The model of a call as one that writes answers: what it says aloud is the answer, and all else (knowledge, tools,
 * limits, what is stored) is that of any other.
 */
export function liveModel(options: {
  session: Pick<LiveSession, 'answer'>;
  model: LiveModel;
  /** Whether the owner lets answers show their sources. */
  cites: boolean;
  /** It speaks an answer, or it does not after all. */
  onVoiced(isVoiced: boolean): void;
  /** Somebody spoke into it: what was heard is the answer. */
  onCut(): Promise<void>;
  /** What was used for an answer that another model writes. */
  onLost(micros: number): void;
}): ReadyProvider {
  const { session, model } = options;
  const nothingListed = (): Promise<never> =>
    Promise.reject(new LlmError('llm.bad_request', 'A call answers questions and nothing else.'));

  async function* streamChat(
    ...[{ messages, tools = [], maxOutputTokens, signal }]: Parameters<LlmProvider['streamChat']>
  ): AsyncGenerator<LlmPart> {
    const { instructions, items } = liveItems(messages);
    const cites = options.cites && messages.some((message) => textOf(message).includes('<passage number='));
    const calls: LlmToolCall[] = [];
    let marks = '';
    let used: Extract<LivePart, { type: 'usage' }> | null = null;
    let isWhole = true;
    options.onVoiced(true);
    try {
      for await (const part of session.answer({
        instructions: cites ? `${instructions}\n${citingRule}` : instructions,
        items,
        tools: cites ? [...tools, { ...citing, isAside: true }] : tools,
        maxTokens: (maxOutputTokens ?? usualTokens) * tokensOfSound,
        signal,
      })) {
        if (part.type === 'words') yield { type: 'text-delta', text: part.text };
        else if (part.type === 'usage') used = part;
        else if (part.type === 'end') ({ isWhole } = part);
        else if (part.name === citing.name) marks ||= marksOf(part.arguments);
        else calls.push(toolCallOf(part));
      }
    } catch (error) {
      // What was stopped tells what it cost; what failed is written by another model, at its own cost.
      if (used && signal?.aborted) yield usageOf(used);
      else if (used) options.onLost(used.micros);
      if (!(error instanceof SpeechError)) throw error;
      options.onVoiced(false);
      throw new LlmError(codes[error.code], error.message, { status: error.status, cause: error });
    }
    if (marks) yield { type: 'text-delta', text: marks };
    if (isWhole) yield* calls.map((call) => ({ type: 'tool-call' as const, ...call }));
    else await options.onCut();
    if (used) yield usageOf(used);
    yield { type: 'finish', reason: isWhole && calls.length > 0 ? 'tool-calls' : 'stop' };
  }

  const definition = definitionOf(model);
  return {
    definition,
    provider: { definition, streamChat, listModels: nothingListed, checkConnection: nothingListed },
    connection: { apiKey: null, baseUrl: null },
    imageModel: null,
  };
}
