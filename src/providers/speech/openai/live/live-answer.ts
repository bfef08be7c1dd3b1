import type { LiveAnswerInput, LiveItem, LiveModel, LivePart } from '../../speech-live.port.ts';
import { createPace } from '../../speech-live-pace.models.ts';
import { SpeechError, type SpeechErrorCode } from '../../speech.port.ts';
import { costOf, tokensPerSecond, type LiveUsage } from './live-models.ts';

/** How often words are given out while they are said, in ms. */
const paceMs = 100;
/** A model that gives no sound, words or end for so long has gone, in ms. */
const stallMs = 20_000;
/** What was broken off still tells within this what it cost, in ms. */
const afterMs = 1_500;
/** The vendor tells when all was heard; where it does not, so long after it must have been, in ms. */
const graceMs = 4_000;
const longestArguments = 100_000;
const mostCalls = 32;

export type Wire = {
  /** False where the connection is gone. */
  send(event: object): boolean;
};

type Failed = {
  code?: string;
  type?: string;
};
type Done = {
  status?: string;
  status_details?: { error?: Failed };
  usage?: LiveUsage;
};

/** One item as the vendor reads it. */
export function itemOf(item: LiveItem): object {
  if (item.type === 'call')
    return { type: 'function_call', call_id: item.id, name: item.name, arguments: item.arguments };
  if (item.type === 'result') return { type: 'function_call_output', call_id: item.id, output: item.text };
  const role = item.by === 'visitor' ? 'user' : item.by === 'agent' ? 'assistant' : 'system';
  return {
    type: 'message',
    role,
    content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text: item.text }],
  };
}

/** What a refusal of OpenAI's means. */
export function errorOf(failed: Failed | undefined): SpeechError {
  const said = `${failed?.code ?? ''} ${failed?.type ?? ''}`;
  const code: SpeechErrorCode = /quota|billing/.test(said)
    ? 'quota'
    : /rate_limit/.test(said)
      ? 'busy'
      : /invalid|authentication/.test(said)
        ? 'refused'
        : 'unreachable';
  return new SpeechError(code, `OpenAI gave no spoken answer (${said.trim().slice(0, 100)}).`);
}

/** One answer that a model gives aloud: what is asked, what comes of it, and its end. */
export function createLiveAnswer(
  wire: Wire,
  { id, model, speed, now }: { id: string; model: LiveModel; speed: number; now: () => number },
  input: LiveAnswerInput,
) {
  const parts: LivePart[] = [];
  const calls = new Map<string, LivePart>();
  const called = new Set<string>();
  let used: LivePart | null = null;
  const pace = createPace(speed);
  let wake: () => void = () => undefined;
  let responseId: string | null = null;
  let failure: unknown = null;
  let isOver = false;
  let isDone = false;
  let isCut = false;
  let heardOf = now();
  let endsBy = Infinity;
  const push = (part: LivePart): void => {
    parts.push(part);
    wake();
  };
  const give = (text: string): void => {
    if (text !== '') push({ type: 'words', text });
  };
  function finish(error: unknown = null): void {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    if (error) failure = error;
    else {
      if (!isCut) give(pace.rest());
      for (const call of calls.values()) push(call);
    }
    if (used) push(used);
    wake();
  }
  const timer = setInterval(() => {
    if (!isCut) give(pace.take(now()));
    if (now() >= endsBy) finish();
    else if (!isDone && now() - heardOf > stallMs)
      finish(new SpeechError('unreachable', 'OpenAI stopped in the middle of a spoken answer.'));
  }, paceMs);
  timer.unref();

  /** Falls silent; what was heard stays. */
  function cut(): void {
    if (isOver || isCut) return;
    give(pace.take(now()));
    isCut = true;
    if (!isDone) wire.send({ type: 'response.cancel', ...(responseId && { response_id: responseId }) });
    wire.send({ type: 'output_audio_buffer.clear' });
    endsBy = isDone ? now() : now() + afterMs;
  }

  return {
    id,
    cut,
    finish,
    /** Whether the visitor hears it, or may soon. */
    isAloud: () => !isOver && pace.hasBegun(),
    is: (response: unknown): boolean => responseId !== null && response === responseId,
    begin(): void {
      heardOf = now();
      const isSent = wire.send({
        type: 'response.create',
        event_id: id,
        response: {
          metadata: { turn: id },
          instructions: input.instructions,
          input: input.items.map(itemOf),
          tools: input.tools.map(({ name, description, parameters }) => ({
            type: 'function',
            name,
            description,
            parameters,
          })),
          tool_choice: input.tools.length > 0 ? 'auto' : 'none',
          output_modalities: ['audio'],
          max_output_tokens: Math.max(1, Math.min(4_096, Math.trunc(input.maxTokens))),
        },
      });
      if (!isSent) finish(new SpeechError('unreachable', 'The connection to OpenAI is gone.'));
    },
    created(response: string): void {
      responseId ??= response;
      heardOf = now();
      if (isCut) wire.send({ type: 'response.cancel', response_id: response });
    },
    words(delta: unknown): void {
      heardOf = now();
      if (typeof delta === 'string' && !isCut) pace.add(delta);
    },
    /** The vendor refused it before it began. */
    refused: (error: Failed | undefined): void => finish(errorOf(error)),
    called(item: { call_id?: unknown; name?: unknown; arguments?: unknown }): void {
      heardOf = now();
      const { call_id: call, name, arguments: given } = item;
      if (typeof call !== 'string' || typeof name !== 'string' || isCut || calls.size >= mostCalls) return;
      const text = typeof given === 'string' ? given.slice(0, longestArguments) : '';
      if (!calls.has(call)) calls.set(call, { type: 'call', id: call, name, arguments: text });
      called.add(name);
    },
    sounds(): void {
      heardOf = now();
      pace.begin(now());
    },
    /** Nothing of it is heard any more: said to its end, or cleared. */
    silent(isCleared: boolean): void {
      if (isCleared) cut();
      if (isDone) finish();
      else if (!isCleared && pace.hasBegun()) endsBy = now() + graceMs;
    },
    /** All of it was made. False where nobody takes what it cost any more. */
    done({ status, status_details: details, usage }: Done): boolean {
      if (isDone || isOver) return false;
      isDone = true;
      const { inputTokens, outputTokens, audioOut, micros } = costOf(model, usage);
      used = { type: 'usage', inputTokens, outputTokens, micros };
      if (status === 'cancelled') cut();
      pace.lasts((audioOut / tokensPerSecond / speed) * 1_000);
      // A tool need not wait until what was said before it was heard.
      const isWaitedFor = input.tools.some(({ name, isAside }) => !isAside && called.has(name));
      if (status === 'failed') finish(errorOf(details?.error));
      else if (isCut || isWaitedFor || !pace.hasWords()) finish();
      else endsBy = now() + Math.max(0, pace.left(now())) + graceMs;
      return true;
    },

    async *parts(): AsyncGenerator<LivePart> {
      const { signal } = input;
      signal?.addEventListener('abort', cut, { once: true });
      if (signal?.aborted) cut();
      try {
        for (;;) {
          for (const part of parts.splice(0)) yield part;
          if (parts.length > 0) continue;
          if (isOver) break;
          await new Promise<void>((resolve) => (wake = resolve));
        }
        if (signal?.aborted) throw signal.reason;
        if (failure) throw failure;
        yield { type: 'end', isWhole: !isCut };
      } finally {
        signal?.removeEventListener('abort', cut);
        if (!isOver) {
          cut();
          finish();
        }
      }
    },
  };
}

export type LiveAnswer = ReturnType<typeof createLiveAnswer>;
