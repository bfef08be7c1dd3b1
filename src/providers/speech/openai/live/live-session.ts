import type { Language } from '#shared/languages.ts';
import type { LiveAnswerInput, LiveEvent, LiveModel, LiveSession } from '../../speech-live.port.ts';
import { SpeechError } from '../../speech.port.ts';
import { createLiveAnswer, type LiveAnswer, type Wire } from './live-answer.ts';
import { costOf, hearing, readingInstructions, type LiveUsage } from './live-models.ts';

/** A message holds no more. */
const longestHeard = 4_000;
/** Utterances that are remembered, so that none counts twice. */
const mostRemembered = 500;
const minuteMs = 60_000;

type Told = Record<string, unknown> & { type?: unknown };
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/**
 * The server's part in a call: reads what the vendor tells, and asks for answers one after the other. What comes twice,
 * or belongs to nothing that was asked, changes nothing.
 */
export function createLiveSession(
  wire: Wire & { close(): void },
  call: { model: LiveModel; speed: number; isInterruptible: boolean; now: () => number },
  onEvent: (event: LiveEvent) => void,
) {
  const { model } = call;
  let number = 0;
  let current: LiveAnswer | null = null;
  let line: Promise<void> = Promise.resolve();
  let isClosed = false;
  let saying = new AbortController();
  let isSounding = false;
  let soundOf: unknown = null;
  /** What was heard, and what it took, each once. */
  const heard = new Set<string>();
  const partial = new Map<string, string>();
  const began = new Map<string, number>();
  const costs = new Set<string>();

  function remember(set: Set<string>, id: string): boolean {
    if (id === '' || set.has(id)) return false;
    set.add(id);
    if (set.size > mostRemembered) for (const oldest of set) return (set.delete(oldest), true);
    return true;
  }
  function sounds(isOn: boolean, response: unknown): void {
    soundOf = isOn ? response : null;
    if (isOn === isSounding) return;
    isSounding = isOn;
    onEvent({ type: 'sound', isOn });
  }

  const listeners: Record<string, (told: Told) => void> = {
    'input_audio_buffer.speech_started'(told) {
      began.set(textOf(told['item_id']), Number(told['audio_start_ms']) || 0);
      onEvent({ type: 'voice', isThere: true });
      if (!call.isInterruptible || !isSounding) return;
      if (current?.isAloud()) current.cut();
      saying.abort();
      saying = new AbortController();
    },
    'input_audio_buffer.speech_stopped'(told) {
      const id = textOf(told['item_id']);
      const milliseconds = (Number(told['audio_end_ms']) || 0) - (began.get(id) ?? Infinity);
      began.delete(id);
      onEvent({ type: 'voice', isThere: false });
      if (milliseconds > 0 && remember(costs, `heard ${id}`))
        onEvent({
          type: 'cost',
          micros: Math.ceil((Math.min(milliseconds, 60 * minuteMs) / minuteMs) * hearing.perMinute),
        });
    },
    'conversation.item.input_audio_transcription.delta'(told) {
      const id = textOf(told['item_id']);
      if (heard.has(id) || partial.size > 20) return;
      const text = ((partial.get(id) ?? '') + textOf(told['delta'])).slice(0, longestHeard);
      partial.set(id, text);
      onEvent({ type: 'heard', text: text.trim(), isFinal: false });
    },
    'conversation.item.input_audio_transcription.completed'(told) {
      const id = textOf(told['item_id']);
      partial.delete(id);
      if (!remember(heard, id)) return;
      const text = textOf(told['transcript']).trim().slice(0, longestHeard);
      if (text !== '') onEvent({ type: 'heard', text, isFinal: true });
    },
    'response.created'(told) {
      const { id, metadata } = objectOf(told['response']);
      const turn = textOf(objectOf(metadata)['turn']);
      if (current && turn === current.id) return current.created(textOf(id));
      // One that was given up before the vendor told of it.
      if (/^turn_\d+$/.test(turn)) return void wire.send({ type: 'response.cancel', response_id: id });
      onEvent({ type: 'foreign' });
    },
    'response.output_audio_transcript.delta': (told) =>
      current?.is(told['response_id']) && current.words(told['delta']),
    'response.output_item.done'(told) {
      const item = objectOf(told['item']);
      if (current?.is(told['response_id']) && item['type'] === 'function_call') current.called(item);
    },
    'output_audio_buffer.started'(told) {
      sounds(true, told['response_id']);
      if (current?.is(told['response_id'])) current.sounds();
    },
    'output_audio_buffer.stopped': (told) => ended(told['response_id'], false),
    'output_audio_buffer.cleared': (told) => ended(told['response_id'], true),
    'response.done'(told) {
      const response = objectOf(told['response']);
      const id = textOf(response['id']);
      if (!remember(costs, id)) return;
      if (current?.is(id) && current.done(response)) return;
      const { micros } = costOf(model, response['usage'] as LiveUsage);
      if (micros > 0) onEvent({ type: 'cost', micros });
    },
    error(told) {
      const error = objectOf(told['error']);
      if (current && error['event_id'] === current.id) current.refused(error);
    },
  };
  function ended(response: unknown, isCleared: boolean): void {
    if (soundOf === response || soundOf === null) sounds(false, response);
    if (!current?.is(response)) return;
    current.silent(isCleared);
  }

  /** Runs one answer after those before it. */
  async function* answer(input: LiveAnswerInput) {
    const before = line;
    let release = (): void => undefined;
    line = new Promise<void>((resolve) => (release = resolve));
    try {
      await before;
      if (input.signal?.aborted) throw input.signal.reason;
      if (isClosed) throw new SpeechError('unreachable', 'The call is over.');
      const made = createLiveAnswer(wire, { ...call, id: `turn_${(number += 1)}` }, input);
      current = made;
      made.begin();
      yield* made.parts();
    } finally {
      current = null;
      release();
    }
  }

  const session: LiveSession = {
    answer,
    async say(text, language: Language) {
      const { signal } = saying;
      const said = answer({
        instructions: readingInstructions(language),
        items: [{ type: 'said', by: 'visitor', text }],
        tools: [],
        maxTokens: 4_096,
        signal,
      });
      try {
        for await (const part of said)
          if (part.type === 'usage') onEvent({ type: 'cost', micros: part.micros });
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    quiet() {
      saying.abort();
      saying = new AbortController();
      current?.cut();
    },
    close: () => wire.close(),
  };

  return {
    session,
    /** One event of the vendor's, as it came. */
    tell(data: string): void {
      let told: Told;
      try {
        told = objectOf(JSON.parse(data)) as Told;
      } catch {
        return;
      }
      const type = textOf(told.type);
      if (!isClosed && Object.hasOwn(listeners, type)) listeners[type]!(told);
    },
    /** The connection is gone. */
    end(): void {
      if (isClosed) return;
      isClosed = true;
      current?.finish(new SpeechError('unreachable', 'The connection to OpenAI is gone.'));
      onEvent({ type: 'closed' });
    },
  };
}
