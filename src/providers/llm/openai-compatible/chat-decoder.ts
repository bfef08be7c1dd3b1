import { errorFromStream } from '../llm.errors.ts';
import { LlmError, type LlmFinishReason, type LlmPart, type LlmUsage } from '../llm.port.ts';
import { createSseParser } from './sse-parser.ts';
import { createToolCallAssembly, type ToolCallDelta } from './tool-calls.ts';

/** So many unreadable events in a row are no hiccup. */
const maxUnreadable = 10;

export type ChatDecoder = {
  /**
   * Takes the next bytes and gives out what they hold: the texts of one chunk as one part. Throws `LlmError`.
   */
  push(chunk: Buffer): void;
  /** No more bytes come. Gives out the end, or throws when the answer isn't whole. */
  end(): void;
  /** Whether the model had said that it is done, so that a broken connection no longer matters. */
  isComplete(): boolean;
  /** Whether the end was given out. */
  isFinished(): boolean;
};

type Chunk = {
  choices?:
    | readonly ({ delta?: Delta | null; message?: Delta | null; finish_reason?: unknown } | null)[]
    | null;
  usage?: RawUsage | null;
  x_groq?: { usage?: RawUsage | null; error?: unknown } | null;
  error?: unknown;
};
type Delta = {
  content?: unknown;
  refusal?: unknown;
  tool_calls?: readonly ToolCallDelta[] | null;
};
type RawUsage = {
  prompt_tokens?: unknown;
  completion_tokens?: unknown;
  prompt_cache_hit_tokens?: unknown;
  prompt_tokens_details?: { cached_tokens?: unknown } | null;
};

/** Turns the bytes of an OpenAI-style event stream into parts. Pure: knows no sockets and no time. */
export function createChatDecoder(
  emit: (part: LlmPart) => void,
  secrets: readonly (string | null | undefined)[] = [],
): ChatDecoder {
  const toolCalls = createToolCallAssembly();
  let text = '';
  let usage: LlmUsage | null = null;
  let finishReason: string | null = null;
  let usefulEvents = 0;
  let unreadable = 0;
  let unreadableInRow = 0;
  let bytes = 0;
  let isFinished = false;

  const parser = createSseParser((data) => {
    if (isFinished) return;
    if (data === '[DONE]') return finish();
    const chunk = parse(data);
    if (chunk) return read(chunk);
    // Some servers put no empty line between their events.
    const lines = data.includes('\n') ? data.split('\n') : [];
    for (const line of lines) {
      if (isFinished) return;
      if (line.trim() === '[DONE]') return finish();
      const single = parse(line);
      if (single) read(single);
      else countUnreadable();
    }
    if (lines.length === 0) countUnreadable();
  });

  function countUnreadable(): void {
    unreadable += 1;
    unreadableInRow += 1;
    if (unreadableInRow >= maxUnreadable)
      throw new LlmError('llm.garbled', `${unreadableInRow} events in a row could not be read.`);
  }

  function read(chunk: Chunk): void {
    const error = chunk.error ?? chunk.x_groq?.error;
    if (error !== undefined && error !== null) throw errorFromStream(error, secrets);
    const raw = chunk.usage ?? chunk.x_groq?.usage;
    if (raw) usage = readUsage(raw);
    if (!Array.isArray(chunk.choices)) {
      if (!raw) countUnreadable();
      return;
    }
    usefulEvents += 1;
    unreadableInRow = 0;
    const choice = chunk.choices[0];
    if (!choice) return;
    const delta = choice.delta ?? choice.message;
    if (delta) {
      if (typeof delta.content === 'string') text += delta.content;
      else if (Array.isArray(delta.content)) text += textOf(delta.content);
      if (typeof delta.refusal === 'string') text += delta.refusal;
      if (Array.isArray(delta.tool_calls)) toolCalls.add(delta.tool_calls);
    }
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '')
      finishReason = choice.finish_reason;
  }

  function flush(): void {
    if (text === '') return;
    const whole = text;
    text = '';
    emit({ type: 'text-delta', text: whole });
  }

  function finish(): void {
    if (usefulEvents === 0 && unreadable > 0)
      throw new LlmError('llm.garbled', 'The answer held no event that could be read.');
    isFinished = true;
    flush();
    const calls = toolCalls.finish();
    for (const call of calls) emit({ type: 'tool-call', ...call });
    if (usage) emit({ type: 'usage', ...usage });
    emit({ type: 'finish', reason: calls.length > 0 ? 'tool-calls' : reasonOf(finishReason) });
  }

  function guarded(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new LlmError('llm.garbled', error.message, { cause: error });
    }
  }

  return {
    push(chunk) {
      if (isFinished) return;
      bytes += chunk.length;
      try {
        guarded(() => parser.push(chunk));
      } finally {
        // Also before an error: what the model said until then belongs to the answer.
        flush();
      }
    },
    end() {
      if (isFinished) return;
      try {
        guarded(() => parser.end());
      } finally {
        flush();
      }
      if (isFinished) return;
      if (finishReason !== null) return finish();
      if (usefulEvents === 0 && bytes > 0)
        throw new LlmError('llm.garbled', 'The answer held no event that could be read.');
      throw new LlmError('llm.cut_off', 'The answer ended before the model was done.');
    },
    isComplete: () => finishReason !== null,
    isFinished: () => isFinished,
  };
}

function parse(data: string): Chunk | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? (value as Chunk) : null;
  } catch {
    return null;
  }
}

function textOf(content: readonly unknown[]): string {
  let text = '';
  for (const part of content) {
    const { type, text: piece } = (part ?? {}) as { type?: unknown; text?: unknown };
    if (type === 'text' && typeof piece === 'string') text += piece;
  }
  return text;
}

function readUsage(raw: RawUsage): LlmUsage {
  const inputTokens = count(raw.prompt_tokens);
  const cached = count(raw.prompt_tokens_details?.cached_tokens ?? raw.prompt_cache_hit_tokens);
  return {
    inputTokens,
    cachedInputTokens: Math.min(cached, inputTokens),
    outputTokens: count(raw.completion_tokens),
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

function reasonOf(reason: string | null): LlmFinishReason {
  switch (reason) {
    case 'stop':
    case 'eos':
    case 'end_turn':
      return 'stop';
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return 'length';
    case 'tool_calls':
    case 'function_call':
      return 'tool-calls';
    case 'content_filter':
      return 'content-filter';
    default:
      return 'other';
  }
}
